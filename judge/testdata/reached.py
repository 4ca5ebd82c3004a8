"""The smallest and the largest values of the numbers in a problem's inputs."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from msgspec import Struct

from judge.problems.model import TestCase

NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")
REST = "all numbers behind the first line"


class Reached(Struct, frozen=True):
    what: str
    smallest: Decimal
    in_test: str
    """The test with the smallest value; the first of several."""
    largest: Decimal
    in_other_test: str


def reached(tests: Sequence[TestCase]) -> list[Reached]:
    """The range of each number of the first line, as far as all tests have it, and of all numbers after that line."""
    found: dict[str, list[tuple[Decimal, Decimal, str]]] = {}
    for test in tests:
        with test.input.open("rb") as lines:
            for column, token in enumerate(lines.readline().split(), start=1):
                if NUMBER.fullmatch(token):
                    value = Decimal(token.decode())
                    found.setdefault(f"number {column} of the first line", []).append(
                        (value, value, test.name)
                    )
            rest = _extremes(lines)
        if rest:
            found.setdefault(REST, []).append((*rest, test.name))
    return [_of(what, values) for what, values in found.items() if what == REST or len(values) == len(tests)]


def _of(what: str, values: list[tuple[Decimal, Decimal, str]]) -> Reached:
    low, high = min(values, key=lambda one: one[0]), max(values, key=lambda one: one[1])
    return Reached(what, low[0], low[2], high[1], high[2])


def _extremes(lines: Iterable[bytes]) -> tuple[Decimal, Decimal] | None:
    """The extremes of all numbers in these lines."""
    numbers = (Decimal(token.decode()) for line in lines for token in line.split() if NUMBER.fullmatch(token))
    smallest = largest = next(numbers, None)
    if smallest is None or largest is None:
        return None
    for number in numbers:
        smallest, largest = min(smallest, number), max(largest, number)
    return smallest, largest
