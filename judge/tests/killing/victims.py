"""Whom a driver kills at random, and what must not be left of them.

The drivers kill a few here; WARP_JUDGE_TEST_SEEDS says by how many seeds, and with more than one each kills more. What
was killed is printed: `pytest -rP` shows it.
"""

import os
import random
import re
import signal
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge.tests.supervised import children_of
from judge.tests.watching import everything_below, processes_naming, soon

SEEDS = int(os.environ.get("WARP_JUDGE_TEST_SEEDS", "1"))
COMMAND, GROUP, RUNNER, WORKER, HELPER = "command", "whole group", "runner", "worker", "helper"
"""Kinds of victims: a command alone, with all that it has started, and what it has started for itself."""
CGROUP = re.compile(r"warp-judge-(\d+)-")


def kills(few: int, many: int = 20) -> int:
    """How many a seed has."""
    return few if SEEDS == 1 else many


def below(process: int) -> list[int]:
    """What it has started, and what that has."""
    return [each for child in children_of(process) for each in (child, *below(child))]


def started_by(process: int) -> dict[str, list[int]]:
    """Processes of the judge below this one, by their kind."""
    found: dict[str, list[int]] = {}
    for each in below(process):
        try:
            words = Path(f"/proc/{each}/cmdline").read_bytes().split(b"\0")
        except OSError:  # ended in the meantime
            continue
        if words[0].endswith(b"/runner"):
            if not becomes_a_program(each):
                found.setdefault(RUNNER, []).append(each)
        elif b"worker" in words:
            found.setdefault(WORKER, []).append(each)
        elif any(word.startswith(b"warp-judge-helper-of-") for word in words):
            found.setdefault(HELPER, []).append(each)
    return found


def becomes_a_program(process: int) -> bool:
    """Whether a process of the runner is in a sandbox and not its first. It may be a submission by the time when it
    is killed, and the end of that by a signal is what is reported."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:  # ended in the meantime
        return True
    [numbers] = [line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:")]
    return len(numbers) > 1 and numbers[-1] != "1"


def kill(process: int) -> bool:
    """Whether it was there."""
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


@dataclass
class Killer:
    """Kills by one seed, and knows how many of each kind."""

    seed: int
    killed: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def kill_one(self, leader: int, shares: Mapping[str, int]) -> str | None:
        """One of those that there are now, by their shares: the leader of a group of processes, or what it has started.
        None: the one that was chosen is not there."""
        kind = self.chance.choices([*shares], [*shares.values()])[0]
        if kind == GROUP:
            os.killpg(leader, signal.SIGKILL)
        elif kind == COMMAND:
            os.kill(leader, signal.SIGKILL)
        else:
            there = started_by(leader).get(kind, [])
            if not there or not kill(self.chance.choice(there)):
                return None
        self.killed[kind] += 1
        return kind

    def told(self, of: str) -> None:
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(self.killed.items()))
        print(f"{of}, seed {self.seed}: {self.killed.total()} kills: {told}")


def cgroups() -> set[Path]:
    """Control groups of runs."""
    every = (Path(where, name) for where, names, _ in os.walk("/sys/fs/cgroup") for name in names)
    return {path for path in every if CGROUP.match(path.name)}


def owner_of(cgroup: Path) -> int:
    """The process that has made it."""
    found = CGROUP.match(cgroup.name)
    assert found, cgroup
    return int(found[1])


class Remains:
    """What is left on the machine of what works on a folder, which holds all its temporary files."""

    def __init__(self, folder: Path, temporary: Path) -> None:
        self._folder, self._temporary = folder, temporary
        temporary.mkdir(exist_ok=True)
        self._cgroups = cgroups()

    def now(self) -> Sequence[object]:
        # Those of other judges on this machine come and go.
        ended = [path for path in cgroups() - self._cgroups if not Path(f"/proc/{owner_of(path)}").exists()]
        mounts = Path("/proc/self/mounts").read_text()
        return [
            *processes_naming(self._folder).items(),
            *everything_below(self._temporary),
            *ended,
            *(name for name in (str(self._folder), "warp-judge-") if name in mounts),
        ]

    def require_none(self) -> None:
        assert soon(lambda: not self.now()), self.now()
