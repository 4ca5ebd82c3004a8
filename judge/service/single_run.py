"""Prepares a solution for a single run on any input, without judging."""

from judge.base.errors import JudgeError
from judge.base.events import task
from judge.judging.prepare import obstacle_of, prepared
from judge.judging.solutions import Solution
from judge.languages.compile import Compiled
from judge.machine.cores import free_cores
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.service.intake import require_tools, solution_in
from judge.service.prepared_problem import SolutionHere, solution_here


def solution_to_run(host: JudgeHost, problem: Problem, file: str, language: str | None) -> SolutionHere:
    """The solution in this file, under the limits of `problem`. Raises JudgeError if a tool is missing."""
    solution = solution_in(host, problem, file, language)
    require_tools(host, solution)
    return solution_here(host, solution, language_chosen=language is not None)


def compiled_to_run(host: JudgeHost, solution: Solution) -> Compiled:
    """The result of compiling it, which may be a compile error. Raises JudgeError if there is no compiler, or it
    cannot run here."""
    if obstacle := obstacle_of(host, solution):
        raise JudgeError(obstacle)
    with task(host.tell, "compiling"):
        compiled = prepared(host, solution, free_cores(1))
    if compiled.error is None:
        if solution.obstacle_to_run is not None:
            raise JudgeError(f"it compiled, but cannot run here: {solution.obstacle_to_run}")
    elif solution.language and (refusal := solution.language.refusal(compiled.error)):
        raise JudgeError(refusal)
    return compiled
