"""One run of a solution on one test, in the way of the problem's kind, and what its validators say of that."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from judge.judging.interactive import interact
from judge.judging.validators import validate_output
from judge.judging.verdicts import Validation
from judge.problems.model import Problem, TestCase
from judge.project.paths import Project
from judge.sandbox.facts import Facts
from judge.sandbox.run import Pipes, RunLimits

Validate = Callable[[Project, Problem, TestCase, Path], Validation]
"""Decides whether an output of a test is right, in place of the problem's validators."""


class RunSolution(Protocol):
    """Runs the solution once."""

    def __call__(self, *, stdin: Path | None = None, pipes: Pipes | None = None) -> Facts: ...


@dataclass(frozen=True)
class Attempt:
    facts: Facts
    validation: Validation | None
    """None: the run did not get as far as an answer."""
    transcript: str = ""
    """Of an interactive problem: what the two said to each other."""


def attempted(
    project: Project,
    problem: Problem,
    test: TestCase,
    folder: Path,
    limits: RunLimits,
    run_solution: RunSolution,
    validate: Validate | None = None,
) -> Attempt:
    """`run_solution` leaves what the solution wrote as files in this folder."""
    if problem.is_interactive and validate is None:
        played = interact(project, problem, test, folder, limits, lambda pipes: run_solution(pipes=pipes))
        return Attempt(played.facts, played.validation, played.transcript)
    facts = run_solution(stdin=test.input)
    if not facts.succeeded:
        return Attempt(facts, None)
    return Attempt(facts, (validate or validate_output)(project, problem, test, folder / "stdout"))
