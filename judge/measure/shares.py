"""The share of the hardware's limits that a result's runs reach: the work of their tests against this machine's
ceilings."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.times import kernels_ns, solve_ns
from judge.judging.verdicts import Verdict
from judge.measure.ceilings import Ceilings
from judge.measure.roofline import Share, share_of_run
from judge.problems.model import Problem
from judge.problems.work import Work, work_of_tests
from judge.project.installation import Installation


class RooflineInputs(Struct, frozen=True):
    """What the runs of one problem are measured against."""

    work: Mapping[str, Work] = field(default_factory=dict)
    """The work by test; a test with unknown work is left out."""
    ceilings: Ceilings | None = None

    def share(self, solution: Solution, test: TestResult) -> Share | None:
        """The share of a test that was passed, by the run behind its facts; None: its work or time is unknown."""
        work = self.work.get(test.test.name) if solution.device.is_timed else None
        if work is None or test.decision.verdict is not Verdict.AC or not test.timed:
            return None
        return share_of_run(
            work,
            self.ceilings,
            on_gpu=solution.device.needs_gpu,
            wall_ns=test.facts.wall_ns,
            solve_ns=solve_ns(test.facts, test.phases),
            kernels_ns=kernels_ns(test.facts, test.phases),
            all_cores=solution.uses_all_cores,
        )


def roofline_inputs(
    installation: Installation, problem: Problem, results: Sequence[Result], ceilings: Ceilings | None
) -> RooflineInputs:
    """The inputs for these results, from the reports of the solvers among them, else from the problem's program."""
    tests = {test.test.name: test.test for result in results for test in result.tests}
    reported = {test.test.name: test.work for result in results for test in result.tests if test.work}
    asked = work_of_tests(
        installation, problem, [test for name, test in tests.items() if name not in reported]
    )
    return RooflineInputs({**asked, **reported}, ceilings)
