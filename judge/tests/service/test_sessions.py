"""Sessions of the service without a terminal: what they find out is data, what happens meanwhile is events."""

import pytest

from judge.base.events import Event, Judged, LeftOut, Note
from judge.base.records import replace
from judge.history.recorder import Recorder
from judge.judging.selection import Choice
from judge.judging.verdicts import Verdict
from judge.problems.submission_uses import Use
from judge.problems.time_rule import NO_TIME_OPTIONS
from judge.project.host import JudgeHost
from judge.service.measured_limits import measured_limits
from judge.service.verify_session import VerifySession

pytestmark = pytest.mark.built

SOLVERS = ("cpu-shift", "cpu-add")


def test_verify_judges_times_and_reports_without_printing(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[Event] = []
    host = replace(tree, tell=told.append)
    session = VerifySession(host, Recorder(host, "verify", keeps=False))
    session.verify(Choice(("double",), SOLVERS), NO_TIME_OPTIONS, gpu_jobs=1, rounds=2)
    assert {name: [one.solution.name for one in of] for name, of in session.by_problem.items()} == {
        "double": [*SOLVERS]
    }
    assert all(len(test.repetitions) == 2 for one in session.results for test in one.tests)
    assert [(one.number, one.total) for one in told if isinstance(one, Judged)] == [(1, 2), (2, 2)]
    assert Note("timing double: 2 solvers, 2 rounds", is_in_bar=True) in told
    report = session.report()
    assert report.passed
    assert [one.name for one in report.problems[0].results] == [*SOLVERS]
    assert not session.broken.reasons
    assert capsys.readouterr() == ("", "")


def test_a_problem_that_is_broken_is_left_out_and_the_others_are_judged(tree: JudgeHost) -> None:
    told: list[Event] = []
    (tree.installation.problems / "bad").mkdir()
    host = replace(tree, tell=told.append)
    session = VerifySession(host, Recorder(host, "verify", keeps=False))
    session.verify(Choice(("double", "bad"), SOLVERS[:1]), NO_TIME_OPTIONS, gpu_jobs=1, rounds=1)
    assert [one.verdict for one in session.results] == [Verdict.AC]
    assert [*session.broken.reasons] == ["bad"]
    assert session.broken.exit_status == 1
    assert session.report(left_out=session.broken.lines).problems_left_out[0].startswith("bad: ")
    assert [one.problem for one in told if isinstance(one, LeftOut)] == ["bad"]


def test_limits_are_measured_with_the_margins_of_both_sides(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[Event] = []
    [measured], broken = measured_limits(replace(tree, tell=told.append), ["double"], NO_TIME_OPTIONS)
    assert not broken.reasons
    assert measured.record is not None
    assert measured.record.slowest.cpu_ns > 0
    assert {one.use for one in measured.margins} == {Use.LOWER, Use.UPPER}
    judged = {one.solution: one.verdict for one in told if isinstance(one, Judged)}
    assert judged["time_limit_exceeded/counting.cpp"] == "TLE"
    assert judged["accepted/scanf.c"] == "AC"
    assert capsys.readouterr() == ("", "")
