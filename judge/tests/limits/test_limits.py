"""Limits of time that are measured here: once, kept, used, shown, and measured again when something changed."""

import json
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.events import unheard
from judge.base.records import replace
from judge.commands.limits import limits
from judge.commands.listing import list_all
from judge.commands.options.limits import LimitsOptions
from judge.commands.options.submit import SubmitOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.results import Result
from judge.judging.selection import Choice
from judge.judging.verdicts import Verdict
from judge.limits.known import limit_text, limited
from judge.limits.margins import margin_warnings, margins
from judge.limits.measure import Reference, record_of
from judge.machine.hardware import this_hardware
from judge.problems.formats.own import load_problem
from judge.problems.limit_records import LimitRecord, SolutionTime, load_record, record_key, records_file
from judge.problems.model import Package, Problem
from judge.problems.submission_rules import SubmissionRules
from judge.problems.submission_uses import SubmissionUses, Use
from judge.problems.test_cases import load_test_cases
from judge.problems.time_rule import NO_TIME_OPTIONS, TimeRule
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.tests.measured import MS, failed, passed, result_of
from judge.tests.packages import LEGACY, written, zipped

pytestmark = pytest.mark.built


@pytest.fixture
def unlimited(tree: JudgeHost) -> JudgeHost:
    """The tree, whose problem has no time_limit."""
    manifest = tree.installation.problems / "double" / "problem.yaml"
    manifest.write_text(manifest.read_text().replace("time_limit: 0.5", "time_resolution: 0.1"))
    return tree


def record_here(tree: JudgeHost) -> LimitRecord | None:
    problem = load_problem(tree.installation.problems / "double")
    return load_record(this_hardware((0,)), "double", record_key(tree.installation, problem), unheard)


def test_verify_measures_once_and_keeps_it(
    unlimited: JudgeHost, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    assert verify(unlimited, Choice(), ReportFiles(report)) == 0
    said = capsys.readouterr()
    assert "measuring time limits for this machine, once: 2 accepted solutions of double" in said.err
    record = record_here(unlimited)
    assert record is not None
    assert [one.name for one in record.solutions] == ["accepted/input.py", "accepted/scanf.c"]
    # What was judged to measure is not judged again, and all that is reported is there once.
    (problem,) = json.loads(report.read_text())["problems"]
    names = [result["name"] for result in problem["results"]]
    assert sorted(set(names)) == sorted(names)
    assert len(names) == 9
    assert problem["time_limit_source"] == "measured"
    slowest = max(one.cpu_ns for one in record.solutions)
    assert problem["time_limit_s"] == TimeRule(time_resolution_s=0.1).limit_s(slowest)

    assert verify(unlimited, Choice(), None) == 0
    assert "measuring" not in capsys.readouterr().err


def test_submit_says_where_the_limit_is_from(
    unlimited: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    source = str(unlimited.installation.problems / "double/submissions/accepted/scanf.c")
    assert submit(unlimited, "double", source, SubmitOptions(samples_only=True)) == 0
    said = capsys.readouterr()
    assert (
        "time limit 10 s (none is set or was measured; it only stops what hangs)" in said.out
    )  # samples alone measure nothing
    assert "measuring" not in said.err
    assert submit(unlimited, "double", source) == 0
    said = capsys.readouterr()
    assert "s (measured here)" in said.out
    assert "measuring time limits" in said.err
    list_all(unlimited)
    assert "not measured yet" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "path", ["problems/double/submissions/accepted/scanf.c", "testdata/double/SHA256SUMS"]
)
def test_another_submission_or_other_data_are_measured_anew(unlimited: JudgeHost, path: str) -> None:
    assert verify(unlimited, Choice(solvers=("cpu-shift",)), None) == 0
    assert record_here(unlimited) is not None
    changed = unlimited.installation.root / path
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert record_here(unlimited) is None


def test_a_damaged_file_is_told_and_measured_anew(
    unlimited: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    records_file().parent.mkdir(parents=True)
    records_file().write_text('{"format_version": 1, "machines": []}')
    assert verify(unlimited, Choice(solvers=("cpu-shift",)), None) == 0
    assert "cannot be read" in capsys.readouterr().err
    assert record_here(unlimited) is not None


def test_where_nothing_is_accepted_there_is_no_limit(unlimited: JudgeHost) -> None:
    for source in (unlimited.installation.problems / "double/submissions/accepted").iterdir():
        source.unlink()
    with pytest.raises(JudgeError, match=r"double: no time limit: .*--time-limit S"):
        verify(unlimited, Choice(solvers=("cpu-shift",)), None)
    assert verify(unlimited, Choice(solvers=("cpu-shift",)), None, VerifyOptions(time_limit_s=1.0)) == 0


def test_options_make_the_limit(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    slow = str(tree.installation.problems / "double/submissions/time_limit_exceeded/counting.cpp")
    quick = str(tree.installation.problems / "double/submissions/accepted/scanf.c")
    assert submit(tree, "double", slow, SubmitOptions(time_limit_s=0.2)) == 1
    assert "time limit 0.2 s (by option)" in capsys.readouterr().out
    assert submit(tree, "double", quick, SubmitOptions(time_factor=50)) == 0
    said = capsys.readouterr()
    assert "(measured here)" in said.out  # though the package has a limit
    assert "measuring time limits" in said.err


def test_limits_shows_the_margins_both_ways(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "limits.json"
    assert limits(tree, LimitsOptions(("double",), json=file)) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "double: time limit 0.5 s" in said  # the package's, which binds
    assert "slowest accepted: " in said
    (problem,) = json.loads(file.read_text())["problems"]
    found = {one["name"]: one for one in problem["solutions"]}
    assert found["accepted/scanf.c"]["factor"] > 2
    assert found["time_limit_exceeded/counting.cpp"]["was_ended"]


@pytest.mark.parametrize("is_zip", [False, True])
def test_limits_takes_a_package(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], tmp_path: Path, *, is_zip: bool
) -> None:
    place = zipped(tmp_path / "pack.zip", LEGACY) if is_zip else written(tmp_path / "pack", LEGACY)
    assert limits(tree, LimitsOptions((str(place),))) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "pack: time limit 1 s (measured here)" in said
    assert "slowest accepted: accepted/right.py" in said


def test_limits_fails_where_the_packages_limit_leaves_too_little(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = tree.installation.problems / "double" / "problem.yaml"
    factors = "time_multipliers: {ac_to_time_limit: 999}"
    manifest.write_text(manifest.read_text().replace("memory:", f"{factors}\n  memory:"))
    assert limits(tree, LimitsOptions(("double",))) == 1
    assert "times what the accepted accepted/input.py" in " ".join(capsys.readouterr().out.split())


def solution(name: str, cpu_ms: int, *, ended: bool = False) -> Result:
    test = passed(1, [cpu_ms * MS])
    if name.startswith("time_limit_exceeded/"):
        test = failed(test, Verdict.TLE)
    if ended:
        test = replace(test, facts=replace(test.facts, outcome="cpu-limit"))
    return result_of(name, test, solver=False)


def two_seconds() -> Problem:
    problem = load_problem(Path(__file__).parent.parent / "tree/problems/double")
    return replace(problem, limits=replace(problem.limits, time_s=2.0))


def test_margins_are_factors_in_both_directions() -> None:
    slow, hopeless = "time_limit_exceeded/slow.cpp", "time_limit_exceeded/hopeless.cpp"
    results = [
        solution("accepted/quick.cpp", 500),
        solution("accepted/slow.cpp", 1250),
        solution(slow, 2800),
        solution(hopeless, 2900, ended=True),
        solution("accepted/kernel.cu", 1900),  # has time of its own
        result_of("accepted/wrong.cpp", failed(passed(1, [1900 * MS])), solver=False),  # is not accepted here
    ]
    problem = two_seconds()
    found = {one.name: one for one in margins(problem, results)}
    assert set(found) == {"accepted/quick.cpp", "accepted/slow.cpp", slow, hopeless}
    assert (found["accepted/quick.cpp"].factor, found["accepted/quick.cpp"].is_kept) == (4.0, True)
    assert (found["accepted/slow.cpp"].factor, found["accepted/slow.cpp"].is_kept) == (1.6, False)
    assert (found[slow].use, found[slow].factor, found[slow].is_kept) == (Use.UPPER, 1.4, False)
    assert found[hopeless].is_kept
    assert list(margin_warnings(problem, results)) == [
        "double: the time limit of 2 s is only 1.60 times what the accepted accepted/slow.cpp (1.25 s on secret/1) "
        "takes on this machine; the format requires 2",
        "double: the time limit of 2 s is exceeded only 1.40 times by time_limit_exceeded/slow.cpp (2.80 s on "
        "secret/1), which is expected to be too slow; the format requires 1.5",
    ]


def test_a_solution_bounds_the_limit_from_both_sides_by_different_tests() -> None:
    name = "mixed/either.cpp"
    uses = SubmissionUses({}, {("mixed", "secret/1"): Use.LOWER, ("mixed", "secret/2"): Use.UPPER})
    problem = two_seconds()
    package = Package("2025-09", (), SubmissionRules({}, uses=uses))
    quick = passed(1, [400 * MS])
    slow = failed(passed(2, [2800 * MS]), Verdict.TLE)
    found = margins(replace(problem, package=package), [result_of(name, quick, slow, solver=False)])
    assert [(one.use, one.test, one.factor) for one in found] == [
        (Use.LOWER, "secret/1", 5.0),
        (Use.UPPER, "secret/2", 1.4),
    ]
    assert margins(problem, [result_of(name, quick, slow, solver=False)]) == []


def test_the_solution_that_set_the_limit_tells_how_fast_the_machine_is_now(unlimited: JudgeHost) -> None:
    problem = load_problem(unlimited.installation.problems / "double")
    tests = load_test_cases(unlimited.installation, problem)
    one_ns = SolutionTime("accepted/scanf.c", "C17", tests[0].name, 1)
    record = LimitRecord("", "", (one_ns,), "")
    assert Reference(unlimited, problem, record, tests, [0]).slowdown() > 1000
    gone = replace(record, solutions=(replace(one_ns, name="accepted/gone.c"),))
    assert Reference(unlimited, problem, gone, tests, [0]).slowdown() == 1.0


def test_the_slowest_test_of_each_accepted_solution_is_recorded(unlimited: JudgeHost) -> None:
    results = [
        result_of(
            "accepted/b.py", passed(1, [10 * MS]), passed(2, [30 * MS]), passed(3, [20 * MS]), solver=False
        ),
        result_of("accepted/a.py", passed(1, [40 * MS]), solver=False),
        result_of("accepted/c.py", failed(passed(1, [90 * MS])), solver=False),
    ]
    record = record_of(
        unlimited.installation, load_problem(unlimited.installation.problems / "double"), results
    )
    assert record
    found = [(one.name, one.test, one.cpu_ns) for one in record.solutions]
    assert found == [("accepted/a.py", "secret/1", 40 * MS), ("accepted/b.py", "secret/2", 30 * MS)]
    assert record.slowest.name == "accepted/a.py"


def test_a_measured_limit_is_the_rules() -> None:
    problem = replace(two_seconds(), time_rule=TimeRule(time_resolution_s=0.1))
    record = LimitRecord("", "", (SolutionTime("accepted/a.py", "", "secret/1", 1360 * MS),), "")
    found = limited(problem, record, NO_TIME_OPTIONS)
    assert limit_text(found) == "time limit 2.8 s (measured here)"
    assert found.limits.overrun_factor == 1.5
