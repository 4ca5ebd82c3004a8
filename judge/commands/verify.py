"""`judge verify`: every solver and every stored submission of every problem on every test."""

from dataclasses import dataclass, field

from rich.text import Text

from judge.base.console import out, print_last
from judge.commands.engine_choice import refuse_on_cluster
from judge.commands.options.verify import PLAIN, VerifyOptions
from judge.commands.session_telling import SessionTelling, tell_kept
from judge.commands.verify_explained import explain
from judge.history.recorder import Recorder
from judge.judging.selection import Choice, check_requirement
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.reports.model import Interruption, Report
from judge.reports.terminal.junk_text import junk_table, repeat_lines
from judge.reports.terminal.report_text import closing_line, failure_lines, print_report
from judge.service.verify_session import VerifySession


def verify(
    host: JudgeHost, choice: Choice, files: ReportFiles | None = None, options: VerifyOptions = PLAIN
) -> int:
    """The command. Returns the exit status: 0 if all is as expected; 1 if not, or if a named problem cannot be
    judged."""
    refuse_on_cluster(host.engine, "--repeat", options.repeat > 1)
    refuse_on_cluster(host.engine, "--large", choice.large)
    check_requirement(host.policy, choice)
    # On a cluster each job has a GPU of its own, and solutions that share one are not isolated.
    gpu_jobs = 1 if host.engine.file or options.require_isolation else options.gpu_jobs
    history = Recorder(host, "verify", keeps=not options.no_history)
    session = VerifySession(host, history, options.strict)
    told = _VerifyTelling(session, files, options)
    told.carry_out(
        lambda: session.verify(choice, options.time_options, gpu_jobs, options.repeat), quiet=options.quiet
    )
    return session.broken.exit_status if told.passed else 1


@dataclass
class _VerifyTelling(SessionTelling[VerifySession]):
    options: VerifyOptions = PLAIN
    passed: bool = field(init=False, default=False)

    def close(self, interrupted: Interruption | None = None) -> None:
        """Shows what is known, and writes the requested reports. The last line is the summary."""
        session = self.session
        report = session.report(interrupted, session.preparation.damage, session.broken.lines)
        try:
            self._print(report)
        finally:  # also if nothing can be printed
            if self.files:
                self.files.write(report)
        if self.options.quiet:
            for line in [*map(Text, session.stale), *failure_lines(report)]:
                print_last(line)
        print_last(closing_line(report, all_asked_for=session.broken.exit_status == 0))
        self.passed = report.passed

    def _print(self, report: Report) -> None:
        session = self.session
        warnings = session.warnings(report.interrupted)
        for problem_id, tried in session.junk.items():
            if table := junk_table(problem_id, tried):
                out.print(table)
            warnings += repeat_lines(problem_id, tried)
        print_report(out, report, warnings)
        if self.options.verbose and not report.interrupted:
            for result in session.results:
                if not result.as_expected:
                    explain(session.host, result)
        out.print(report.isolation, style="dim", soft_wrap=True)
        tell_kept(session.history.kept)
