"""Reads an input from standard input and exits with 42 if it is exactly as the statement says, else with 43.

A strict validator finds the faults of the generator, before a contestant does. It is tried on the inputs in
testdata/<id>/invalid_input/, too, which it must refuse.
"""

import re
import sys


def refuse(why):
    sys.exit(print(why, file=sys.stderr) or 43)


text = sys.stdin.read()
# No leading zeros, no signs, single spaces, a line break at the end of both lines, and nothing after them.
number = r"(?:0|[1-9]\d*)"
if not re.fullmatch(rf"{number}\n{number}(?: {number})*\n", text, re.ASCII):
    refuse("expected a line with N and a line of numbers")
count, *numbers = map(int, text.split())
if not 1 <= count <= 200_000:
    refuse(f"expected N from 1 to 200000, found {count}")
if len(numbers) != count:
    refuse(f"expected {count} numbers, found {len(numbers)}")
if max(numbers) > 10**9:
    refuse(f"expected numbers up to 10^9, found {max(numbers)}")
sys.exit(42)
