"""The keeper of `judge serve` with two users (serve_users.py), a separate program: it stays root to restart a worker
as the user that judges. It begins at the first byte of its input, and ends when its input does."""

import json
import os
import subprocess
import sys
from pathlib import Path

from msgspec import Struct, field, structs

if not __package__:
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))  # noqa: PTH100, PTH120  # fast

from judge.commands.serve_worker import WorkerProcess, worker_command
from judge.machine.users import Account, become


class KeptWorker(Struct, frozen=True):
    """A worker that is kept running."""

    store: list[str]
    """Options for the worker that name the store."""
    user: tuple[str, int, int]
    groups: list[str]
    """Files through which a process joins that user's control groups."""
    logs_json: bool = False
    gpus: tuple[int, ...] = ()
    engine: list[str] = field(default_factory=list)

    def as_text(self) -> str:
        return json.dumps(structs.asdict(self))


def main(text: str) -> None:
    kept = KeptWorker(**json.loads(text))
    if not sys.stdin.buffer.read(1):
        return
    user, groups = Account(*kept.user), [Path(file) for file in kept.groups]

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            worker_command(kept.store, kept.gpus, logs_json=kept.logs_json, engine=kept.engine),
            stdin=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: become(user, groups),
        )

    with WorkerProcess(start):
        while sys.stdin.buffer.read(1):
            pass


if __name__ == "__main__":
    main(sys.argv[1])
