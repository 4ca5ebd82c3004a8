"""A row of figures as one line of text."""

from collections.abc import Sequence

BARS = "▁▂▃▄▅▆▇█"
NOTHING = "x"


def sparkline(values: Sequence[float | None]) -> str:
    """A bar for each value, from zero up, so that half as high is half as much; "x" where there is no value."""
    most = max((value for value in values if value is not None), default=0)
    return "".join(NOTHING if value is None else _bar(value, most) for value in values)


def _bar(value: float, most: float) -> str:
    height = round(value / most * len(BARS)) if most > 0 else 0
    return BARS[max(height, 1) - 1]
