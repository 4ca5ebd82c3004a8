"""Preparation for judging everything, problem by problem, while earlier problems are judged already.

The first run makes the solvers for this machine, the large test data, and finally the emulated GPU. Later runs find
all of it in place.
"""

from collections.abc import Iterator, Sequence

from judge.base.records import replace
from judge.judging.solutions import Solution, solvers
from judge.languages.problem_tools import require_tools
from judge.machine.cores import usable_cores
from judge.problems.broken import BrokenProblems, build_names, check_built
from judge.problems.model import Problem
from judge.problems.test_cases import Tests, damaged_files
from judge.problems.work import Work, work_of_tests
from judge.project.build import PROGRAMS, SOLVERS, build, is_built
from judge.project.host import JudgeHost
from judge.testdata.check_package import package_faults
from judge.testdata.generate import ensure_data


class GroupPreparation:
    def __init__(self, host: JudgeHost, tests: Tests, broken: BrokenProblems) -> None:
        self.host, self.tests, self.broken = host, tests, broken
        self.work: dict[str, dict[str, Work]] = {}
        """The work of each test, by the problem's id and the test's name; only if solutions are emulated."""
        self.damage: list[str] = []
        """Test data that does not match its checksums, or that contradicts a package's validators."""
        self._with_data: set[str] = set()
        self._cores = usable_cores()
        self._unbuilt: list[Sequence[Problem]] = []
        """Problems whose solvers may have to be built, in batches that keep half of the cores busy."""

    def build_later(self, problems: Sequence[Problem]) -> None:
        """Leaves the solvers of these problems to prepare(), and finally to build_the_rest()."""
        self._unbuilt = self._in_batches(SOLVERS, problems)

    def prepare(self, problem: Problem) -> None:
        """Makes everything that judging the problem on this machine's own CPU and GPU needs. Raises JudgeError if it
        is broken."""
        for batch in self._unbuilt:
            if problem.id in {one.id for one in batch}:
                self._unbuilt.remove(batch)
                self._build(SOLVERS, batch)
                break
        check_built(self.host.installation, problem)
        require_tools(self.host, problem)
        self.prepare_data(problem)

    def build_the_rest(self) -> None:
        """Builds the solvers of the problems for which nothing called prepare()."""
        if rest := [problem for batch in self._unbuilt for problem in batch]:
            self._unbuilt = []
            self._build(SOLVERS, rest)
            self.broken.of_each(rest, lambda problem: check_built(self.host.installation, problem))

    def _in_batches(self, target: str, problems: Sequence[Problem]) -> list[Sequence[Problem]]:
        """Batches of problems; a single one if nothing has to be built."""
        size = max(1, len(self._cores) // 2)
        if is_built(self.host, target, build_names(problems)):
            size = len(problems) or 1
        return [problems[start : start + size] for start in range(0, len(problems), size)]

    def _build(self, target: str, problems: Sequence[Problem]) -> None:
        """Builds on the cores of this thread, which no timed run has meanwhile. They are not leased: a run that needs
        the machine alone would wait for minutes, and the effect on others is measured (near_limit.py)."""
        build(self.host, target, problems=build_names(problems))

    def prepare_data(self, problem: Problem) -> None:
        """Generates whatever test data of the problem is missing, and checks all of it, once; a package's, with its
        own validators."""
        if problem.id not in self._with_data:
            ensure_data(self.host, problem)
            self.damage += damaged_files(self.host.installation, problem)
            self.damage += [f"{problem.id}: {fault}" for fault in package_faults(self.host, problem)]
            self._with_data.add(problem.id)

    def in_order(
        self, problems: Sequence[Problem], chosen: Sequence[Solution]
    ) -> Iterator[Sequence[Solution]]:
        """Yields the problems of `chosen` that can be judged, as soon as they can."""
        for problem in problems:
            with self.broken.guard(problem.id):
                self.prepare(problem)
            if problem.id not in self.broken.reasons:
                yield [one for one in chosen if one.problem.id == problem.id and one.device.is_timed]
        emulated = [one for one in chosen if one.device.is_emulated]
        needing = {one.problem.id for one in emulated} - self.broken.reasons.keys()
        if not needing:
            return
        for batch in self._in_batches(PROGRAMS, [one for one in problems if one.id in needing]):
            self._build(PROGRAMS, batch)
            yield from self._emulated(batch, emulated)

    def _emulated(
        self, problems: Sequence[Problem], emulated: Sequence[Solution]
    ) -> Iterator[Sequence[Solution]]:
        for problem in problems:
            of_problem = [one for one in emulated if one.problem.id == problem.id]
            with self.broken.guard(problem.id):
                check_built(self.host.installation, problem)
                of_problem = self._as_built(problem, of_problem)
            if of_problem and problem.id not in self.broken.reasons:
                self.work[problem.id] = work_of_tests(self.host.installation, problem, self.tests[problem.id])
                yield of_problem

    def _as_built(self, problem: Problem, emulated: Sequence[Solution]) -> list[Solution]:
        """The solvers among them, as listed by their program, which may have been built only after they were
        chosen."""
        listed = solvers(self.host, problem, emulate=True) if any(one.is_solver for one in emulated) else []
        built = {solver.name: solver for solver in listed}
        return [replace(built[one.name], may_skip=one.may_skip) if one.is_solver else one for one in emulated]
