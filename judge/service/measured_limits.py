"""Measures time limits again: the measurements of each problem, and the distance of its solutions from the limit."""

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from judge.base.records import replace
from judge.engine.engine import Engine
from judge.judging.results import Result
from judge.judging.stored import stored_submissions
from judge.limits.find import measure_records
from judge.limits.known import limited
from judge.limits.margins import Margin, margin_warnings, margins
from judge.limits.measure import jobs_that_are_too_slow
from judge.problems.broken import BrokenProblems, load_usable
from judge.problems.limit_records import LimitRecord
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import load_test_cases
from judge.problems.time_rule import TimeOptions
from judge.project.build import SOLVERS
from judge.project.host import JudgeHost
from judge.testdata.generate import ensure_data


class MeasuredLimit(Struct, frozen=True, dict=True):
    problem: Problem
    """The problem with its limits for this machine."""
    record: LimitRecord | None
    """None: nothing was accepted, and the problem has a limit of its own."""
    results: Sequence[Result]

    @cached_property
    def margins(self) -> list[Margin]:
        return margins(self.problem, self.results)

    @property
    def warnings(self) -> list[str]:
        return [*margin_warnings(self.problem, self.results)]

    @property
    def unexpected(self) -> list[Result]:
        """Results of solutions that are unexpected, and so bound nothing."""
        return [result for result in self.results if not result.as_expected]


def measured_limits(
    host: JudgeHost, names: Sequence[str], options: TimeOptions
) -> tuple[list[MeasuredLimit], BrokenProblems]:
    """Measures the limits of these problems, stores them, and judges the solutions expected to be too slow; also
    reports problems that cannot be judged."""

    def tests_of(problem: Problem) -> list[TestCase]:
        stored_submissions(host, problem)  # whose folders may be invalid
        ensure_data(host, problem)
        return load_test_cases(host.installation, problem)

    problems, broken = load_usable(host, names, SOLVERS)
    problems = [replace(problem, time_rule=options.rule(problem.time_rule)) for problem in problems]
    tests = broken.of_each(problems, tests_of)
    results, records = measure_records(host, broken.without(problems), tests, broken)
    found = broken.of_each(
        broken.without(problems), lambda problem: limited(problem, records[problem.id], options)
    )
    jobs = [
        job for problem in found.values() for job in jobs_that_are_too_slow(host, problem, tests[problem.id])
    ]
    title = "measuring submissions that are too slow"
    for result in Engine(host).judge_and_tell([jobs], len(jobs), title):
        results[result.solution.problem.id].append(result)
    measured = [MeasuredLimit(problem, records[name], results[name]) for name, problem in found.items()]
    return measured, broken
