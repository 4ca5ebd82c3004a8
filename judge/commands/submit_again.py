"""What `submit` looks at once more after a failure, to name its cause: races, the emulated GPU, sanitizers."""

from collections.abc import Mapping, Sequence

from judge.base.records import replace
from judge.judging.results import Result
from judge.judging.sanitize import can_be_sanitized, sanitized
from judge.judging.second_look import (
    SecondLook,
    can_be_emulated,
    look_emulated,
    look_for_races,
    may_be_looked_at_for_races,
    with_findings,
)
from judge.judging.solutions import Solution, submission
from judge.languages.table import without_gpu
from judge.problems.work import Work
from judge.project.build import EMULATOR, build
from judge.project.paths import Project


def worth_another_look(project: Project, results: Sequence[Result], *, sanitize: bool) -> list[Result]:
    """Those that failed in a way whose cause may be seen; what looking for it needs is built."""
    if any(can_be_emulated(result) and emulated_solution(project, result.solution) for result in results):
        build(project, EMULATOR)
    return [
        result
        for result in results
        if can_be_emulated(result)
        or may_be_looked_at_for_races(project, result)
        or (sanitize and can_be_sanitized(result))
    ]


def look_again(
    project: Project, result: Result, work: Mapping[str, Work], cores: Sequence[int], *, sanitize: bool
) -> list[SecondLook]:
    """What was looked at; its findings are added to the failing test. Precondition: worth_another_look."""
    looks = []
    emulated = emulated_solution(project, result.solution) if can_be_emulated(result) else None
    if emulated:
        looks.append(look_emulated(project, result, emulated, work, cores))
    if may_be_looked_at_for_races(project, result):
        looks.append(look_for_races(project, result, cores))
    if sanitize and can_be_sanitized(result):
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
