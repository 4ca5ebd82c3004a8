"""What judging everything needs besides this machine's solvers, built while judging has already begun.

On the first run that is the big test data, problem by problem, then the emulated GPU. Later runs find it all in
place.
"""

from collections.abc import Iterator, Sequence

from judge.base.records import replace
from judge.judging.solutions import Solution, solvers
from judge.problems.broken import BrokenProblems, build_names, check_built
from judge.problems.model import Problem
from judge.problems.test_cases import Tests, damaged_files
from judge.problems.work import Work, work_of_tests
from judge.project.build import PROGRAMS, build
from judge.project.host import JudgeHost
from judge.testdata.check_package import package_faults
from judge.testdata.generate import ensure_data


class GroupPreparation:
    def __init__(self, host: JudgeHost, tests: Tests, broken: BrokenProblems) -> None:
        self.host, self.tests, self.broken = host, tests, broken
        self.work: dict[str, dict[str, Work]] = {}
        """Of each test, by the problem's id and the test's name; only where solutions are emulated."""
        self.damage: list[str] = []
        """Test data that does not match its checksums, or that a package's validators say otherwise of."""
        self._with_data: set[str] = set()

    def prepare_data(self, problem: Problem) -> None:
        """Generates whatever test data of the problem is missing, and checks all of it, once; a package's with its own
        validators."""
        if problem.id not in self._with_data:
            ensure_data(self.host, problem)
            self.damage += damaged_files(self.host.installation, problem)
            self.damage += [f"{problem.id}: {fault}" for fault in package_faults(self.host, problem)]
            self._with_data.add(problem.id)

    def in_order(
        self, problems: Sequence[Problem], chosen: Sequence[Solution]
    ) -> Iterator[Sequence[Solution]]:
        """Yields those of `chosen` that can be judged, as soon as they can."""
        for problem in problems:
            with self.broken.guard(problem.id):
                self.prepare_data(problem)
            if problem.id not in self.broken.reasons:
                yield [one for one in chosen if one.problem.id == problem.id and one.device.is_timed]
        emulated = [one for one in chosen if one.device.is_emulated]
        needing = {one.problem.id for one in emulated} - self.broken.reasons.keys()
        if not needing:
            return
        problems = [problem for problem in problems if problem.id in needing]
        build(self.host, PROGRAMS, problems=build_names(problems))
        for problem in problems:
            of_problem = [one for one in emulated if one.problem.id == problem.id]
            with self.broken.guard(problem.id):
                check_built(self.host.installation, problem)
                of_problem = self._as_built(problem, of_problem)
            if of_problem and problem.id not in self.broken.reasons:
                self.work[problem.id] = work_of_tests(self.host.installation, problem, self.tests[problem.id])
                yield of_problem

    def _as_built(self, problem: Problem, emulated: Sequence[Solution]) -> list[Solution]:
        """The solvers among them, as listed by their program, which may not have been built when they were chosen."""
        listed = solvers(self.host, problem, emulate=True) if any(one.is_solver for one in emulated) else []
        built = {solver.name: solver for solver in listed}
        return [replace(built[one.name], may_skip=one.may_skip) if one.is_solver else one for one in emulated]
