"""Makes test data: inputs by the problem's generator, answers by its first solver, or else by an accepted submission.

Both run in the sandbox.
"""

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.events import Note, task
from judge.base.next_steps import RunProgram
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.base.units import plural
from judge.judging.prepare import prepared
from judge.judging.solutions import Solution, solvers
from judge.judging.stored import stored_submissions
from judge.judging.verdicts import SOLVER_CANNOT_RUN, Verdict
from judge.languages.compile import Compiled
from judge.languages.problem_tools import tool_program
from judge.problems.checksums import known_checksums
from judge.problems.large import GENERATION_OF_LARGE
from judge.problems.limits import GENERATION
from judge.problems.model import Problem
from judge.problems.test_cases import data_places, groups, manifest_of
from judge.problems.tools import ToolRun
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts
from judge.sandbox.run import RunLimits, run
from judge.testdata.make_package import make_package_data

COMMITTED_BYTES = 8 * 1024
"""A case whose input and answer are both at most this long is committed; longer ones are generated."""
LIST_BYTES = 1 << 20
"""The size of the list of cases."""
CASE_NAME = r"(sample|secret|large)/[A-Za-z0-9][A-Za-z0-9_.-]*"
"""A file's name, as the 2025-09 format permits it."""


class FreshCase(Struct, frozen=True):
    """A case just made in a temporary folder."""

    name: str
    input: Path
    answer: Path
    reference: str
    """The solver or submission that gave the answer."""

    @property
    def is_committed(self) -> bool:
        """Whether its files are committed: those of a large test are not, however small they are."""
        is_large = self.name.startswith("large/")
        return not is_large and max(self.input.stat().st_size, self.answer.stat().st_size) <= COMMITTED_BYTES


def case_names(host: JudgeHost, problem: Problem) -> list[str]:
    """The names of the cases in use, out of all that the problem's generator knows, in its order."""
    with scratch_folder() as folder:
        generator = _generator(host, problem, "its list of cases", ("--list",))
        names = read_text(generator.printed(folder, in_lines=True), LIST_BYTES)
    for name in names.splitlines():
        if not re.fullmatch(CASE_NAME, name):
            raise JudgeError(
                f"{host.installation.show(problem.folder)}/generators: invalid name of a case '{name}': "
                "expected sample/NAME, secret/NAME or large/NAME, such as secret/07-all-off"
            )
    return [name for name in names.splitlines() if name.partition("/")[0] in groups(problem)]


def make_input(host: JudgeHost, problem: Problem, name: str, target: Path) -> None:
    """Writes the input of one case."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with scratch_folder(host.installation.data.path if problem.is_large else None) as folder:
        generator = _generator(host, problem, name, ("--print", name))
        shutil.move(generator.printed(folder, in_lines=True), target)


def make_cases(host: JudgeHost, problem: Problem, folder: Path, only: Iterable[str] = ()) -> list[FreshCase]:
    """Inputs and answers below `folder`; reports progress."""
    names = sorted(only) or case_names(host, problem)
    cases = []
    with task(host.tell, f"{problem.id}: inputs and answers", len(names)) as progress:
        for name in names:
            input_file, answer = folder / f"{name}.in", folder / f"{name}.ans"
            make_input(host, problem, name, input_file)
            reference = _answer_of_generator(host, problem, name, answer) if problem.is_large else ""
            reference = reference or answer_with_first_solver(host, problem, input_file, answer)
            cases.append(FreshCase(name, input_file, answer, reference))
            progress.advance()
    return cases


def _answer_of_generator(host: JudgeHost, problem: Problem, name: str, answer: Path) -> str:
    """Writes the generator's own answer, and returns its name; "" if the generator leaves it to a solver."""
    with scratch_folder(host.installation.data.path) as folder:
        generator = _generator(host, problem, f"the answer of {name}", ("--print-answer", name))
        facts = generator.run(folder)
        is_given = _take_answer(
            facts, folder, answer, lambda: generator.failure(facts, folder, in_lines=True)
        )
    return "the generator" if is_given else ""


def _take_answer(facts: Facts, folder: Path, answer: Path, failure: Callable[[], str]) -> bool:
    """Whether the program of a run in `folder` could answer; then `answer` is its output. Raises JudgeError with these
    words on failure."""
    if facts.outcome == "exited" and facts.exit_code == SOLVER_CANNOT_RUN:
        return False
    if not facts.succeeded:
        raise JudgeError(failure())
    shutil.move(folder / "stdout", answer)
    return True


def answer_with_first_solver(host: JudgeHost, problem: Problem, input_file: Path, answer: Path) -> str:
    """Writes the answer of the first solver, or else of the first accepted submission, that can run this input; returns
    its name."""
    for solution in answering_solutions(host, problem):
        compiled = prepared(host, solution, ())
        if compiled.error is not None:
            raise JudgeError(f"{solution.name} does not compile: {compiled.error}")
        if answer_with(host, problem, compiled, input_file, answer):
            return solution.name
    accepted = host.installation.show(problem.folder / "submissions/accepted")
    raise JudgeError(f"nothing answers {input_file.name}: put a correct solution into {accepted}/.")


def answering_solutions(host: JudgeHost, problem: Problem) -> list[Solution]:
    """The solvers, then the accepted submissions, which are not written for large tests; none that needs a GPU."""
    stored = [] if problem.is_large else stored_submissions(host, problem)
    accepted = [item for item in stored if item.expected is Verdict.AC]
    found = [*solvers(host, problem), *accepted]
    return [solution for solution in found if not solution.device.needs_gpu]


def answer_with(
    host: JudgeHost, problem: Problem, compiled: Compiled, input_file: Path, answer: Path
) -> bool:
    """Whether the program could run this input; then `answer` is its output. A failure is an error."""
    with scratch_folder(host.installation.data.path if problem.is_large else None) as folder:
        limits = limits_of_generation(problem)
        facts = run(host, compiled.command, limits, folder, stdin=input_file, visible=compiled.visible)
        return _take_answer(
            facts,
            folder,
            answer,
            lambda: (
                f"{' '.join(map(str, compiled.command))} failed on {input_file} ({facts.ending}): "
                f"{read_text(folder / 'stderr').strip()}"
            ),
        )


def require_generator(problem: Problem) -> None:
    """Raises JudgeError for a package from elsewhere, which contains its test data."""
    if problem.package:
        raise JudgeError("its package brings its test data: there is nothing to generate.")


def ensure_data(host: JudgeHost, problem: Problem, samples_only: bool = False) -> None:
    """Generates the big files of the manifest that are missing or invalid in the build tree.

    For a package from elsewhere, the cases that it describes but does not contain. Raises JudgeError for half a case
    among the small, committed ones: regenerating it would hide the loss.
    """
    if problem.package:
        make_package_data(host, problem, problem.package)
        return
    manifest = manifest_of(host.installation, problem)
    target = host.installation.generated_data(problem.id)
    stale = set()
    place = data_places(host.installation, problem)
    with known_checksums(host.installation.data, problem.id) as checksum:
        for name, digest in manifest.items():
            if samples_only and not name.startswith("sample/"):
                continue
            path = place(name)
            if not path.is_relative_to(target):
                if not path.exists():
                    raise JudgeError(
                        f"{host.installation.show(path)} is missing, though its case is committed; "
                        "generate makes everything again.",
                        RunProgram(("git", "restore", host.installation.show(path)), "Restore it"),
                    )
            elif not path.exists() or checksum(path) != digest:
                stale.add(name.rpartition(".")[0])
    if not stale:
        return
    host.tell(Note(f"{problem.id}: generating {plural(len(stale), 'big test case')}"))
    with scratch_folder(host.installation.data.path) as fresh:
        for case in make_cases(host, problem, fresh, stale):
            for path in (case.input, case.answer):
                final = target / path.relative_to(fresh)
                final.parent.mkdir(parents=True, exist_ok=True)
                path.replace(final)


def limits_of_generation(problem: Problem) -> RunLimits:
    return GENERATION_OF_LARGE if problem.is_large else GENERATION


def _generator(host: JudgeHost, problem: Problem, what: str, arguments: Sequence[str]) -> ToolRun:
    program = tool_program(host, problem, "generate")
    command = (*program.command, *arguments)
    shown = host.installation.show(problem.folder / "generators")
    names = (str(program.source), shown) if program.source else None
    limits = limits_of_generation(problem)
    return ToolRun(
        host, problem, "generator", what, command, limits, visible=program.visible, author_names=names
    )
