"""Axes: the position of a value, in percent of the axis, and the axis' marks."""

import math
from collections.abc import Callable, Sequence

from msgspec import Struct


class Tick(Struct, frozen=True):
    at: float
    """Percent of the axis."""
    label: str


class LogScale(Struct, frozen=True):
    """A scale from one power of ten to another."""

    first: int
    last: int
    """Exponents of ten."""

    def at(self, value: float) -> float:
        """Percent of the axis; values beyond an end are placed at it."""
        if value <= 0:
            return 0.0
        position = (math.log10(value) - self.first) / (self.last - self.first)
        return round(100 * min(max(position, 0.0), 1.0), 3)

    def ticks(self, text: Callable[[float], str]) -> list[Tick]:
        decades = [10.0**exponent for exponent in range(self.first, self.last + 1)]
        return [Tick(self.at(value), text(value)) for value in decades]


def log_scale(values: Sequence[float]) -> LogScale:
    """The decades that contain the values, at least one."""
    positive = [value for value in values if value > 0] or [1.0]
    first = math.floor(math.log10(min(positive)) + 1e-9)
    last = math.ceil(math.log10(max(positive)) - 1e-9)
    return LogScale(first, max(last, first + 1))
