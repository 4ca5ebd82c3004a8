"""Assignments for their teachers and students: deadlines, submissions, and the resulting marks."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from judge.base.records import replace
from judge.service.marking import Deadline, Mark, Solved, deadline_of, is_running, marks_of
from judge.service.refusals import NotForViewer, Unfit, for_viewer
from judge.service.teaching import Teaching
from judge.service.visibility import Access, Feedback, Viewer, policy_of
from judge.store.catalogue_records import ProblemRecord, User
from judge.store.class_records import (
    Assignment,
    AssignmentAttempt,
    AssignmentProblem,
    ClassMember,
    ClassRole,
    Extension,
    SchoolClass,
)
from judge.store.errors import StoreError, Unavailable
from judge.store.own_run_records import OwnRun
from judge.store.records import Submission
from judge.store.rejudgings import Rejudging
from judge.store.store import Store

MOST_REASON = 300
MOST_PROBLEMS = 60


class SeenAssignment(Struct, frozen=True):
    """An assignment with its problems."""

    assignment: Assignment
    of_class: SchoolClass
    access: Access
    problems: Sequence[AssignmentProblem]
    titles: Mapping[int, ProblemRecord]
    """Problems by their numbers."""


class StudentRow(Struct, frozen=True):
    """A student's part in an assignment."""

    member: ClassMember
    user: User
    deadline: Deadline
    marks: Mapping[int, Mark]
    """Marks by problem."""

    @property
    def points(self) -> float:
        return round(sum(mark.points for mark in self.marks.values()), 6)

    @property
    def waiting(self) -> int:
        """Problems whose mark may change, as a submission is waiting for its verdict."""
        return sum(mark.is_open for mark in self.marks.values())


class DueItem(Struct, frozen=True):
    """An assignment in a student's list, with the student's own state."""

    assignment: Assignment
    deadline: Deadline
    marks: Sequence[Mark]
    is_open: bool
    """Whether something can be submitted now."""
    is_future: bool

    @property
    def points(self) -> float:
        return round(sum(mark.points for mark in self.marks), 6)

    @property
    def most(self) -> float:
        return sum(mark.most for mark in self.marks)


class Coursework:
    """The work of classes, for any number of threads."""

    def __init__(self, store: Store, teaching: Teaching, feedback: Feedback) -> None:
        """`feedback`: of assignments that set none."""
        self._store, self._teaching, self._feedback = store, teaching, feedback

    def listed(self, viewer: Viewer, class_id: int) -> list[DueItem]:
        """A class's assignments with the viewer's own state, by due date; for a student without those that are not
        open yet. Raises NotForViewer."""
        _, access = self._teaching.seen(viewer, class_id)
        now_ms = self._store.now_ms()
        found = []
        for assignment in self._store.assignments.of_class(class_id):
            if access is Access.STUDENT and assignment.opens_utc_ms > now_ms:
                continue
            found.append(self._item(viewer, assignment, access, now_ms))
        return found

    def _item(self, viewer: Viewer, assignment: Assignment, access: Access, now_ms: int) -> DueItem:
        problems = self._store.assignments.problems(assignment.id)
        marks: Sequence[Mark] = ()
        deadline = deadline_of(assignment, None)
        if access is Access.STUDENT and viewer.user_id is not None:
            deadline, by_problem = self._own(assignment, problems, viewer.user_id)
            marks = [by_problem[one.problem_id] for one in problems]
        is_open = is_running(assignment, deadline, now_ms)
        return DueItem(assignment, deadline, marks, is_open, assignment.opens_utc_ms > now_ms)

    def _own(
        self, assignment: Assignment, problems: Sequence[AssignmentProblem], user_id: int
    ) -> tuple[Deadline, dict[int, Mark]]:
        """A student's own marks, as far as the feedback shows them."""
        extension = self._store.assignments.extensions(assignment.id, user_id).get(user_id)
        deadline = deadline_of(assignment, extension)
        attempts = self._store.assignments.attempts(assignment.id, user_id)
        marks = marks_of(assignment, problems, {user_id: deadline}, attempts)[user_id]
        levels = self._levels((assignment.id, one.problem_id) for one in problems)
        hidden = {number for (_, number), level in levels.items() if level is Feedback.NONE}
        return deadline, {
            number: _hidden(mark) if number in hidden else mark for number, mark in marks.items()
        }

    def seen(self, viewer: Viewer, number: int) -> SeenAssignment:
        """Raises NotForViewer; also before it opens, for a student."""
        with for_viewer(f"assignment {number}"):
            assignment = self._store.assignments.get(number)
        of_class, access = self._teaching.seen(viewer, assignment.class_id)
        if access is Access.STUDENT and assignment.opens_utc_ms > self._store.now_ms():
            raise NotForViewer(f"there is no assignment {number} for you.")
        problems = self._store.assignments.problems(number)
        titles = self._store.catalogue.by_id(ProblemRecord, [one.problem_id for one in problems])
        return SeenAssignment(assignment, of_class, access, problems, titles)

    def taught(self, viewer: Viewer, number: int) -> SeenAssignment:
        """Raises NotForViewer."""
        found = self.seen(viewer, number)
        if found.access is not Access.TEACHER:
            raise NotForViewer(f"assignment {number} is not yours to change.")
        return found

    def own(self, viewer: Viewer, seen: SeenAssignment) -> tuple[DueItem, dict[int, Mark]]:
        """A student's own state, and its marks by problem."""
        item = self._item(viewer, seen.assignment, seen.access, self._store.now_ms())
        return item, {one.problem_id: mark for one, mark in zip(seen.problems, item.marks, strict=False)}

    def put(
        self, viewer: Viewer, assignment: Assignment, problems: Sequence[AssignmentProblem]
    ) -> Assignment:
        """Adds or changes one. Raises Refused."""
        self._teaching.taught(viewer, assignment.class_id)
        if assignment.id:
            self.taught(viewer, assignment.id)
        if assignment.due_utc_ms <= assignment.opens_utc_ms:
            raise Unfit("due_before_open")
        if not problems or len(problems) > MOST_PROBLEMS:
            raise Unfit("problems_count", most=MOST_PROBLEMS)
        return self._store.assignments.put(assignment, problems)

    def rows(self, seen: SeenAssignment) -> list[StudentRow]:
        """The matrix: each student of the class, and those who have submitted and left it since. For its teacher."""
        assignment = seen.assignment
        students = [
            (member, user)
            for member, user in self._store.classes.members(assignment.class_id)
            if member.role is ClassRole.STUDENT
        ]
        attempts = self._store.assignments.attempts(assignment.id)
        left = {one.user_id for one in attempts} - {user.id for _, user in students}
        gone = self._store.catalogue.by_id(User, left)
        students += [(ClassMember(assignment.class_id, user.id), user) for user in gone.values()]
        extensions = self._store.assignments.extensions(assignment.id)
        deadlines = {user.id: deadline_of(assignment, extensions.get(user.id)) for _, user in students}
        marks = marks_of(assignment, seen.problems, deadlines, attempts)
        return [StudentRow(member, user, deadlines[user.id], marks[user.id]) for member, user in students]

    def row(
        self, seen: SeenAssignment, user_id: int
    ) -> tuple[StudentRow, list[AssignmentAttempt], Extension | None]:
        """One student's row, with all of the student's submissions. Raises NotForViewer if there is none."""
        assignment = seen.assignment
        member = self._store.classes.member(assignment.class_id, user_id)
        attempts = self._store.assignments.attempts(assignment.id, user_id)
        user = self._store.catalogue.by_id(User, [user_id]).get(user_id)
        if user is None or (member is None and not attempts):
            raise NotForViewer(f"user {user_id} has no part in assignment {assignment.id}.")
        extension = self._store.assignments.extensions(assignment.id, user_id).get(user_id)
        deadline = deadline_of(assignment, extension)
        marks = marks_of(assignment, seen.problems, {user_id: deadline}, attempts)[user_id]
        part = member or ClassMember(assignment.class_id, user_id)
        return StudentRow(part, user, deadline, marks), attempts, extension

    def extend(self, viewer: Viewer, number: int, user_id: int, due_utc_ms: int | None, reason: str) -> None:
        """`due_utc_ms`: None: the deadline for everybody. Raises Refused."""
        seen = self.taught(viewer, number)
        self.row(seen, user_id)
        if len(reason) > MOST_REASON:
            raise Unfit("reason_too_long", most=MOST_REASON)
        if due_utc_ms is None:
            self._store.assignments.end_extension(number, user_id)
            return
        if due_utc_ms <= seen.assignment.opens_utc_ms:
            raise Unfit("due_before_open")
        self._store.assignments.extend(Extension(number, user_id, due_utc_ms, reason))

    def rejudge(self, viewer: Viewer, number: int, user_id: int, reason: str) -> Rejudging:
        """Has all of a student's submissions to it judged again; the results count once they are applied. Raises
        Refused."""
        seen = self.taught(viewer, number)
        _, attempts, _ = self.row(seen, user_id)
        try:
            return self._store.rejudgings.open([one.submission_id for one in attempts], reason)
        except Unavailable:
            raise
        except StoreError as error:
            raise Unfit("cannot_rejudge", why=error.message) from error

    def running(self, user_id: int, problem_id: int, now_ms: int) -> list[tuple[Assignment, Deadline]]:
        """Assignments with this problem to which a student may submit now, by due date."""
        found = []
        for assignment in self._store.assignments.of_student(user_id, problem_id):
            extension = self._store.assignments.extensions(assignment.id, user_id).get(user_id)
            deadline = deadline_of(assignment, extension)
            if is_running(assignment, deadline, now_ms):
                found.append((assignment, deadline))
        return sorted(found, key=lambda one: (one[1].due_utc_ms, one[0].id))

    def chosen(self, user_id: int, problem_id: int, wanted: int | None, now_ms: int) -> int | None:
        """The assignment that a submission counts for; None: it is practice. While a problem is assigned, there is no
        practice: otherwise students could see by practising what the feedback hides. Raises Unfit if `wanted` is
        over."""
        running = [assignment.id for assignment, _ in self.running(user_id, problem_id, now_ms)]
        if wanted is not None and wanted not in running:
            raise Unfit("assignment_ended")
        return wanted or next(iter(running), None)

    def policies(self, submissions: Iterable[Submission]) -> dict[int, Feedback]:
        """The level of feedback of each, by submission."""
        listed = list(submissions)
        levels = self._levels((one.assignment_id, one.problem_id) for one in listed)
        return {one.id: levels[one.assignment_id, one.problem_id] for one in listed}

    def shown_verdicts(
        self, viewer: Viewer, found: Mapping[tuple[int, int | None], set[str]]
    ) -> dict[int, set[str]]:
        """A viewer's own verdicts by problem, out of those by problem and assignment, as far as the feedback shows
        them."""
        levels = self._levels((assignment, problem) for problem, assignment in found)
        shown: dict[int, set[str]] = {}
        for (problem_id, assignment_id), verdicts in found.items():
            if viewer.is_staff or levels[assignment_id, problem_id] is not Feedback.NONE:
                shown.setdefault(problem_id, set()).update(verdicts)
        return shown

    def _levels(self, places: Iterable[tuple[int | None, int]]) -> dict[tuple[int | None, int], Feedback]:
        """Levels by assignment and problem: the assignment's setting for the problem, else its setting for all, else
        the problem's, else the judge's."""
        wanted = set(places)
        numbers = sorted({assignment for assignment, _ in wanted if assignment is not None})
        said = self._store.assignments.feedbacks(numbers) if numbers else {}
        problems = self._store.catalogue.by_id(ProblemRecord, {problem for _, problem in wanted})
        found = {}
        for assignment, problem in wanted:
            level = None
            if assignment is not None:
                level = said.get((assignment, problem), said.get((assignment, 0)))
            of_problem = (
                policy_of(problems[problem], self._feedback) if problem in problems else self._feedback
            )
            found[assignment, problem] = of_problem if level is None else Feedback(level)
        return found

    def viewer_of(self, viewer: Viewer, submissions: Iterable[Submission | OwnRun]) -> Viewer:
        """The viewer, with the assignments of these submissions that they teach."""
        if viewer.user_id is None or viewer.is_staff or viewer.is_participant:
            return viewer
        others = {one.assignment_id for one in submissions if one.user_id != viewer.user_id} - {None}
        taught = set()
        for number in others:
            assert number is not None
            class_id = self._store.assignments.get(number).class_id
            member = self._store.classes.member(class_id, viewer.user_id)
            if member and member.role is ClassRole.TEACHER:
                taught.add(number)
        return replace(viewer, taught=frozenset(taught))


def _hidden(mark: Mark) -> Mark:
    solved = Solved.HIDDEN if mark.tries else Solved.NOTHING
    return Mark(solved, 0.0, mark.most, mark.tries, 0, None, mark.is_open)
