"""Sharing the GPU while verdicts are looked for: what counts, what is run again, and what is timed afterwards."""

import json
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.commands.options.verify import VerifyOptions
from judge.commands.verify import verify
from judge.judging import results
from judge.judging.results import Result
from judge.judging.selection import Choice
from judge.judging.times import Phases
from judge.judging.verdicts import Verdict
from judge.judging.verdicts_first import counts, shares_gpu
from judge.measure.gpu_times import runs_to_time, time_alone
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.reports.files import ReportFiles
from judge.sandbox.facts import NO_CUDA, Contention, Ending
from judge.sandbox.gpu_trace import ApiError
from judge.tests.gpu_stand_in import started, with_gpu_stand_in
from judge.tests.measured import MS, OUT_OF_MEMORY, TRACE, facts, failed, passed, result_of

pytestmark = pytest.mark.built

MIB = 1 << 20


@pytest.fixture
def tree(tree: JudgeHost) -> JudgeHost:
    return with_gpu_stand_in(tree)


def judged(tree: JudgeHost, tmp_path: Path, gpu_jobs: int) -> dict[str, dict[str, object]]:
    """The tests of gpu-add, by name, as the report has them."""
    report = tmp_path / f"report-{gpu_jobs}.json"
    verify(tree, Choice(solvers=("gpu-add",)), ReportFiles(report), options=VerifyOptions(gpu_jobs=gpu_jobs))
    (problem,) = json.loads(report.read_text())["problems"]
    return {test["name"]: test for test in problem["results"][0]["tests"]}


def batches(tree: JudgeHost) -> int:
    return sum("--batch" in command for command in started(tree))


def test_a_solver_answers_all_tests_in_one_process(tree: JudgeHost, tmp_path: Path) -> None:
    tests = judged(tree, tmp_path, gpu_jobs=2)
    assert batches(tree) == 1
    assert {test["verdict"] for test in tests.values()} == {"AC"}
    timed = [name for name, test in tests.items() if test["timed"]]
    assert 1 <= len(timed) < len(tests)
    assert len(started(tree)) == 1 + len(timed)  # the others were not run again


def test_one_at_a_time_there_is_no_batch_and_all_is_timed(tree: JudgeHost, tmp_path: Path) -> None:
    tests = judged(tree, tmp_path, gpu_jobs=1)
    assert batches(tree) == 0
    assert len(started(tree)) == len(tests) > 0
    assert all(test["timed"] for test in tests.values())


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (
            "reports = answer(int(file.read()))",
            "reports = answer(int(file.read()) + 1)",
        ),  # wrong in a batch alone
        ('"exit_code": 0', '"exit_code": 1'),
        ('"exit_code": 0', '"exit_code": None'),
        ("len(text.getvalue())", "1 + len(text.getvalue())"),
        ("answer_in_batch(path)", "raise SystemExit(1)"),
        ("sys.exit(0)\nnumber", "sys.exit(3)\nnumber"),
    ],
)
def test_what_a_batch_fails_at_is_run_by_itself_and_that_counts(
    tree: JudgeHost, tmp_path: Path, broken: str, message: str
) -> None:
    program = tree.installation.build / "double"
    assert program.read_text().count(broken) == 1
    program.write_text(program.read_text().replace(broken, message))
    tests = judged(tree, tmp_path, gpu_jobs=2)
    assert batches(tree) == 1
    assert {test["verdict"] for test in tests.values()} == {"AC"}


def test_a_solver_that_is_wrong_is_wrong_in_company_too(tree: JudgeHost, tmp_path: Path) -> None:
    program = tree.installation.build / "double"
    program.write_text(
        program.read_text().replace("else number + number", "else number + number + (number > 9)")
    )
    together = {name: test["verdict"] for name, test in judged(tree, tmp_path, 2).items()}
    alone = {name: test["verdict"] for name, test in judged(tree, tmp_path, 1).items()}
    assert together == alone
    assert set(together.values()) == {"AC", "WA"}


ILLEGAL_ADDRESS = ApiError("cudaDeviceSynchronize", 700, "cudaErrorIllegalAddress", 1)


def cuda(
    cpu_ms: int = 300, peak_bytes: int = 12 * MIB, errors: tuple[ApiError, ...] = ()
) -> results.TestResult:
    """A run of a CUDA submission under limits of 0.5 s and 1 s of start-up, 256 MiB."""
    trace = replace(TRACE, peak_memory_bytes=peak_bytes, errors=errors)
    return replace(passed(1, [400 * MS]), facts=facts(400 * MS, cpu_ns=cpu_ms * MS, trace=trace))


def without_trace(why: str, outcome: Ending = "exited", waited_ns: int = 0) -> results.TestResult:
    ran = facts(400 * MS, cpu_ns=300 * MS, trace_missing=why)
    contention = Contention(waited_ns=waited_ns, stolen_ns=0, others_cpu_ns=0)
    return replace(passed(1, [400 * MS]), facts=replace(ran, outcome=outcome, contention=contention))


def test_the_runner_says_in_these_words_that_cuda_was_not_used() -> None:
    source = this_installation().root / "runner" / "sandbox" / "gpu" / "gpu_trace_facts.cpp"
    assert f'"{NO_CUDA}"' in source.read_text()


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (cuda(), True),
        (cuda(cpu_ms=749), True),
        (cuda(cpu_ms=751), False),
        (cuda(peak_bytes=128 * MIB), True),
        (cuda(peak_bytes=129 * MIB), False),
        (failed(cuda()), True),
        (failed(cuda(cpu_ms=751)), False),
        (failed(cuda(peak_bytes=129 * MIB)), False),
        (failed(cuda(), Verdict.RTE), True),
        (failed(cuda(), Verdict.TLE), False),
        (failed(cuda(), Verdict.JE), False),
        (failed(cuda(errors=(ILLEGAL_ADDRESS,)), Verdict.RTE), True),
        (failed(cuda(errors=(OUT_OF_MEMORY,)), Verdict.RTE), False),
        (failed(cuda(errors=(ILLEGAL_ADDRESS, OUT_OF_MEMORY))), False),
        (failed(cuda(errors=(ILLEGAL_ADDRESS,) * 16)), False),  # the last stands for all later ones
        (without_trace("no CUPTI"), False),
        (failed(without_trace("no CUPTI")), False),
        (without_trace(NO_CUDA), True),
        (failed(without_trace(NO_CUDA), Verdict.RTE), True),
        (failed(without_trace(NO_CUDA, outcome="cpu-limit"), Verdict.TLE), True),
        (failed(without_trace(NO_CUDA), Verdict.TLE), False),  # near its limit
        (failed(without_trace(NO_CUDA, outcome="cpu-limit", waited_ns=100 * MS), Verdict.TLE), False),
        (failed(without_trace(NO_CUDA), Verdict.JE), False),
    ],
)
def test_in_company_counts_what_sharing_cannot_have_caused(found: results.TestResult, expected: bool) -> None:
    solution = result_of("accepted/twice.cu", solver=False).solution
    assert counts(solution, found) is expected


def test_of_the_compared_only_who_may_be_the_best_is_timed(tmp_path: Path) -> None:
    def solved(name: str, solve_ms: int, wall_ms: int) -> results.TestResult:
        phases = Phases(0, solve_ms * MS, 0, None)
        test = passed(int(name[-2:]), [wall_ms * MS], [phases], name=name)
        file = tmp_path / name.replace("/", "-")
        file.write_text("x" * int(name[-2:]))
        return replace(test, test=replace(test.test, input=file), timed=False)

    cpu = result_of("cpu-add", *(passed(size, [MS], name=f"secret/{size:02}") for size in (8, 20, 21)))
    # The slowest and the largest, which are timed anyway, are secret/21.
    found = {
        name: result_of(
            name, solved("secret/08", ms, 1), solved("secret/20", 1, 1), solved("secret/21", 1, 9)
        )
        for name, ms in (("gpu-best", 10), ("gpu-near", 30), ("gpu-far", 31))
    }
    chosen: dict[str, list[str]] = {name: [] for name in found}
    for result, index in runs_to_time([cpu, *found.values()]):
        chosen[result.solution.name].append(result.tests[index].test.name)
    assert chosen == {
        "gpu-best": ["secret/08", "secret/21"],
        "gpu-near": ["secret/08", "secret/21"],
        "gpu-far": ["secret/21"],
    }


@pytest.mark.parametrize(
    ("name", "expected", "jobs", "shares"),
    [
        ("accepted/twice.cu", Verdict.AC, 8, True),
        ("wrong_answer/twice.cu", Verdict.WA, 8, True),
        ("accepted/twice.cu", Verdict.AC, 1, False),
        ("accepted/twice.cpp", Verdict.AC, 8, False),
        ("time_limit_exceeded/twice.cu", Verdict.TLE, 8, False),
    ],
)
def test_who_shares_the_gpu(name: str, expected: Verdict, jobs: int, shares: bool) -> None:
    solution = replace(result_of(name, solver=False).solution, expected=expected)
    assert shares_gpu(solution, jobs) is shares


def test_the_slowest_the_largest_and_the_compared_are_timed(tmp_path: Path) -> None:
    def in_batch(name: str, size: int, wall_ms: int) -> results.TestResult:
        test = passed(size, [wall_ms * MS], name=name)
        file = tmp_path / name.replace("/", "-")
        file.write_text("x" * size)
        return replace(test, test=replace(test.test, input=file), timed=False)

    sizes = {
        "secret/a": (3, 9),
        "secret/b": (5, 1),
        "secret/c": (40, 2),
        "secret/d": (60, 3),
        "secret/e": (70, 4),
    }
    tests = [in_batch(name, *each) for name, each in sizes.items()]
    on_gpu = result_of("gpu-add", *tests, failed(in_batch("secret/f", 80, 5)))
    on_cpu = result_of(
        "cpu-add", *(passed(size, [MS], name=name) for name, (size, _) in sizes.items() if name != "secret/e")
    )
    chosen = [result.tests[index].test.name for result, index in runs_to_time([on_cpu, on_gpu])]
    # a: the slowest; b and d: the largest of their power of ten that both passed; e: the largest.
    assert chosen == ["secret/a", "secret/b", "secret/d", "secret/e"]

    def run(result: Result, test: results.TestResult) -> results.TestResult:
        return (
            failed(replace(test, timed=True)) if test.test.name == "secret/b" else replace(test, timed=True)
        )

    time_alone([on_cpu, on_gpu], run)
    assert [test.test.name for test in on_gpu.tests if test.timed] == chosen
    assert on_gpu.tests[1].decision.verdict is Verdict.WA  # what was found alone is what counts
