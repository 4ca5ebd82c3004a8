"""The engine of a contest: what is ready is judged, and kept, whatever is still to be prepared, or cannot be."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.contest.layouts import load_contest
from judge.contest.model import Contest
from judge.limits.find import limits_of_submission
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.service import prepared_problem
from judge.service.contest_judging import ContestEngine
from judge.store.replays import ReplayedJudgement
from judge.tests.commands.test_contest import cup_in
from judge.tests.packages import RIGHT, SQUARED
from judge.tests.watching import PATIENCE_S

pytestmark = pytest.mark.built

SUBMITTED = {"ada/A/00:10:00.py": RIGHT, "bob/X/00:20:00.py": SQUARED, "cleo/A/00:30:00.py": SQUARED}
SECOND = "twc"


@pytest.fixture
def cup(tmp_path: Path) -> Contest:
    return load_contest(cup_in(tmp_path / "cup", SUBMITTED))


def before_its_limits(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """What happens when the second problem is prepared."""
    limits = limits_of_submission

    def acting(host: JudgeHost, problem: Problem, *arguments: Any, **options: Any) -> Any:
        if problem.id == SECOND:
            act()
        return limits(host, problem, *arguments, **options)

    monkeypatch.setattr(prepared_problem, "limits_of_submission", acting)


def test_judgements_are_known_before_the_next_problem_is_prepared(
    tree: JudgeHost, cup: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_known = threading.Event()
    in_time = []
    before_its_limits(monkeypatch, lambda: in_time.append(is_known.wait(PATIENCE_S)))
    engine = ContestEngine(tree, cup)
    judged = [one for one in cup.submissions if engine.key_of(one)]
    verdicts = {}

    def keep(one: ReplayedJudgement) -> None:
        verdicts[one.submission_id.partition(".")[0]] = one.judgement.verdict
        is_known.set()

    engine.judge(judged, keep)
    assert in_time == [True]
    assert verdicts == {"ada": "AC", "bob": "WA", "cleo": "WA"}


def test_a_problem_that_cannot_be_prepared_stops_no_other(
    tree: JudgeHost, cup: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise JudgeError("no limit")

    before_its_limits(monkeypatch, fail)
    engine = ContestEngine(tree, cup)
    judged = [one for one in cup.submissions if engine.key_of(one)]
    kept: list[ReplayedJudgement] = []
    engine.judge(judged, kept.append)
    assert {one.submission_id.partition(".")[0] for one in kept} == {"ada", "cleo"}
    assert list(engine.obstacles.values()) == ["no limit"]
