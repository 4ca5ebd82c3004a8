"""One submission being judged, with its tests reported one by one; if it is accepted, it is compared with the stored
solvers."""

from collections.abc import Callable
from dataclasses import dataclass, field

from judge.base.events import task
from judge.judging.job import Job
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Verdict
from judge.machine.cores import free_cores, usable_cores
from judge.measure.best_solver import Beside, put_beside, telling_test
from judge.reports.model import Interruption
from judge.service.submission_session import SubmissionSession

TESTS_AT_ONCE = 2
"""The number of tests at a time, each on a core of its own. More would compete for memory bandwidth and make times
less meaningful."""


@dataclass
class SingleSubmission(SubmissionSession):
    judged_tests: list[TestResult] = field(default_factory=list)
    telling_test: TestResult | None = None
    """The test whose time is worth explaining; None: nothing was timed."""
    beside: Beside | None = None
    is_not_compared: bool = False
    """Whether it is compared with no stored solver, although it is accepted."""

    @property
    def result(self) -> Result:
        [result] = self.results
        return result

    def judge_tests(self, repeat: int, on_test: Callable[[TestResult], None]) -> None:
        """Determines the verdict. `on_test` gets each test as soon as it is judged; on a cluster when all are."""
        [solution] = self.solutions
        alone = solution.device.needs_gpu or repeat > 1
        lanes = [[core] for core in free_cores(1 if alone else TESTS_AT_ONCE)]
        is_here = self.host.engine.file is None
        begun = ("compiling", len(self.tests)) if is_here else ("on the cluster", None)
        with task(self.host.tell, *begun) as progress:

            def on_compiled() -> None:
                progress.go_on_to("judging")

            def know_test(_: Job, test: TestResult) -> None:
                if is_here:
                    progress.advance(test.test.name)
                self.judged_tests.append(test)
                on_test(test)

            job = self.job_of(solution, repeat)
            self.know(self.engine(know_test).judge_alone(job, lanes, on_compiled))

    def compare(self, rounds: int) -> None:
        """Compares an accepted solution with the best stored solver. If a run is wrong, the solution is."""
        result = self.result
        if result.solution.device.is_timed:
            self.telling_test = telling_test(result)
        if self.telling_test is None or result.verdict is not Verdict.AC:
            return
        if self.host.engine.file:
            self.is_not_compared = True
            return
        with task(self.host.tell, "stored solvers") as progress:

            def on_solver(name: str) -> None:
                progress.at(f"for comparison: {name}")

            self.beside = put_beside(self.host, result, self.telling_test, rounds, usable_cores(), on_solver)
        if result.verdict is not Verdict.AC:
            self.telling_test = result.first_failure
            self.know(result)

    def interrupted(self) -> Interruption:
        """How far it got; the results known by then become its result. The caller holds `knowing`."""
        planned = len(self.tests) if self.solutions else 0
        interrupted = Interruption(len(self.judged_tests), planned or None, "test")
        if self.solutions and not self.known:
            self._know_in_part(interrupted)
        return interrupted

    def _know_in_part(self, interrupted: Interruption) -> None:
        """Stores no verdict, unless a test has failed."""
        [solution] = self.solutions
        result = Result(solution, tests=list(self.judged_tests), test_count=len(self.tests))
        if result.first_failure:
            self.history.keep(result)
        else:
            result.obstacle = interrupted.text
        self.known[solution.key] = result
