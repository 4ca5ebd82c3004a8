"""Makes the tests that a package describes but does not contain: inputs by its generators, answers by its main
solution.

They are stored below build/ until what they are made from changes.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.scratch import scratch_folder
from judge.base.whole_files import put_in_one_step
from judge.judging.prepare import obstacle_of, prepared
from judge.judging.solutions import Solution, submission
from judge.languages.problem_tools import ToolProgram, compiled_program
from judge.problems.limits import GENERATION
from judge.problems.model import Package, Problem, Recipe
from judge.problems.tools import ToolRun
from judge.project.host import JudgeHost
from judge.sandbox.work_files import visible_with_files, with_files, with_named_files

INTO_STDOUT = 'file=$1; shift; "$@" > /dev/null && cat -- "$file"'
"""A script for a generator that writes the input into a file: it prints that file."""


def make_package_data(host: JudgeHost, problem: Problem, package: Package) -> None:
    """Makes the tests. Raises JudgeError for a program that fails."""
    for copy, original in package.copies.items():
        if not copy.exists():
            put_in_one_step(copy, original.read_bytes().replace(b"\r\n", b"\n"))
    missing = [one for one in package.recipes if not _is_made(one)]
    if not missing:
        return
    with task(host.tell, f"{problem.id}: inputs and answers", len(missing)) as progress:
        for recipe in missing:
            _make(host, problem, recipe)
            progress.advance()


def _is_made(recipe: Recipe) -> bool:
    return recipe.test.input.exists() and recipe.test.answer.exists()


def _make(host: JudgeHost, problem: Problem, recipe: Recipe) -> None:
    test = recipe.test
    if recipe.generator and not test.input.exists():
        program = compiled_program(host, problem, recipe.generator)
        command = (*program.command, *recipe.arguments)
        visible = program.visible
        if recipe.output_file:
            command = ("/bin/sh", "-c", INTO_STDOUT, "sh", recipe.output_file, *command)
            visible += (Path(program.command[0]),)
        tool = ToolRun(host, problem, "generator", test.name, command, GENERATION, visible=visible)
        _print_into(tool, test.input)
    if recipe.solutions and not test.answer.exists():
        names = problem.package.named_files if problem.package else None
        program = first_that_compiles(recipe.solutions, partial(as_judged, host, problem))
        tool = ToolRun(
            host,
            problem,
            "main solution",
            test.name,
            with_named_files(program.command, names),
            GENERATION,
            stdin=test.input,
            visible=(*program.visible, *visible_with_files(program.command, None, names)),
        )
        _print_into(tool, test.answer)


def first_that_compiles(solutions: Sequence[Path], compiled: Callable[[Path], ToolProgram]) -> ToolProgram:
    """The first solution that compiles: one may have been written for another system, or need something that is
    missing here. Raises JudgeError with the fault of the first."""
    errors = []
    for path in solutions:
        try:
            return compiled(path)
        except JudgeError as error:
            errors.append(error)
    raise errors[0]


def as_judged(host: JudgeHost, problem: Problem, path: Path, stored: Solution | None = None) -> ToolProgram:
    """The solution in a file, compiled as it is judged. `stored`: the package's submission that it is. Raises
    JudgeError if it does not compile."""
    solution = stored or submission(
        host, problem, path.read_text("utf-8", errors="surrogateescape"), path.name
    )
    why = obstacle_of(host, solution)
    compiled = prepared(host, solution, ()) if why is None else None
    if compiled is None or compiled.error is not None:
        raise JudgeError(
            f"{host.installation.show(path)} does not compile: {compiled.error if compiled else why}"
        )
    return ToolProgram(with_files(compiled.command, compiled.files), compiled.visible)


def _print_into(tool: ToolRun, target: Path) -> None:
    """Writes the program's output into the file, in one step."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with scratch_folder(target.parent.parent) as folder:
        tool.printed(folder).replace(target)
