"""A class of programs for the GPU: verdicts in company, then times alone. The GPU here is a stand-in."""

import pytest

from judge.base.records import replace
from judge.history.recorder import Recorder
from judge.judging import verdicts_first
from judge.judging.results import TestResult
from judge.judging.solutions import Solution, submission
from judge.judging.verdicts import Verdict
from judge.problems.device import Device
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost
from judge.service import judging_session
from judge.service.submission_session import SessionRules, SubmissionSession
from judge.tests.gpu_stand_in import with_gpu_stand_in
from judge.tests.measured import TRACE, failed

pytestmark = [pytest.mark.slow, pytest.mark.built]

RIGHT = "print(2 * int(input()))\n"
SOURCES = {
    "anna.py": RIGHT,
    "ben.py": "print(6)\n",
    "cleo.py": "raise SystemExit(1)\n",
    "dora.py": RIGHT + "#\n",
}
VERDICTS = {"anna.py": Verdict.AC, "ben.py": Verdict.WA, "cleo.py": Verdict.RTE, "dora.py": Verdict.AC}


def session(tree: JudgeHost, gpu_jobs: int) -> SubmissionSession:
    """The session after a class was judged and timed."""
    problem = load_problem(tree.installation.problems / "double")
    class_: list[Solution] = [
        replace(submission(tree, problem, text, name), name=name, device=Device.GPU)
        for name, text in SOURCES.items()
    ]
    found = SubmissionSession(
        tree, Recorder(tree, "submit", keeps=False), rules=SessionRules(gpu_jobs=gpu_jobs)
    )
    found.prepare(problem, class_, lambda _: None)
    found.judge_all()
    found.time(1)
    return found


@pytest.fixture
def tree(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> JudgeHost:
    """A tree with a GPU whose runs have traces."""
    monkeypatch.setattr(verdicts_first, "trace_of", lambda _: TRACE)
    return with_gpu_stand_in(tree)


def test_a_class_shares_the_gpu_and_the_slowest_runs_are_timed_alone(tree: JudgeHost) -> None:
    results = session(tree, gpu_jobs=2).results
    assert {one.solution.name: one.verdict for one in results} == VERDICTS
    right = [one for one in results if one.verdict is Verdict.AC]
    for result in right:
        timed = sum(test.timed for test in result.tests)
        assert 1 <= timed < len(result.tests)
    for result in results:
        assert not any(test.timed for test in result.tests if result not in right), (
            "only what is right is timed"
        )


def test_one_that_fails_when_it_is_timed_is_not_accepted(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only company made right: alone it has the usual queues, and its memory is limited."""

    def wrong(_: object, __: object, test: TestResult, *___: object) -> TestResult:
        return failed(test)

    monkeypatch.setattr(judging_session, "run_with_gpu_alone", wrong)
    results = session(tree, gpu_jobs=2).results
    assert {one.verdict for one in results} == {Verdict.WA, Verdict.RTE}


def test_one_at_a_time_each_run_is_timed(tree: JudgeHost) -> None:
    results = session(tree, gpu_jobs=1).results
    assert {one.solution.name: one.verdict for one in results} == VERDICTS
    assert all(test.timed for result in results for test in result.tests)


def test_where_isolation_must_be_whole_nothing_is_shared(tree: JudgeHost) -> None:
    strict = tree.with_policy(require_isolation=True)
    assert (
        SubmissionSession(
            strict, Recorder(strict, "submit", keeps=False), rules=SessionRules(gpu_jobs=8)
        ).gpu_jobs
        == 1
    )
    assert (
        SubmissionSession(
            tree, Recorder(tree, "submit", keeps=False), rules=SessionRules(gpu_jobs=8)
        ).gpu_jobs
        == 8
    )
