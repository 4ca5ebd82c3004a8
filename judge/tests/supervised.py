"""Daemons that end with the one who started them, however that ended.

`python supervised.py COMMAND...` starts a daemon and adopts it and all that it starts. When its own standard input
ends, because whoever holds the other end is gone, it kills them all. It writes a line once the daemon runs.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
STARTED = "started"


def start(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[str]:
    """The supervisor, once the daemon runs. It ends when nothing is left of it, or its `stdin` is closed."""
    supervisor = subprocess.Popen(
        [sys.executable, "-I", __file__, *command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        start_new_session=True,  # Ctrl-C is for the test run, which then ends it
    )  # fmt: skip
    assert supervisor.stdout
    assert supervisor.stderr
    if supervisor.stdout.readline().strip() != STARTED:
        raise AssertionError(f"{' '.join(command)}: {supervisor.stderr.read()}")
    return supervisor


def children_of(process: int) -> list[int]:
    found: list[int] = []
    with suppress(FileNotFoundError):  # the process has ended; a glob may fail then, too
        for task in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):  # the thread has ended
                found += map(int, (task / "children").read_text().split())
    return found


def kill_all() -> None:
    """What a child leaves becomes a child of this process: none is left in the end."""
    while children := children_of(os.getpid()):
        for child in children:
            with suppress(ProcessLookupError, ChildProcessError):  # the other thread was faster
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _kill_with_starter() -> None:
    while os.read(0, 1 << 10):
        pass
    kill_all()
    os._exit(0)


def main(command: Sequence[str]) -> None:
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit("prctl: daemons cannot be adopted")
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    print(STARTED, flush=True)
    threading.Thread(target=_kill_with_starter, daemon=True).start()
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


if __name__ == "__main__":
    main(sys.argv[1:])
