"""A remote contest in progress: its feed, line by line, through lost connections and restarts of the server.

A thread of its own reads the feed, so that the server need not wait while something is judged here.
"""

import queue
import threading
import time

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.events import Listener, Note, Warned
from judge.client.contest_server import ContestServer, PlaceForgotten
from judge.client.failures import ServerGone
from judge.contest.shadow.feed_lines import FeedPlace, parsed_line
from judge.contest.shadow.mirror import Mirror

FIRST_S, LONGEST_S = 1.0, 30.0
"""The time between two attempts to reach the server, which grows; attempts never end."""
WAITING_LINES = 10_000
"""The number of lines read but not yet processed; beyond that the server waits."""
POLL_S = 10.0
"""The time between two polls of a server without a feed."""


class FeedBegins(Struct, frozen=True):
    """The feed starts again from the beginning: objects that are not sent by the next `FeedGoesOn` no longer exist."""


class FeedEnds(Struct, frozen=True):
    """The feed has ended; `error`: why, unless the server ended it in order."""

    error: JudgeError | None = None


class ContestFollowing:
    """Lines of a feed in a queue. `pause` sleeps, unless it should stop."""

    def __init__(self, server: ContestServer, tell: Listener, first_s: float = FIRST_S) -> None:
        self._server, self._tell, self._first_s = server, tell, first_s
        self.lines: queue.Queue[bytes | FeedBegins | FeedEnds] = queue.Queue(WAITING_LINES)
        self._stopping = threading.Event()
        self._has_read = False
        self.count = 0
        """Lines that were processed."""

    def start(self, place: FeedPlace | None) -> None:
        threading.Thread(target=self._read, args=(place,), daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()

    def _read(self, place: FeedPlace | None) -> None:
        is_away, wait_s = False, self._first_s
        while not self._stopping.is_set():
            try:
                if place is None:
                    self._put(FeedBegins())
                for line in self._server.feed(place):
                    self._has_read = True
                    if is_away:
                        self._tell(Note("the server answers again"))
                    is_away, wait_s = False, self._first_s
                    if line:
                        place = _place_in(line) or place
                    self._put(line)
                    if self._stopping.is_set():
                        return
            except PlaceForgotten as error:
                self._tell(Warned(f"{error.message} Everything is read again."))
                place = None
            except ServerGone as error:
                if self._stopping.is_set():
                    return
                if not self._has_read:
                    self._put(FeedEnds(error))
                    return
                if not is_away:
                    self._tell(
                        Warned(f"{error.message.rstrip('.')}; the request is repeated until it answers.")
                    )
                is_away = True
            except JudgeError as error:
                self._put(FeedEnds(error))
                return
            self._stopping.wait(wait_s)
            wait_s = min(LONGEST_S, 2 * wait_s)

    def _put(self, line: bytes | FeedBegins | FeedEnds) -> None:
        while not self._stopping.is_set():
            try:
                self.lines.put(line, timeout=1.0)
            except queue.Full:
                continue
            return


def _place_in(line: bytes) -> FeedPlace | None:
    try:
        return parsed_line(line).place
    except ValueError:
        return None


def take_waiting(following: ContestFollowing, mirror: Mirror, quiet_s: float) -> bool:
    """Processes the lines that have arrived, until none arrives for `quiet_s`. Returns whether anything has changed.
    Raises JudgeError if the feed has ended for good, NotThere if the server has none."""
    changed, until_s = False, time.monotonic() + 30 * quiet_s
    while time.monotonic() < until_s and not mirror.is_over:
        try:
            found = following.lines.get(timeout=quiet_s)
        except queue.Empty:
            break
        if isinstance(found, FeedEnds):
            raise found.error or JudgeError("the feed has ended")
        if isinstance(found, FeedBegins):
            mirror.begin_again()
        elif found:
            following.count += 1
            mirror.take_line(found, f"{mirror.source}, line {following.count} of the feed")
            changed = True
    return changed
