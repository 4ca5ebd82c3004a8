"""Starts our own programs and waits for them, without the cost of pipes or polling."""

import os
import select
import subprocess
from collections.abc import Sequence
from pathlib import Path

from judge.base.interruption import park_if_interrupted

GRACE_S = 2.0
"""The time that a program has to end after it was asked to, before it is killed."""
LONGEST_POLL_MS = 2**31 - 1
"""The longest timeout of poll(2), 24 days: a call with a longer one ends then."""


class Stopped(Exception):
    """The result is no longer needed."""


class Stop:
    """A signal from another thread that ends a call early. It stays set until it is closed."""

    def __init__(self) -> None:
        self.descriptor = os.eventfd(0)
        self.was_said = False

    def __enter__(self) -> "Stop":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.descriptor)

    def say(self) -> None:
        self.was_said = True
        os.eventfd_write(self.descriptor, 1)


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
