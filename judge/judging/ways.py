"""The ways in which a test is judged; one is chosen for a solution before its first test."""

from collections.abc import Mapping, Sequence
from threading import Event
from typing import Protocol

from msgspec import Struct, field

from judge.base.processes import Stop
from judge.judging.emulated_cost import EmulatedCost, TestLeftOut
from judge.judging.job import Job
from judge.judging.near_limit import Slowdown, settled
from judge.judging.one_run import ORDINARY, RunConditions, judge_test
from judge.judging.repetitions import together
from judge.judging.results import TestResult
from judge.judging.verdicts import Verdict
from judge.judging.verdicts_first import counts
from judge.languages.compile import Compiled
from judge.problems.model import TestCase
from judge.project.host import JudgeHost


class Runs(Struct, frozen=True):
    """Runs of one solution's tests."""

    host: JudgeHost
    job: Job
    compiled: Compiled

    def run(
        self, test: TestCase, cores: Sequence[int], stop: Stop, conditions: RunConditions = ORDINARY
    ) -> TestResult:
        work = self.job.work.get(test.name)
        return judge_test(
            self.host, self.job.solution, self.compiled, test, cores, conditions, stop=stop, work=work
        )


class Way(Protocol):
    """How a test is judged."""

    def judged(self, test: TestCase, cores: Sequence[int], stop: Stop) -> TestResult | TestLeftOut: ...


class Plain(Struct, frozen=True):
    """One run, and more if it was near its time limit, or if several are wanted."""

    runs: Runs
    slowdown: Slowdown

    def judged(self, test: TestCase, cores: Sequence[int], stop: Stop) -> TestResult:
        def run_again(factor: float) -> TestResult:
            return self.runs.run(test, cores, stop, RunConditions(alone=True, slowdown=factor))

        job = self.runs.job
        is_timed = job.solution.device.is_timed
        first = self.runs.run(test, cores, stop)
        if is_timed and not job.skips_slow:
            first = settled(first, run_again, self.slowdown)
        if job.repeat == 1 or not is_timed or first.decision.verdict is not Verdict.AC:
            return first
        repeated: list[TestResult] = []
        while len(repeated) < job.repeat and all(one.decision.verdict is Verdict.AC for one in repeated):
            repeated.append(self.runs.run(test, cores, stop))
        return together(repeated)


class InCompany(Struct, frozen=True):
    """A run that shares the GPU, if that is enough for a verdict."""

    plain: Plain
    known: Mapping[str, TestResult]
    """Results from one process for many tests, by test."""
    misjudged: Event = field(default_factory=Event)
    """Set if it failed while sharing and passed alone: from then on sharing would only cost time."""

    def judged(self, test: TestCase, cores: Sequence[int], stop: Stop) -> TestResult:
        runs = self.plain.runs
        if found := self.known.get(test.name):
            return found
        if self.misjudged.is_set():
            return self.plain.judged(test, cores, stop)
        in_company = None
        if not runs.job.solution.is_solver:  # solvers have already run in a batch
            in_company = runs.run(test, cores, stop, RunConditions(shares_gpu=True))
            if counts(runs.job.solution, in_company):
                return in_company
        alone = self.plain.judged(test, cores, stop)
        if in_company and in_company.failed and not alone.failed:
            self.misjudged.set()
        return alone


class Bounded(Struct, frozen=True):
    """A run on the emulated GPU that is ended if it costs too much; nothing is timed."""

    runs: Runs
    cost: EmulatedCost

    def judged(self, test: TestCase, cores: Sequence[int], stop: Stop) -> TestResult | TestLeftOut:
        return self.cost.bounded(
            test, lambda most_s: self.runs.run(test, cores, stop, RunConditions(most_s=most_s))
        )
