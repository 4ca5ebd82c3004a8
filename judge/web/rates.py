"""How often something may be done: buckets that fill by time, one for each who does it."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import ClassVar

from msgspec import Struct

MOST_KEPT = 10_000
"""The number kept of those who do something; who did nothing for the longest is forgotten first."""


class Rate(Struct, frozen=True):
    burst: int
    """How often at once."""
    per_s: float
    """How often in the long run."""


class Rates:
    SIGN_IN_OF_NAME: ClassVar[Rate] = Rate(10, 1 / 30)
    """Wrong passwords for one name."""
    SIGN_IN_FROM: ClassVar[Rate] = Rate(100, 1)
    """Wrong passwords from one address: that may be a whole school."""
    CODE: ClassVar[Rate] = Rate(10, 1 / 120)
    """Wrong codes of one user's second factor: the odds of a guess are three in a million."""
    INSTITUTION_FROM: ClassVar[Rate] = Rate(200, 2)
    """Ways to the institution's provider and back, from one address."""
    REFUSED: ClassVar[Rate] = Rate(30, 0.1)
    """Refusals that the audit notes, from one address."""
    SIGN_UP_FROM: ClassVar[Rate] = Rate(100, 0.2)
    RESET_OF: ClassVar[Rate] = Rate(3, 1 / 1200)
    """Mails with a link for a new password to one address."""
    RESET_FROM: ClassVar[Rate] = Rate(20, 1 / 60)
    """How many are asked for from one address of the network, which may be a whole school."""
    SUBMIT: ClassVar[Rate] = Rate(10, 1 / 6)
    OWN_RUN: ClassVar[Rate] = Rate(10, 1 / 5)
    WRONG_TOKEN_FROM: ClassVar[Rate] = Rate(100, 1)
    """Wrong tokens from one address."""
    API: ClassVar[Rate] = Rate(200, 20)
    """Requests of one token; of one address that bears none."""
    WORKER: ClassVar[Rate] = Rate(5000, 500)
    """Requests of a token of workers: many cores hand in what they find out twice a second."""
    CODE_OF_TERMINAL: ClassVar[Rate] = Rate(20, 0.2)
    """Codes of terminals that one user tries."""
    TOKEN_WISH_FROM: ClassVar[Rate] = Rate(20, 0.1)
    """Terminals at one address that ask for a token."""
    ASK: ClassVar[Rate] = Rate(5, 1 / 30)
    """Questions of one team."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._left: OrderedDict[tuple[Rate, str], tuple[float, float]] = OrderedDict()
        """What is left, and at which time that was so."""
        self._lock = threading.Lock()

    def wait_s(self, rate: Rate, who: str) -> float:
        """How long to wait until it may be done again; 0: now."""
        with self._lock:
            return max(0.0, (1 - self._of(rate, who)) / rate.per_s)

    def take(self, rate: Rate, who: str) -> float:
        """Does it once, if it may be done now. Returns how long to wait, else 0."""
        with self._lock:
            left = self._of(rate, who)
            if left < 1:
                return (1 - left) / rate.per_s
            self._left[rate, who] = left - 1, self._now_s()
            self._left.move_to_end((rate, who))
            while len(self._left) > MOST_KEPT:
                self._left.popitem(last=False)
            return 0.0

    def _of(self, rate: Rate, who: str) -> float:
        left, at_s = self._left.get((rate, who), (float(rate.burst), self._now_s()))
        return min(float(rate.burst), left + (self._now_s() - at_s) * rate.per_s)
