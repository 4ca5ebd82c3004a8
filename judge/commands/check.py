"""`judge check`: which stored submissions each test rejects, and which ones no test distinguishes."""

from rich.text import Text

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.plain import is_plain
from judge.base.records import replace
from judge.base.units import plural, some_of
from judge.engine.engine import Engine
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.stored import stored_submissions
from judge.judging.verdicts import Verdict
from judge.limits.known import limit_text, limited_unmeasured
from judge.problems.broken import build_names
from judge.problems.device import Device
from judge.problems.model import Problem, TestCase
from judge.problems.time_rule import TimeOptions
from judge.project.build import SOLVERS, build
from judge.project.host import JudgeHost
from judge.reports.terminal.group_table import points_table
from judge.service.intake import problem_of
from judge.service.prepared_problem import loaded_tests
from judge.testdata.reached import reached
from judge.testdata.separation import ACCEPTED, Separation, separation

MARKS = {ACCEPTED: "."}
"""The mark of an accepted test in the matrix; other verdicts have their first letter."""
SHOWN_ALIKE = 6
"""The most tests of a group that are named."""


def check(host: JudgeHost, name: str, options: TimeOptions) -> int:
    """The command. Returns the exit status: 1 if a submission that should fail passes every test."""
    problem = problem_of(host, name)
    build(host, SOLVERS, problems=build_names([problem]))
    tests = loaded_tests(host, problem)
    if problem.is_submit_answer:
        tests = [test for test in tests if not test.is_sample]  # answers to these are not required
    problem = limited_unmeasured(host, problem, options)
    results = _judged(host, problem, tests)
    if not results:
        raise JudgeError(f"{problem.id} has no submission that can run here: there is nothing to compare.")
    names = [one.test.name for one in results[0].tests]
    verdicts = {
        result.solution.name: {one.test.name: one.decision.verdict.code for one in result.tests}
        for result in results
    }
    wrong = [result for result in results if result.solution.expected is not Verdict.AC]
    out.print(f"{problem.id}: {limit_text(problem)}")
    _show_matrix(verdicts, names, {result.solution.name: _points(result) for result in results})
    if problem.scoring:
        out.print(points_table(problem.scoring))
    found = separation(verdicts, names, [result.solution.name for result in wrong])
    if problem.scoring:
        found = replace(
            found,
            missed=tuple(result.solution.name for result in wrong if result.verdict is Verdict.AC),
        )
    _show(found, len(wrong), is_scored=problem.scoring is not None)
    for one in reached(tests):
        out.print(
            f"{one.what}: {one.smallest} ({one.in_test}) to {one.largest} ({one.in_other_test})",
            soft_wrap=True,
        )
    return 1 if found.missed else 0


def _judged(host: JudgeHost, problem: Problem, tests: list[TestCase]) -> list[Result]:
    """The results of each submission that can run on this machine's CPU, on all tests."""
    solutions = [one for one in stored_submissions(host, problem) if one.device is Device.CPU]
    jobs = [[Job(solution, tests, stop_at_failure=False)] for solution in solutions]
    order = {solution.name: number for number, solution in enumerate(solutions)}
    complete = []
    for result in [*Engine(host).judge_and_tell(jobs, len(jobs), "judging on every test")]:
        if result.tests and not result.not_run:
            complete.append(result)
        else:
            reason = result.obstacle or "it does not compile"
            out.print(f"left out: {result.solution.name}: {reason}", style="yellow", soft_wrap=True)
    return sorted(complete, key=lambda result: order[result.solution.name])


def _points(result: Result) -> str:
    """ ", 40 of 100 points"; empty without a score."""
    return f", {result.score.text}" if result.score else ""


def _show_matrix(verdicts: dict[str, dict[str, str]], tests: list[str], points: dict[str, str]) -> None:
    """A row for each test, a column for each submission."""
    if is_plain():
        for test in tests:
            failed = [
                f"{name} {of_tests[test]}"
                for name, of_tests in verdicts.items()
                if of_tests[test] not in MARKS
            ]
            out.print(f"{test}: {', '.join(failed) or 'passed by all'}", soft_wrap=True)
        return
    for number, name in enumerate(verdicts):
        out.print(f"{'  ' * number}┌ {name}{points[name]}", soft_wrap=True)
    for test in tests:
        row = " ".join(MARKS.get(of_tests[test], of_tests[test][0]) for of_tests in verdicts.values())
        out.print(f"{row}  {test}", soft_wrap=True)


def _show(found: Separation, wrong_count: int, *, is_scored: bool) -> None:
    for name in found.missed:
        missed = f"no test tells {name} from an accepted one"
        if is_scored:
            missed = f"{name} is accepted with these points, though it should not be"
        out.print(Text(f"{missed}: add a test that rejects it", "bold red"), soft_wrap=True)
    for name, test in found.by_one.items():
        out.print(f"{test} alone rules out {name}", soft_wrap=True)
    if found.idle:
        out.print(f"every submission passes {some_of(found.idle, SHOWN_ALIKE)}", soft_wrap=True)
    for tests in found.alike:
        out.print(f"the same verdicts: {some_of(tests, SHOWN_ALIKE)}", soft_wrap=True)
    told = wrong_count - len(found.missed)
    out.print(f"{told} of {plural(wrong_count, 'submission')} that should fail are rejected")
