"""Decides time limits: nothing else says which limit a problem has on this machine (docs/timing.md).

The arithmetic is problems/time_rule.py, what is known already limits/known.py; the rest is measured.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.events import Note
from judge.base.records import replace
from judge.base.units import plural
from judge.engine.engine import Engine
from judge.judging.near_limit import Slowdown, same_speed
from judge.judging.results import Result
from judge.judging.selection import has_data_alone
from judge.judging.verdicts import Verdict
from judge.limits.alone import settle_alone
from judge.limits.known import known_record, limited, limited_unmeasured
from judge.limits.measure import Reference, counting_solutions, jobs_to_measure, record_of, uses_of
from judge.machine.cores import usable_cores
from judge.problems.broken import BrokenProblems
from judge.problems.limit_records import LimitRecord, store_records
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import Tests
from judge.problems.time_rule import LimitSource, TimeOptions
from judge.project.host import JudgeHost
from judge.testdata.stale import fault_of_data


class TimeLimits(Struct, frozen=True):
    """The limits of several problems."""

    problems: Mapping[str, Problem]
    """The problems with their limits for this machine, by id."""
    slowdowns: Mapping[str, Slowdown] = field(default_factory=dict)
    results: Sequence[Result] = ()
    """The results that were needed to find them, all with the limits for this machine."""

    def slowdown(self, problem_id: str) -> Slowdown:
        return self.slowdowns.get(problem_id, same_speed)


def find_time_limits(
    host: JudgeHost,
    problems: Sequence[Problem],
    tests: Tests,
    options: TimeOptions,
    broken: BrokenProblems,
    prepare: Callable[[Problem], None] = lambda _: None,
    on_result: Callable[[Result], None] = lambda _: None,
) -> TimeLimits:
    """Measures the limits not known yet, reports progress, and stores them.

    `prepare` makes everything that judging a problem needs that will be measured. Problems for which it fails, or that
    have no limit afterwards, are `broken`. `on_result` gets each result at once, when it has no meaningful limit yet.
    """
    problems = [replace(problem, time_rule=options.rule(problem.time_rule)) for problem in problems]
    records = broken.of_each(problems, lambda problem: known_record(host, problem))
    problems = broken.without(problems)
    missing = [
        problem
        for problem in problems
        if problem.time_rule.time_limit_s is None
        and not records[problem.id]
        and not _takes_no_time(host, problem)
    ]
    results: dict[str, list[Result]] = {}
    if missing:
        results, measured_now = measure_records(host, missing, tests, broken, prepare, on_result)
        records |= measured_now
    found = broken.of_each(
        broken.without(problems),
        lambda problem: (
            limited_unmeasured(host, problem, options)
            if _takes_no_time(host, problem)
            else limited(problem, records[problem.id], options)
        ),
    )
    problems = broken.without(problems)
    results = {name: of_problem for name, of_problem in results.items() if name in found}
    for result in (result for of_problem in results.values() for result in of_problem):
        result.solution = replace(result.solution, problem=found[result.solution.problem.id])
    slowdowns = {
        problem.id: Reference(host, problem, record, tests[problem.id], usable_cores()).slowdown
        for problem in problems
        if (record := records[problem.id]) and found[problem.id].limits.time_source is LimitSource.MEASURED
    }
    return TimeLimits(found, slowdowns, [result for each in results.values() for result in each])


def _takes_no_time(host: JudgeHost, problem: Problem) -> bool:
    """Whether no part of it is a program: a submit-answer problem whose stored submissions are answers, or a package
    without submissions."""
    return has_data_alone(problem) or (problem.is_submit_answer and not counting_solutions(host, problem))


def limits_of_submission(
    host: JudgeHost,
    problem: Problem,
    tests: Sequence[TestCase],
    options: TimeOptions,
    *,
    samples_only: bool,
) -> tuple[Problem, Slowdown]:
    """The problem with its limits, and how much slower the machine is now.

    For samples alone nothing is measured, nor for a package without submissions to measure.
    """
    if samples_only or (problem.package and not counting_solutions(host, problem)):
        return limited_unmeasured(host, problem, options), same_speed
    broken = BrokenProblems(host, [problem.id])
    limits = find_time_limits(host, [problem], {problem.id: tests}, options, broken)
    return limits.problems[problem.id], limits.slowdown(problem.id)


def measure_records(
    host: JudgeHost,
    problems: Sequence[Problem],
    tests: Tests,
    broken: BrokenProblems,
    prepare: Callable[[Problem], None] = lambda _: None,
    on_result: Callable[[Result], None] = lambda _: None,
) -> tuple[dict[str, list[Result]], dict[str, LimitRecord | None]]:
    """Judges the solutions that count, and stores their times; returns both by problem.

    Problems that need a limit, but for which none was found, are `broken`.
    """
    results: dict[str, list[Result]] = {problem.id: [] for problem in problems}
    counting = [solution for problem in problems for solution in counting_solutions(host, problem)]
    total = len(counting)
    kind = "accepted solution" if all(one.expected is Verdict.AC for one in counting) else "solution"
    names = ", ".join(problem.id for problem in problems)
    host.tell(Note(f"measuring time limits for this machine, once: {plural(total, kind)} of {names}"))
    jobs = jobs_to_measure(host, problems, tests, prepare, broken)
    for result in Engine(host).judge_and_tell(jobs, total, "measuring time limits"):
        problem = result.solution.problem
        results[problem.id].append(result)
        if uses_of(problem).is_same_on_all_tests(
            result.solution.name
        ):  # else it still has to run the other tests
            on_result(result)
    for problem in broken.without(problems):
        settle_alone(host, problem, results[problem.id])
    found = broken.of_each(
        broken.without(problems), lambda problem: _needed_record(host, problem, results[problem.id])
    )
    if records := {name: record for name, record in found.items() if record}:
        store_records(host.hardware, records, host.tell)
    return results, found


def _needed_record(host: JudgeHost, problem: Problem, results: Sequence[Result]) -> LimitRecord | None:
    """None: nothing was accepted, and the problem has a limit of its own."""
    record = record_of(host.installation, problem, results)
    if record is None and problem.time_rule.time_limit_s is None:
        raise JudgeError(_why_unlimited(host, problem, results))
    return record


def _why_unlimited(host: JudgeHost, problem: Problem, results: Sequence[Result]) -> str:
    folder = host.installation.show(problem.folder)
    none = f"no time limit: {folder}/problem.yaml has no limits.time_limit"
    instead = "set limits.time_limit, or judge with --time-limit S"
    if not results:
        place = f"{folder}/submissions/accepted"
        return f"{none}, and {place} has nothing for the CPU to measure one with: add it, {instead}."
    first = results[0]
    failed = f"{first.solution.name}, from which to measure one, fails: {first.verdict.code}: {first.reason}"
    more = plural(len(results) - 1, "other fails", "others fail")
    others = f" ({more}, too)" if len(results) > 1 else ""
    fault = fault_of_data(host, problem, results)
    return f"{none}, and {failed}{others}{f': {fault}' if fault else f'. Correct it, {instead}.'}"
