"""Makes problems ready: what judging needs is built, the data exists and the limits are known."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from judge.base.records import replace
from judge.judging.near_limit import Slowdown, same_speed
from judge.judging.solutions import Solution, submission
from judge.languages.table import without_gpu
from judge.limits.find import limits_of_submission
from judge.problems.broken import build_names, check_built, usable
from judge.problems.data_sha256 import problem_sha256
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import load_test_cases
from judge.problems.time_rule import NO_TIME_OPTIONS, TimeOptions
from judge.problems.work import Work, work_of_tests
from judge.project.build import PROGRAMS, SOLVERS, build
from judge.project.host import JudgeHost
from judge.testdata.generate import ensure_data


class PreparedProblem(Struct, frozen=True):
    """A problem whose submissions can be judged at once."""

    problem: Problem
    """The problem with its limits for this machine."""
    tests: Sequence[TestCase]
    work: Mapping[str, Work]
    """The work of the tests, by name."""
    digest: Callable[[], str]
    """Computes `sha256`, once: a single submission does not need it."""
    slowdown: Slowdown = same_speed
    """How much slower this machine is than when the limits were measured."""

    @property
    def sha256(self) -> str:
        """The digest of everything that its verdicts depend on."""
        return self.digest()


def loaded_tests(host: JudgeHost, problem: Problem, *, samples_only: bool = False) -> list[TestCase]:
    """Its tests, with their data. A broken problem ends the command."""
    with usable(host, problem.id):
        check_built(host.installation, problem)
        ensure_data(host, problem, samples_only)
        return load_test_cases(host.installation, problem, samples_only)


def with_tests(host: JudgeHost, problem: Problem, *, samples_only: bool = False) -> PreparedProblem:
    """The problem, built and with its data; its time limit may still have to be measured. Raises JudgeError if it is
    broken."""
    build(host, SOLVERS, problems=build_names([problem]))
    tests = loaded_tests(host, problem, samples_only=samples_only)
    digest = cache(lambda: problem_sha256(host.installation.data, problem, tests))
    return PreparedProblem(problem, tests, work_of_tests(host.installation, problem, tests), digest)


def with_limits(
    host: JudgeHost,
    prepared: PreparedProblem,
    options: TimeOptions = NO_TIME_OPTIONS,
    *,
    samples_only: bool = False,
) -> PreparedProblem:
    """The problem with its limits for this machine: unknown ones are measured. Raises JudgeError if it has none."""
    problem, slowdown = limits_of_submission(
        host, prepared.problem, prepared.tests, options, samples_only=samples_only
    )
    return replace(prepared, problem=problem, slowdown=slowdown)


class SolutionHere(Struct, frozen=True):
    """A solution in the form in which it is judged on this machine."""

    solution: Solution
    stand_in: str | None = None
    """Why the emulated GPU stands in for a real one; None: it does not."""


def solution_here(host: JudgeHost, solution: Solution, *, language_chosen: bool) -> SolutionHere:
    """The solution in the form in which it is judged on this machine, once everything it needs is built.

    Without a GPU, CUDA is for the emulated one, unless the language was chosen.
    """
    may_be_emulated = solution.device.is_emulated or (
        solution.obstacle_to_run is not None and not language_chosen
    )
    build(host, PROGRAMS if may_be_emulated else SOLVERS, problems=build_names([solution.problem]))
    twin = emulated_twin(host, solution) if may_be_emulated else None
    if twin is None:
        return SolutionHere(solution)
    return SolutionHere(twin, f"{solution.obstacle_to_run}: judged on the emulated GPU")


def emulated_twin(host: JudgeHost, solution: Solution) -> Solution | None:
    """This program for the emulated GPU; None: there is none, or the program is for it already."""
    stand_in = without_gpu(solution.language) if solution.language else None
    if stand_in is None or stand_in.missing_tools:
        return None
    source = solution.files or solution.source
    twin = submission(host, solution.problem, source, solution.file_name, language_id=stand_in.id)
    return replace(twin, name=solution.name)
