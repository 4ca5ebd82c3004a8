"""The distance of time limits from the solutions that bound them, on this machine."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from judge.base.units import seconds
from judge.judging.near_limit import was_not_ended
from judge.judging.results import Result
from judge.judging.verdicts import Verdict
from judge.limits.measure import uses_of
from judge.problems.model import Problem
from judge.problems.submission_uses import SubmissionUses, Use
from judge.problems.time_rule import LimitSource


class Margin(Struct, frozen=True):
    """The margin of one solution that bounds the limit."""

    name: str
    language: str
    use: Use
    test: str
    """The test on which it took longest."""
    cpu_ns: int
    was_ended: bool
    """Whether it was killed, far beyond the limit: it would have taken longer."""
    factor: float
    """The limit divided by its time; for a solution that is expected to be too slow, its time divided by the limit."""
    wanted: float
    """The minimum factor that the format requires."""

    @property
    def is_kept(self) -> bool:
        return self.was_ended or self.factor >= self.wanted


def margins(problem: Problem, results: Sequence[Result]) -> list[Margin]:
    """Margins of the results that are as expected, except CUDA's: these have a time allowance of their own."""
    uses = uses_of(problem)
    return [
        margin
        for result in results
        if not result.solution.is_solver and not result.solution.device.computes_on_gpu
        for use in (Use.LOWER, Use.UPPER)
        if (margin := _margin(problem, result, uses, use)) is not None
    ]


def _margin(problem: Problem, result: Result, uses: SubmissionUses, use: Use) -> Margin | None:
    name = result.solution.name
    tests = [test for test in result.tests if uses.on(name, test.test.name) is use]
    verdict: Verdict | None = result.verdict
    if not uses.is_same_on_all_tests(name):
        found = {test.decision.verdict for test in tests}
        verdict = Verdict.TLE if Verdict.TLE in found else Verdict.AC if found == {Verdict.AC} else None
    if not tests or verdict is not {Use.LOWER: Verdict.AC, Use.UPPER: Verdict.TLE}[use]:
        return None
    test = max(tests, key=lambda test: test.facts.cpu_ns)
    language = result.solution.language
    limit_ns, cpu_ns = problem.limits.time_s * 1e9, max(test.facts.cpu_ns, 1)
    rule = problem.time_rule
    lower = use is Use.LOWER
    return Margin(
        name=result.solution.name,
        language=language.title if language else "",
        use=use,
        test=test.test.name,
        cpu_ns=cpu_ns,
        was_ended=not lower and not all(map(was_not_ended, tests)),
        factor=limit_ns / cpu_ns if lower else cpu_ns / limit_ns,
        wanted=rule.ac_to_time_limit if lower else rule.time_limit_to_tle,
    )


def margin_warnings(problem: Problem, results: Sequence[Result]) -> Iterator[str]:
    """A line for each bound of the format that is not met on this machine.

    A measured limit meets the lower bounds by construction: a solution that is slower now is only noise.
    """
    measured = problem.limits.time_source is LimitSource.MEASURED
    for margin in margins(problem, results):
        if margin.is_kept or (measured and margin.use is Use.LOWER):
            continue
        place = f"{problem.id}: the time limit of {problem.limits.time_s:g} s"
        took = f"{margin.name} ({seconds(margin.cpu_ns)} on {margin.test})"
        if margin.use is Use.LOWER:
            yield (
                f"{place} is only {margin.factor:.2f} times what the accepted {took} takes on this machine; "
                f"the format requires {margin.wanted:g}"
            )
        else:
            yield (
                f"{place} is exceeded only {margin.factor:.2f} times by {took}, which is expected to be too slow; "
                f"the format requires {margin.wanted:g}"
            )
