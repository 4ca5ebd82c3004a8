"""What a command prints about its session: at its end, or as much as is known on an interruption."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from judge.base.console import have_one_reader, muted, out
from judge.base.interruption import in_one_piece, telling
from judge.base.units import plural
from judge.history.recorder import Kept
from judge.reports.files import ReportFiles
from judge.reports.make import prepare_report
from judge.reports.model import Interruption
from judge.service.judging_session import JudgingSession

Session = TypeVar("Session", bound=JudgingSession)


@dataclass
class SessionTelling(Generic[Session]):
    session: Session
    files: ReportFiles | None
    """Reports that were requested."""

    def __post_init__(self) -> None:
        prepare_report(self.session.host)

    def close(self, interrupted: Interruption | None = None) -> None:
        """Shows what is known, and writes the files. The last line is the summary."""
        raise NotImplementedError

    def close_early(self) -> str:
        """Shows as much as is known on an interruption; returns how far it got, unless that was shown."""
        with self.session.knowing:
            done, planned = len(self.session.results), len(self.session.solutions)
            interrupted = Interruption(done, planned or None, "solution")
            self.close(interrupted)
        return "" if have_one_reader() else interrupted.text

    def carry_out(self, judge: Callable[[], None], *, quiet: bool) -> None:
        """Judges, and shows the results, also on an interruption. `quiet`: only the last line of close() is
        printed."""
        with muted(quiet):
            with self.session.history, telling(self.close_early):
                judge()
            with in_one_piece():
                self.close()


def tell_kept(kept: Kept) -> None:
    """Prints the session's number, or what was not stored, why, and what to do."""
    if kept.obstacle:
        count = f"{kept.results} of {plural(kept.planned, 'result')} kept" if kept.results else "nothing kept"
        out.print(f"history: {count}: {kept.obstacle}", style="yellow", soft_wrap=True)
    elif kept.session:
        out.print(f"history: session {kept.session}", style="dim")
