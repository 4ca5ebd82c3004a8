"""Rate limits: buckets that fill with time, one for each actor."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from msgspec import Struct

MOST_KEPT = 10_000
"""The number of actors that are stored; the one with the longest inactivity is forgotten first."""
MOST_OF_A_KEY = 250
"""The number of characters by which actors differ: more than any name or address has."""


class Rate(Struct, frozen=True, eq=False):
    """A rate is equal to no other one with the same numbers: each has buckets of its own."""

    burst: int
    """The number permitted at once."""
    per_s: float
    """The number permitted in the long run."""


Bucket = tuple[Rate, str]
"""A rate, and the actor."""


class Rates:
    SIGN_IN_OF_NAME: ClassVar[Rate] = Rate(10, 1 / 30)
    """Wrong passwords for one name."""
    SIGN_IN_FROM: ClassVar[Rate] = Rate(300, 1)
    """Wrong passwords, and those that are being checked, from one address, which may be a whole school."""
    CODE: ClassVar[Rate] = Rate(10, 1 / 120)
    """Wrong codes of one user's second factor: the odds of a guess are three in a million."""
    INSTITUTION_FROM: ClassVar[Rate] = Rate(200, 2)
    """Visits to the institution's provider, from one address."""
    REFUSED: ClassVar[Rate] = Rate(30, 0.1)
    """Refusals that the audit records, from one address."""
    SIGN_UP_FROM: ClassVar[Rate] = Rate(100, 0.2)
    RESET_OF: ClassVar[Rate] = Rate(3, 1 / 1200)
    """Mails with a link for a new password to one address."""
    RESET_FROM: ClassVar[Rate] = Rate(20, 1 / 60)
    """Requests for such mails from one network address, which may be a whole school."""
    SUBMIT: ClassVar[Rate] = Rate(10, 1 / 6)
    OWN_RUN: ClassVar[Rate] = Rate(10, 1 / 5)
    WRONG_TOKEN_FROM: ClassVar[Rate] = Rate(100, 1)
    """Wrong tokens from one address."""
    API: ClassVar[Rate] = Rate(200, 20)
    """Requests with one token; without a token, from one address."""
    WORKER: ClassVar[Rate] = Rate(5000, 500)
    """Requests with a worker's token: many cores hand in results twice a second."""
    CODE_OF_TERMINAL: ClassVar[Rate] = Rate(20, 0.2)
    """Codes of terminals that one user tries."""
    TOKEN_WISH_FROM: ClassVar[Rate] = Rate(100, 0.1)
    """Terminals at one address, which may be a whole school, that ask for a token."""
    ASK: ClassVar[Rate] = Rate(5, 1 / 30)
    """Questions from one team."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._left: OrderedDict[Bucket, tuple[float, float]] = OrderedDict()
        """The remaining number, and the time of that state."""
        self._lock = threading.Lock()

    def take(self, rate: Rate, who: str) -> float:
        """Uses it once, if it is permitted now. Returns how long to wait, else 0."""
        return self.take_all((rate, who))

    def take_all(self, *buckets: Bucket) -> float:
        """Uses each once, if all are permitted now; otherwise none. Returns how long to wait, else 0."""
        with self._lock:
            left = {(rate, who): self._of(rate, who) for rate, who in _cut(buckets)}
            if wait_s := max((1 - one) / rate.per_s if one < 1 else 0.0 for (rate, _), one in left.items()):
                return wait_s
            for (rate, who), one in left.items():
                self._left[rate, who] = one - 1, self._now_s()
                self._left.move_to_end((rate, who))
            while len(self._left) > MOST_KEPT:
                self._left.popitem(last=False)
            return 0.0

    def give_back(self, *buckets: Bucket) -> None:
        """Undoes one use of each."""
        with self._lock:
            for rate, who in _cut(buckets):
                if (rate, who) in self._left:
                    left = min(float(rate.burst), self._of(rate, who) + 1)
                    self._left[rate, who] = left, self._now_s()

    @contextmanager
    def guess(self, *buckets: Bucket) -> Iterator[None]:
        """Undoes one use of each if the `with` block fails: whether the guess was right stays unknown."""
        try:
            yield
        except Exception:
            self.give_back(*buckets)
            raise

    def _of(self, rate: Rate, who: str) -> float:
        left, at_s = self._left.get((rate, who), (float(rate.burst), self._now_s()))
        return min(float(rate.burst), left + (self._now_s() - at_s) * rate.per_s)


def _cut(buckets: Iterable[Bucket]) -> list[Bucket]:
    return [(rate, who[:MOST_OF_A_KEY]) for rate, who in buckets]
