"""Measures what a time limit is derived from: the accepted solutions that count for it, each on every test."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from judge.base.records import replace
from judge.judging.job import Job
from judge.judging.one_run import ALONE, judge_test
from judge.judging.prepare import prepared
from judge.judging.pressure import is_under_pressure, pressure_text
from judge.judging.results import Result
from judge.judging.solutions import Solution
from judge.judging.stored import stored_submissions
from judge.judging.verdicts import Verdict
from judge.problems.broken import BrokenProblems
from judge.problems.limit_records import LimitRecord, SolutionTime, record_key
from judge.problems.model import Problem, TestCase
from judge.problems.submission_uses import SubmissionUses, Use, read_submission_uses
from judge.problems.test_cases import Tests
from judge.problems.time_rule import LimitSource
from judge.project.host import JudgeHost
from judge.project.installation import Installation

MEASURING_LIMIT_S = 60.0
"""The limit that kills an accepted solution that hangs. A slower one is not accepted here."""


def uses_of(problem: Problem) -> SubmissionUses:
    """Which stored submissions bound the limit. Raises JudgeError for content that submissions.yaml of one of our own
    problems must not have."""
    return problem.package.rules.uses if problem.package else read_submission_uses(problem.folder)


def counting_solutions(host: JudgeHost, problem: Problem, use: Use = Use.LOWER) -> list[Solution]:
    """The stored submissions that bound the limit, except CUDA's: these have a time allowance of their own."""
    uses = uses_of(problem)
    return [
        solution
        for solution in stored_submissions(host, problem)
        if not (solution.device.computes_on_gpu or solution.is_answers) and uses.may_be(solution.name, use)
    ]


def jobs_to_measure(
    host: JudgeHost,
    problems: Sequence[Problem],
    tests: Tests,
    prepare: Callable[[Problem], None],
    broken: BrokenProblems,
) -> Iterator[list[Job]]:
    """Jobs of these solutions, problem by problem, without a meaningful limit.

    `prepare` makes everything that judging a problem needs, while the solutions of the problems before it are judged.
    """
    for problem in problems:
        with broken.guard(problem.id):
            prepare(problem)
        if problem.id not in broken.reasons:
            yield _jobs(
                counting_solutions(host, problem), without_limit(problem), tests[problem.id], Use.LOWER
            )


def jobs_that_are_too_slow(host: JudgeHost, problem: Problem, tests: Sequence[TestCase]) -> list[Job]:
    """Jobs of the solutions that are expected to be too slow, each judged until it is."""
    return _jobs(counting_solutions(host, problem, Use.UPPER), problem, tests, Use.UPPER)


def _jobs(solutions: Sequence[Solution], problem: Problem, tests: Sequence[TestCase], use: Use) -> list[Job]:
    """Each on the tests on which it bounds the limit."""
    uses = uses_of(problem)
    return [
        Job(replace(one, problem=problem), chosen)
        for one in solutions
        if (chosen := [test for test in tests if uses.on(one.name, test.name) is use])
    ]


def without_limit(problem: Problem) -> Problem:
    limits = replace(
        problem.limits, time_s=MEASURING_LIMIT_S, overrun_factor=1.0, time_source=LimitSource.UNKNOWN
    )
    return replace(problem, limits=limits)


def record_of(installation: Installation, problem: Problem, results: Sequence[Result]) -> LimitRecord | None:
    """The record from the results of one problem's solutions; None: none of them is accepted here."""
    accepted = counting_results(results)
    if not accepted:
        return None
    runs = [test.facts for result in accepted for test in result.tests]
    return LimitRecord(
        key=record_key(installation, problem),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        solutions=tuple(sorted((_slowest(result) for result in accepted), key=lambda one: one.name)),
        pressure=pressure_text(facts for facts in runs if is_under_pressure(facts)),
    )


def counting_results(results: Sequence[Result]) -> list[Result]:
    """Results of measured solutions that bound the limit."""
    return [result for result in results if result.tests and _counts(result)]


def _counts(result: Result) -> bool:
    """Whether it is accepted, or wrong in the way that its package expects."""
    return result.verdict is Verdict.AC or (bool(result.solution.expectations) and result.as_expected)


def _slowest(result: Result) -> SolutionTime:
    test = max(result.tests, key=lambda test: test.facts.cpu_ns)
    language = result.solution.language
    title = language.title if language else ""
    return SolutionTime(result.solution.name, title, test.test.name, max(test.facts.cpu_ns, 1))


class Reference(Struct, frozen=True):
    """The solution that set a limit, as a measure of how fast the machine is now."""

    host: JudgeHost
    problem: Problem
    record: LimitRecord
    tests: Sequence[TestCase]
    cores: Sequence[int]

    def slowdown(self) -> float:
        """How much slower it is now, while no judge runs anything else; 1 if that cannot be determined."""
        slowest = self.record.slowest
        solution = next(
            (one for one in counting_solutions(self.host, self.problem) if one.name == slowest.name), None
        )
        test = next((test for test in self.tests if test.name == slowest.test), None)
        if solution is None or test is None:
            return 1.0
        solution = replace(solution, problem=without_limit(self.problem))
        compiled = prepared(self.host, solution, self.cores[-1:])
        if compiled.error is not None:
            return 1.0
        found = judge_test(self.host, solution, compiled, test, self.cores[-1:], ALONE)
        return found.facts.cpu_ns / slowest.cpu_ns if found.decision.verdict is Verdict.AC else 1.0
