"""What kept a run apart from the machine, and one line that says so for many runs."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from judge.base.units import plural


@dataclass(frozen=True)
class Missing:
    """A part of the isolation that was not to be had, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Isolation:
    cgroup: str | None
    """"v2", "v1", or None without control groups."""
    in_force: tuple[str, ...]
    missing: tuple[Missing, ...]

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


def isolation_from_json(content: dict[str, Any]) -> Isolation:
    return Isolation(
        cgroup=content["cgroup"],
        in_force=tuple(content["in_force"]),
        missing=tuple(Missing(item["name"], item["reason"]) for item in content["missing"]),
    )


def describe(runs: Iterable[Isolation]) -> str:
    """The closing line of `verify` and `submit`: says so when the runs differ."""
    kinds = Counter(map(str, runs)).most_common()
    if not kinds:
        return "isolation: nothing was run"
    if len(kinds) == 1:
        return f"isolation: {kinds[0][0]}"
    each = " | ".join(f"{plural(count, 'run')} {isolation}" for isolation, count in kinds)
    return f"isolation differs: {each}"
