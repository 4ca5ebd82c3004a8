"""Starts our own programs and other tools, and waits for them."""

import os
import select
import shlex
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from judge.base.errors import JudgeError, ToolInterrupted
from judge.base.interruption import park_if_interrupted, park_if_just_interrupted

GRACE_S = 2.0
"""The time that a program has to end after it was asked to, before it is killed."""
LONGEST_POLL_MS = 2**31 - 1
"""The longest timeout of poll(2), 24 days: a call with a longer one ends then."""


class Stopped(Exception):
    """The result is no longer needed."""


class Stop(AbstractContextManager["Stop"]):
    """A signal from another thread that ends a call early. It stays set until it is closed."""

    def __init__(self, of_all: "Stop | None" = None) -> None:
        """`of_all`: ends this as well, but not the other way round."""
        self.descriptor = os.eventfd(0)
        self.was_said = False
        self._lock = threading.RLock()
        self._parts: set[Stop] = set()
        self._of_all = of_all
        if of_all:
            with of_all._lock:
                of_all._parts.add(self)
                if of_all.was_said:
                    self.say()

    def __exit__(self, *_: object) -> None:
        if self._of_all:
            with self._of_all._lock:
                self._of_all._parts.discard(self)
        os.close(self.descriptor)

    def say(self) -> None:
        with self._lock:
            self.was_said = True
            os.eventfd_write(self.descriptor, 1)
            for part in self._parts:
                part.say()


def finished(command: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[Any]:
    """Runs a tool to its end, with the options of subprocess.run. Raises ToolInterrupted if a signal ended it."""
    done = subprocess.run(command, check=False, **options)
    require_own_end(command[0], done.returncode)
    return done


def output_of(command: Sequence[str | Path], **options: Any) -> str:
    """The output of a tool, as text. Raises JudgeError with its message if it fails."""
    done = finished(command, capture_output=True, text=True, errors="replace", **options)
    if done.returncode != 0:
        shown = shlex.join(map(str, command))
        raise JudgeError(f"{shown} failed (exit {done.returncode}): {done.stderr.strip() or 'no message'}")
    return str(done.stdout)


def require_own_end(program: str | Path, status: int) -> None:
    """Raises ToolInterrupted if a signal ended the program. Never returns if the signal was for the judge as well."""
    if status >= 0:
        return
    park_if_just_interrupted()
    name = next((one.name for one in signal.Signals if one == -status), f"signal {-status}")
    lack = " If that recurs, the machine may lack memory: see free -m and dmesg." if name == "SIGKILL" else ""
    raise ToolInterrupted(
        f"{Path(program).name} was killed by {name} before it had finished. Its results so far are kept. "
        f"Run the command again.{lack}"
    )


def call(
    command: Sequence[str | Path],
    *,
    stdin: Path | None,
    stderr: Path,
    timeout_s: float,
    stop: Stop | None = None,
    grace_s: float = GRACE_S,
) -> int:
    """Runs a program to its end; its stderr goes to the file `stderr`. Returns its exit code.

    Raises OSError if it cannot be started, subprocess.TimeoutExpired if it was killed at its time limit, and Stopped
    if it was killed because `stop` was set. It has a process group of its own, which Ctrl-C does not reach: the judge
    ends it (interruption.py).
    """
    park_if_interrupted()
    with Path(stdin or os.devnull).open("rb") as given, stderr.open("wb") as messages:
        process = subprocess.Popen(
            command, stdin=given, stdout=subprocess.DEVNULL, stderr=messages, process_group=0
        )
    try:
        # Popen.wait() with a timeout polls, and may return up to 50 ms after the end.
        handle = os.pidfd_open(process.pid)
        try:
            poll = select.poll()
            poll.register(handle, select.POLLIN)
            if stop:
                poll.register(stop.descriptor, select.POLLIN)
            ready = [descriptor for descriptor, _ in poll.poll(min(timeout_s * 1000, LONGEST_POLL_MS))]
            if not ready:
                raise subprocess.TimeoutExpired([str(part) for part in command], timeout_s)
            if handle not in ready:
                raise Stopped
        finally:
            os.close(handle)
    except BaseException:
        _end(process, grace_s)
        raise
    status = process.wait()
    park_if_interrupted()
    return status


def _end(process: subprocess.Popen[bytes], grace_s: float) -> None:
    """Sends SIGTERM first: a runner that receives it kills its program and cleans up."""
    process.terminate()
    try:
        process.wait(grace_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
