import sys

print("double: this solver cannot run: no GPU here", file=sys.stderr)
sys.exit(3)
