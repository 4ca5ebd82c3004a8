"""Similarity within a class, for its teachers: requests, and results with the sources side by side."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.service.coursework import Coursework, SeenAssignment
from judge.service.refusals import NotForViewer, Unfit
from judge.service.teaching import Teaching
from judge.service.visibility import Access, Viewer
from judge.similarity import compare, inside
from judge.similarity.standing import groups
from judge.store.catalogue_records import User
from judge.store.class_records import Assignment, Counting
from judge.store.queue_records import JobState
from judge.store.records import FileRecord
from judge.store.similarity_records import ClassComparison, ComparedPair, ComparedSubmission
from judge.store.store import Store

SHORTEST_PASSAGE, LEAST_WORDS, COMMON_TO = inside.RUN, inside.LEAST_OWN, inside.FEW
"""Figures on pages: words of a passage; own words that a submission needs; students who share common text."""
MOST_COMPARED = compare.MOST_SUBMISSIONS
MOST_TEMPLATE = 64 << 10
"""The most characters of a template."""
MOST_OTHERS = 20
"""The most assignments of other classes."""
MOST_SHOWN = 200
"""The most pairs in a table."""


class SeenComparison(Struct, frozen=True):
    """A comparison, for a teacher of its class."""

    seen: SeenAssignment
    problem_id: int
    comparison: ClassComparison | None
    """None: none was requested yet."""
    state: JobState | None
    failure: str
    pairs: Sequence[ComparedPair]
    """Pairs that the viewer may see, the largest share first."""
    hidden_pairs: int
    """The number of pairs with a submission of a class that the viewer does not teach."""
    users: Mapping[int, User]
    assignments: Mapping[int, Assignment]
    """The other assignments with whose submissions it was compared, if the viewer teaches them."""

    @property
    def is_under_way(self) -> bool:
        return self.state is not None and self.state.is_open

    @property
    def submissions(self) -> Sequence[ComparedSubmission]:
        result = self.comparison.result if self.comparison else None
        return result.submissions if result else ()

    @property
    def standing_out(self) -> Sequence[ComparedPair]:
        return [pair for pair in self.pairs if pair.stands_out]

    @property
    def groups(self) -> list[list[ComparedSubmission]]:
        """Submissions that stand out with each other, directly or through others."""
        found = groups((pair.first, pair.second) for pair in self.standing_out)
        return [[self.submissions[one] for one in group] for group in found]

    def name_of(self, one: ComparedSubmission) -> str:
        """The full name of its author, or the account's."""
        user = self.users.get(one.user_id)
        return (user.full_name or user.name) if user else str(one.user_id)

    def is_elsewhere(self, one: ComparedSubmission) -> bool:
        """Whether it belongs to another class."""
        return one.assignment_id != self.seen.assignment.id


class SeenPair(Struct, frozen=True):
    """Two submissions side by side."""

    whole: SeenComparison
    pair: ComparedPair
    submissions: tuple[ComparedSubmission, ComparedSubmission]
    files: tuple[Sequence[FileRecord], Sequence[FileRecord]]


class Similarity:
    """Similarity for viewers, for any number of threads."""

    def __init__(self, store: Store, teaching: Teaching, coursework: Coursework) -> None:
        self._store, self._teaching, self._coursework = store, teaching, coursework

    def others(self, viewer: Viewer, seen: SeenAssignment, problem_id: int) -> list[Assignment]:
        """Assignments with the same problem in the classes of the same teachers, if the viewer teaches them as well;
        the newest first."""
        taught_by = None if viewer.is_staff else viewer.user_id or 0
        return self._store.assignments.like(seen.assignment, problem_id, taught_by, at_most=MOST_OTHERS)

    def _teaches(self, viewer: Viewer, class_id: int) -> bool:
        try:
            _, access = self._teaching.seen(viewer, class_id)
        except NotForViewer:
            return False
        return access is Access.TEACHER

    def ask(
        self,
        viewer: Viewer,
        number: int,
        problem_id: int,
        *,
        counting: Counting,
        with_others: bool,
        template: str,
    ) -> ClassComparison:
        """Has the submissions compared, in the background. Raises Refused."""
        seen = self._taught(viewer, number, problem_id)
        if len(template) > MOST_TEMPLATE:
            raise Unfit("template_too_long", most=MOST_TEMPLATE)
        others = self.others(viewer, seen, problem_id) if with_others else []
        asked = ClassComparison(
            number,
            problem_id,
            counting,
            tuple(one.id for one in others),
            template.replace("\r\n", "\n"),
            asked_by=viewer.user_id,
        )
        return self._store.comparisons.ask(asked)

    def _taught(self, viewer: Viewer, number: int, problem_id: int) -> SeenAssignment:
        """Raises NotForViewer."""
        seen = self._coursework.taught(viewer, number)
        if problem_id not in seen.titles:
            raise NotForViewer(f"assignment {number} has no problem {problem_id}.")
        return seen

    def listed(self, viewer: Viewer, number: int) -> tuple[SeenAssignment, list[SeenComparison]]:
        """The newest comparison for each problem of an assignment. Raises NotForViewer."""
        seen = self._coursework.taught(viewer, number)
        return seen, [self._seen(viewer, seen, one.problem_id) for one in seen.problems]

    def seen(self, viewer: Viewer, number: int, problem_id: int) -> SeenComparison:
        """The newest comparison of a problem; the view is recorded in the audit. Raises NotForViewer."""
        found = self._seen(viewer, self._taught(viewer, number, problem_id), problem_id)
        if found.comparison and found.comparison.result:
            self._store.comparisons.note_looked(found.comparison)
        return found

    def _seen(self, viewer: Viewer, seen: SeenAssignment, problem_id: int) -> SeenComparison:
        newest = self._store.comparisons.newest(seen.assignment.id, problem_id)
        if newest is None:
            return SeenComparison(seen, problem_id, None, None, "", (), 0, {}, {})
        comparison, job = newest
        submissions = comparison.result.submissions if comparison.result else ()
        taught = {one: self._store.assignments.get(one) for one in comparison.others}
        taught = {one: of for one, of in taught.items() if self._teaches(viewer, of.class_id)}
        mine = taught.keys() | {seen.assignment.id}
        every = self._store.comparisons.pairs(comparison.id, MOST_SHOWN)
        pairs = [
            one
            for one in every
            if {submissions[one.first].assignment_id, submissions[one.second].assignment_id} <= mine
        ]
        users = self._store.catalogue.by_id(User, {one.user_id for one in submissions})
        failure = job.failure if job.state is JobState.FAILED else ""
        return SeenComparison(
            seen, problem_id, comparison, job.state, failure, pairs, len(every) - len(pairs), users, taught
        )

    def pair(self, viewer: Viewer, number: int, problem_id: int, ordinal: int) -> SeenPair:
        """Both sources; the view is recorded in the audit. Raises NotForViewer."""
        whole = self._seen(viewer, self._taught(viewer, number, problem_id), problem_id)
        for pair in whole.pairs:
            if pair.ordinal == ordinal and whole.comparison:
                both = whole.submissions[pair.first], whole.submissions[pair.second]
                self._store.comparisons.note_looked(whole.comparison, [one.user_id for one in both])
                first, second = (self._store.submissions.files(one.submission_id) for one in both)
                return SeenPair(whole, pair, both, (first, second))
        raise NotForViewer(f"there is no pair {ordinal} for you.")
