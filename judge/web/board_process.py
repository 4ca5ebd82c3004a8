"""The process that draws scoreboards next to the pages' process, which would block meanwhile.

It is started when they are requested often. Its first line of input is the store's address, each further line is a
key, and each is answered by a line. It ends when nothing was requested for a while, or when the pages' process does,
as its input ends then.
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
"""The time limit of an answer."""
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
        """The last request without a process."""
        self._lock = threading.Lock()

    def draw(self, key: BoardKey) -> DrawnBoard:
        """Draws in this process, as long as the other one is not ready, or if it fails. Raises Refused if there is no
        such contest."""
        with self._lock, suppress(OSError):
            process = self._found()
            answer = self._asked(process, key) if process else b""
            if answer and answer != NOTHING:
                return msgspec.json.decode(answer, type=DrawnBoard)
        return self._drawer.draw(key)

    def _found(self) -> subprocess.Popen[bytes] | None:
        """The process, if it is worth it: for occasional requests it is not."""
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
        """The answer; empty: the process has ended, or does not answer."""
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
    """Its stderr is ours. Ctrl-C is not for it."""
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
    """The answer; empty if it cannot be drawn: the pages' process finds out why, and reports it."""
    try:
        return msgspec.json.encode(drawer.draw(msgspec.json.decode(line, type=BoardKey)))
    except Exception:
        return NOTHING


if __name__ == "__main__":
    main()
