"""Who watches a submission hears of each event of it: one reader of the store's log for all who watch."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from judge.store.events import EventKind, Events

LOOK_S = 0.1
MOVES = (EventKind.JUDGING, EventKind.CANCELLED, EventKind.FAILED)
"""Events by which others come closer to their turn."""


class Feed:
    def __init__(self, events: Events) -> None:
        self._events = events
        self._watchers: dict[int, set[asyncio.Event]] = defaultdict(set)
        self.is_closing = False
        """Whether streams are to end."""

    async def run(self) -> None:
        """Until it is cancelled."""
        seen = await asyncio.to_thread(self._events.last)
        while True:
            await asyncio.sleep(LOOK_S)
            news = await asyncio.to_thread(self._events.after, seen)
            if not news:
                continue
            seen = news[-1].id
            touched = {event.submission_id for event in news if event.submission_id is not None}
            if any(event.kind in MOVES for event in news):
                touched |= self._watchers.keys()
            for number in touched & self._watchers.keys():
                for watcher in self._watchers[number]:
                    watcher.set()

    @contextmanager
    def watching(self, submission_id: int) -> Iterator[asyncio.Event]:
        """The event is set whenever something has happened; who has looked clears it before that."""
        watcher = asyncio.Event()
        self._watchers[submission_id].add(watcher)
        try:
            yield watcher
        finally:
            self._watchers[submission_id].discard(watcher)
            if not self._watchers[submission_id]:
                del self._watchers[submission_id]
