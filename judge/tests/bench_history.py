"""How long `judge history` and `judge best` take with a large history. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_history 1000000 [FOLDER]

Each command is called as the command line calls it: the file is opened, checked and read; and again with the time
that showing what was found takes, which grows with what is shown. FOLDER keeps the history for the next time.
"""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from judge.base.console import out
from judge.base.records import replace
from judge.commands.best import best
from judge.commands.history import history
from judge.commands.options.best import BestOptions
from judge.commands.options.history import HistoryOptions
from judge.store.database import Transaction
from judge.store.history.keeping import History, KeptProblem
from judge.store.user_store import open_to_write, user_store_file
from judge.tests.history.large_history import AUTHORS, PROBLEMS, make

TIMES = 5
POPULAR, RARE, BUSY = PROBLEMS[0], PROBLEMS[-1], AUTHORS[0]
COMMANDS: dict[str, Callable[[], int]] = {
    "history": lambda: history(HistoryOptions()),
    "history --until 2024-02-01": lambda: history(HistoryOptions(until="2024-02-01")),
    "history --session 10": lambda: history(HistoryOptions(session=10)),
    f"history {POPULAR}": lambda: history(HistoryOptions(POPULAR)),
    f"history {RARE}": lambda: history(HistoryOptions(RARE)),
    f"history {POPULAR} --verdict MLE": lambda: history(HistoryOptions(POPULAR, verdicts=("MLE",))),
    f"history {POPULAR} --verdict WA --verdict TLE": lambda: history(
        HistoryOptions(POPULAR, verdicts=("WA", "TLE"))
    ),
    f"history {POPULAR} --until 2024-02-01": lambda: history(HistoryOptions(POPULAR, until="2024-02-01")),
    f"history {POPULAR} --name 'tiled*'": lambda: history(HistoryOptions(POPULAR, names=("tiled*",))),
    f"history {POPULAR} --name nothing": lambda: history(HistoryOptions(POPULAR, names=("nothing",))),
    "history --verdict WA": lambda: history(HistoryOptions(verdicts=("WA",))),
    "history --verdict WA --verdict JE": lambda: history(HistoryOptions(verdicts=("WA", "JE"))),
    "history --verdict JE": lambda: history(HistoryOptions(verdicts=("JE",))),
    "history --verdict WA --until 2024-02-01": lambda: history(
        HistoryOptions(verdicts=("WA",), until="2024-02-01")
    ),
    f"history --author {BUSY}": lambda: history(HistoryOptions(authors=(BUSY,))),
    f"history --author {BUSY} --verdict MLE": lambda: history(
        HistoryOptions(authors=(BUSY,), verdicts=("MLE",))
    ),
    f"history --author {BUSY} --name '*.cu'": lambda: history(
        HistoryOptions(authors=(BUSY,), names=("*.cu",))
    ),
    "history --name 'tiled*'": lambda: history(HistoryOptions(names=("tiled*",))),
    "history --name 'author0007/*'": lambda: history(HistoryOptions(names=("author0007/*",))),
    "history --name nothing": lambda: history(HistoryOptions(names=("nothing",))),
    "history --by-author --limit 20": lambda: history(HistoryOptions(by_author=True, limit=20)),
    f"history {POPULAR} --by-author --limit 20": lambda: history(
        HistoryOptions(POPULAR, by_author=True, limit=20)
    ),
    f"history --by-author --author {BUSY}": lambda: history(HistoryOptions(authors=(BUSY,), by_author=True)),
    f"best {POPULAR}": lambda: best(BestOptions(POPULAR)),
    f"best {RARE}": lambda: best(BestOptions(RARE)),
    f"best {POPULAR} --author {BUSY}": lambda: best(BestOptions(POPULAR, authors=(BUSY,))),
    f"best {POPULAR} --until 2024-02-01": lambda: best(BestOptions(POPULAR, until="2024-02-01")),
    f"best --author {BUSY}": lambda: best(BestOptions(authors=(BUSY,))),
    "best": lambda: best(BestOptions()),
}


def main(count: int, folder: Path) -> None:
    os.environ["XDG_STATE_HOME"] = str(folder)
    out.file = io.StringIO()
    if not user_store_file().exists():
        make(user_store_file(), count)
    begun = time.perf_counter()
    open_to_write(user_store_file()).close()
    print(
        f"the file, {user_store_file().stat().st_size / 1e6:.0f} MB, is opened to write in {ms_since(begun)}"
    )
    print("read, ms  at first     shown")
    for name, command in COMMANDS.items():
        times = 1 if name == "best" else TIMES
        with patch.object(out, "print"):
            first, *again = (timed(command) for _ in range(times + 1))
        shown = min(timed(command) for _ in range(times))
        print(f"{min(again):7.1f} {first:9.1f} {shown:9.1f}  judge {name}", flush=True)
    print(f"{store_one():7.1f}{' ' * 22}storing a result")
    print(f"{min(start_up() for _ in range(TIMES)):7.1f}{' ' * 22}start of the process, before each command")


def timed(command: Callable[[], int]) -> float:
    """The time of a command, in ms."""
    out.file = io.StringIO()
    begun = time.perf_counter()
    command()
    return (time.perf_counter() - begun) * 1e3


def store_one() -> float:
    """The rows of an attempt again under another number, as a new result is stored."""
    times = []
    with open_to_write(user_store_file()) as store:
        for number in range(1, 101):
            judgement = store.judgements.get(number * 97)
            submission = replace(store.submissions.get(judgement.submission_id), judgement_id=None)
            with store.database.read() as transaction:
                [[name]] = transaction.rows("SELECT name FROM problems WHERE id = ?", submission.problem_id)
            problem = KeptProblem(submission.problem_id, name)
            begun = time.perf_counter()
            with contextlib.suppress(Undone), patch.object(Transaction, "end", _undo):
                History(store.database).keep(problem, submission, judgement, {"tests": "x" * 3000})
            times.append(time.perf_counter() - begun)
    return sum(times) / len(times) * 1e3


def _undo(_: Transaction) -> None:
    raise Undone


class Undone(Exception):
    """Raised so that the history stays unchanged."""


def start_up() -> float:
    with tempfile.TemporaryDirectory() as empty:
        begun = time.perf_counter()
        environment = {**os.environ, "XDG_STATE_HOME": empty}
        subprocess.run([sys.executable, "-m", "judge", "history"], env=environment, capture_output=True)
        return (time.perf_counter() - begun) * 1e3


def ms_since(begun: float) -> str:
    return f"{(time.perf_counter() - begun) * 1e3:.1f} ms"


if __name__ == "__main__":
    count = int(sys.argv[1])
    if len(sys.argv) > 2:
        main(count, Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as name:
            main(count, Path(name))
