"""The doctor's findings about the machine, for the administrators' page: made on request, and cached for a while."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence

from judge.base.records import Record

KEPT_S = 600.0


class MachineFinding(Record, frozen=True):
    """The subject, what was found, why that matters, and what to do."""

    what: str
    state: str
    """ "ok", "note", "weak" or "missing"."""
    found: str
    why: str = ""
    advice: str = ""


Findings = Mapping[str, Sequence[MachineFinding]]
"""Findings by heading."""


class Examination:
    """An examination for any number of threads: one examines, the others wait for it."""

    def __init__(self, examine: Callable[[], Findings]) -> None:
        self._examine = examine
        self._lock = threading.Lock()
        self._found: Findings = {}
        self._at_s = float("-inf")
        self.at_utc_ms = 0

    def findings(self, *, again: bool = False) -> Findings:
        """The findings. `again`: examines even if recent findings are known."""
        asked_s = time.monotonic()
        with self._lock:
            if asked_s - self._at_s > (0 if again else KEPT_S):
                self._found = self._examine()
                self._at_s, self.at_utc_ms = time.monotonic(), int(time.time() * 1000)
            return self._found
