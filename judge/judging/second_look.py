"""Runs a failing test of a submission again where its cause can be seen; this never changes a verdict.

A wrong CUDA program fails on a GPU without a message; the emulated one checks each access. Its findings go to the
failing test.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.base.records import replace
from judge.base.units import plural
from judge.judging.findings import Finding
from judge.judging.one_run import RunConditions, judge_test
from judge.judging.prepare import obstacle_of, prepared
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.languages.compile import headline
from judge.problems.emulated_limits import allowance_s
from judge.problems.work import Work
from judge.project.host import JudgeHost
from judge.project.run_policy import RunPolicy

LOOKED_AT = (Verdict.WA, Verdict.RTE, Verdict.TLE)
QUICKER = 3
"""A plain program needs a third of the time that a test's work allows for (emulated_limits.py)."""


class SecondLook(Struct, frozen=True):
    findings: tuple[Finding, ...]
    """Findings of the second run."""
    words: str
    """What was done, and its outcome."""


def can_be_emulated(result: Result) -> bool:
    """Whether its first failing test, on a real GPU, is worth another run on the emulated one."""
    return result.verdict in LOOKED_AT and result.solution.runs_on_gpu and result.first_failure is not None


def look_emulated(
    host: JudgeHost, result: Result, emulated: Solution, work: Mapping[str, Work], cores: Sequence[int]
) -> SecondLook:
    """Runs the first failing test of a CUDA submission on the emulated GPU, if it is small enough.

    `emulated`: the same source, for that device.
    """
    failure = result.first_failure
    assert failure is not None
    most_s = host.policy.emulated_most_s
    if too_large := why_too_large(host.policy, failure, work):
        return too_large
    obstacle = obstacle_of(host, emulated)
    if obstacle is not None:
        return _not_looked_at(obstacle)
    compiled = prepared(host, emulated, cores)
    if compiled.error is not None:
        return _not_looked_at(headline(compiled.error))
    bounded = RunConditions(most_s=most_s)
    again = judge_test(host, emulated, compiled, failure.test, cores, bounded, work=failure.work)
    return _seen(failure, again)


def why_too_large(policy: RunPolicy, failure: TestResult, work: Mapping[str, Work]) -> SecondLook | None:
    """None: the test may be run on the emulated GPU."""
    known = work.get(failure.test.name)
    if known is None or allowance_s(known) <= QUICKER * policy.emulated_most_s:
        return None
    return SecondLook((), f"{failure.test.name} is too large for the emulated GPU, which might name a cause")


def seen_in(failure: TestResult, look: Result) -> SecondLook:
    """The findings, where the failing test alone was judged for the emulated GPU, as a job."""
    if not look.tests:
        return _not_looked_at(look.reason)
    return _seen(failure, look.tests[0])


def _not_looked_at(why: str) -> SecondLook:
    return SecondLook((), f"not checked on the emulated GPU: {why}")


def _seen(failure: TestResult, again: TestResult) -> SecondLook:
    outcome = f"{plural(len(again.findings), 'finding')}" if again.findings else "nothing found"
    if again.facts.outcome == "cpu-limit":
        outcome += f" within {again.facts.cpu_ns / 1e9:.0f} s of CPU time"
    elif not again.findings and again.decision.verdict is not failure.decision.verdict:
        outcome += f", {again.decision.verdict.code} there"
    return SecondLook(again.findings, f"{failure.test.name} again, on the emulated GPU: {outcome}")


def with_findings(result: Result, looked: SecondLook) -> None:
    """Adds findings to the failing test: each place once."""
    failure = result.first_failure
    if failure is None or not looked.findings:
        return
    known = {(one.kind, one.place or one.message) for one in failure.findings}
    new = tuple(one for one in looked.findings if (one.kind, one.place or one.message) not in known)
    result.tests[result.tests.index(failure)] = replace(failure, findings=failure.findings + new)
