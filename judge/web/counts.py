"""Counts of this process's requests and the workers' jobs, for `/metrics`, since the process began.

No label is a user's text: routes come from a fixed list, and values of which a store may hold any number become one
label beyond a limit.
"""

import threading
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from judge.store.events import Event, EventKind

BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets of times; one more has the rest."""
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
OTHER = "other"
MOST_LABELS = 200
"""The number of pairs of verdict and language that are distinguished."""
JUDGED = (EventKind.JUDGED, EventKind.REJUDGED)


class Times:
    """Durations, as a histogram."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_S) + 1)
        self.sum_s = 0.0

    def add(self, time_s: float) -> None:
        self.counts[bisect_left(BOUNDS_S, time_s)] += 1
        self.sum_s += time_s


class SiteCounts:
    """Counts of the site, for any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.requests: Counter[tuple[str, str, int]] = Counter()
        """Requests by method, route and status."""
        self.times: defaultdict[str, Times] = defaultdict(Times)
        """Times until the answer began, by route."""
        self.under_way = 0
        """Requests in progress, including streams."""
        self.faults = 0
        self.claims = 0
        self.judged: Counter[tuple[str, str]] = Counter()
        """Judgements by verdict and language."""
        self.ended: Counter[str] = Counter()
        """Failed jobs, by the kind of their event."""

    def answered(self, method: str, route: str, status: int, time_s: float) -> None:
        with self._lock:
            self.requests[method if method in METHODS else OTHER, route, status] += 1
            self.times[route].add(time_s)

    def begun(self) -> None:
        with self._lock:
            self.under_way += 1

    def over(self) -> None:
        with self._lock:
            self.under_way -= 1

    def happened(
        self, news: Sequence[Event], languages: Callable[[Sequence[int]], Mapping[int, str | None]]
    ) -> None:
        """`languages`: the languages of submissions, by number."""
        done = [event for event in news if event.kind in JUDGED and event.submission_id is not None]
        known = languages([event.submission_id for event in done if event.submission_id]) if done else {}
        with self._lock:
            self.claims += sum(event.kind is EventKind.JUDGING for event in news)
            for event in news:
                if event.kind in (EventKind.GIVEN_BACK, EventKind.FAILED):
                    self.ended[event.kind] += 1
            for event in done:
                verdict = str((event.data or {}).get("verdict") or OTHER)
                pair = verdict, known.get(event.submission_id or 0) or OTHER
                self.judged[
                    pair if pair in self.judged or len(self.judged) < MOST_LABELS else (OTHER, OTHER)
                ] += 1
