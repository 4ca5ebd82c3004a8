"""Two programs in a conversation: the standard output of each is the other's standard input.

Each runs in a sandbox of its own and has two pipes, whose other ends are here. So messages can be counted and
recorded; a program is never ended by SIGPIPE because the other has ended; and it is known which of them ended first,
as the other is told only afterwards.
"""

import fcntl
import os
import select
import struct
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event

from msgspec import Struct

from judge.sandbox.facts import Facts
from judge.sandbox.run import Pipes
from judge.sandbox.transcript import Transcript

BLOCK_BYTES = 1 << 16
CLOSING_S = 2.0
"""The time that a program has to end after it closed its output; then the other may be told all the same."""


class RunnerEnded(Struct, frozen=True):
    """What is known of a part at the end."""

    facts: Facts
    said_bytes: int
    is_over_limit: bool


class ConversationPart(Struct, frozen=True):
    """One of the two programs."""

    run: Callable[[Pipes], Facts]
    """Runs it to its end, in a thread of its own."""
    mark: str
    """The mark of its messages in the transcript."""
    most_bytes: int
    """The bytes that it may write; after the first byte more, nothing is read any longer."""
    record: Path | None = None
    """The file with its whole output."""
    tells_closing: bool = True
    """Whether the other is told that it closed its output before it has ended."""
    decides: Callable[[RunnerEnded], bool] = lambda _: False
    """Whether this end makes everything that the other does irrelevant: then the other is ended."""


class Conversation(Struct, frozen=True):
    first: RunnerEnded
    second: RunnerEnded
    first_ended_first: bool
    nothing_unread: bool
    """Whether each had read all of the other's output when the first of the two ended."""


def converse(
    folder: Path, first: ConversationPart, second: ConversationPart, transcript: Transcript
) -> Conversation:
    """Runs both at once, from when the first has its cores until both have ended, and records their messages. Raises
    what the runs raise."""
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(_Speaker(folder / f"stdout-{number}", part))
            for number, part in enumerate((first, second))
        )
        threads = stack.enter_context(ThreadPoolExecutor(2))
        one.start(threads)
        other.start(threads, one.begun)
        nothing_unread = _relay(one, other, transcript)
    return Conversation(one.ended(), other.ended(), one.end_s <= other.end_s, nothing_unread)


def _relay(one: "_Speaker", other: "_Speaker", transcript: Transcript) -> bool:
    """Passes messages on until both have ended, and then passes on the end. Returns whether everything had been read
    when the first of them ended."""
    waiting = _Waiting()
    nothing_unread = False
    while not (one.has_ended and other.has_ended):
        events = waiting.until_something_happens((one, other))
        for speaker, listener in ((one, other), (other, one)):
            is_done = speaker.is_done
            while said := speaker.hear(events, is_done):
                transcript.add(speaker.part.mark, said)
                listener.tell(said)
            if is_done and not speaker.has_ended:
                if not listener.has_ended:
                    nothing_unread = not (speaker.unread_bytes or listener.unread_bytes)
                speaker.note_end()
                if speaker.has_decided:
                    listener.end()
            listener.tell(b"", is_all=speaker.is_gone)
    return nothing_unread


class _Waiting:
    """A poll object that is made again only when the awaited events change: between two messages they never do."""

    def __init__(self) -> None:
        self._wanted: list[tuple[int, int]] = []
        self._poll = select.poll()

    def until_something_happens(self, speakers: Sequence["_Speaker"]) -> dict[int, int]:
        """The events by descriptor."""
        wanted = [pair for speaker in speakers for pair in speaker.waits_for()]
        if wanted != self._wanted:
            self._wanted, self._poll = wanted, select.poll()
            for descriptor, events in wanted:
                self._poll.register(descriptor, events)
        is_closing = any(speaker.is_silent and not speaker.has_ended for speaker in speakers)
        return dict(self._poll.poll(CLOSING_S * 1000 if is_closing else None))


class _Speaker:
    """A part while it runs, and the ends of its pipes."""

    def __init__(self, fifo: Path, part: ConversationPart) -> None:
        self.part = part
        os.mkfifo(fifo, 0o600)
        self._listening = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        end = fifo.with_name(f"end-{fifo.name}")
        os.mkfifo(end, 0o600)
        self._end = os.open(end, os.O_RDWR | os.O_NONBLOCK)
        # The program's end is kept open here, too: writing to it never fails, even if nobody reads any longer.
        self._stdin, self._telling = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        os.fchmod(self._stdin, 0o644)  # a program may open its standard input by name
        self._ending = os.eventfd(0)
        self.begun = Event()
        self._pipes = Pipes(Path(f"/proc/self/fd/{self._stdin}"), fifo, end, self.begun)
        self._facts: Future[Facts]
        self._record = part.record.open("wb") if part.record else None
        self._unread = bytearray()
        self._said_bytes = 0
        self._silent_s: float | None = None
        self.has_ended = False
        self.end_s = 0.0
        """The time, on the monotonic clock."""

    def __enter__(self) -> "_Speaker":
        return self

    def __exit__(self, *_: object) -> None:
        for descriptor in (self._listening, self._stdin, self._telling, self._ending, self._end):
            if descriptor >= 0:
                os.close(descriptor)
        if self._record:
            self._record.close()
        self._pipes.stdout.unlink()
        self._pipes.end.unlink()

    def start(self, threads: ThreadPoolExecutor, after: Event | None = None) -> None:
        """`after`: it starts once this is set, so that it need not wait for a partner that waits for a core."""

        def run() -> Facts:
            if after:
                after.wait()
            return self.part.run(self._pipes)

        def on_end(_: Future[Facts]) -> None:
            self.begun.set()
            os.eventfd_write(self._ending, 1)

        self._facts = threads.submit(run)
        self._facts.add_done_callback(on_end)

    def waits_for(self) -> Iterator[tuple[int, int]]:
        """Descriptors, each with the awaited events."""
        if not self.has_ended:
            yield self._ending, select.POLLIN
        if not self.is_silent:
            yield self._listening, select.POLLIN
        if self._unread:
            yield self._telling, select.POLLOUT

    def hear(self, events: Mapping[int, int], is_done: bool) -> bytes:
        """The messages since the last call; empty: none. `is_done`: the run has ended; call until then."""
        happened = events.get(self._listening, 0)
        if self.is_silent or not (happened or is_done):
            return b""
        try:
            said = os.read(self._listening, BLOCK_BYTES)
        except BlockingIOError:
            return b""
        self._said_bytes += len(said)
        if self._record:
            self._record.write(said)
        if self._is_over_limit or (happened & select.POLLHUP and not said):
            self._silent_s = time.monotonic()
            os.close(self._listening)
            self._listening = -1
        return said

    def tell(self, said: bytes, is_all: bool = False) -> None:
        """Passes on the other's messages, as far as there is room. `is_all`: there will be no more."""
        if self._telling < 0:
            return
        if self.has_ended:
            self._unread.clear()
            return
        self._unread += said
        if self._unread:
            with suppress(BlockingIOError):
                del self._unread[: os.write(self._telling, self._unread)]
        if is_all and not self._unread:
            os.close(self._telling)
            self._telling = -1

    def note_end(self) -> None:
        """Notes that all of its messages have been read."""
        self.has_ended = True
        self.end_s = time.monotonic()
        if self._silent_s is not None and self.end_s - self._silent_s < CLOSING_S:
            self.end_s = self._silent_s  # the end of its sandbox came afterwards

    def end(self) -> None:
        """Kills it, if it is still running."""
        if not self.has_ended:
            os.write(self._end, b"1")

    @property
    def unread_bytes(self) -> int:
        """The bytes from the other that it has not read."""
        in_pipe = fcntl.ioctl(self._stdin, termios.FIONREAD, struct.pack("i", 0))
        return len(self._unread) + int(struct.unpack("i", in_pipe)[0])

    @property
    def has_decided(self) -> bool:
        """Whether the other need not continue."""
        return self._facts.exception() is not None or self.part.decides(self.ended())

    @property
    def is_done(self) -> bool:
        return self._facts.done()

    @property
    def is_silent(self) -> bool:
        """Whether its output is closed, or nobody reads it."""
        return self._silent_s is not None

    @property
    def is_gone(self) -> bool:
        """Whether the other may be told that there will be no more messages."""
        if self._silent_s is None or self.has_ended or not (self.part.tells_closing or self._is_over_limit):
            return self.has_ended
        return time.monotonic() - self._silent_s >= CLOSING_S

    @property
    def _is_over_limit(self) -> bool:
        return self._said_bytes > self.part.most_bytes

    def ended(self) -> RunnerEnded:
        return RunnerEnded(self._facts.result(), self._said_bytes, self._is_over_limit)
