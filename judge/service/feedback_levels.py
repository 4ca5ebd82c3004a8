"""How much feedback is shown: the minimum of what the contests permit and the policy of the assignment, the problem,
or the whole judge."""

from collections.abc import Iterable, Mapping

from judge.service.contest_rules import policy_in_contests
from judge.service.coursework import Coursework
from judge.service.visibility import Feedback, Viewer, feedback_for, policy_of
from judge.store.catalogue_records import ProblemRecord
from judge.store.records import Submission
from judge.store.store import Store


class Policies:
    """Feedback policies, for any number of threads."""

    def __init__(self, store: Store, coursework: Coursework, feedback: Feedback) -> None:
        """`feedback`: of problems that set none."""
        self._store, self._coursework, self._feedback = store, coursework, feedback

    def of_problem(self, problem: ProblemRecord) -> Feedback:
        """The feedback for users who practise a problem."""
        return self.of_problems([problem])[problem.id]

    def of_problems(self, problems: Iterable[ProblemRecord]) -> dict[int, Feedback]:
        """Levels by the number of the problem."""
        contests = self._store.contests.not_over()
        return {
            one.id: policy_in_contests(one.id, contests, policy_of(one, self._feedback)) for one in problems
        }

    def levels(self, viewer: Viewer, submissions: Iterable[Submission]) -> dict[int, Feedback]:
        """The viewer's feedback about each submission, by its number."""
        listed = list(submissions)
        contests, policies = self._store.contests.not_over(), self._coursework.policies(listed)
        return {
            one.id: feedback_for(viewer, one, policy_in_contests(one.problem_id, contests, policies[one.id]))
            for one in listed
        }

    def shown_verdicts(
        self, viewer: Viewer, verdicts: Mapping[tuple[int, int | None], set[str]]
    ) -> dict[int, set[str]]:
        """A viewer's own verdicts by problem, out of those by problem and assignment, as far as the feedback shows
        them."""
        found = self._coursework.shown_verdicts(viewer, verdicts)
        contests = () if viewer.is_staff else self._store.contests.not_over()
        return {
            number: of_it
            for number, of_it in found.items()
            if policy_in_contests(number, contests, Feedback.INPUT) is not Feedback.NONE
        }
