"""Tests that are too large for the emulated GPU are left out by name; what hangs or is wrong is not excused so."""

import json
from collections.abc import Sequence

import pytest
from jsonschema import Draft202012Validator

from judge.base.records import replace
from judge.commands.options.submit import SubmitOptions
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.emulated_cost import FEW, MUCH_S, EmulatedBound, EmulatedCost, TestLeftOut
from judge.judging.results import TestResult as Judged
from judge.judging.selection import Choice
from judge.problems.emulated_limits import BYTES_A_SECOND
from judge.problems.work import Work
from judge.project.devices import DeviceChoice
from judge.project.host import JudgeHost
from judge.project.run_policy import RunPolicy
from judge.reports.files import ReportFiles
from judge.sandbox.facts import Ending
from judge.tests.gpu_stand_in import NOWHERE
from judge.tests.judging.test_devices import DOUBLE
from judge.tests.measured import passed
from judge.tests.reports.test_report_schema import SCHEMA

pytestmark = [pytest.mark.slow, pytest.mark.built]

SPIN = "if (n > 2000000000LL) for (volatile bool on = true; on;) {}\n  twice<<<"
"""Host code that hangs at the test secret/02-beyond-32-bits alone."""


def asks_for(seconds: float) -> Work:
    """Work with such an allowance."""
    return Work(1, "numbers", 0, round(seconds * BYTES_A_SECOND))


def took(name: str, cpu_s: float, outcome: Ending = "exited") -> Judged:
    result = passed(1, [1])
    ns = round(cpu_s * 1e9)
    return replace(
        result,
        test=replace(result.test, name=name),
        facts=replace(result.facts, user_ns=ns, system_ns=0, outcome=outcome),
    )


def meet(
    tests: dict[str, float], speed: float, *, trusted: bool = True, slow: Sequence[str] = ()
) -> tuple[list[str], dict[str, str]]:
    """What of the tests with these allowances was run, and what left out and why; `slow` ones hang."""
    cost = EmulatedCost(
        {name: asks_for(seconds) for name, seconds in tests.items()},
        EmulatedBound(trusted, RunPolicy().emulated_most_s),
    )
    run: list[str] = []
    left: dict[str, str] = {}
    for test in cost.in_order([took(name, 0).test for name in tests]):

        def judged(most_s: float | None, name: str = test.name) -> Judged:
            run.append(name)
            cpu_s = 1000.0 if name in slow else tests[name] * speed
            if most_s is not None and cpu_s > most_s:
                return took(name, most_s, "cpu-limit")
            return took(name, cpu_s, "cpu-limit" if name in slow else "exited")

        outcome = cost.bounded(test, judged)
        if isinstance(outcome, TestLeftOut):
            left[outcome.name] = outcome.reason
    return run, left


SIZES = {"secret/4-huge": 40.0, "sample/1": 0.001, "secret/2": 0.5, "secret/3": 10.0}


def test_tests_come_in_ascending_order_of_their_work() -> None:
    run, left = meet(SIZES, speed=0.1)
    assert run == ["sample/1", "secret/2", "secret/3", "secret/4-huge"]
    assert left == {}


def test_samples_come_first_however_much_they_demand() -> None:
    run, left = meet({"sample/1": 0.3, "sample/2": 0.001, "secret/1": 0.0005}, speed=0.1)
    assert run == ["sample/1", "sample/2", "secret/1"]
    assert left == {}


def test_what_would_take_too_long_is_not_begun() -> None:
    run, left = meet(SIZES, speed=0.2)
    assert run == ["sample/1", "secret/2", "secret/3"]
    assert left == {"secret/4-huge": "expected to take 8 s of CPU time"}


def test_what_takes_too_long_all_the_same_is_ended_and_the_next_is_judged() -> None:
    run, left = meet(SIZES, speed=0.01, slow=["secret/3"])
    assert run == ["sample/1", "secret/2", "secret/3", "secret/4-huge"]
    assert left == {"secret/3": f"took more than {RunPolicy().emulated_most_s:g} s of CPU time"}


def test_a_test_of_little_work_tells_nothing_of_the_speed() -> None:
    """4 s for next to nothing: by that the large one would take hours."""
    run, left = meet({"secret/1": 0.001, "secret/2": 10.0}, speed=0.1, slow=["secret/1"])
    assert run == ["secret/1", "secret/2"]
    assert list(left) == ["secret/1"]


def test_a_sample_is_never_left_out() -> None:
    run, left = meet({"sample/1": 10.0, "secret/2": 10.0}, speed=1.0)
    assert run == ["sample/1", "secret/2"]
    assert list(left) == ["secret/2"]


def test_what_hangs_at_a_small_test_is_excused_only_where_it_is_known_to_be_right() -> None:
    tests = {"secret/1-small": 0.9 * MUCH_S, "secret/2-large": MUCH_S}
    _, left = meet(tests, speed=0.1, trusted=False, slow=list(tests))
    assert list(left) == ["secret/2-large"]
    _, left = meet(tests, speed=0.1, trusted=True, slow=list(tests))
    assert list(left) == list(tests)


def test_what_hangs_at_many_small_tests_is_not_excused_at_all_of_them() -> None:
    tests = {f"secret/{number}": 0.1 for number in range(9)}
    _, left = meet(tests, speed=0.1, slow=list(tests))
    assert list(left) == list(tests)[:FEW]
    _, left = meet(dict.fromkeys(tests, MUCH_S), speed=0.1, slow=list(tests))
    assert list(left) == list(tests)  # the control: large ones


def test_who_was_judged_on_much_may_be_slow_at_half_as_many() -> None:
    passes = {f"secret/1-{number}": 0.1 for number in range(20)}
    hangs = {f"secret/2-{number}": 0.2 for number in range(20)}
    _, left = meet({**passes, **hangs}, speed=0.1, slow=list(hangs))
    assert list(left) == list(hangs)[:10]


def test_a_limit_of_another_kind_is_no_excuse() -> None:
    """Idle until the wall limit is stuck, not slow."""
    cost = EmulatedCost({}, EmulatedBound(trusted=True, most_s=RunPolicy().emulated_most_s))
    stuck = took("secret/1", 0.1, "wall-limit")
    assert cost.bounded(stuck.test, lambda _: stuck) is stuck


@pytest.fixture
def tree(tree: JudgeHost) -> JudgeHost:
    """A tree without a GPU, and in a hurry."""
    return tree.with_policy(gpus=NOWHERE, emulated_most_s=0.5, emulated_most_beside_others_s=0.25)


ASKED_FOR_WORK = """\
if "--no-solve" in sys.argv:
    import json

    for path in open(sys.argv[sys.argv.index("--batch") + 1]).read().splitlines():
        least_bytes = {least_bytes} if int(open(path).read()) > 2000000000 else 0
        work = {{"size": 1, "size_unit": "numbers", "flop": 0, "least_bytes": least_bytes}}
        line = {{"input": path, "exit_code": 0, "stdout_bytes": 0, "wall_ns": 0, "message": None, "work": work}}
        print(json.dumps({{"batch": line}}), file=sys.stderr)
    sys.exit(0)
solver = """


def work_is(tree: JudgeHost, seconds: float) -> None:
    """Sets the work of secret/02-beyond-32-bits; the others have none."""
    program = tree.installation.build / "double"
    asked = ASKED_FOR_WORK.format(least_bytes=asks_for(seconds).least_bytes)
    program.write_text(program.read_text().replace("solver = ", asked, 1))


def hurries(tree: JudgeHost) -> None:
    """The problem: what hangs on the emulated GPU is killed after TIME_FACTOR times as long."""
    file = tree.installation.root / "problems/double/problem.yaml"
    file.write_text(file.read_text().replace("time_limit: 0.5", "time_limit: 0.05"))


def submitted(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], text: str, *, all_tests: bool = False
) -> tuple[int, str]:
    source = tree.installation.root / "mine.cu"
    source.write_text(text)
    files = ReportFiles(tree.installation.root / "report.json")
    status = submit(tree, "double", str(source), SubmitOptions(all_tests=all_tests), files)
    return status, " ".join(capsys.readouterr().out.split())


def reported(tree: JudgeHost) -> dict[str, list[dict[str, str]]]:
    """The tests left out of each solution, in a report that is valid."""
    report = json.loads((tree.installation.root / "report.json").read_text())
    assert not list(Draft202012Validator(SCHEMA).iter_errors(report))
    return {result["name"]: result["tests_left_out"] for result in report["problems"][0]["results"]}


def test_submit_leaves_out_and_names_it(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    work_is(tree, 2 * MUCH_S)
    status, printed = submitted(tree, capsys, DOUBLE.replace("twice<<<", SPIN))
    assert status == 0
    assert "2 of 3 tests passed" in printed
    assert "1 test too large to emulate: secret/02-beyond-32-bits; --all judges all" in printed
    left_out = {"name": "secret/02-beyond-32-bits", "reason": "took more than 0.5 s of CPU time"}
    assert reported(tree) == {"mine.cu": [left_out]}
    status, printed = submitted(tree, capsys, DOUBLE)
    assert status == 0
    assert "3 of 3 tests passed" in printed
    assert "too large" not in printed


def test_submit_of_a_test_that_is_left_out_judges_nothing(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    work_is(tree, 2 * MUCH_S)
    source = tree.installation.root / "mine.cu"
    source.write_text(DOUBLE.replace("twice<<<", SPIN))
    status = submit(tree, "double", str(source), SubmitOptions(chosen=("secret/02-beyond-32-bits",)))
    printed = " ".join(capsys.readouterr().out.split())
    assert status == 1
    assert "SKIP double mine.cu" in printed
    assert "1 test too large to emulate: secret/02-beyond-32-bits" in printed


@pytest.mark.parametrize(("seconds", "all_tests"), [(0.1, False), (2 * MUCH_S, True)])
def test_submit_calls_what_hangs_tle(
    tree: JudgeHost,
    capsys: pytest.CaptureFixture[str],
    seconds: float,
    all_tests: bool,
) -> None:
    """The verdict is TLE at a test of little work, and at any with --all."""
    hurries(tree)
    work_is(tree, seconds)
    status, printed = submitted(tree, capsys, DOUBLE.replace("twice<<<", SPIN), all_tests=all_tests)
    assert status == 1
    assert " TLE double mine." in printed
    assert "too large" not in printed
    assert reported(tree) == {"mine.cu": []}


def test_verify_leaves_out_where_a_solution_shall_be_right(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    work_is(tree, 0.001)
    hurries(tree)
    folder = tree.installation.root / "problems/double/submissions"
    slow = DOUBLE.replace("twice<<<", SPIN)
    files = {
        "accepted/slow.cu": slow,
        "accepted/twice.cu": DOUBLE,
        "time_limit_exceeded/slow.cu": slow,
        "wrong_answer/slow.cu": slow,
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    status = verify(
        tree, Choice(device=DeviceChoice.EMULATED), ReportFiles(tree.installation.root / "report.json")
    )
    printed = " ".join(capsys.readouterr().out.split())
    left_out = "AC 2/3 emulated not timed 1 test too large to emulate: secret/02-beyond-32-bits"
    for name in ("accepted/slow.cu", "time_limit_exceeded/slow.cu"):
        assert f"{name} {left_out}" in printed
    assert "accepted/twice.cu AC 3/3" in printed
    assert "2 runs skipped" in printed
    # A solution expected to fail is excused nothing.
    assert status == 1
    assert "wrong_answer/slow.cu: expected WA, found TLE" in printed
    assert {name: len(left) for name, left in reported(tree).items() if name in files} == {
        "accepted/slow.cu": 1,
        "accepted/twice.cu": 0,
        "time_limit_exceeded/slow.cu": 1,
        "wrong_answer/slow.cu": 0,
    }


@pytest.mark.parametrize(("device", "most"), [(DeviceChoice.EMULATED, "0.5"), (DeviceChoice.ALL, "0.25")])
def test_verify_of_all_devices_gives_the_emulated_one_less_time(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, device: DeviceChoice, most: str
) -> None:
    work_is(tree, 2 * MUCH_S)
    slow = tree.installation.root / "problems/double/submissions/accepted/slow.cu"
    slow.write_text(DOUBLE.replace("twice<<<", SPIN))
    assert verify(tree, Choice(device=device), ReportFiles(tree.installation.root / "report.json")) == 0
    reason = f"took more than {most} s of CPU time"
    assert reported(tree)["accepted/slow.cu"] == [{"name": "secret/02-beyond-32-bits", "reason": reason}]
