"""The message of a failed build: what failed, without what succeeded before."""

import re
from collections.abc import Iterator, Sequence

MOST_LINES = 40
SUCCEEDED = re.compile(r"\[\d+/\d+\] ")
"""The prefix of ninja's line about a finished step."""
BEGINS = ("FAILED: ", "CMake Error")
AROUND = re.compile(r"ninja: (build stopped|Entering directory)|-- ")


def failure_in(lines: Sequence[str]) -> list[str]:
    """The lines in the output of CMake or ninja that say what failed; for another program, or if there are none, the
    last lines."""
    told = [*_from_failures(lines)]
    if not told:
        told = [line for line in lines if not SUCCEEDED.match(line)]
        return told[-MOST_LINES:]
    return told[:MOST_LINES]


def _from_failures(lines: Sequence[str]) -> Iterator[str]:
    is_told = False
    for line in lines:
        if line.startswith(BEGINS):
            is_told = True
        elif SUCCEEDED.match(line) or AROUND.match(line):
            is_told = False
        if is_told:
            yield line
