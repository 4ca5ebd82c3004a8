"""`judge submit` killed at random moments, with one file and with a class: no verdict is lost, wrong or twice."""

import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from judge.problems.manifest import sha256_of
from judge.store.history.attempts import Attempt, read_attempts
from judge.tests.checkout import Checkout
from judge.tests.history.rows import read
from judge.tests.killing.victims import COMMAND, GROUP, HELPER, RUNNER, SEEDS, Killer, Remains, kills
from judge.tests.watching import PATIENCE_S, killed_on_failure

pytestmark = [pytest.mark.slow, pytest.mark.built]
SHARES = {COMMAND: 3, GROUP: 2, RUNNER: 3, HELPER: 1}
SLOW = "import time\nn = int(input())\ntime.sleep(0.1)\nprint(2 * n)\n"
OF_A_CLASS = 6


def attempts(state: Path) -> list[Attempt]:
    """The file must be whole."""
    if not (state / "store.sqlite").exists():
        return []
    with read(state / "store.sqlite") as transaction:
        assert [tuple(row) for row in transaction.rows("PRAGMA integrity_check")] == [("ok",)]
        return list(read_attempts(transaction))


class Submitting:
    """Commands on a checkout, of which some are killed."""

    def __init__(self, checkout: Checkout, folder: Path, killer: Killer) -> None:
        self._checkout, self._killer = checkout, killer
        self._temporary = folder / "temporary"
        self.remains = Remains(folder, self._temporary)
        self._takes_s = 0.0
        """The time of a command that runs to its end."""

    def run(self, given: Path, *, is_killed: bool) -> tuple[str | None, int, str]:
        """Who was killed, the exit status, and what was printed."""
        begun_s, victim = time.monotonic(), None
        process = self._checkout.start(
            *("submit", "double", str(given)), environment={"TMPDIR": str(self._temporary)},
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        with killed_on_failure(process):
            if is_killed:
                time.sleep(self._killer.chance.uniform(0, self._takes_s))
                if process.poll() is None:
                    victim = self._killer.kill_one(process.pid, SHARES)
            printed, _ = process.communicate(timeout=PATIENCE_S)
        if victim is None:
            assert process.returncode == 0, printed
            self._takes_s = time.monotonic() - begun_s
        self.remains.require_none()
        return victim, process.returncode, printed


@pytest.mark.parametrize("seed", range(1, 1 + SEEDS))
def test_a_submit_that_is_killed_leaves_nothing_and_no_wrong_verdict(
    checkout: Checkout, state: Path, tmp_path: Path, seed: int
) -> None:
    killer = Killer(seed)
    submitting = Submitting(checkout, tmp_path, killer)
    source = tmp_path / "mine.py"
    number = 0
    while killer.killed.total() < kills(4):
        number += 1
        source.write_text(f"{SLOW}# {number}\n")
        victim, status, printed = submitting.run(source, is_killed=number > 1)
        verdicts = [one.verdict for one in attempts(state) if one.source_sha256 == sha256_of(source)]
        if status == 0:
            assert verdicts == ["AC"], (victim, printed)
        else:
            assert victim, printed
            assert status == (2 if victim in (RUNNER, HELPER) else -9), (victim, printed)
            assert verdicts in ([], ["AC"]), (victim, printed)
    source.write_text(SLOW)
    assert submitting.run(source, is_killed=False)[1] == 0, "the next one goes on"
    killer.told("submit")


@pytest.mark.parametrize("seed", range(1, 1 + SEEDS))
def test_a_class_that_is_killed_keeps_each_verdict_that_was_told(
    checkout: Checkout, state: Path, tmp_path: Path, seed: int
) -> None:
    killer = Killer(seed)
    submitting = Submitting(checkout, tmp_path, killer)
    given = tmp_path / "class"
    for number in range(OF_A_CLASS):
        (given / f"author{number}").mkdir(parents=True)
    is_first = True
    while killer.killed.total() < kills(2, 10):
        for folder in given.iterdir():
            (folder / "mine.py").write_text(f"{SLOW}# {killer.killed.total()} {folder.name}\n")
        victim, status, printed = submitting.run(given, is_killed=not is_first)
        is_first = False
        told = {line.split()[3].rstrip(":") for line in printed.splitlines() if line.startswith("judge: [")}
        known = attempts(state)
        last = [one for one in known if one.session == max(one.session for one in known)] if told else []
        assert told <= {one.name for one in last}, (victim, printed)
        left_out = [one.name for one in last if one.verdict == "JE"]
        assert {one.verdict for one in last} <= {"AC", "JE"}, (victim, printed)
        assert len(left_out) <= (1 if victim in (RUNNER, HELPER) else 0), (victim, printed)
        assert Counter(one.name for one in last).most_common(1)[0][1] == 1 if last else True
        assert status == 0 or victim, printed
    killer.told("class")
