"""Calling the grader of a package: `grader FLAGS < RESULTS`, which prints the verdict and the points of a group."""

import re
from collections.abc import Sequence

from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.judging.results import Result
from judge.judging.scoring import GraderFailure, GraderOutcome
from judge.judging.verdicts import Verdict
from judge.languages.problem_tools import compiled_program
from judge.problems.limits import limits_of_validation
from judge.problems.model import Problem
from judge.problems.points import points_of
from judge.problems.program import Program
from judge.problems.scoring import Group
from judge.problems.tools import ToolRun
from judge.project.host import JudgeHost

VERDICTS = {code: Verdict[code] for code in ("AC", "WA", "TLE", "RTE", "MLE", "OLE", "JE")}
LINE = re.compile(rf"({'|'.join(VERDICTS)})\s+(\S+)\s*")
MOST_CHARACTERS = 1000


class Grader:
    """Asks it each question once, and stores the answers in the result."""

    def __init__(self, host: JudgeHost, result: Result) -> None:
        self._host, self._result = host, result

    def __call__(self, group: Group, lines: str) -> GraderOutcome | GraderFailure | None:
        scoring = self._result.solution.problem.scoring
        said = self._result.grader_said
        if scoring is None or scoring.grader is None:
            return None
        key = (group.name, lines)
        if key not in said:
            problem = self._result.solution.problem
            said[key] = graded_by(
                self._host, problem, scoring.grader, group.name, lines, group.grader_flags or ()
            )
        return said[key]


def graded_by(
    host: JudgeHost, problem: Problem, program: Program, group: str, lines: str, flags: Sequence[str]
) -> GraderOutcome | GraderFailure:
    """The grader's answer for a group whose parts have these lines."""
    compiled = compiled_program(host, problem, program)
    with scratch_folder() as folder:
        stdin = folder / "results"
        stdin.write_text(lines, encoding="utf-8")
        tool = ToolRun(
            host,
            problem,
            "grader",
            group or "data",
            (*compiled.command, *flags),
            limits_of_validation(problem.limits),
            stdin=stdin,
            visible=compiled.visible,
        )
        facts = tool.run(folder)
        if not facts.succeeded:
            return GraderFailure(tool.failure(facts, folder))
        said = read_text(folder / "stdout", MOST_CHARACTERS)
    found = LINE.fullmatch(said)
    points = points_of(found[2]) if found else None
    if found is None or points is None:
        return GraderFailure(
            f"the grader printed no verdict and points of {group or 'data'}: expected a line such as 'AC 50', "
            f"found {said[:60]!r}"
        )
    return GraderOutcome(VERDICTS[found[1]], points)
