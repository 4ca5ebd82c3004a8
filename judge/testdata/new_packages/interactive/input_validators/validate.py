"""Reads an input, which only the output validator gets to see, and exits with 42 if it is valid, else with 43."""

import re
import sys

text = sys.stdin.read()
sys.exit(42 if re.fullmatch(r"[1-9]\d*\n", text, re.ASCII) and int(text) <= 1000 else 43)
