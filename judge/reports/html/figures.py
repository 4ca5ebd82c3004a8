"""Figures as the page shows them: three digits, and a unit that keeps them short."""

from collections.abc import Sequence

from judge.reports.model import SolutionReport

TIMES = (("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9))
BYTES = (("B", 1.0), ("KiB", 2.0**10), ("MiB", 2.0**20), ("GiB", 2.0**30), ("TiB", 2.0**40))
COUNTS = (("", 1.0), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12))


def time_text(ns: float) -> str:
    return _scaled(ns, TIMES)


def bytes_text(count: float) -> str:
    return _scaled(count, BYTES)


def count_text(count: float) -> str:
    """Exact below 10 000, else like "16.8 M", or "1.84e19" where the letters end."""
    if count >= 1e15:
        return f"{count:.2e}".replace("e+", "e")
    return f"{count:g}" if count < 10_000 else _scaled(count, COUNTS)


def gflops_text(gflops: float) -> str:
    return f"{_scaled(gflops * 1e9, COUNTS)}FLOP/s"


def gbs_text(gbs: float) -> str:
    return f"{_digits(gbs)} GB/s"


def duration_text(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s"
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {whole % 60} s"


def short_name(result: SolutionReport) -> str:
    """For charts of accepted solutions, where the folder "accepted" says nothing."""
    return result.name.removeprefix("accepted/")


def _scaled(value: float, units: Sequence[tuple[str, float]]) -> str:
    """In the largest unit of which it is at least one."""
    # 999.6 would be shown as 1000: the next unit begins there.
    fitting = [unit for unit in units if value >= unit[1] * 0.9995]
    name, factor = fitting[-1] if fitting else units[0]
    return f"{_digits(value / factor)} {name}"


def _digits(value: float) -> str:
    """Three significant digits; small numbers without an exponent."""
    if value == 0:
        return "0"
    if value >= 99.95 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}" if value >= 0.01 else f"{value:.2g}"
