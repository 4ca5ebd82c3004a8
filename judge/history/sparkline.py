"""A row of figures as one line of text."""

from collections.abc import Sequence

BARS = "▁▂▃▄▅▆▇█"
PLAIN_BARS = "12345678"
"""Bars for a terminal without block characters."""
NOTHING = "x"


def sparkline(values: Sequence[float | None], bars: str = BARS) -> str:
    """A bar for each value, from zero up, so that half as high is half as much; "x" where there is no value."""
    most = max((value for value in values if value is not None), default=0)
    return "".join(NOTHING if value is None else _bar(value, most, bars) for value in values)


def _bar(value: float, most: float, bars: str) -> str:
    height = round(value / most * len(bars)) if most > 0 else 0
    return bars[max(height, 1) - 1]
