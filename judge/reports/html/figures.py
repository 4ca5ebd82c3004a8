"""Figures in the page's form: three digits, and a unit that keeps them short."""

from judge.base.units import scaled, three_digits
from judge.reports.model import SolutionReport

TIMES = (("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9))
COUNTS = (("", 1.0), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12))


def time_text(ns: float) -> str:
    return scaled(ns, TIMES)


def count_text(count: float) -> str:
    """Exact below 10 000, else like "16.8 M", or "1.84e19" beyond the largest prefix."""
    if count >= 1e15:
        return f"{count:.2e}".replace("e+", "e")
    return f"{count:g}" if count < 10_000 else scaled(count, COUNTS)


def gflops_text(gflops: float) -> str:
    return f"{scaled(gflops * 1e9, COUNTS)}FLOP/s"


def gbs_text(gbs: float) -> str:
    return f"{three_digits(gbs)} GB/s"


def duration_text(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s"
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {whole % 60} s"


def short_name(result: SolutionReport) -> str:
    """A name for charts of accepted solutions, where the folder "accepted" adds nothing."""
    return result.name.removeprefix("accepted/")
