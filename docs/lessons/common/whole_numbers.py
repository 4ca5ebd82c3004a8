"""The input of a lesson: two or three whole numbers in one line, the sizes and a seed."""

import re
import sys

sys.exit(42 if re.fullmatch(rb"[1-9]\d{0,8}( [1-9]\d{0,8}){1,2}\n", sys.stdin.buffer.read()) else 43)
