"""The programs that this process has started, and how it ends them."""

import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

LOOK_AGAIN_S = 0.01
_below_children: set["_Process"] = set()
"""What children that were asked to end may leave behind: once they have ended, nothing shows whose it was."""

START = 19
"""The position in /proc/PID/stat, after the name, of the time when a process was started."""


@dataclass(frozen=True)
class _Process:
    """A process, as another one may get its number later."""

    number: int
    started: bytes


@dataclass(frozen=True)
class _Child:
    process: int
    leads_group: bool


def ask_children_to_end() -> None:
    """Sends each child SIGTERM, and its process group if that is its own.

    A child in a session of its own must outlive this process (scratch.py) and is left alone.
    """
    _below_children.update(_below())
    for child in _children():
        _send(child, signal.SIGTERM)


def end_children(deadline: float) -> None:
    """Asks the children to end, and kills those that are left at `deadline`, a time of time.monotonic(). What they
    leave behind, as a build leaves compilers in groups of their own, is killed as well."""
    asked: set[int] = set()
    while children := list(_children()):
        _below_children.update(_below())
        late = time.monotonic() >= deadline
        for child in children:
            if late or child.process not in asked:
                asked.add(child.process)
                _send(child, signal.SIGKILL if late else signal.SIGTERM)
        if late:
            break
        time.sleep(LOOK_AGAIN_S)
    for process, words in _processes():
        if _Process(process, words[START]) in _below_children:
            _send(_Child(process, leads_group=False), signal.SIGKILL)


def descendants() -> set[int]:
    """The processes that this one has started, and their descendants."""
    return _descendants({process: int(words[1]) for process, words in _processes()})


def _descendants(parents: Mapping[int, int]) -> set[int]:
    found: set[int] = set()
    fresh = {os.getpid()}
    while fresh := {process for process, parent in parents.items() if parent in fresh} - found:
        found |= fresh
    return found


def _below() -> set[_Process]:
    """The descendants that need not outlive this process: those in its session."""
    known, session = dict(_processes()), os.getsid(0)
    found = _descendants({process: int(words[1]) for process, words in known.items()})
    return {_Process(one, known[one][START]) for one in found if int(known[one][3]) == session}


def _children() -> Iterator[_Child]:
    """Children that are alive. A zombie is left to the thread that started it."""
    mine, session = os.getpid(), os.getsid(0)
    for process, words in _processes():
        state, parent, group, its_session = words[0], *map(int, words[1:4])
        if parent == mine and state not in (b"Z", b"X") and its_session == session:
            yield _Child(process, group == process)


def _processes() -> Iterator[tuple[int, list[bytes]]]:
    """Each process of the machine, with its stat_fields()."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            yield int(entry.name), stat_fields(entry.name)
        except OSError:  # ended in the meantime
            continue


def stat_fields(process: int | str) -> list[bytes]:
    """The fields of /proc/PID/stat after the process's name: state, parent, group, session, ... Raises OSError if the
    process has ended."""
    return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()


def _send(child: _Child, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        (os.killpg if child.leads_group else os.kill)(child.process, number)
