"""Who watches a submission hears of each event of it: one reader of the store's log for all who watch."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import islice

from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, Events

LOOK_S = 0.1
MOVES = (EventKind.JUDGING, EventKind.CANCELLED, EventKind.FAILED)
"""Events by which others come closer to their turn."""
MOVED_AT_ONCE = 10
"""Submissions whose watchers hear of a move at one look. With a thousand that wait, each move would otherwise have all
their pages made anew at once, and those whose own submission is judged would wait for that."""


class Feed:
    def __init__(self, events: Events) -> None:
        self._events = events
        self._watchers: dict[int, set[asyncio.Event]] = defaultdict(set)
        self._of_contests: dict[int, set[asyncio.Event]] = defaultdict(set)
        self._moved: dict[int, None] = {}
        """Submissions whose watchers have not heard yet that the queue moved, in the order in which they will."""
        self.on_news: Callable[[Sequence[Event]], None] = lambda _: None
        """Hears of all that happens, in a thread."""
        self.is_closing = False
        """Whether streams are to end."""

    async def run(self) -> None:
        """Until it is cancelled."""
        seen = await asyncio.to_thread(self._events.last)
        while True:
            await asyncio.sleep(LOOK_S)
            with suppress(StoreError):  # which is busy, or away: it is looked at again
                news = await asyncio.to_thread(self._events.after, seen)
                if news:
                    seen = news[-1].id
                    await asyncio.to_thread(self.on_news, news)
                self.spread(news)

    def spread(self, news: Sequence[Event]) -> None:
        """Wakes who watches a submission that something happened to, and some of those for whom the queue moved."""
        for number in {event.contest_id for event in news if event.contest_id is not None}:
            for watcher in self._of_contests.get(number, ()):
                watcher.set()
        touched = {event.submission_id for event in news if event.submission_id is not None}
        if any(event.kind in MOVES for event in news):
            self._moved |= dict.fromkeys(self._watchers)
        for number in touched:
            self._moved.pop(number, None)
        for number in [*touched, *islice(self._moved, MOVED_AT_ONCE)]:
            self._moved.pop(number, None)
            for watcher in self._watchers.get(number, ()):
                watcher.set()

    def watching(self, submission_id: int) -> AbstractContextManager[asyncio.Event]:
        """The event is set whenever something has happened; who has looked clears it before that."""
        return _watching(self._watchers, submission_id)

    def watching_contest(self, contest_id: int) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever something has happened in a contest, or to what is submitted to it."""
        return _watching(self._of_contests, contest_id)


@contextmanager
def _watching(watchers: dict[int, set[asyncio.Event]], number: int) -> Iterator[asyncio.Event]:
    watcher = asyncio.Event()
    watchers[number].add(watcher)
    try:
        yield watcher
    finally:
        watchers[number].discard(watcher)
        if not watchers[number]:
            del watchers[number]
