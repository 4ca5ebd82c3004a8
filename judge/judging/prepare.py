"""Prepares a solution: finds what prevents it from running on this machine, and compiles it."""

from collections.abc import Sequence

from judge.judging.included import with_included
from judge.judging.solutions import Solution
from judge.languages.compile import Compiled, compile_submission
from judge.languages.self_test import language_obstacle
from judge.languages.sources import SourceFile
from judge.project.host import JudgeHost


def obstacle_of(host: JudgeHost, solution: Solution) -> str | None:
    """The reason why it cannot be judged here; None if it can."""
    return language_obstacle(host, solution.language) if solution.language else solution.obstacle


def prepared(host: JudgeHost, solution: Solution, cores: Sequence[int]) -> Compiled:
    """Compiles what needs compiling, on these cores."""
    if solution.language:
        submitted: str | Sequence[SourceFile] = solution.files or solution.source
        language, limits = solution.language, solution.problem.limits
        given: Sequence[SourceFile] = ()
        if package := solution.problem.package:
            included = with_included(package, submitted, solution.file_name, language, limits)
            submitted, language, limits = included.submitted, included.language, included.limits
            given = included.independent
        return compile_submission(
            host, submitted, solution.file_name, language, limits, cores, independent=given
        )
    # Any other solver will do: they are one program, and the toolkit's libraries are loaded with it.
    visible = (
        () if solution.device.is_emulated or solution.is_answers else host.installation.cuda.folders_to_show
    )
    return Compiled(solution.command, visible=visible)
