"""Programs that users run on their own input, under the limits of a problem. These runs are not judged and do not
count."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from judge.base.priority import Priority
from judge.project.host import JudgeHost
from judge.service.contests import SeenContests
from judge.service.coursework import Coursework
from judge.service.given import taken_in
from judge.service.intake import require_program
from judge.service.refusals import NotForViewer, Refused, for_viewer
from judge.service.shelf import Shelf
from judge.service.visibility import Viewer, may_see, may_submit
from judge.store import catalogue_records as catalogue
from judge.store.own_run_records import KeptOwnRun, OwnRun, OwnRunOutcome
from judge.store.queue_records import JobState, Place
from judge.store.records import FileRecord
from judge.store.store import Store

MOST_TYPED = 1 << 20
"""The most bytes of an input."""
OPEN_AT_MOST = 3
"""The most own runs of one user that are waiting or in progress."""


class SeenOwnRun(Struct, frozen=True):
    """An own run, as far as its viewer may see it."""

    run: OwnRun
    state: JobState
    problem: catalogue.ProblemRecord
    user: catalogue.User
    files: Sequence[FileRecord]
    typed: bytes
    """The input."""
    outcome: OwnRunOutcome | None
    """None: unknown, or there is none."""
    failure: str
    """Why the judge could not run it."""
    place: Place | None
    """The place of a waiting run."""

    @property
    def is_open(self) -> bool:
        return self.state.is_open


class OwnRunsHere:
    """Runs on one's own input, for any number of threads."""

    def __init__(
        self,
        host: JudgeHost,
        store: Store,
        shelf: Shelf,
        contests: SeenContests,
        coursework: Coursework,
        opened: Callable[[Viewer, str], catalogue.ProblemRecord],
    ) -> None:
        """`opened`: finds a problem that exists for the viewer, or raises Refused."""
        self._host, self._store, self._shelf = host, store, shelf
        self._contests, self._coursework, self._opened = contests, coursework, opened

    def ask(
        self,
        viewer: Viewer,
        problem_name: str,
        files: Mapping[str, bytes],
        language: str | None,
        typed: bytes,
    ) -> OwnRun:
        """Stores a run and queues it. Raises JudgeError for a program that cannot be run, before anything is stored.
        Users who may submit to the problem now may run something on it."""
        if viewer.user_id is None:
            raise Refused("sign in before you run a program.")
        problem = self._opened(viewer, problem_name)
        if not may_submit(viewer, problem):
            raise Refused(f"{problem.name} is closed: nothing more is run on it.")
        now_ms = self._store.now_ms()
        contest_id, _ = self._contests.entry(viewer, problem, Priority.PRACTICE, now_ms)
        if len(typed) > MOST_TYPED:
            raise Refused(f"an input has at most {MOST_TYPED:,} bytes, found {len(typed):,}.")
        self._require_room(viewer.user_id)
        prepared = self._shelf.prepared(problem)
        require_program(prepared.problem, "run")
        given = taken_in(self._host, prepared.problem, files, language)
        assignment_id = None
        if contest_id is None:
            assignment_id = self._coursework.chosen(viewer.user_id, problem.id, None, now_ms)
        elif given.language is not None:
            self._contests.require_permitted(contest_id, given.language)
        run = OwnRun(viewer.user_id, problem.id, given.name, given.language, assignment_id)
        return self._store.own_runs.ask(run, given.files, typed, resource=given.resource)

    def _require_room(self, user_id: int) -> None:
        if self._store.own_runs.open_count(user_id) >= OPEN_AT_MOST:
            raise Refused(f"{OPEN_AT_MOST} of your programs have not been run yet: wait for one of them.")

    def get(self, viewer: Viewer, number: int) -> SeenOwnRun:
        """Raises NotForViewer if there is none that the viewer may see: the right to see a user's sources includes
        their own runs."""
        with for_viewer(f"run {number}"):
            kept = self._store.own_runs.get(number)
        if not may_see(self._coursework.viewer_of(viewer, [kept.run]), kept.run):
            raise NotForViewer(f"there is no run {number} for you.")
        return self._seen(kept)

    def _seen(self, kept: KeptOwnRun) -> SeenOwnRun:
        store, run = self._store, kept.run
        files, typed = store.own_runs.given(run.id)
        return SeenOwnRun(
            run,
            kept.state,
            store.catalogue.get(catalogue.ProblemRecord, run.problem_id),
            store.catalogue.get(catalogue.User, run.user_id),
            files,
            typed,
            store.own_runs.outcome(run.id),
            kept.failure if kept.state is JobState.FAILED else "",
            store.own_runs.place(run) if kept.state is JobState.QUEUED else None,
        )

    def recent(self, viewer: Viewer, problem: catalogue.ProblemRecord, at_most: int) -> list[KeptOwnRun]:
        """A viewer's own runs for one problem, the newest first."""
        if viewer.user_id is None:
            return []
        return self._store.own_runs.newest(viewer.user_id, problem.id, at_most)
