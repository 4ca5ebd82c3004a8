"""Builds for later steps of `judge test` while an earlier one runs, whose units often wait."""

import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Self

from judge.base.events import Note, unheard
from judge.base.records import replace
from judge.project.host import JudgeHost

LOWEST_PRIORITY = 19
"""A process of it gets what others leave."""
Build = Callable[[JudgeHost], None]


class BuildsAhead:
    """Builds by the name of their step, one after another in the given order, from when `begin` is called."""

    def __init__(self, host: JudgeHost, builds: Mapping[str, Build]) -> None:
        self._host, self._builds = host, dict(builds)
        self._pool = ThreadPoolExecutor(1)
        self._begun: dict[str, Future[None]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def begin(self) -> None:
        """Begins with all that no step has waited for. They tell nothing of their progress beside that of the step."""
        silent = replace(self._host, tell=unheard)
        for step in [*self._builds]:
            self._begun[step] = self._pool.submit(_at_lowest_priority, self._builds.pop(step), silent)

    def wait_for(self, step: str) -> None:
        """Returns when this step's build is done, and no other goes on beside the step: it may have units whose times
        are bounded. Raises what the step's own build has raised."""
        if step in self._builds:
            self._builds.pop(step)(self._host)
        elif step in self._begun:
            if not all(begun.done() for begun in self._begun.values()):
                self._host.tell(Note("building what was begun beside an earlier step", takes_minutes=True))
            wait(self._begun.values())
            self._begun[step].result()


def _at_lowest_priority(build: Build, host: JudgeHost) -> None:
    # Of this thread, and so of the processes that it starts.
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)
    build(host)
