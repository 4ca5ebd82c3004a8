"""The process that draws scoreboards beside that of the pages, which would stand still meanwhile.

It is started when they are asked for often. Its first line of input is the store's address, each further one a key; it
answers each by a line. It ends when nothing was asked for a while, or when the pages' process does, as its input ends
then.
"""

import os
import select
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import msgspec

import judge
from judge.service.contests import SeenContests
from judge.store.store import Store
from judge.web.board_drawing import BoardDrawer, BoardKey, DrawnBoard

IDLE_S = 60.0
PATIENCE_S = 5.0
"""The time for an answer."""
ROOT = Path(judge.__file__).parent.parent
NOTHING = b"null"
READY = b"ready\n"
COMMAND = [sys.executable, "-P", "-m", __name__]


class BoardProcess:
    def __init__(self, contests: SeenContests, address: Path | str) -> None:
        """`contests`: of the store at this address."""
        self._address, self._drawer = address, BoardDrawer(contests)
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ready = False
        self._wanted_s = float("-inf")
        """When one was asked for and there was no process."""
        self._lock = threading.Lock()

    def draw(self, key: BoardKey) -> DrawnBoard:
        """Draws in this process, as long as the other one is not ready, or where it cannot. Raises Refused where
        there is no such contest."""
        with self._lock, suppress(OSError):
            process = self._found()
            answer = self._asked(process, key) if process else b""
            if answer and answer != NOTHING:
                return msgspec.json.decode(answer, type=DrawnBoard)
        return self._drawer.draw(key)

    def _found(self) -> subprocess.Popen[bytes] | None:
        """Where one is asked for now and then, it is not worth a process."""
        process = self._process
        if process is None or process.poll() is not None:
            is_often = time.monotonic() - self._wanted_s < IDLE_S
            self._wanted_s = time.monotonic()
            self._is_ready = False
            self._process = _started(self._address) if is_often else None
            return None
        assert process.stdout
        if not self._is_ready and select.select([process.stdout], [], [], 0)[0]:
            self._is_ready = process.stdout.readline() == READY
        return process if self._is_ready else None

    def _asked(self, process: subprocess.Popen[bytes], key: BoardKey) -> bytes:
        """Empty: it has ended, or does not answer."""
        assert process.stdin
        assert process.stdout
        answer = b""
        with suppress(BrokenPipeError):
            process.stdin.write(msgspec.json.encode(key) + b"\n")
            process.stdin.flush()
            if select.select([process.stdout], [], [], PATIENCE_S)[0]:
                answer = process.stdout.readline()
        if not answer.endswith(b"\n"):
            process.kill()
            process.wait()
            self._process = None
            return b""
        return answer.strip()


def _started(address: Path | str) -> subprocess.Popen[bytes]:
    """Its standard error is ours. Ctrl-C is not for it."""
    found = os.environ.get("PYTHONPATH", "")
    process = subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [found])])},
        start_new_session=True,
    )
    assert process.stdin
    process.stdin.write(f"{address}\n".encode())
    process.stdin.flush()
    return process


def main() -> None:
    with os.fdopen(0, "rb", buffering=0) as asked, os.fdopen(1, "wb") as answers:
        address = asked.readline().decode().strip()
        with Store.open(address) as store:
            drawer = BoardDrawer(SeenContests(store))
            answers.write(READY)
            answers.flush()
            while select.select([asked], [], [], IDLE_S)[0] and (line := asked.readline()):
                answers.write(_answer(drawer, line) + b"\n")
                answers.flush()


def _answer(drawer: BoardDrawer, line: bytes) -> bytes:
    """Nothing where it cannot be drawn: the pages' process finds out why, and says so."""
    try:
        return msgspec.json.encode(drawer.draw(msgspec.json.decode(line, type=BoardKey)))
    except Exception:
        return NOTHING


if __name__ == "__main__":
    main()
