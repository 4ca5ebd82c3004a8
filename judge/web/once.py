"""Results from the store that are made once for all identical requests, as long as nothing has happened."""

import asyncio
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from judge.web.feed import Feed

Made = TypeVar("Made")
HOLDS_S = 1.0
"""The time after which they are made again: time alone changes what may be seen, as when a contest ends."""


class Once:
    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._tasks: dict[Hashable, asyncio.Future[Any]] = {}
        self._seen, self._until_s = -1, 0.0

    async def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """`make` is called in a thread. `key`: everything besides the store that its result depends on."""
        if self._seen != self._feed.seen or time.monotonic() > self._until_s:
            self._tasks.clear()
            self._seen, self._until_s = self._feed.seen, time.monotonic() + HOLDS_S
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.ensure_future(asyncio.to_thread(make))
        made: Made = task.result() if task.done() else await asyncio.shield(task)
        return made
