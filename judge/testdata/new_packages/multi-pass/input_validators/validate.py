"""Reads an input of the first pass from standard input and exits with 42 if it is valid, else with 43."""

import re
import sys

found = re.fullmatch(r"send\n(0|[1-9]\d*)\n", sys.stdin.read(), re.ASCII)
sys.exit(42 if found and int(found[1]) <= 10**9 else 43)
