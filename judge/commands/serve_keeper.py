"""The keeper of `judge serve` with two users (serve_users.py), a separate program: it stays root to restart a worker
as the user that judges. It begins at the first byte of its input, and ends when its input does."""

import os
import sys
from pathlib import Path

from msgspec import Struct

if not __package__:
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))  # noqa: PTH100, PTH120  # fast

from judge.base.records import decoded
from judge.commands.serve_worker import ServedWorker, WorkerProcess
from judge.machine.users import Account, become


class KeptWorker(Struct, frozen=True):
    """A worker that is kept running."""

    worker: ServedWorker
    user: tuple[str, int, int]
    groups: list[str]
    """Files through which a process joins that user's control groups."""


def main(text: str) -> None:
    kept = decoded(text, KeptWorker)
    if not sys.stdin.buffer.read(1):
        return
    user, groups = Account(*kept.user), [Path(file) for file in kept.groups]
    with WorkerProcess(lambda: kept.worker.start(lambda: become(user, groups))):
        while sys.stdin.buffer.read(1):
            pass


if __name__ == "__main__":
    main(sys.argv[1])
