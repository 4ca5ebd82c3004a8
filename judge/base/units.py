"""Figures in the form that people read."""

from collections.abc import Sequence

BYTES = (("B", 1.0), ("KiB", 2.0**10), ("MiB", 2.0**20), ("GiB", 2.0**30), ("TiB", 2.0**40))
DAY_MS = 24 * 3_600_000


def seconds(ns: int) -> str:
    return f"{ns / 1e9:.2f} s" if ns >= 995_000_000 else f"{ns / 1e6:.1f} ms"


def duration(whole_s: float) -> str:
    """A remaining time: "40 s", "3 min"."""
    return f"{whole_s:.0f} s" if whole_s < 100 else f"{whole_s / 60:.0f} min"


def fine_time(ns: int) -> str:
    """A time in the precision that kernels need: "8.4 us", "0.84 ms", "12.0 ms", "1.20 s"."""
    if ns < 99_500:
        return f"{ns / 1e3:.1f} us"
    return f"{ns / 1e6:.2f} ms" if ns < 9_995_000 else seconds(ns)


def mebibytes(count: int) -> str:
    return f"{count / 2**20:.1f} MiB"


def bytes_text(count: float) -> str:
    """A number of bytes in three digits and the largest unit that it reaches: "512 B", "1.50 MiB", "43.0 GiB"."""
    return scaled(count, BYTES)


def scaled(value: float, units: Sequence[tuple[str, float]]) -> str:
    """The value in the largest unit of which it is at least one."""
    # 999.6 would be shown as 1000, so the next unit begins there.
    fitting = [unit for unit in units if value >= unit[1] * 0.9995]
    name, factor = fitting[-1] if fitting else units[0]
    return f"{three_digits(value / factor)} {name}"


def three_digits(value: float) -> str:
    """Three significant digits; small numbers without an exponent."""
    if value == 0:
        return "0"
    if value >= 99.95 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}" if value >= 0.01 else f"{value:.2g}"


def plural(count: int, noun: str, many: str | None = None) -> str:
    """A count with its noun. `many`: the plural, if it is not formed by adding s."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {many or noun + 's'}"


def some_of(names: Sequence[str], most: int) -> str:
    """The first names, and how many more there are: "a, b and 3 more"."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def factor(value: float) -> str:
    """A ratio: "41", "2.3", "1.04"."""
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 1.95 else f"{value:.2f}"


def percent(share: float) -> str:
    """Two digits: "41%", "4.1%", "0.41%", "below 0.01%"."""
    if share < 0.0001:
        return "below 0.01%"
    return f"{share:.0%}" if share >= 0.0995 else f"{share:.1%}" if share >= 0.00995 else f"{share:.2%}"


def number_text(value: int | float) -> str:
    """A number with commas between thousands, and with two decimals at most."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").rstrip(".")
