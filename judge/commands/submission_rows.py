"""A remote submission while it is judged: a bar while it waits, and a line for each test."""

import time
from collections.abc import Callable

from msgspec import Struct, field

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.events import Listener, Note, Progress, Waiting, task
from judge.base.interruption import telling
from judge.base.submission_state import State
from judge.base.units import duration
from judge.client.connection import RemoteJudge
from judge.client.failures import cut
from judge.client.following import Patience, follow
from judge.client.told import ToldTest
from judge.reports.terminal.test_line import FIGURES_WIDTH, figures_of, row
from judge.web.api.shapes import Happened, PlaceAnswer, ProblemAnswer, RunAnswer, WholeSubmission

NAME_WIDTH = 40
"""The width of the names' column, if there is room: the names are not known beforehand."""
MOST_ROWS = 100_000
WAIT_TOLD_EVERY_S = 60.0
"""The interval between lines about the wait if no bar shows it."""
GIVEN_BACK = "given-back"


class Rows(Struct):
    """The lines of a submission's tests, each once."""

    timed: bool = True
    shown: set[int] = field(default_factory=set)

    def show(self, run: RunAnswer) -> bool:
        """Shows a test. Returns whether it is new."""
        if run.ordinal in self.shown:
            return False
        if len(self.shown) >= MOST_ROWS:
            raise JudgeError(f"the server reports more than {MOST_ROWS} tests.")
        self.shown.add(run.ordinal)
        test = ToldTest(run)
        shown = run.is_timed and self.timed
        figures = figures_of(run.wall_ns, run.cpu_ns, run.peak_memory_bytes) if shown else ()
        name_width = min(NAME_WIDTH, max(20, out.width - FIGURES_WIDTH))
        out.print(row(test.name, test.verdict, name_width, out.width, figures))
        return True


def is_timed(whole: WholeSubmission, problem: ProblemAnswer | None) -> bool:
    """Whether its times are meaningful: not on the emulated GPU, by its judgement, or else by its language there."""
    if whole.judgement and whole.judgement.is_emulated:
        return False
    languages = problem.languages if problem else ()
    return not any(one.is_emulated for one in languages if one.id == whole.submission.language)


def wait_in_words(place: PlaceAnswer) -> str:
    """ "3 before it: 3 for practice; 1 submission being judged; about 12 s"."""
    wait_s = place.expected_wait_s
    about = "" if wait_s is None else f"; about {duration(min(wait_s, 1e6))}"
    return f"{cut(place.reason, 200)}{about}"


class Watched(Struct):
    """A submission that a user at a terminal waits for."""

    tell: Listener
    rows: Rows
    test_count: int
    told_s: float = float("-inf")
    now: Callable[[], float] = time.monotonic

    def at(self, place: PlaceAnswer | None, progress: Progress) -> None:
        if place is None:
            return
        words = wait_in_words(place)
        progress.at(f"waiting: {words}")
        if self.now() - self.told_s >= WAIT_TOLD_EVERY_S:
            self.told_s = self.now()
            self.tell(Waiting("its turn", words))

    def happened(self, event: Happened, progress: Progress) -> None:
        if event.kind == GIVEN_BACK:
            self.rows.shown.clear()
            self.tell(Note("its worker is gone: it is judged again from the first test"))
        self.at(event.place, progress)
        if event.state is State.JUDGING:
            progress.go_on_to("judging" if event.runs or self.rows.shown else "compiling")
        for run in event.runs:
            if self.rows.show(run):
                progress.reach(len(self.rows.shown), self.test_count or None, cut(run.test, 60))


def watched(
    judge: RemoteJudge,
    whole: WholeSubmission,
    problem: ProblemAnswer | None,
    tell: Listener,
    detached: Callable[[], str],
) -> WholeSubmission:
    """The whole submission once it is judged; its tests are shown meanwhile. Ctrl-C ends with `detached`."""
    rows = Rows(timed=is_timed(whole, problem))
    with telling(detached):
        if not whole.submission.state.is_open:
            for run in whole.runs:
                rows.show(run)
            return whole
        with task(tell, "waiting", whole.test_count or None) as progress:
            watch = Watched(tell, rows, whole.test_count)
            for run in whole.runs:
                rows.show(run)
            watch.at(whole.place, progress)
            if whole.submission.state is State.JUDGING:
                progress.go_on_to("judging" if whole.runs else "compiling")
                progress.reach(len(rows.shown), whole.test_count or None)
            for event in follow(judge, whole, Patience(tell)):
                if isinstance(event, WholeSubmission):
                    whole = event
                    continue
                watch.happened(event, progress)
            for run in whole.runs:  # what arrived while nobody listened
                rows.show(run)
    return whole
