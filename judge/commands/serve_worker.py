"""The worker of `judge serve`: a process of its own, restarted whenever it dies."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from msgspec import Struct

import judge

PROGRAM = Path(judge.__file__).parent / "__main__.py"
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 30.0
LIVED_S = 60.0
"""The lifetime after which a worker counts as healthy: the next wait is short again."""
DRAIN_S = 35.0
"""The time that a worker has to finish its jobs once it is told to stop; it returns the others itself."""


class ServedWorker(Struct, frozen=True):
    store: list[str]
    """Options that name the store."""
    gpus: tuple[int, ...]
    """The GPUs to judge on."""
    engine: list[str]
    """Options that choose another place to judge."""
    logs_json: bool

    def start(self, become_another: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
        """`become_another`: makes the new process another user's."""
        command = [sys.executable, "-P", str(PROGRAM), "worker", *self.store, "--of-serve"]
        command += ["--log-json"] if self.logs_json else []
        command += [word for number in self.gpus for word in ("--gpu", str(number))]
        command += [*self.engine, "--name", f"serve-{os.uname().nodename}-{os.getpid()}"]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, start_new_session=True, preexec_fn=become_another
        )


class WorkerProcess:
    """A worker for the `with` block. A job of a worker that dies returns to the queue when its lease expires.

    The worker is in a session of its own, so that Ctrl-C stops it through this process. It ends by itself when this
    process does, however that happens, as its standard input ends then.
    """

    def __init__(self, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._start = start
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = threading.Event()
        self._lock = threading.Lock()
        """The lock that is held during a start, so that none starts after the end."""
        self._keeper = threading.Thread(target=self._keep, name="worker's keeper", daemon=True)

    def __enter__(self) -> "WorkerProcess":
        self._keeper.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._is_over.set()
        process = self._process
        if process is not None:
            process.terminate()
            try:
                process.wait(DRAIN_S)
            except subprocess.TimeoutExpired:
                process.kill()
        self._keeper.join()

    def _keep(self) -> None:
        wait_s = FIRST_WAIT_S
        while True:
            with self._lock:
                if self._is_over.is_set():
                    return
                process = self._process = self._start()
            begun_s = time.monotonic()
            status = process.wait()
            if self._is_over.is_set():
                return
            if time.monotonic() - begun_s > LIVED_S:
                wait_s = FIRST_WAIT_S
            from judge.base.console import warn  # which takes longer to load than a keeper does

            warn(f"the worker has ended with status {status}; it is started again in {wait_s:g} s")
            if self._is_over.wait(wait_s):
                return
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)
