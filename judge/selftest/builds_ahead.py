"""Builds for the steps of `judge test`, while units run whose own builds are done, and which often wait."""

import os
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Self

from judge.base.events import unheard
from judge.base.records import replace
from judge.project.host import JudgeHost

LOWEST_PRIORITY = 19
"""The priority of its processes, which get what others leave."""
Build = Callable[[JudgeHost], None]


class BuildsAhead:
    """Builds by the name of their step, one after another, beginning with the one that most steps share. A build that
    steps wait for reports its progress; others have the lowest priority."""

    def __init__(self, host: JudgeHost, builds: Mapping[str, Build]) -> None:
        self._host, self._builds = host, dict(builds)
        self._pool = ThreadPoolExecutor(1)
        self._begun: dict[str, Future[None]] = {}

    def __enter__(self) -> Self:
        silent = replace(self._host, tell=unheard)
        shared = Counter(self._builds.values())
        begun: dict[Build, Future[None]] = {}
        for build, _ in shared.most_common():  # with as many steps, those in the given order
            if not begun:
                begun[build] = self._pool.submit(build, self._host)
            else:
                begun[build] = self._pool.submit(_at_lowest_priority, build, silent)
        self._begun = {step: begun[build] for step, build in self._builds.items()}
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def wait_for(self, step: str) -> None:
        """Returns when this step's build is done, or it has none. Raises what that build has raised."""
        if step in self._begun:
            self._begun[step].result()


def _at_lowest_priority(build: Build, host: JudgeHost) -> None:
    # The priority of this thread, and so of the processes that it starts.
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)
    build(host)
