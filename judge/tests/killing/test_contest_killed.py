"""`judge contest` killed at random moments and started again: each known judgement stays, none appears twice."""

import json
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from judge.tests.checkout import Checkout
from judge.tests.commands.test_contest import SUBMITTED, cup_in
from judge.tests.killing.victims import COMMAND, GROUP, HELPER, RUNNER, SEEDS, Killer, Remains, kills
from judge.tests.packages import RIGHT
from judge.tests.watching import PATIENCE_S, killed_on_failure

pytestmark = [pytest.mark.slow, pytest.mark.built]
SHARES = {COMMAND: 4, GROUP: 2, RUNNER: 2, HELPER: 1}
MORE = {
    f"cleo/A/04:{minute:02}:00.py": f"import time; time.sleep(0.1)\n{RIGHT}# {minute}\n"
    for minute in range(6)
}
Rows = list[dict[str, Any]]
NOT_JUDGED = "JE"


class Contest:
    """A contest that is judged by a command, which is killed."""

    def __init__(self, checkout: Checkout, folder: Path) -> None:
        self._checkout = checkout
        self.cup = cup_in(folder / "cup", SUBMITTED | MORE)
        self._temporary = folder / "temporary"
        self.remains = Remains(folder, self._temporary)

    def start(self) -> subprocess.Popen[str]:
        return self._checkout.start(
            *("contest", str(self.cup)), environment={"TMPDIR": str(self._temporary)},
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def judgements(self) -> Rows:
        """What is known."""
        api = self.cup.with_name(f"{self.cup.name}-api")
        shown = self._checkout.run("contest", str(self.cup), "--show", "--api", str(api))
        assert shown.returncode == 0, shown.stderr
        rows: Rows = json.loads((api / "judgements.json").read_text("utf-8"))
        return [row for row in rows if row["judgement_type_id"] is not None]

    def verdicts(self) -> dict[str, str]:
        return {row["submission_id"]: row["judgement_type_id"] for row in self.judgements()}

    def again(self) -> None:
        """Begins again, in a copy that nobody has judged."""
        self.cup = cup_in(self.cup.with_name(f"{self.cup.name}x"), SUBMITTED | MORE)


@pytest.mark.parametrize("seed", range(1, 1 + SEEDS))
def test_a_contest_that_is_killed_goes_on_without_judging_again(
    checkout: Checkout, tmp_path: Path, seed: int
) -> None:
    killer = Killer(seed)
    contest = Contest(checkout, tmp_path)
    begun_s = time.monotonic()
    printed, _ = contest.start().communicate(timeout=PATIENCE_S)
    takes_s = time.monotonic() - begun_s
    wanted = contest.verdicts()
    assert len(wanted) == len(SUBMITTED | MORE), printed
    assert set(wanted.values()) == {"AC", "WA", "RTE", "CE"}
    while killer.killed.total() < kills(2, 10):
        contest.again()
        known: Rows = []
        while True:
            process = contest.start()
            victim = None
            with killed_on_failure(process):
                time.sleep(killer.chance.uniform(0, takes_s))
                if process.poll() is None and killer.killed.total() < kills(2, 10):
                    victim = killer.kill_one(process.pid, SHARES)
                printed, _ = process.communicate(timeout=PATIENCE_S)
            contest.remains.require_none()
            now = contest.judgements()
            assert [row for row in known if row not in now] == [], (victim, printed)
            assert max(Counter(row["submission_id"] for row in now).values(), default=1) == 1
            known = [row for row in now if row["judgement_type_id"] != NOT_JUDGED]
            assert {row["submission_id"]: row["judgement_type_id"] for row in known}.items() <= wanted.items()
            if process.returncode == 0:
                break
            assert victim, printed
        assert contest.verdicts() == wanted
    killer.told("contest")
