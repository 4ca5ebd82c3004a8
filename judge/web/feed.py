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
"""A stream sends a line that often, so that nothing between here and the browser takes it for dead."""
MOVES = (EventKind.JUDGING, EventKind.BEGUN, EventKind.CANCELLED, EventKind.FAILED)
"""Events by which others come closer to their turn."""
OFF_THE_BOARD = (EventKind.JUDGING, EventKind.RUNS, EventKind.GIVEN_BACK, EventKind.REJUDGED)
"""Events of a contest that change nothing of its scoreboard, nor of what its pages say."""
MOVED_AT_ONCE = 10
"""Submissions whose watchers hear of a move at one look. With a thousand that wait, each move would otherwise have all
their pages made again at once, and those whose own submission is judged would wait for that."""


Key = tuple[str, int]
"""A thing that somebody watches: its kind and its number."""
SUBMISSION, JOB, CONTEST, ALL_OF_CONTEST = "submission", "job", "contest", "all of a contest"
Watchers = dict[Key, set[asyncio.Event]]


class Feed:
    def __init__(self, events: Events) -> None:
        self._events = events
        self._watchers: Watchers = defaultdict(set)
        """Watchers of what waits in the queue and is done then."""
        self._of_contests: Watchers = defaultdict(set)
        self._moved: dict[Key, None] = {}
        """Watched things whose watchers have not heard yet that the queue moved, in the order in which they will."""
        self.on_news: Callable[[Sequence[Event]], None] = lambda _: None
        """Hears of all that happens, in a thread."""
        self.seen = 0
        """The number of the last event that was read."""
        self.contest_seen: defaultdict[int, int] = defaultdict(int)
        """The last event of each contest that was read since the feed began, but for those off the board."""
        self.said: defaultdict[int, int] = defaultdict(int)
        """The last clarification, likewise."""
        self.is_closing = False
        """Whether streams are to end."""

    async def run(self) -> None:
        """Until it is cancelled."""
        self.seen = await asyncio.to_thread(self._events.last)
        while True:
            await asyncio.sleep(LOOK_S)
            with suppress(StoreError):  # which is busy, or away: it is looked at again
                self.spread(await asyncio.to_thread(self.news))

    def news(self) -> Sequence[Event]:
        """What has happened since the last look; anyone who takes it spreads it."""
        if news := self._events.after(self.seen):
            self.on_news(news)
        return news

    def spread(self, news: Sequence[Event]) -> None:
        """Wakes who watches what something happened to, and some of those for whom the queue moved; all, once it is
        closing."""
        for event in news:
            self.seen = event.id
            if event.contest_id is not None:
                _wake(self._of_contests, (ALL_OF_CONTEST, event.contest_id))
            if event.contest_id is not None and event.kind not in OFF_THE_BOARD:
                self.contest_seen[event.contest_id] = event.id
                if event.kind is EventKind.CLARIFICATION:
                    self.said[event.contest_id] = event.id
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
        """The event is set whenever something has happened; who has looked clears it before that."""
        return _watching(self._watchers, (SUBMISSION, submission_id))

    def watching_job(self, job_id: int) -> AbstractContextManager[asyncio.Event]:
        """Tells of a job that is about no submission, likewise."""
        return _watching(self._watchers, (JOB, job_id))

    def watching_contest(self, contest_id: int) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever something has happened to the scoreboard of a contest, or was said in it."""
        return _watching(self._of_contests, (CONTEST, contest_id))

    def watching_all_of_contest(self, contest_id: int) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever something has happened in a contest, be it a test that has passed."""
        return _watching(self._of_contests, (ALL_OF_CONTEST, contest_id))


async def heard(news: asyncio.Event) -> bool:
    """Whether something has happened before a stream must send a sign of life; the event is cleared then."""
    with suppress(TimeoutError):
        async with asyncio.timeout(ALIVE_S):
            await news.wait()
    is_set = news.is_set()
    news.clear()
    return is_set


def _touched(event: Event) -> Key | None:
    """What of that which is watched something happened to."""
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
