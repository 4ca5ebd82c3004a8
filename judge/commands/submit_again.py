"""What `submit` looks at once more after a failure, to name its cause: races, the emulated GPU, sanitizers."""

from collections.abc import Mapping, Sequence

from judge.base.console import progress
from judge.base.records import replace
from judge.commands.submit_options import SubmitOptions
from judge.judging.results import Result
from judge.judging.sanitize import can_be_sanitized, sanitized
from judge.judging.second_look import (
    SecondLook,
    can_be_emulated,
    look_emulated,
    look_for_races,
    with_findings,
)
from judge.judging.solutions import Solution, submission
from judge.languages.table import without_gpu
from judge.problems.work import Work
from judge.project.build import EMULATOR, build
from judge.project.paths import Project


def look_again(
    project: Project,
    result: Result,
    work: Mapping[str, Work],
    cores: Sequence[int],
    options: SubmitOptions,
) -> list[SecondLook]:
    """What was looked at; its findings are added to the failing test."""
    looks = []
    emulated = emulated_solution(project, result.solution) if can_be_emulated(result) else None
    if emulated:
        build(project, EMULATOR)
    with progress(None, "looking for the cause"):
        if emulated:
            looks.append(look_emulated(project, result, emulated, work, cores))
        if races := look_for_races(project, result, cores):
            looks.append(races)
        if options.sanitize and can_be_sanitized(result):
            looks.append(sanitized(project, result, cores))
    for look in looks:
        with_findings(result, look)
    return looks


def emulated_solution(project: Project, solution: Solution) -> Solution | None:
    """The same submission for the emulated GPU; None where its language has none."""
    stand_in = without_gpu(solution.language) if solution.language else None
    if stand_in is None:
        return None
    source = solution.files or solution.source
    emulated = submission(project, solution.problem, source, solution.file_name, language_id=stand_in.id)
    return replace(emulated, problem=solution.problem)
