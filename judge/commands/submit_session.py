"""One `submit` in the terminal, of a solution or of a class: the reports of its session, and what is said of it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.base.console import out
from judge.base.units import plural
from judge.commands.kept import tell_kept
from judge.commands.options.submit import PLAIN, SubmitOptions
from judge.judging.solutions import Solution
from judge.problems.model import Problem
from judge.reports.files import ReportFiles
from judge.reports.make import JudgingOutcome, prepare_report, report_of
from judge.reports.model import Interruption, Report
from judge.sandbox.isolation import describe
from judge.service.judging_session import JudgingSession


@dataclass
class SubmitSession(JudgingSession):
    options: SubmitOptions = PLAIN
    files: ReportFiles | None = None
    start: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        if self.files:
            prepare_report(self.host)

    def make_ready(self, problem: Problem, given: Sequence[Solution]) -> None:
        """Prepares the session, and says where the emulated GPU stands in for a real one."""
        self.prepare(problem, given, lambda why: out.print(why, style="dim"))

    def write_reports(self, interrupted: Interruption | None = None) -> None:
        """Writes what is known to the files that were asked for."""
        if self.files:
            self.files.write(self.report(interrupted))

    def report(self, interrupted: Interruption | None = None) -> Report:
        """What is known."""
        results = self.results
        problems = [results[0].solution.problem] if results else []
        outcome = JudgingOutcome(
            problems,
            {problem.id: results for problem in problems},
            [],
            time.monotonic() - self.start,
            interrupted,
        )
        return report_of(self.host, outcome)

    def tell_circumstances(self) -> None:
        """The isolation, and where the results are stored."""
        isolations = [run for result in self.results for run in result.isolations]
        out.print(describe(isolations), style="dim", soft_wrap=True)
        tell_kept(self.history.kept)
        if self.options.chosen:
            chosen = f"{len(self.tests)} of {plural(self.tests_there_are, 'test')} chosen"
            out.print(f"{chosen}: not stored in the history", style="dim")
