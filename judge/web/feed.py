"""The events of submissions for their viewers: one reader of the store's log serves all of them."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import islice

from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, Events

LOOK_S = 0.1
ALIVE_S = 15.0
"""The interval of a stream's keep-alive lines, so that nothing on the way to the browser takes it for dead."""
MOVES = (EventKind.JUDGING, EventKind.BEGUN, EventKind.CANCELLED, EventKind.FAILED)
"""Events that advance the place of others in the queue."""
OFF_THE_BOARD = (EventKind.JUDGING, EventKind.RUNS, EventKind.GIVEN_BACK, EventKind.REJUDGED)
"""Events of a contest that change neither its scoreboard nor its pages."""
MOVED_AT_ONCE = 10
"""The number of submissions whose watchers are notified of a move at one look. If a thousand are waiting, each move
would otherwise update all their pages at once, and delay those whose own submission is judged."""


Key = tuple[str, int]
"""A watched object: its kind and its number."""
SUBMISSION, JOB, CONTEST, ALL_OF_CONTEST = "submission", "job", "contest", "all of a contest"
Watchers = dict[Key, set[asyncio.Event]]


class Feed:
    def __init__(self, events: Events) -> None:
        self._events = events
        self._watchers: Watchers = defaultdict(set)
        """Watchers of jobs in the queue that become done."""
        self._of_contests: Watchers = defaultdict(set)
        self._moved: dict[Key, None] = {}
        """Watched objects whose watchers have not been notified of a move in the queue, in the order in which they
        will be."""
        self.on_news: Callable[[Sequence[Event]], None] = lambda _: None
        """Called with all events, in a thread."""
        self.seen = 0
        """The number of the last event that was read."""
        self.contest_seen: defaultdict[int, int] = defaultdict(int)
        """The last event of each contest that was read since the feed began, except events that are not about the
        board."""
        self.said: defaultdict[int, int] = defaultdict(int)
        """The last clarification, likewise."""
        self.changed: defaultdict[int, int] = defaultdict(int)
        """The last action of the staff on the contest itself, likewise."""
        self.is_closing = False
        """Whether streams should end."""

    async def begin(self) -> None:
        """Notes the last event so far; `run` brings those after it."""
        self.seen = await asyncio.to_thread(self._events.last)

    async def run(self) -> None:
        """Runs until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            with suppress(StoreError):  # the store is busy or unavailable: it is read again
                self.spread(await asyncio.to_thread(self.news))

    def news(self) -> Sequence[Event]:
        """The events since the last look; the caller must spread them."""
        if news := self._events.after(self.seen):
            self.on_news(news)
        return news

    def spread(self, news: Sequence[Event]) -> None:
        """Wakes watchers of objects with events, and some of those whose place moved; all, once it is closing."""
        for event in news:
            self.seen = event.id
            if event.contest_id is not None:
                _wake(self._of_contests, (ALL_OF_CONTEST, event.contest_id))
            if event.contest_id is not None and event.kind not in OFF_THE_BOARD:
                self.contest_seen[event.contest_id] = event.id
                if event.kind is EventKind.CLARIFICATION:
                    self.said[event.contest_id] = event.id
                if event.kind is EventKind.CONTEST:
                    self.changed[event.contest_id] = event.id
                _wake(self._of_contests, (CONTEST, event.contest_id))
        touched = {key for event in news if (key := _touched(event)) is not None}
        if any(event.kind in MOVES for event in news):
            self._moved |= dict.fromkeys(self._watchers)
        for key in touched:
            self._moved.pop(key, None)
        for key in [*touched, *islice(self._moved, MOVED_AT_ONCE)]:
            self._moved.pop(key, None)
            _wake(self._watchers, key)
        if self.is_closing:
            for watchers in (self._watchers, self._of_contests):
                for key in watchers:
                    _wake(watchers, key)

    def watching(self, submission_id: int) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever something has happened; the watcher clears it before looking."""
        return _watching(self._watchers, (SUBMISSION, submission_id))

    def watching_job(self, job_id: int) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever a job that is not about a submission has changed."""
        return _watching(self._watchers, (JOB, job_id))

    def watching_contest(self, contest_id: int) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever a contest's scoreboard or messages have changed."""
        return _watching(self._of_contests, (CONTEST, contest_id))

    def watching_all_of_contest(self, contest_id: int) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever anything has happened in a contest, even a passed test."""
        return _watching(self._of_contests, (ALL_OF_CONTEST, contest_id))


async def heard(news: asyncio.Event) -> bool:
    """Whether something has happened before a stream must send a keep-alive line; clears the event."""
    with suppress(TimeoutError):
        async with asyncio.timeout(ALIVE_S):
            await news.wait()
    is_set = news.is_set()
    news.clear()
    return is_set


def _touched(event: Event) -> Key | None:
    """The watched objects with events."""
    if event.submission_id is not None:
        return SUBMISSION, event.submission_id
    job = (event.data or {}).get("job")
    return (JOB, job) if isinstance(job, int) else None


def _wake(watchers: Watchers, key: Key) -> None:
    for watcher in watchers.get(key, ()):
        watcher.set()


@contextmanager
def _watching(watchers: Watchers, key: Key) -> Iterator[asyncio.Event]:
    watcher = asyncio.Event()
    watchers[key].add(watcher)
    try:
        yield watcher
    finally:
        watchers[key].discard(watcher)
        if not watchers[key]:
            del watchers[key]
