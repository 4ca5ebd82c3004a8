"""What `submit` says about time: the test it shows, the comparison with the best stored solver, and its claims."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from judge.base.records import replace
from judge.commands.options.submit import PLAIN, SubmitOptions
from judge.commands.submit import submit
from judge.commands.submit_result import tell_time
from judge.judging import results
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import submission
from judge.judging.verdicts import Verdict
from judge.languages.compile import Compiled
from judge.machine.cores import usable_cores
from judge.measure.best_solver import Beside, put_beside, telling_test
from judge.measure.ceilings import Ceilings, GpuCeilings
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.problems.work import Work
from judge.project.host import JudgeHost
from judge.reports.terminal.submit_text import time_report
from judge.tests.gpu_stand_in import ANYWHERE, NOWHERE
from judge.tests.measured import MS, TRACE, case, cpu_phases, failed, passed, result_of

pytestmark = pytest.mark.built

H200 = Ceilings(
    GpuCeilings(
        name="NVIDIA H200",
        date="2026-01-01T00:00:00+00:00",
        l2_bytes=60 << 20,
        copy_gbs=4000,
        read_gbs=4500,
        fma32_gflops=60_000,
        fma64_gflops=30_000,
        link_in_gbs=55,
        link_out_gbs=55,
    ),
    None,
)
"""Rounded: a test's arithmetic can be followed."""
BIG = Work(100_000_000, "elements", 0, 1_344_000_000)
"""0.336 ms at the copy ceiling."""


def on_gpu(kernels_ns: Sequence[int], wall_ms: int = 400) -> results.TestResult:
    """Runs of a CUDA program by their kernels' times."""
    runs = [passed(1, [wall_ms * MS], trace=replace(TRACE, busy_ns=busy)) for busy in kernels_ns]
    repetitions = tuple(run.facts for run in runs)
    return replace(runs[0], work=BIG, repetitions=repetitions, repeated_phases=(None,) * len(runs))


def said(
    test: results.TestResult, beside: Beside | None = None, ceilings: Ceilings | None = H200, gpu: bool = True
) -> str:
    console = Console(width=60, no_color=True)
    with console.capture() as capture:
        for part in time_report(test, beside, ceilings, on_gpu=gpu, width=60):
            console.print(part)
    text = capture.get()
    assert max(map(len, text.splitlines())) <= 60
    return " ".join(text.split())


def test_your_kernels_beside_the_best() -> None:
    mine, best = on_gpu([840_000] * 5), on_gpu([360_000] * 5)
    text = said(mine, Beside(mine, "gpu-vectorized", best, 4, False))
    assert (
        "Your kernels 0.84 ms, 40% of the copy ceiling; gpu-vectorized 0.36 ms (2.3 times as fast), 93%."
        in text
    )
    assert "Whole program 400.0 ms; gpu-vectorized 400.0 ms (a tie)." in text
    assert (
        "4 stored GPU solvers ran once, then the one with the fastest kernels alternated with yours, 5 times"
        in text
    )


def test_a_better_kernel_than_the_best_stored_one() -> None:
    mine, best = on_gpu([360_000] * 5), on_gpu([840_000] * 5)
    text = said(mine, Beside(mine, "gpu-plain", best, 1, False))
    assert "(yours is 2.3 times as fast), 40%" in text
    assert "the only stored GPU solver alternated with yours, 5 times each" in text


def test_one_run_names_no_winner_that_is_close() -> None:
    mine, best = on_gpu([500_000]), on_gpu([360_000])
    text = said(mine, Beside(mine, "gpu-vectorized", best, 2, False))
    assert "gpu-vectorized 0.36 ms (a tie), 93%" in text
    assert "once each; too few runs to know the spread" in text
    mine, best = on_gpu([500_000] * 5), on_gpu([360_000] * 5)
    assert "(1.39 times as fast)" in said(mine, Beside(mine, "gpu-vectorized", best, 2, False))


def test_without_ceilings_the_next_step_is_told() -> None:
    text = said(on_gpu([840_000]), ceilings=None)
    assert "Your kernels 0.84 ms." in text
    assert "this device has not been calibrated; run: ./judge/judge calibrate" in text


def test_an_impossible_kernel_is_told_as_such() -> None:
    text = said(on_gpu([1000]))
    assert "Impossible: faster than this device can" in text
    assert "of the copy ceiling" not in text


def test_a_trace_that_is_missing_leaves_the_whole_program() -> None:
    traced = on_gpu([840_000])
    gpu = traced.facts.gpu
    assert gpu
    bare = replace(traced.facts, gpu=replace(gpu, trace=None, trace_missing="no CUPTI here"))
    mine = replace(traced, facts=bare, repetitions=(bare,))
    text = said(mine, Beside(mine, "gpu-vectorized", on_gpu([360_000]), 4, False))
    assert "What it did on the GPU is not known: no CUPTI here" in text
    assert "█ user 300.0 ms 75%" in text
    assert "Your program 400.0 ms" in text
    assert "gpu-vectorized 400.0 ms (a tie)" in text
    assert "kernels 0." not in text


def test_a_program_that_launched_nothing() -> None:
    text = said(replace(on_gpu([0]), facts=passed(1, [400 * MS], trace=replace(TRACE, kernels=())).facts))
    assert "It launched no kernel." in text


def test_a_cpu_solution_beside_one_that_has_all_cores() -> None:
    mine, best = passed(9, [800 * MS]), passed(9, [200 * MS], [cpu_phases(MS)])
    text = said(mine, Beside(mine, "cpu-parallel", best, 3, True), None, gpu=False)
    assert "Your program 800.0 ms; cpu-parallel 200.0 ms (4.0 times as fast, on all cores)." in text
    assert "GPU solver" not in text


def test_the_test_that_is_shown(tmp_path: Path) -> None:
    inputs = []
    for name, size in (("small", 1), ("big", 9)):
        (tmp_path / name).write_bytes(b"x" * size)
        inputs.append(replace(case(name), input=tmp_path / name))
    small, big = (
        replace(passed(1, [wall], name="x"), test=item, work=None)
        for item, wall in zip(inputs, (50, 20), strict=True)
    )
    assert telling_test(result_of("a.cpp", small, big)) is small  # the slowest
    assert telling_test(result_of("a.cu", small, big)) is big  # the largest input
    sized = replace(small, work=BIG)
    assert telling_test(result_of("a.cu", sized, big)) is sized  # the largest size
    wrong = failed(big)
    assert telling_test(result_of("a.cpp", small, wrong)) is wrong
    assert telling_test(result_of("a.cpp", failed(small, Verdict.SKIP))) is None
    assert telling_test(result_of("a.cpp")) is None


GOOD = "print(2 * int(input()))\n"


def judged(tree: JudgeHost, text: str) -> Result:
    problem = load_problem(tree.installation.problems / "double")
    job = Job(submission(tree, problem, text, "mine.py"), load_test_cases(tree.installation, problem))
    return judge(tree, job, [usable_cores()[-1:]])


def test_the_best_solver_of_the_same_device_is_put_beside(tree: JudgeHost) -> None:
    program = tree.installation.build / "double"
    program.write_text(program.read_text() + 'if solver == "cpu-add":\n    import time\n    time.sleep(1)\n')
    result = judged(tree, GOOD)
    asked: list[str] = []
    sized = replace(result.tests[0], work=BIG)
    beside = put_beside(tree, result, sized, 3, usable_cores(), asked.append)
    assert beside is not None
    assert asked == ["cpu-shift", "cpu-add", "cpu-shift and yours in turns"]
    assert (beside.name, beside.candidates, beside.runs) == ("cpu-shift", 2, 3)
    assert len(beside.theirs.runs) == 3
    assert beside.mine.work == BIG  # which a submission does not report


def test_no_solver_that_is_right_is_no_comparison(tree: JudgeHost) -> None:
    program = tree.installation.build / "double"
    program.write_text(program.read_text().replace("number + number)", "7)").replace("<< 1", "<< 2"))
    result = judged(tree, GOOD)
    assert put_beside(tree, result, result.tests[0], 1, usable_cores()) is None
    assert result.verdict is Verdict.AC


def test_a_submission_that_is_wrong_now_is_wrong(tree: JudgeHost) -> None:
    result = judged(tree, GOOD)
    other = judged(tree, "print(1)\n")
    assert isinstance(other.compiled, Compiled)
    result.compiled = other.compiled
    assert put_beside(tree, result, result.tests[0], 1, usable_cores()) is None
    assert result.verdict is Verdict.WA
    assert "after a run that passed" in result.reason


@pytest.mark.parametrize("repeat", [1, 2])
def test_submit_tells_it(tree: JudgeHost, capsys: pytest.CaptureFixture[str], repeat: int) -> None:
    source = tree.installation.root / "mine.py"
    source.write_text(GOOD)
    assert submit(tree, "double", str(source), SubmitOptions(repeat=repeat)) == 0
    printed = capsys.readouterr().out
    assert re.search("Where the time went: [a-z0-9/-]+, run again beside cpu-(add|shift), ", printed)
    assert "2 stored CPU solvers ran once" in printed
    assert ("(2 runs, " in printed) is (repeat == 2)


@pytest.mark.parametrize("options", [PLAIN, SubmitOptions(times=True), SubmitOptions(verbose=True)])
def test_submit_tells_where_a_failing_test_spent_its_time_if_asked(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], options: SubmitOptions
) -> None:
    source = tree.installation.root / "mine.py"
    source.write_text("print(6)\n")
    assert submit(tree, "double", str(source), options) == 1
    printed = capsys.readouterr().out
    assert ("Where the time went: secret/01-zero" in printed) is options.shows_times
    assert "stored CPU solver" not in printed


def test_the_hint_to_calibrate_comes_once_and_only_beside_a_gpu(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    test = replace(passed(1, [MS]), work=BIG)
    for gpus, hinted in ((NOWHERE, False), (ANYWHERE, True), (ANYWHERE, False)):
        tell_time(tree.with_policy(gpus=gpus), result_of("mine.cpp", test).solution, test, None)
        printed = " ".join(capsys.readouterr().out.split())
        assert "Your program 1.00 ms" in printed
        assert ("run: ./judge/judge calibrate" in printed) is hinted


def test_where_nothing_can_be_remembered_there_is_no_hint(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    state.parent.mkdir(parents=True, exist_ok=True)
    state.write_text("a file in its place")
    test = replace(passed(1, [MS]), work=BIG)
    tell_time(tree.with_policy(gpus=ANYWHERE), result_of("mine.cpp", test).solution, test, None)
    assert "calibrate" not in capsys.readouterr().out


def test_the_rule_of_ties_seldom_claims_what_is_not() -> None:
    """Two programs that are the same: how often a winner is named all the same (docs/timing.md)."""
    from judge.judging.times import spread_of
    from judge.measure.cpu_against_gpu import differ

    numbers = random.Random(1)

    def runs(count: int) -> list[int]:
        return [int(10**6 * (1 + numbers.expovariate(20))) for _ in range(count)]

    shares = {
        count: sum(differ(spread_of(runs(count)), spread_of(runs(count)), count) for _ in range(4000)) / 4000
        for count in (4, 5, 7, 8, 9, 10, 15)
    }
    assert all(share < 0.07 for share in shares.values()), shares
