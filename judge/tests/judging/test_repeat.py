"""Repetitions: alternating, each judged, the median reported; and what solvers report on the way."""

from collections.abc import Sequence

import pytest

from judge.commands.options.verify import VerifyOptions
from judge.commands.verify import verify
from judge.judging import results
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.repeat import take_turns
from judge.judging.repetitions import together
from judge.judging.results import Result
from judge.judging.selection import Choice
from judge.judging.solutions import Solution, solvers
from judge.judging.times import Phases
from judge.judging.verdicts import Verdict
from judge.languages.compile import Compiled
from judge.machine.cores import usable_cores
from judge.problems import model as testcases
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.problems.work import Work
from judge.project.host import JudgeHost
from judge.tests.measured import cpu_phases, failed, passed, result_of

pytestmark = pytest.mark.built


def judged(tree: JudgeHost, name: str, repeat: int = 1) -> Result:
    problem = load_problem(tree.installation.problems / "double")
    solution = next(item for item in solvers(tree, problem) if item.name == name)
    cores = usable_cores()[:1]
    return judge(tree, Job(solution, load_test_cases(tree.installation, problem), repeat=repeat), [cores])


def edit_program(tree: JudgeHost, old: str, new: str) -> None:
    program = tree.installation.build / "double"
    text = program.read_text()
    assert old in text
    program.write_text(text.replace(old, new))


def test_a_solver_tells_its_phases_and_the_work(tree: JudgeHost) -> None:
    test = judged(tree, "cpu-shift").tests[0]
    assert test.phases == Phases(1000, 2000, 3000, None)
    assert test.work == Work(size=1, size_unit="digits", flop=1, least_bytes=16)
    assert test.stderr_excerpt == ""
    assert test.runs == [(test.facts, test.phases)]


@pytest.mark.parametrize(
    ("old", "new", "phases_known", "work_known", "words"),
    [
        ('if f"--{kind}" in sys.argv', "if False", False, False, ""),
        ('"solve_ns": 2000', '"solve_ns": -1', False, True, '"solve_ns": -1'),
        ('"solve_ns": 2000', '"solve_ns": 9 * 10**12', False, True, ""),  # longer than the run itself
        ('"flop": 1,', "", True, False, '"least_bytes": 16'),
    ],
)
def test_a_report_that_cannot_be_right_is_none(
    tree: JudgeHost, old: str, new: str, phases_known: bool, work_known: bool, words: str
) -> None:
    edit_program(tree, old, new)
    result = judged(tree, "cpu-shift")
    assert result.verdict is Verdict.AC
    test = result.tests[0]
    assert (test.phases is not None, test.work is not None) == (phases_known, work_known)
    assert words in test.stderr_excerpt
    assert bool(words) is bool(test.stderr_excerpt)


def test_the_last_words_of_a_solver_are_not_its_reports(tree: JudgeHost) -> None:
    edit_program(tree, "for kind, values", 'print("disk full", file=sys.stderr)\nfor kind, values')
    with (tree.installation.build / "double").open("a") as program:
        program.write("sys.exit(1)\n")
    result = judged(tree, "cpu-shift")
    assert result.reason == "sample/01-three: exit code 1: disk full"


def test_a_passed_test_is_run_so_many_times_more(tree: JudgeHost) -> None:
    result = judged(tree, "cpu-add", repeat=3)
    assert result.verdict is Verdict.AC
    assert len(result.tests) == 3
    for test in result.tests:
        assert len(test.repetitions) == len(test.repeated_phases) == 3
        assert test.facts.wall_ns == sorted(facts.wall_ns for facts in test.repetitions)[1]


def test_a_failed_test_is_not_repeated(tree: JudgeHost) -> None:
    edit_program(tree, "number + number)", "number + 1)")
    result = judged(tree, "cpu-add", repeat=5)
    assert result.verdict is Verdict.WA
    assert len(result.tests[0].repetitions) == 1


class FakeRuns:
    """Stands for judge_test: each run takes as long as the list for its solver says next; None is a wrong answer."""

    def __init__(self, **walls: Sequence[int | None]) -> None:
        self.walls = {name.replace("_", "-"): list(values) for name, values in walls.items()}
        self.order: list[str] = []

    def __call__(
        self, _: JudgeHost, solution: Solution, __: Compiled, test: testcases.TestCase, cores: Sequence[int]
    ) -> results.TestResult:
        self.order.append(f"{test.name[-1]} {solution.name} {list(cores)}")
        wall = self.walls[solution.name].pop(0)
        run = passed(1, [wall or 1], [cpu_phases(wall or 1)], name=test.name)
        return failed(run) if wall is None else run


def turns(tree: JudgeHost, results: Sequence[Result], fake: FakeRuns) -> list[str]:
    for result in results:
        result.compiled = Compiled(())
    take_turns(tree, results, 3, [4, 5], run_test=fake)
    return fake.order


def test_solvers_take_turns_on_the_last_core(tree: JudgeHost) -> None:
    a = result_of("cpu-a", passed(1, [9], name="a"), passed(1, [9], name="b"))
    b = result_of("cpu-b", passed(1, [9], name="a"), failed(passed(1, [9], name="b")))
    order = turns(tree, [a, b], FakeRuns(cpu_a=[7, 1, 8, 2, 2, 2], cpu_b=[30, 10, 20]))
    assert order == ["a cpu-a [5]", "a cpu-b [5]"] * 3 + ["b cpu-a [5]"] * 3
    assert [facts.wall_ns for facts in a.tests[0].repetitions] == [7, 1, 8]
    assert a.tests[0].facts.wall_ns == 7
    assert a.tests[0].phases == cpu_phases(7)
    assert b.tests[0].facts.wall_ns == 20
    assert len(b.tests[1].runs) == 1
    assert b.verdict is Verdict.WA


def test_one_wrong_repetition_is_the_verdict(tree: JudgeHost) -> None:
    a = result_of("cpu-a", passed(1, [9], name="a"))
    b = result_of("cpu-b", passed(1, [9], name="a"))
    order = turns(tree, [a, b], FakeRuns(cpu_a=[7, None], cpu_b=[30, 10, 20]))
    assert order == ["a cpu-a [5]", "a cpu-b [5]", "a cpu-a [5]", "a cpu-b [5]", "a cpu-b [5]"]
    assert a.verdict is Verdict.WA
    assert "(repetition 2, after a run that passed)" in a.reason
    assert b.verdict is Verdict.AC


def test_what_cannot_run_again_is_skipped() -> None:
    """A GPU that goes away between two runs is no wrong answer."""
    run = passed(1, [5])
    assert together([run, failed(run, Verdict.SKIP)]).decision.verdict is Verdict.SKIP


def test_verify_times_the_solvers_and_counts_the_runs(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tree, Choice(solvers=("cpu-shift", "cpu-add")), None, options=VerifyOptions(repeat=2)) == 0
    printed = capsys.readouterr()
    assert "2 solvers, 0 submissions, 12 runs" in printed.out
    assert "timing double: 2 solvers, 2 rounds" in printed.err


def test_without_a_gpu_verify_says_what_it_did_not_compare(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tree, Choice(solvers=("cpu-shift", "gpu-add")), None) == 0
    assert "CPU and GPU were not compared: no GPU here (double)" in capsys.readouterr().out
