"""Ctrl-C and SIGTERM: whatever the judge is doing, it stops all programs, shows what is known, and exits.

Python delivers a signal to its main thread, which may be waiting for something that no signal ends. So a separate
thread receives signals (`signal.set_wakeup_fd`), and no exception interrupts other code. After the signal, the end of
a process means nothing, as the signal may have caused it: threads that wait for a process are parked for the remaining
moment.
"""

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from judge.base.children import ask_children_to_end, end_children

HEARD = (signal.SIGINT, signal.SIGTERM)
CHILDREN_S = 0.2
"""The time that running programs have to clean up before they are killed."""
ONE_SIGNAL_S = 0.3
"""The time in which a second signal counts as the same one: some senders signal both the process and its group."""
HEARING_S = 0.05
"""The time that the judge may take to notice a signal: sent to the whole process group, it may end a run first."""
A_MOMENT_S = 0.01
"""The time that the main thread has to process results that became known."""
CLOSING_S = 10.0
"""The time for reporting what is known, to an output that may be stuck. A second signal ends it early."""


@dataclass(frozen=True)
class _Closing:
    """An action at the end."""

    tell: Callable[[], str]
    """Returns the last line: how far the work got. Empty: that has been shown."""
    ends_what_runs: bool = True


@dataclass(frozen=True)
class Display:
    """Where an interruption is shown."""

    stage: Callable[[], str]
    """The current work, after a verb."""
    clear: Callable[[], None]
    """Removes bars from the terminal, so that text can be printed."""
    complain: Callable[[str], None]
    """Prints why the judge ends."""


_display = Display(
    lambda: "", lambda: None, lambda line: print(f"judge: {line}", file=sys.stderr, flush=True)
)
_asked = threading.Event()
_closings: list[_Closing] = []
"""Actions at the end, of which only the last one is run."""
_endings: list[Callable[[], None]] = []
"""Actions that come first, all of which are run."""
_teller: threading.Thread | None = None
"""The thread that reports what is known, once that was requested."""
_tells_alone = threading.Event()


def hear_signals() -> None:
    """Handles signals from now on, until the process ends; called by the main thread. Signals that the caller ignores
    stay ignored."""
    heard, written = os.pipe()
    os.set_blocking(written, False)
    signal.set_wakeup_fd(written, warn_on_full_buffer=False)
    for number in HEARD:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HEARD)  # the launcher holds Ctrl-C back until now
    threading.Thread(target=_handle_signals, args=(heard,), name="signals", daemon=True).start()


def leave_signals_to(stop: Callable[[], None]) -> None:
    """Leaves signals to code that ends cleanly when it is told to: from now on a signal calls `stop`, and a second one
    ends the process by its default action. Called by the main thread."""

    def stop_at_first(*_: object) -> None:
        for number in HEARD:
            signal.signal(number, signal.SIG_DFL)
        stop()

    signal.set_wakeup_fd(-1)
    for number in HEARD:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop_at_first)


def tell_on(display: Display) -> None:
    """Shows interruptions on `display`. Until it is called, nothing is on the screen that would have to be cleared,
    and a plain line is printed."""
    global _display
    _display = display


def is_asked_to_end() -> bool:
    return _asked.is_set()


def may_tell() -> bool:
    """Whether this thread may print: while results are reported after a signal, no other thread adds to them."""
    return not _tells_alone.is_set() or threading.current_thread() is _teller


def park_if_interrupted() -> None:
    """Never returns once the judge has been asked to end. Called before the end of a process is taken for a result."""
    while _asked.is_set() and threading.current_thread() is not _teller:
        time.sleep(CLOSING_S)


def park_if_just_interrupted() -> None:
    """Waits a moment for a signal that may be on its way. Never returns once the judge has been asked to end."""
    time.sleep(HEARING_S)
    park_if_interrupted()


@contextmanager
def telling(tell: Callable[[], str]) -> Iterator[None]:
    """Within the `with` block, an interruption ends by calling `tell` in another thread. It reports what is known and
    returns the last line, how far the work got; an empty one if it has shown that, too."""
    with _closing(_Closing(tell)):
        yield


@contextmanager
def ending_with(end: Callable[[], None]) -> Iterator[None]:
    """Within the `with` block, an interruption also calls `end`, before it reports what is known: work elsewhere is
    not a child of this process."""
    _endings.append(end)
    try:
        yield
    finally:
        park_if_interrupted()
        _endings.remove(end)


@contextmanager
def in_one_piece() -> Iterator[None]:
    """Delays an interruption until the `with` block has been left: everything is known, and being written."""
    left = threading.Event()

    def wait() -> str:
        left.wait()
        return "interrupted after everything was judged"

    with _closing(_Closing(wait, ends_what_runs=False)):
        try:
            yield
        finally:
            left.set()


@contextmanager
def _closing(closing: _Closing) -> Iterator[None]:
    _closings.append(closing)
    try:
        yield
    finally:
        park_if_interrupted()
        _closings.remove(closing)


def _handle_signals(heard: int) -> None:
    number = os.read(heard, 1)[0]
    begun = time.monotonic()
    _asked.set()
    threading.Thread(target=_end, args=(number,), name="end", daemon=True).start()
    while (left := begun + CLOSING_S - time.monotonic()) > 0:
        if select.select([heard], [], [], left)[0]:
            os.read(heard, 1)
            if time.monotonic() - begun > ONE_SIGNAL_S:
                break
    _exit(number)


def _end(number: int) -> None:
    global _teller
    _teller = threading.current_thread()
    last_line = f"interrupted{_display.stage()}"
    try:
        closing = _closings[-1] if _closings else _Closing(lambda: last_line)
        asked = time.monotonic()
        if closing.ends_what_runs:
            ask_children_to_end()
            for end in _endings:
                end()
            time.sleep(A_MOMENT_S)
            _tells_alone.set()
            _display.clear()
        last_line = closing.tell()
        end_children(asked + CHILDREN_S)
        if last_line:
            _display.complain(last_line)
    except Exception as error:
        _display.complain(f"{last_line}; what is known could not be shown: {type(error).__name__}: {error}")
    finally:
        _exit(number)


def _exit(number: int) -> NoReturn:
    """Ends the process with the status by which a shell reports a death by this signal."""
    os._exit(128 + number)
