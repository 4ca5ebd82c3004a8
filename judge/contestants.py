"""What is judged: the solvers of a problem's program, and submissions."""

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from judge.compiling import Compiled, compile_submission
from judge.errors import JudgeError
from judge.language_check import language_obstacle
from judge.languages import Language, language_of
from judge.problem import Problem
from judge.project import Project
from judge.verdicts import Verdict, expected_verdict


@dataclass(frozen=True)
class Contestant:
    """A solution to be judged. `prepare` compiles what needs compiling, just before the first test, on these cores."""

    name: str
    """"cpu-blocked", or "accepted/scanf.cpp"."""
    problem: Problem
    expected: Verdict
    prepare: Callable[[Sequence[int]], Compiled]
    obstacle: Callable[[], str | None] = lambda: None
    """Why it cannot be judged here; None when it can."""
    is_solver: bool = False
    uses_all_cores: bool = False
    language: Language | None = None


def solvers(project: Project, problem: Problem) -> list[Contestant]:
    """The solvers that the problem's program lists, those that cannot run here too."""
    if not problem.has_program:
        return []
    program = project.program(problem.id)
    done = subprocess.run([program, "--list", "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise JudgeError(
            f"{project.show(program)} --list --json failed (exit {done.returncode}): {done.stderr}"
        )
    return [
        Contestant(
            name=row["name"],
            problem=problem,
            expected=Verdict.AC,
            prepare=_ready(Compiled((str(program), "--solver", row["name"]))),
            is_solver=True,
            uses_all_cores=row["uses_all_cores"],
        )
        for row in json.loads(done.stdout)["solvers"]
    ]


def stored_submissions(project: Project, problem: Problem) -> list[Contestant]:
    """The files under submissions/; the folder names the verdict that is expected."""
    found = []
    for folder in sorted(path for path in (problem.folder / "submissions").glob("*") if path.is_dir()):
        expected = expected_verdict(folder.name)
        if expected is None:
            raise JudgeError(f"{project.show(folder)}: no verdict has this folder name.")
        found += [
            submission(
                project, problem, path.read_text("utf-8", errors="surrogateescape"), path.name, expected
            )
            for path in sorted(folder.iterdir())
            if path.is_file()
        ]
    return found


def submission(
    project: Project,
    problem: Problem,
    source: str,
    file_name: str,
    expected: Verdict = Verdict.AC,
    language_id: str | None = None,
) -> Contestant:
    language = language_of(file_name, language_id)
    return Contestant(
        name=f"{expected.value.folder}/{file_name}",
        problem=problem,
        expected=expected,
        prepare=lambda cores: compile_submission(project, source, file_name, language, problem.limits, cores),
        obstacle=lambda: language_obstacle(project, language),
        language=language,
    )


def _ready(compiled: Compiled) -> Callable[[Sequence[int]], Compiled]:
    return lambda _: compiled
