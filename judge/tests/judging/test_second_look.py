"""Second looks next to a real GPU: the first failing test of a CUDA submission is run again on the emulated one. Here
the GPU is a stand-in, whose programs run on the CPU and report no findings."""

import pytest

from judge.base import records
from judge.base.records import replace
from judge.commands import submit as submit_command
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.second_look import SecondLook, with_findings
from judge.judging.solutions import Solution, submission
from judge.judging.verdicts import Verdict
from judge.languages.table import emulated_language, language_of
from judge.machine.cores import usable_cores
from judge.problems.device import Device
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.problems.work import Work
from judge.project.host import JudgeHost
from judge.reports.terminal.verdict_line import verdict_line
from judge.service.second_looks import looks_at
from judge.tests.gpu_stand_in import with_gpu_stand_in
from judge.tests.judging.test_devices import DOUBLE

pytestmark = [pytest.mark.slow, pytest.mark.built]

FREED = DOUBLE.replace('  printf("', '  cudaFree(on_gpu);\n  printf("')
RACING = "__shared__ long long s; if (threadIdx.x == 0) s = *n; else *n = 1 + 2 * s"
WRONG = FREED.replace("*n *= 2", RACING).replace("<<<1, 1>>>", "<<<1, 2>>>")
CORES = usable_cores()[-1:]


@pytest.fixture
def tree(tree: JudgeHost) -> JudgeHost:
    return with_gpu_stand_in(tree)


def solution_of(tree: JudgeHost, text: str) -> Solution:
    """A solution for the stand-in, as if nvcc had compiled it."""
    problem = load_problem(tree.installation.problems / "double")
    nvcc = records.replace(
        language_of("mine.cu"), toolkit="cuda-emulator", compile=emulated_language(None).compile
    )
    solution = submission(tree, problem, text, "mine.cu")
    assert solution.device is Device.GPU
    return replace(solution, language=nvcc)


def judged(tree: JudgeHost, text: str) -> Result:
    solution = solution_of(tree, text)
    return judge(tree, Job(solution, load_test_cases(tree.installation, solution.problem)), [CORES])


def looked(tree: JudgeHost, result: Result, work: dict[str, Work] | None = None) -> list[SecondLook]:
    """What a look found is added to the result."""
    looks = [look(CORES) for look in looks_at(tree, result, work or {}, sanitize=False)]
    for look in looks:
        with_findings(result, look)
    return looks


def test_a_wrong_kernel_comes_with_its_line(tree: JudgeHost) -> None:
    result = judged(tree, WRONG)
    assert result.verdict is Verdict.WA
    assert not result.findings
    [look] = looked(tree, result)
    assert look.words == "sample/01-three again, on the emulated GPU: 1 finding"
    [found] = result.findings
    assert (found.kind, found.place, found.first_test) == (
        "shared-memory-race",
        "mine.cu:2",
        "sample/01-three",
    )
    line = verdict_line(result, "mine.cu", [test.test for test in result.tests]).plain
    assert line.endswith("; race in shared memory, mine.cu:2 (samples only)")


def test_submit_shows_it_under_the_failure_and_in_the_last_line(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(submit_command, "submission_in", lambda *_: solution_of(tree, WRONG))
    assert submit_command.submit(tree, "double", "mine.cu") == 1
    printed = capsys.readouterr().out
    shown = (
        "Wrong answer: ",
        "First failure: sample/01-three: ",
        "sample/01-three again, on the emulated GPU: 1 finding",
        "The emulated GPU reported 1 finding:",
        "shared-memory-race  mine.cu:2  sample/01-three",
        "WA  double  mine.cu  sample/01-three",
        "; race in shared memory, mine.cu:2",
    )
    places = [printed.find(line) for line in shown]
    assert -1 not in places
    assert places == sorted(places)


def test_findings_are_in_the_order_in_which_they_were_made(tree: JudgeHost) -> None:
    result = judged(tree, DOUBLE.replace("*n *= 2", "n[1] = 7; *n *= 3"))
    [look] = looked(tree, result)
    assert look.words == "sample/01-three again, on the emulated GPU: 2 findings"
    assert [found.kind for found in result.findings] == ["out-of-bounds", "leaked-memory"]


def test_where_nothing_is_found_that_is_said(tree: JudgeHost) -> None:
    result = judged(tree, FREED.replace("*n *= 2", "*n *= 3"))
    [look] = looked(tree, result)
    assert look.words == "sample/01-three again, on the emulated GPU: nothing found"
    assert result.verdict is Verdict.WA


def test_what_is_right_is_not_looked_at(tree: JudgeHost) -> None:
    result = judged(tree, FREED)
    assert result.verdict is Verdict.AC
    assert not looked(tree, result)


def test_a_test_that_is_too_large_is_named(tree: JudgeHost) -> None:
    result = judged(tree, WRONG)
    [look] = looked(tree, result, {"sample/01-three": Work(1, "numbers", 10**12, 8)})
    assert look.words.startswith("sample/01-three is too large for the emulated GPU")
    assert not result.findings
    [look] = looked(tree, result, {"sample/01-three": Work(1, "numbers", 1, 8)})  # the control
    assert look.findings


def test_what_cannot_be_emulated_says_why(tree: JudgeHost) -> None:
    result = judged(tree, WRONG)
    solution = result.solution
    result.solution = replace(solution, source=f"#include <cufft.h>\n{solution.source}")
    [look] = looked(tree, result)
    assert look.words.startswith("not checked on the emulated GPU: ")
    assert "cuFFT" in look.words


def test_a_submission_for_the_cpu_is_not_looked_at(tree: JudgeHost) -> None:
    problem = load_problem(tree.installation.problems / "double")
    solution = submission(tree, problem, "int main() {}\n", "mine.cpp")
    result = judge(tree, Job(solution, load_test_cases(tree.installation, problem)), [CORES])
    assert result.verdict is Verdict.WA
    assert not looked(tree, result)
