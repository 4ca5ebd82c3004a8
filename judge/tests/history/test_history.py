"""`judge history` and `judge best`: what they show of results that were kept."""

import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.best import best
from judge.commands.history import history
from judge.commands.options.best import BestOptions
from judge.commands.options.history import HistoryOptions
from judge.history.ranking import rankings
from judge.history.recorder import Recorder
from judge.history.sparkline import sparkline
from judge.judging.findings import Finding
from judge.judging.results import Result
from judge.machine import hardware
from judge.machine.hardware import Hardware
from judge.measure.roofline import Share
from judge.measure.shares import RooflineInputs
from judge.problems.device import Device
from judge.problems.model import TestCase as Case
from judge.problems.scoring import Group, ScoredTest, Scoring
from judge.problems.time_rule import NO_TIME_OPTIONS, LimitSource, TimeOptions
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.store.history.attempts import read_attempts
from judge.store.history.filters import Filter
from judge.tests.history.rows import read
from judge.tests.measured import MS, TRACE, failed, gpu_phases, passed, result_of

EPYC = Hardware("a CPU", 2, 1 << 30, "6.1", None, None, None)
H200 = Hardware("another CPU", 16, 1 << 37, "6.8", "NVIDIA H200", "580.95", "13.0")


@pytest.fixture(autouse=True)
def _on_an_epyc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware, "this_hardware", lambda _: EPYC)


@pytest.fixture
def tests(tmp_path: Path) -> list[Case]:
    """A sample and a secret test."""
    files = [tmp_path / name for name in ("1.in", "1.ans", "2.in", "2.ans")]
    for file in files:
        file.write_text(file.name)
    return [Case("sample/01-a", files[0], files[1]), Case("secret/01-b", files[2], files[3])]


def keep(tests: Sequence[Case], *results: Result, command: str = "verify", whole: bool = True) -> None:
    with Recorder(JudgeHost(Installation(Path(), tests[0].input.parent)), command) as recorder:
        recorder.begin([], {"double": tests}, [result.solution.name for result in results])
        for result in results:
            recorder.keep(result)
        if not whole:
            recorder.end(whole=False)
            recorder._store = None


def solver(name: str, wall_ms: float) -> Result:
    return result_of(name, passed(1, [int(wall_ms * MS)]), passed(2, [MS]))


def submission(name: str, wall_ms: float, source: str = "e") -> Result:
    result = result_of(name, passed(1, [int(wall_ms * MS)]), solver=False)
    result.solution = replace(result.solution, source_sha256=source * 64)
    return result


def wrong(result: Result) -> Result:
    result.tests[0] = failed(result.tests[0])
    return result


def shown(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines, without what a table puts around its cells."""
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_sessions_newest_first(
    tests: list[Case], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tests, solver("cpu-add", 12), wrong(solver("cpu-shift", 5)))
    keep(tests, submission("mine.cpp", 84.1), command="submit")
    keep(tests, solver("cpu-add", 12), solver("cpu-shift", 5), whole=False)
    assert history(HistoryOptions()) == 0
    time = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    title, *rows = shown(capsys)
    rows = rows[3:]
    assert title == "History on a CPU, 2 cores, no GPU"
    assert re.match(f"3 {time} verify double: 2 solutions all as expected, unfinished: 2 of 2$", rows[0])
    assert re.match(f"2 {time} submit double: mine.cpp AC 84.1 ms$", rows[1])
    assert re.match(f"1 {time} verify double: 2 solutions 1 not as expected$", rows[2])
    assert history(HistoryOptions(limit=1)) == 0
    assert not any("mine.cpp" in row for row in shown(capsys))
    monkeypatch.setattr(hardware, "this_hardware", lambda _: H200)
    keep(tests, submission("mine.cpp", 84.1), command="submit")
    assert history(HistoryOptions()) == 0
    title, *rows = shown(capsys)
    assert title == "History"
    assert re.match(f"4 {time} submit double: mine.cpp AC 84.1 ms another CPU, 16 cores", rows[3])
    assert any(re.match(f"2 {time} submit double: mine.cpp AC 84.1 ms a CPU, 2 cores", row) for row in rows)


def test_what_was_interrupted_names_its_file(tests: list[Case], capsys: pytest.CaptureFixture[str]) -> None:
    with Recorder(JudgeHost(Installation(Path(), tests[0].input.parent)), "submit") as recorder:
        recorder.begin([], {"double": tests}, ["anna/mine.cpp"])
        recorder.end(whole=False)
        recorder._store = None
    assert history(HistoryOptions()) == 0
    [row] = [line for line in shown(capsys) if line.startswith("1 ")]
    assert row.endswith("submit double: anna/mine.cpp unfinished: 0 of 1")
    assert history(HistoryOptions(session=1)) == 0
    headline, _, nothing = shown(capsys)
    assert "submit of double: anna/mine.cpp" in headline
    assert nothing.startswith("No verdict is known: it was interrupted")


@pytest.mark.parametrize("source", LimitSource)
def test_a_limit_that_the_user_chose_is_told(
    tests: list[Case], capsys: pytest.CaptureFixture[str], source: LimitSource
) -> None:
    result = wrong(submission("mine.cpp", 2))
    limits = replace(result.solution.problem.limits, time_s=0.001, time_source=source)
    result.solution = replace(result.solution, problem=replace(result.solution.problem, limits=limits))
    keep(tests, result, command="submit")
    for shown in (HistoryOptions(), HistoryOptions(session=1), HistoryOptions("double")):
        assert history(shown) == 0
        assert (", --time-limit 0.001" in capsys.readouterr().out) == (source is LimitSource.OPTION)


@pytest.mark.parametrize("options", [NO_TIME_OPTIONS, TimeOptions(factor=0.25)])
def test_a_factor_that_the_user_chose_is_told(
    tests: list[Case], capsys: pytest.CaptureFixture[str], options: TimeOptions
) -> None:
    result = submission("mine.cpp", 2)
    problem = result.solution.problem
    problem = replace(problem, time_rule=options.rule(problem.time_rule))
    result.solution = replace(result.solution, problem=problem)
    keep(tests, result, command="submit")
    for shown in (HistoryOptions(), HistoryOptions(session=1), HistoryOptions("double")):
        assert history(shown) == 0
        assert (", --time-factor 0.25" in capsys.readouterr().out) == (options.factor is not None)


def test_a_class_is_counted(tests: list[Case], capsys: pytest.CaptureFixture[str]) -> None:
    keep(
        tests,
        wrong(submission("anna/a.py", 11)),
        submission("ben/a.py", 12),
        wrong(submission("cleo/a.py", 9)),
        command="submit",
    )
    assert history(HistoryOptions()) == 0
    assert shown(capsys)[4].endswith("submit double: 3 solutions 1 of 3 accepted")


def test_samples_alone_are_said_to_be_that(tests: list[Case], capsys: pytest.CaptureFixture[str]) -> None:
    keep(tests[:1], submission("mine.cpp", 84.1), command="submit")
    keep(tests, submission("mine.cpp", 84.1), command="submit")
    assert history(HistoryOptions()) == 0
    rows = shown(capsys)[4:]
    assert rows[0].endswith("AC 84.1 ms")
    assert rows[1].endswith("AC 84.1 ms, samples only")
    assert history(HistoryOptions("double")) == 0
    rows = shown(capsys)[4:]
    assert "mine.cpp AC 1/1" in rows[0]
    assert "mine.cpp AC, samples only 1/1" in rows[1]


def test_attempts_of_a_problem_with_a_chart(tests: list[Case], capsys: pytest.CaptureFixture[str]) -> None:
    for wall_ms, source in ((80, "a"), (40, "b"), (10, "c")):
        keep(tests, submission("mine.cpp", wall_ms, source), command="submit")
    keep(tests, wrong(submission("mine.cpp", 9, "d")), command="submit")
    keep(tests, result_of("gpu-add", obstacle="no GPU here"))
    assert history(HistoryOptions("double")) == 0
    rows = shown(capsys)
    assert rows[0] == "double on a CPU, 2 cores, no GPU"
    assert re.search(r"4 .* mine.cpp WA 0/1 9.0 ms .* █▄▁x dddddddd$", rows[4])
    assert re.search(r"1 .* mine.cpp AC 1/1 80.0 ms .* aaaaaaaa$", rows[7])
    assert not any("gpu-add" in row for row in rows)  # what could not run says nothing over time
    history(HistoryOptions("double", limit=2))
    assert "the last 2 of 4 attempts; more: --limit N" in shown(capsys)


def test_one_session_whole(tests: list[Case], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    gpu = result_of("gpu-add", passed(1, [300 * MS], [gpu_phases(840_000)], trace=TRACE))
    keep(tests, gpu, wrong(solver("cpu-add", 3)))
    file = tmp_path / "history.json"
    assert history(HistoryOptions(session=1, json=file)) == 0
    rows = shown(capsys)
    assert re.match(r"Session 1: verify of double: 2 solutions, .* UTC, \d+ s$", rows[0])
    assert rows[1] == "a CPU, 2 cores, no GPU, kernel 6.1"
    assert any(re.match(r"gpu-add AC 1/1 300.0 ms .*0.84 ms", row) for row in rows)
    assert any(
        re.match(r"cpu-add WA 1/2 3.0 ms .* expected AC: secret/1: line 1, token 1", row) for row in rows
    )
    content = json.loads(file.read_text())
    assert content["session"]["ended_utc"] is not None
    attempt = content["attempts"][0]
    assert attempt["share"] is None  # nothing to measure it against
    assert (attempt["kernels_ns"], attempt["wall_ns"]) == (840_000, 300 * MS)
    assert attempt["result"]["tests"][0]["facts"]["gpu"]["trace"]["kernels"][0]["registers"] == 32


def test_the_best_share_that_is_possible(
    tests: list[Case], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shares = {
        "secret/1": Share(MS, "kernels", 1, 0, "copy", 0.41),
        "secret/2": Share(MS, "kernels", 1, 0, "copy", 0.4),
        "secret/3": Share(MS, "kernels", 1, 0, "copy", 7.0, impossible=True),
        "secret/4": Share(MS, "kernels", 1, 0, missing="no ceilings"),
    }
    monkeypatch.setattr(RooflineInputs, "share", lambda _, __, test: shares[test.test.name])
    keep(tests, result_of("cpu-add", *(passed(size, [MS]) for size in range(1, 5))))
    history(HistoryOptions(session=1))
    assert any(row.startswith("cpu-add AC 4/4 1.0 ms") and "41%" in row for row in shown(capsys))


def test_a_session_of_one_shows_its_tests(tests: list[Case], capsys: pytest.CaptureFixture[str]) -> None:
    keep(tests, wrong(submission("mine.cpp", 3)), command="submit")
    history(HistoryOptions(session=1))
    assert any(row.startswith("secret/1 WA 3.0 ms") for row in shown(capsys))


def test_the_best_of_each_machine(
    tests: list[Case], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for wall_ms in (10, 12, 14):
        keep(tests, solver("cpu-add", wall_ms), solver("cpu-shift", wall_ms + 3), solver("cpu-slow", 100))
    keep(tests, solver("cpu-once", 13), solver("cpu-slow-once", 30))  # of one run the spread is not known
    keep(tests, wrong(solver("cpu-wrong", 1)))
    monkeypatch.setattr(hardware, "this_hardware", lambda _: H200)
    keep(tests, solver("gpu-add", 1))
    file = tmp_path / "best.json"
    assert best(BestOptions(json=file)) == 0
    rows = [row for row in shown(capsys) if row]
    assert rows[0] == "double on another CPU, 16 cores, NVIDIA H200"
    assert rows[3].startswith("gpu-add 1.0 ms best")
    assert rows[4] == "double on a CPU, 2 cores, no GPU"
    assert rows[7].startswith("cpu-add 12.0 ms 10.0 ms - 14.0 ms best")
    assert "3 ▆▇█" in rows[7]
    assert rows[9].startswith("cpu-shift 15.0 ms 13.0 ms - 17.0 ms tie")
    assert rows[8].startswith("cpu-once 13.0 ms tie")
    assert rows[10].startswith("cpu-slow-once 30.0 ms 2.50x")
    assert rows[11].startswith("cpu-slow 100.0 ms 100.0 ms - 100.0 ms 8.33x")
    rankings = json.loads(file.read_text())["rankings"]
    assert [len(ranking["solutions"]) for ranking in rankings] == [1, 5]
    assert rankings[1]["solutions"][0]["wall_ns"] == 12 * MS


def test_the_time_of_two_attempts_is_their_mean(
    tests: list[Case], capsys: pytest.CaptureFixture[str]
) -> None:
    for wall_ms in (10, 15):
        keep(tests, solver("cpu-add", wall_ms))
    best(BestOptions())
    assert any(row.startswith("cpu-add 12.5 ms 10.0 ms - 15.0 ms best") for row in shown(capsys))


def scored(name: str, points: int, wall_ms: float, *, lower_is_better: bool = False) -> Result:
    """A result of a problem whose only test gives these points, 60 at most, or has no maximum where fewer are
    better."""
    test = replace(passed(1, [int(wall_ms * MS)]), points=Fraction(points))
    group = Group("", (ScoredTest(test.test.name),), most=None if lower_is_better else Fraction(60))
    result = result_of(name, test)
    scoring = Scoring(group, lower_is_better=lower_is_better)
    result.solution = replace(result.solution, problem=replace(result.solution.problem, scoring=scoring))
    return result


def without_points(result: Result) -> Result:
    result.tests[0] = replace(failed(result.tests[0]), points=None)
    return result


def test_the_best_of_a_scoring_problem_have_the_best_points(
    tests: list[Case], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    keep(tests, scored("cpu-some", 40, 1), scored("cpu-slow", 60, 30), scored("cpu-all", 40, 2))
    keep(tests, scored("cpu-all", 60, 10), without_points(scored("cpu-none", 0, 1)))
    file = tmp_path / "best.json"
    assert best(BestOptions(json=file)) == 0
    assert shown(capsys)[4:-1] == [
        "cpu-all 60 of 60 10.0 ms best 10.0 ms 4.0 MiB 1",
        "cpu-slow 60 of 60 30.0 ms 3.00x 30.0 ms 4.0 MiB 1",
        "cpu-some 40 of 60 1.0 ms 1.0 ms 4.0 MiB 1",
    ]
    [ranking] = json.loads(file.read_text())["rankings"]
    assert [one["points"] for one in ranking["solutions"]] == [60, 60, 40]


def test_fewer_points_may_be_better(tests: list[Case], capsys: pytest.CaptureFixture[str]) -> None:
    keep(tests, *(scored(f"cpu-{points}", points, 1, lower_is_better=True) for points in (30, 7)))
    best(BestOptions())
    assert [row.split()[:2] for row in shown(capsys)[4:-1]] == [["cpu-7", "7"], ["cpu-30", "30"]]


def test_the_same_source_is_one_solution(tests: list[Case], state: Path) -> None:
    keep(tests, submission("mine.cpp", 30, "a"), command="submit")
    keep(tests, submission("mine.cpp", 10, "b"), command="submit")
    keep(tests, submission("accepted/copy.cpp", 10, "b"))
    with read(state / "store.sqlite") as transaction:
        [ranking] = rankings(transaction, Filter(), 5, None)
    assert [(item.last.name, item.count) for item in ranking.solutions] == [
        ("accepted/copy.cpp", 2),
        ("mine.cpp", 1),
    ]


def test_only_results_on_the_same_tests_are_compared(
    tests: list[Case], capsys: pytest.CaptureFixture[str]
) -> None:
    keep(tests, solver("cpu-old", 1))
    tests[1].input.write_text("something else")
    keep(tests, solver("cpu-new", 10))
    keep(tests[:1], solver("cpu-sample", 2))  # of samples alone
    best(BestOptions("double"))
    rows = shown(capsys)
    assert any(row.startswith("cpu-new 10.0 ms best") for row in rows)
    assert not any(row.startswith(("cpu-old", "cpu-sample")) for row in rows)
    assert "double on a CPU, 2 cores, no GPU: 1 result on other test data not shown" in rows


def test_a_technique_that_skipped_tests_is_not_compared(
    tests: list[Case], capsys: pytest.CaptureFixture[str]
) -> None:
    keep(tests, replace(solver("cpu-add", 10), test_count=3))
    best(BestOptions("double"))
    assert shown(capsys) == ["No solution has been accepted on all tests or scored points yet."]


def test_a_result_that_comes_again_takes_the_place_of_the_first(tests: list[Case], state: Path) -> None:
    with Recorder(JudgeHost(Installation(Path(), tests[0].input.parent)), "verify") as recorder:
        recorder.begin([], {"double": tests}, ["one", "two"])
        for result in (solver("cpu-add", 10), solver("cpu-shift", 10), solver("cpu-add", 12)):
            recorder.keep(result)
    with read(state / "store.sqlite") as transaction:
        found = read_attempts(transaction)
        [[details]] = transaction.rows("SELECT count(*) FROM judgement_details")
    assert sorted((attempt.name, attempt.wall_ns) for attempt in found) == [
        ("cpu-add", 12 * MS),
        ("cpu-shift", 10 * MS),
    ]
    assert details == 2


def test_times_that_are_measured_after_the_verdict_are_kept(tests: list[Case], state: Path) -> None:
    """The order of `verify` on a GPU, where verdicts come first."""
    untimed = replace(passed(1, [30 * MS]), timed=False)
    results = [result_of("gpu-add", untimed), result_of("gpu-shift", untimed)]
    with Recorder(JudgeHost(Installation(Path(), tests[0].input.parent)), "verify") as recorder:
        recorder.begin([], {"double": tests}, ["one", "two"])
        for result in results:
            recorder.keep(result)
        results[0].tests[0] = passed(1, [10 * MS])
        recorder.keep_times(results)
    with read(state / "store.sqlite") as transaction:
        found = {attempt.name: attempt.wall_ns for attempt in read_attempts(transaction)}
    assert found == {"gpu-add": 10 * MS, "gpu-shift": None}


def test_test_data_that_are_made_after_the_session_began_count(tests: list[Case], state: Path) -> None:
    content = tests[1].input.read_text()
    tests[1].input.unlink()
    with Recorder(JudgeHost(Installation(Path(), tests[0].input.parent)), "verify") as recorder:
        recorder.begin([], {"double": tests}, ["one"])
        tests[1].input.write_text(content)
        recorder.keep(solver("cpu-add", 10))
    keep(tests, solver("cpu-shift", 10))
    with read(state / "store.sqlite") as transaction:
        digests = {attempt.tests_sha256 for attempt in read_attempts(transaction)}
    assert len(digests) == 1


def test_strange_names_do_no_harm(
    tests: list[Case], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    name = "[red]\x1b[2J\u202e\udcff\n.cpp"
    keep(tests, submission(name, 3), command="submit")
    file = tmp_path / "history.json"
    commands: tuple[Callable[[], int], ...] = (
        lambda: history(HistoryOptions(json=file)),
        lambda: history(HistoryOptions("double", json=file)),
        lambda: history(HistoryOptions(session=1, json=file)),
        lambda: best(BestOptions(json=file)),
    )
    for command in commands:
        assert command() == 0
        printed = capsys.readouterr().out
        assert "[red]\\x1b[2J\\u202e\\xff\\n.cpp" in printed
        assert "\x1b" not in printed
        json.loads(file.read_text())


def test_a_long_name_is_kept(tests: list[Case], state: Path) -> None:
    name = f"{'a' * 255}/{'b' * 250}.cpp"
    keep(tests, submission(name, 3), command="submit")
    with read(state / "store.sqlite") as transaction:
        [attempt] = read_attempts(transaction)
    assert (attempt.name, attempt.author) == (name, "a" * 255)


def test_narrow_screens_lose_what_matters_least(
    tests: list[Case], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for wall_ms in (80, 40):
        keep(tests, submission("accepted/a_rather_long_name_of_a_file.cpp", wall_ms), solver("cpu-add", 3))
    for width, kept, lost in (
        (60, "wall", "over time"),
        (80, "over time", "memory"),
        (100, "time (UTC)", "memory"),
        (140, "CPU", "memory"),
    ):
        monkeypatch.setattr(out, "width", width)
        history(HistoryOptions("double"))
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) <= width
        assert kept in lines[2]
        assert lost not in lines[2]


def test_wrong_use(tests: list[Case]) -> None:
    with pytest.raises(JudgeError, match="nothing has been judged yet"):
        history(HistoryOptions())
    keep(tests, solver("cpu-add", 3))
    with pytest.raises(JudgeError, match="unknown problem in the history 'dobule'"):
        history(HistoryOptions("dobule"))
    with pytest.raises(JudgeError, match=r"matmul has not been judged yet\..* \./judge/judge verify matmul"):
        history(HistoryOptions("matmul"))
    with pytest.raises(JudgeError, match="there is no session 7"):
        history(HistoryOptions(session=7))


def test_a_sparkline() -> None:
    assert sparkline([8, 4, 1, None, 0]) == "█▄▁x▁"
    assert sparkline([8, 4, 1, None, 0], "12345678") == "841x1"
    assert sparkline([None]) == "x"
    assert sparkline([]) == ""


def test_what_was_emulated_is_kept_with_its_findings_and_without_times(
    tests: list[Case], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    result = submission("mine.cu", 84.1)
    result.solution = replace(result.solution, device=Device.EMULATED)
    found = Finding(kind="out-of-bounds", message="reads beyond the end", file="mine.cu", line=7)
    result.tests[0] = replace(result.tests[0], findings=(found,))
    keep(tests, result, command="submit")
    keep(tests, result, command="submit")
    keep(tests, submission("timed.cpp", 5), command="submit")

    exported = tmp_path / "history.json"
    assert history(HistoryOptions("double", json=exported)) == 0
    rows = {row["name"]: row for row in json.loads(exported.read_text())["attempts"]}
    emulated, timed = rows["mine.cu"], rows["timed.cpp"]
    assert (emulated["verdict"], emulated["emulated"], timed["emulated"]) == ("AC", True, False)
    figures = ("wall_ns", "cpu_ns", "peak_memory_bytes", "kernels_ns")
    assert [emulated[name] for name in figures] == [None] * 4
    assert timed["wall_ns"] == 5 * MS
    lines = shown(capsys)
    assert any("mine.cu AC" in line and "emulated" in line for line in lines)
    assert not any("x" in line.split() for line in lines), "no chart takes it for what was not accepted"

    assert history(HistoryOptions(session=1)) == 0
    assert any(line.startswith("out-of-bounds mine.cu:7 ") for line in shown(capsys))
    ranked = tmp_path / "best.json"
    assert best(BestOptions(json=ranked)) == 0
    [ranking] = json.loads(ranked.read_text())["rankings"]
    assert [one["attempts"][0]["name"] for one in ranking["solutions"]] == ["timed.cpp"]


@pytest.mark.parametrize("command", ["submit", "verify"])
def test_a_session_of_several_names_what_was_found(
    tests: list[Case], capsys: pytest.CaptureFixture[str], command: str
) -> None:
    found = wrong(submission("mine.cu", 84.1))
    finding = Finding(kind="out-of-bounds", message="reads beyond the end", file="mine.cu", line=7)
    found.tests[0] = replace(found.tests[0], findings=(finding, replace(finding, line=8)))
    keep(tests, found, submission("timed.cpp", 5), command=command)
    assert history(HistoryOptions(session=1)) == 0
    text = " ".join(shown(capsys))
    assert "found 2; found: out-of-bounds at mine.cu:7 and 1 more finding" in text
