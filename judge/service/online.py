"""The online judge's interface for front ends: problems, submissions in their viewers' sight, and events."""

import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.priority import Priority
from judge.base.submission_state import State
from judge.problems.formats.own import problem_ids
from judge.project.host import JudgeHost
from judge.service.board import ClassBoard, boards, may_see_board, told_host
from judge.service.contest_rules import hidden_problems
from judge.service.contest_staff import ContestStaff
from judge.service.contests import SeenContests
from judge.service.coursework import Coursework
from judge.service.feedback_levels import Policies
from judge.service.given import taken_in
from judge.service.marking import Deadline
from judge.service.own_runs import OwnRunsHere
from judge.service.own_words import line_counts
from judge.service.prepared_problem import PreparedProblem
from judge.service.preparing import Preparation, preparation_of, preparations
from judge.service.problem_admin import ProblemAdmin
from judge.service.problem_page import LanguageChoice, ProblemPage, languages_here, problem_page
from judge.service.refusals import NotForViewer, Refused, for_viewer, refusing
from judge.service.remote_workers import RemoteWorkers
from judge.service.repeated_requests import RepeatedRequests
from judge.service.room import NO_BOUNDS, RoomBounds, RoomState, RoomWatch
from judge.service.shelf import Shelf
from judge.service.similar import Similarity
from judge.service.statement_files import Sample, samples_of
from judge.service.teaching import Teaching
from judge.service.visibility import (
    Feedback,
    SeenJudgement,
    Sight,
    Viewer,
    may_end,
    may_read,
    may_see,
    may_submit,
    seen,
)
from judge.service.waiting import Wait, expected_wait_s, reason
from judge.store import catalogue_records as catalogue
from judge.store.class_records import Assignment
from judge.store.events import Event, EventKind
from judge.store.heartbeats import GPU_WORKER, HEARD_MS, WORKER
from judge.store.queue_records import JobState, Place, Resource
from judge.store.records import FileRecord, Judgement, Submission
from judge.store.rejudgings import Rejudging
from judge.store.store import Store

NOBODY = Viewer(None, catalogue.Role.VISITOR)
BOARD_S = 2.0
"""The least time between two updates of a board."""
OWN_OPEN_AT_MOST = 20
"""The most submissions and own runs of one user that are waiting or in progress."""


class SeenSubmission(Struct, frozen=True):
    """A submission, as far as its viewer may see it."""

    sight: Sight
    submission: Submission
    problem: catalogue.ProblemRecord
    user: catalogue.User | None
    files: Sequence[FileRecord]
    judgement: SeenJudgement | None
    """None: none was begun."""
    place: Place | None
    """The place of a waiting submission."""
    test_count: int
    host: catalogue.Host | None
    """The machine that judged it, if times are shown; None: unknown."""


class OnlineJudge:
    """The online judge, for any number of threads."""

    def __init__(
        self,
        host: JudgeHost,
        store: Store,
        *,
        feedback: Feedback = Feedback.DIFFERENCE,
        data: Path | None = None,
        bounds: RoomBounds = NO_BOUNDS,
    ) -> None:
        """`feedback`: about secret tests; `data`: the folder of packages; `bounds`: of its room."""
        self.host, self.store, self._feedback = host, store, feedback
        self.data, self.room = data, RoomWatch(data, bounds) if data else None
        self.contests, self.contest_staff = SeenContests(store), ContestStaff(store)
        self._shelf = Shelf(host, data, measures=False)
        self._repeated = RepeatedRequests(host, store, self._shelf, self.contests)
        self.remote_workers = RemoteWorkers(store, self._shelf)
        self.problem_admin = ProblemAdmin(host, store, self._shelf)
        self.teaching = Teaching(store)
        self.coursework = Coursework(store, self.teaching, feedback)
        self.similarity = Similarity(store, self.teaching, self.coursework)
        self.own_runs = OwnRunsHere(
            host, store, self._shelf, self.contests, self.coursework, self._opened_to_take_in
        )
        self._policies = Policies(store, self.coursework, feedback)
        self._pages: dict[str, tuple[str, ProblemPage]] = {}
        """Pages by name, each with the data it depends on."""
        self._boards: dict[int, tuple[float, Sequence[ClassBoard]]] = {}
        """Scoreboards by problem, each with the time until which it counts as current."""
        self._lock = threading.Lock()

    def require_room(self) -> None:
        """Raises NoRoom if the judge accepts nothing more."""
        if self.room:
            self.room.require()

    @property
    def room_state(self) -> RoomState:
        return self.room.now().state if self.room else RoomState.PLENTY

    def problems(self, viewer: Viewer = NOBODY) -> list[catalogue.ProblemRecord]:
        """Problems that exist for the viewer, by name: a contest's do once it has started."""
        hidden = self.hidden_problems(viewer)
        every = self.store.catalogue.all(catalogue.ProblemRecord)
        return [one for one in every if may_read(viewer, one) and one.id not in hidden]

    def hidden_problems(self, viewer: Viewer) -> frozenset[int]:
        """Problems of contests that have not started."""
        return frozenset() if viewer.is_staff else hidden_problems(viewer, self.store.contests.not_over())

    def waiting(self) -> list[Preparation]:
        """Problems that everybody will see once they are ready: none that belongs to a contest."""
        known = {one.name for one in self.store.catalogue.all(catalogue.ProblemRecord)}
        own = {name: Preparation(name, JobState.QUEUED, "") for name in problem_ids(self.host.installation)}
        asked = {one.name: one for one in preparations(self.store) if "/" not in one.name}
        return [one for name, one in sorted((own | asked).items()) if name not in known]

    def preparation_of(self, viewer: Viewer, name: str) -> Preparation | None:
        """The state of preparing a problem that exists for the viewer; None: nothing was requested."""
        problem = self.store.catalogue.named(catalogue.ProblemRecord, name)
        if problem is not None and (
            not may_read(viewer, problem) or problem.id in self.hidden_problems(viewer)
        ):
            return None
        known = [*preparations(self.store), *self.waiting()]
        return preparation_of(known, name, problem.origin if problem else "")

    def problem(self, name: str, viewer: Viewer = NOBODY) -> ProblemPage:
        """Raises Refused if none of this name exists for the viewer, and JudgeError if it is not ready."""
        return self.page_of(self.opened(viewer, name))

    def prepared(self, viewer: Viewer, name: str) -> PreparedProblem:
        """The problem with its tests. Raises Refused if none of this name exists for the viewer."""
        return self._shelf.prepared(self.opened(viewer, name))

    def samples(self, name: str, viewer: Viewer = NOBODY) -> list[Sample]:
        """Samples of a problem. Raises Refused if none of this name exists for the viewer."""
        prepared = self._shelf.prepared(self.opened(viewer, name))
        return samples_of(prepared.problem, prepared.tests)

    def languages(self) -> tuple[LanguageChoice, ...]:
        """Languages for submissions here."""
        return languages_here(self.host.policy)

    def wait_of(self, place: Place) -> Wait:
        """The expected wait of a waiting submission, and its reason."""
        recent_ms = self.store.judgements.recent_ms()
        kind = GPU_WORKER if place.resource is Resource.GPU else WORKER
        has_workers = bool(place.running_of_its_resource or self.store.heartbeats.heard(kind, HEARD_MS))
        return Wait(expected_wait_s(place, recent_ms), reason(place, has_workers))

    def page_of(self, problem: catalogue.ProblemRecord) -> ProblemPage:
        """Raises JudgeError if it is not ready."""
        with self._lock:
            known = self._pages.get(problem.name)
        if known is None or known[0] != problem.data_sha256 or known[1].not_converted:
            known = problem.data_sha256, problem_page(self.host, self._shelf.prepared(problem))
            with self._lock:
                self._pages[problem.name] = known
        return known[1]

    def submit(
        self,
        viewer: Viewer,
        problem_name: str,
        files: Mapping[str, bytes],
        language: str | None,
        *,
        client_key: str | None = None,
        priority: Priority = Priority.PRACTICE,
        assignment_id: int | None = None,
    ) -> Submission:
        """Stores a submission, durably, and queues it. Raises JudgeError before anything is stored.

        `files`: a file, a zip file, or the files of a folder, by name. `client_key`: makes repeating the request
        harmless. `assignment_id`: the one that it counts for; None: the first that is open to the viewer, if any.
        """
        if viewer.user_id is None:
            raise Refused("sign in before you submit.")
        if before := self._repeated.submission(viewer, client_key, problem_name, files, language):
            return before
        self.require_room()
        problem = self.opened(viewer, problem_name)
        if not may_submit(viewer, problem):
            raise Refused(f"{problem.name} is closed: nothing more is judged on it.")
        now_ms = self.store.now_ms()
        contest_id, priority = self.contests.entry(viewer, problem, priority, now_ms)
        open_count = self.store.submissions.open_count(viewer.user_id)
        if open_count + self.store.own_runs.open_count(viewer.user_id) >= OWN_OPEN_AT_MOST:
            raise Refused(f"{OWN_OPEN_AT_MOST} of your submissions are not judged yet: wait for one of them.")
        if contest_id is None:
            assignment_id = self.coursework.chosen(viewer.user_id, problem.id, assignment_id, now_ms)
        else:
            assignment_id = None
        if assignment_id is not None:
            priority = min(priority, Priority.CLASS)
        prepared = self._shelf.prepared(problem)
        given = taken_in(self.host, prepared.problem, files, language)
        if contest_id is not None and given.language is not None:
            self.contests.require_permitted(contest_id, given.language)
        return self.store.submissions.submit(
            Submission(
                problem.id,
                given.name,
                language=given.language,
                user_id=viewer.user_id,
                contest_id=contest_id,
                client_key=client_key,
                assignment_id=assignment_id,
                submitted_utc_ms=now_ms,
            ),
            given.files,
            priority=priority,
            resource=given.resource,
        )

    def submission(self, viewer: Viewer, number: int) -> SeenSubmission:
        """Raises Refused if there is none that the viewer may see: the two cases are not distinguished."""
        return self.seen(self.sight(viewer, number))

    def sight(self, viewer: Viewer, number: int) -> Sight:
        """What the viewer may see of it. Raises Refused as submission() does."""
        viewer, submission = self._rights_and_submission(viewer, number)
        return Sight(number, self._policies.levels(viewer, [submission])[number], viewer.is_staff)

    def seen(self, sight: Sight) -> SeenSubmission:
        """A submission, according to that decision."""
        number = sight.submission_id
        submission = self.store.submissions.get(number)
        problem = self.store.catalogue.get(catalogue.ProblemRecord, submission.problem_id)
        user = submission.user_id and self.store.catalogue.get(catalogue.User, submission.user_id)
        place = self.store.submissions.place(number) if submission.state is State.QUEUED else None
        files = self.store.submissions.files(number)
        judgement = self._seen_judgement(submission, files, sight.feedback)
        return SeenSubmission(
            sight,
            submission,
            problem,
            user or None,
            files,
            judgement,
            place,
            self._test_count(problem, judgement),
            told_host(self.store, judgement, sight.feedback),
        )

    def _test_count(self, problem: catalogue.ProblemRecord, judgement: SeenJudgement | None) -> int:
        """The number of judged tests; as long as it is unknown, the problem's current number."""
        known = judgement.judgement.tests_total if judgement and judgement.judgement else 0
        if known:
            return known
        try:
            return self.page_of(problem).test_count
        except JudgeError:  # it has been deleted, or is another one now
            return len(judgement.runs) if judgement else 0

    def _rights_and_submission(self, viewer: Viewer, number: int) -> tuple[Viewer, Submission]:
        """A submission, and the viewer with the rights on it. Raises Refused if the viewer may not see it."""
        with for_viewer(f"submission {number}"):
            submission = self.store.submissions.get(number)
        viewer = self.coursework.viewer_of(viewer, [submission])
        if not may_see(viewer, submission):
            raise NotForViewer(f"there is no submission {number} for you.")
        return viewer, submission

    def _seen_judgement(
        self, submission: Submission, files: Sequence[FileRecord], feedback: Feedback
    ) -> SeenJudgement | None:
        """The judgement that counts, or the one in progress."""
        judgements = self.store.judgements
        number = submission.judgement_id
        if number is None:
            begun = [one for one in judgements.of(submission.id) if one.rejudging_id is None]
            if not begun:
                return None
            number = begun[-1].id
        return seen(
            judgements.get(number),
            judgements.runs(number),
            judgements.run_details(number),
            judgements.detail(number) or {},
            feedback,
            line_counts(files),
        )

    def events_of(self, viewer: Viewer, number: int, after: int) -> list[Event]:
        """Events after `after`, without those of judgements that do not count. Raises Refused as submission() does."""
        self._rights_and_submission(viewer, number)
        found: list[Event] = []
        while page := self.store.events.after(after, submission_id=number):
            found += page
            after = page[-1].id
        return [event for event in found if event.rejudging_id is None or event.kind is EventKind.JUDGED]

    def submissions(
        self,
        viewer: Viewer,
        *,
        user_id: int | None = None,
        problem: catalogue.ProblemRecord | None = None,
        before: int | None = None,
        at_most: int = 50,
    ) -> list[Submission]:
        """The newest first, below number `before`: the viewer's; for the staff all, or `user_id`'s; of one problem, if
        given."""
        if not viewer.is_staff:
            user_id = viewer.user_id
            if user_id is None:
                return []
        problem_id = problem.id if problem else None
        return self.store.submissions.newest(
            user_id=user_id, problem_id=problem_id, before=before, at_most=at_most
        )

    def assigned(self, viewer: Viewer, problem: catalogue.ProblemRecord) -> list[tuple[Assignment, Deadline]]:
        """The viewer's assignments for which a submission to this problem counts now, by due date."""
        if viewer.user_id is None:
            return []
        return self.coursework.running(viewer.user_id, problem.id, self.store.now_ms())

    def judgements(self, viewer: Viewer, submissions: Sequence[Submission]) -> dict[int, Judgement]:
        """Judgements that count, by submission, as far as the viewer may see them."""
        viewer = self.coursework.viewer_of(viewer, submissions)
        own = [one for one in submissions if may_see(viewer, one)]
        levels = self._policies.levels(viewer, own)
        counting = self.store.judgements.counting([one.id for one in own])
        shown = {number: seen(one, (), {}, {}, levels[number]).judgement for number, one in counting.items()}
        return {number: one for number, one in shown.items() if one is not None}

    def own_verdicts(self, viewer: Viewer) -> dict[int, set[str]]:
        """Verdicts of a viewer's submissions, by problem."""
        if viewer.user_id is None:
            return {}
        return self._policies.shown_verdicts(viewer, self.store.submissions.verdicts_of(viewer.user_id))

    def boards(self, viewer: Viewer, problem: catalogue.ProblemRecord) -> Sequence[ClassBoard] | None:
        """Best times by class of machine; None if times are hidden."""
        if not may_see_board(viewer, self._policies.of_problem(problem)):
            return None
        with self._lock:
            until_s, known = self._boards.get(problem.id, (0.0, ()))
        if time.monotonic() > until_s:
            known = boards(self.store, problem)
            with self._lock:
                self._boards[problem.id] = time.monotonic() + BOARD_S, known
        return known

    def told_of(self, problems: Sequence[catalogue.ProblemRecord]) -> dict[int, Feedback]:
        """The feedback about secret tests, by problem."""
        return self._policies.of_problems(problems)

    def rejudge(self, viewer: Viewer, submission_ids: Sequence[int], reason: str) -> Rejudging:
        """Has them judged again; the results do not count before they are applied. Raises Refused."""
        if not viewer.is_staff:
            raise Refused("only the jury may have submissions judged again.")
        with refusing():
            return self.store.rejudgings.open(submission_ids, reason)

    def rejudging(self, viewer: Viewer, number: int) -> Rejudging:
        """A rejudging, for the jury and for the teacher who opened it. Raises NotForViewer."""
        with for_viewer(f"rejudging {number}"):
            found = self.store.rejudgings.get(number)
        if not may_end(viewer, found):
            raise NotForViewer(f"there is no rejudging {number} for you.")
        return found

    def _opened_to_take_in(self, viewer: Viewer, name: str) -> catalogue.ProblemRecord:
        """Raises Refused also if the judge accepts nothing more."""
        self.require_room()
        return self.opened(viewer, name)

    def opened(self, viewer: Viewer, name: str) -> catalogue.ProblemRecord:
        """Raises Refused if none of this name exists for the viewer: hidden and missing ones are not distinguished."""
        problem = self.store.catalogue.named(catalogue.ProblemRecord, name)
        if problem is None or not may_read(viewer, problem) or problem.id in self.hidden_problems(viewer):
            raise NotForViewer(f"there is no problem called {name} here.")
        return problem
