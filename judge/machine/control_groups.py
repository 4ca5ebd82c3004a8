"""Control groups that root gives to an ordinary user, so that this user's runs are limited as root's are.

The runner finds the place of its groups by itself (runner/sandbox/isolation/cgroup_places.hpp): for root the top of
the hierarchy, for others the group of the runner's process. So that group is made next to root's, and given away.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from judge.base.children import START, stat_fields

CONTROLLERS = ("memory", "cpuacct", "pids")
"""Controllers of version 1 that the runner needs, each in its own hierarchy."""
NAME = re.compile(r"judge-serve\.(\d+)-(\d+)-(\d+)\.[a-z]+")
"""The id and start of the judge's process, and the namespace of its id: containers share groups, but not ids."""
MEMBERS = "cgroup.procs"
OF_OWNER = (MEMBERS, "cgroup.threads", "cgroup.subtree_control", "tasks")
"""Files that the owner of a group may write; its limits are not among them."""


def _offers_memory(folder: Path) -> bool:
    try:
        return "memory" in (folder / "cgroup.controllers").read_text(encoding="utf-8").split()
    except OSError:
        return False


def places(mounts: str, offers_memory: Callable[[Path], bool] = _offers_memory) -> list[Path]:
    """Where groups are made, by /proc/self/mountinfo: one folder for version 2, one for each controller of version 1;
    none if a controller has no hierarchy."""
    second: Path | None = None
    first: dict[str, Path] = {}
    for line in mounts.splitlines():
        head, _, tail = line.partition(" - ")
        fields, of_system = head.split(), tail.split()
        if len(fields) < 5 or len(of_system) < 3:
            continue
        folder = Path(fields[4])
        if of_system[0] == "cgroup2" and offers_memory(folder):
            second = folder
        elif of_system[0] == "cgroup":
            first |= {name: folder for name in CONTROLLERS if name in of_system[2].split(",")}
    if second is not None:
        return [second]
    return list(dict.fromkeys(first.values())) if len(first) == len(CONTROLLERS) else []


def given_groups(role: str, uid: int, gid: int) -> list[Path]:
    """New groups that this user owns, that is, the files through which a process joins them. None if the machine has
    no control groups, or they cannot be made: then the runner reports what is missing."""
    found = []
    for place in places(Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")):
        group = place / f"judge-serve.{os.getpid()}-{_start_of('self')}-{_namespace()}.{role}"
        with suppress(OSError):
            group.mkdir(mode=0o755)
            os.chown(group, uid, gid)
            for name in OF_OWNER:
                if (group / name).exists():
                    os.chown(group / name, uid, gid)
            found.append(group / MEMBERS)
    return found


def join(members: Sequence[Path]) -> None:
    """Moves this process into the groups, while it still has the right to."""
    for file in members:
        file.write_text(str(os.getpid()), encoding="utf-8")


def remove_dead_groups() -> None:
    """Removes groups whose judge has ended, with the groups made in them."""
    for place in places(Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")):
        for group in _below(place):
            found = NAME.fullmatch(group.name)
            if found and found[3] == _namespace() and _start_of(found[1]) != found[2]:
                _remove(group)


def _start_of(process: str) -> str:
    """When it began, in ticks since the boot; empty: it has ended."""
    try:
        return stat_fields(process)[START].decode()
    except OSError:
        return ""


def _namespace() -> str:
    return str(Path("/proc/self/ns/pid").stat().st_ino)


def _remove(group: Path) -> None:
    for inner in _below(group):
        _remove(inner)
    with suppress(OSError):  # one of its processes is still ending: the next judge removes the group
        group.rmdir()


def _below(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from [Path(one.path) for one in os.scandir(folder) if one.is_dir(follow_symlinks=False)]
