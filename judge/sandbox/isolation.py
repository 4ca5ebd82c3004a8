"""The isolation of a run from the machine, and one line that sums it up for many runs."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from judge.base.records import Record
from judge.base.units import plural


class Missing(Record, frozen=True):
    """A part of the isolation that was missing."""

    name: str
    """The part."""
    reason: str
    """The reason."""


class Isolation(Record, frozen=True):
    """The isolation of a run from the machine; docs/security.md names the parts."""

    cgroup: Literal["v1", "v2"] | None
    """The version of control groups in use; null: none."""
    in_force: tuple[str, ...]
    """The parts that were in force."""
    missing: tuple[Missing, ...]
    """The parts that were missing."""

    @property
    def is_full(self) -> bool:
        return not self.missing

    def __str__(self) -> str:
        cgroup = f"cgroup {self.cgroup}" if self.cgroup else "no cgroup"
        if self.is_full:
            return f"full ({cgroup})"
        names_by_reason: dict[str, list[str]] = {}
        for missing in self.missing:
            names_by_reason.setdefault(missing.reason, []).append(missing.name)
        parts = [f"{', '.join(names)} ({reason})" for reason, names in names_by_reason.items()]
        return f"without {'; '.join(parts)} ({cgroup})"


_known: dict[Isolation, Isolation] = {}
"""Isolations of this process: there are few, however many runs there are."""


def shared(isolation: Isolation) -> Isolation:
    """One object for equal ones: each run read from JSON would otherwise have its own, of 2 KB."""
    return _known.setdefault(isolation, isolation)


def describe(runs: Iterable[Isolation]) -> str:
    """A line for `verify` and `submit`; it says if the runs differ."""
    kinds = Counter(map(str, runs)).most_common()
    if not kinds:
        return "isolation: nothing was run"
    if len(kinds) == 1:
        return f"isolation: {kinds[0][0]}"
    each = " | ".join(f"{plural(count, 'run')} {isolation}" for isolation, count in kinds)
    return f"isolation differs between runs: {each}"
