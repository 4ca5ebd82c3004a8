"""What a `submit` knows while it is under way: for when it is interrupted."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.history.recorder import Recorder
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.problems.test_cases import TestCase
from judge.project.paths import Project
from judge.reports.files import ReportFiles
from judge.reports.make import Outcome, prepare_report, report_of
from judge.reports.model import Interruption


@dataclass
class SubmitSoFar:
    project: Project
    files: ReportFiles | None
    start: float = field(default_factory=time.monotonic)
    history: Recorder | None = None
    solution: Solution | None = None
    planned: int = 0
    tests: list[TestResult] = field(default_factory=list)
    result: Result | None = None
    """None: it has not been judged to its end."""

    def __post_init__(self) -> None:
        if self.files:
            prepare_report(self.project)

    def begin(self, solution: Solution, tests: Sequence[TestCase], history: Recorder) -> None:
        self.solution, self.planned, self.history = solution, len(tests), history

    def close_early(self) -> str:
        """Writes what is known, when it is interrupted; returns how far it got. The tests have been printed."""
        interrupted = Interruption(len(self.tests), self.planned or None, "test")
        result = self.result or self._as_far_as_known(interrupted)
        if self.history:
            if result and result.first_failure:
                self.history.keep(result)
            self.history.tell()
        problems = [result.solution.problem] if result else []
        results = {result.solution.problem.id: [result]} if result else {}
        if self.files:
            outcome = Outcome(problems, results, [], time.monotonic() - self.start, interrupted)
            self.files.write(report_of(self.project, outcome))
        return interrupted.text

    def _as_far_as_known(self, interrupted: Interruption) -> Result | None:
        if self.solution is None:
            return None
        result = Result(self.solution, tests=list(self.tests), test_count=self.planned)
        if not result.first_failure:  # no verdict is known
            result.obstacle = interrupted.text
        return result
