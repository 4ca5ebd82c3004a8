"""Whether other programs slowed a run down, as far as the runner observed (docs/timing.md)."""

from collections.abc import Iterable

from judge.base.units import percent
from judge.sandbox.facts import Facts

WORTH_TELLING = 0.05
"""A share of a run's wall time: less than this is ordinary activity of the operating system."""
HEAVY = 0.2
"""The share while other runs are in progress: a judge that uses all cores disturbs its own runs a little."""
TOO_SHORT_NS = 100_000_000
"""Other programs' time is counted in ticks of 10 ms, which says nothing about a short run."""


def share_lost(facts: Facts) -> float:
    """The part of the run's wall time in which it was ready to run, but others had its core."""
    contention = facts.contention
    if contention is None or facts.wall_ns < TOO_SHORT_NS:
        return 0.0
    return ((contention.waited_ns or 0) + (contention.stolen_ns or 0)) / facts.wall_ns


def others_share(facts: Facts) -> float:
    """The number of cores that other programs kept busy during it: they share caches and memory with it."""
    contention = facts.contention
    if contention is None or facts.wall_ns < TOO_SHORT_NS:
        return 0.0
    return (contention.others_cpu_ns or 0) / facts.wall_ns


def is_under_pressure(facts: Facts, *, alone: bool = False) -> bool:
    """Whether others may have made it slow. `alone`: no judge ran anything else, so it was another program."""
    if alone:
        return max(share_lost(facts), others_share(facts)) > WORTH_TELLING
    return share_lost(facts) > HEAVY


def pressure_text(runs: Iterable[Facts]) -> str:
    """The largest influence of others on these runs; empty if it is negligible."""
    runs = list(runs)
    lost = max((share_lost(facts) for facts in runs), default=0.0)
    others = max((others_share(facts) for facts in runs), default=0.0)
    parts = []
    if lost > WORTH_TELLING:
        parts.append(f"it waited {percent(lost)} of its time for a core")
    if others > WORTH_TELLING:
        parts.append(f"other programs used {others:.1f} cores")
    return " and ".join(parts)
