"""Follows the score of a solution while its tests are judged, to know which other tests are still needed."""

from judge.judging.graders import Grader
from judge.judging.results import Result, TestResult
from judge.judging.scoring import not_needed
from judge.judging.verdicts import Verdict
from judge.problems.scoring import Scoring
from judge.project.host import JudgeHost


class Grading:
    def __init__(
        self, host: JudgeHost, scoring: Scoring, result: Result, *, may_stop: bool, thorough: bool
    ) -> None:
        """`may_stop`: tests that do not count need not be judged. `thorough`: even then, all tests of a group are
        judged."""
        self._scoring, self._result = scoring, result
        self._may_stop, self._thorough = may_stop, thorough
        self._grade = Grader(host, result)
        self._left_out: frozenset[str] = frozenset()

    def leaves_out(self, test_name: str) -> bool:
        """Whether to skip a test. The threads that judge tests also ask, before they begin one."""
        return test_name in self._left_out

    def on_test(self, test: TestResult) -> bool:
        """Adds a result; they come in their order. Returns whether the judging ends here."""
        if not self._may_stop:
            return False
        if test.failed or self._scoring.grader:
            scores = self._result.test_scores
            self._left_out = not_needed(self._scoring, scores, self._grade, thorough=self._thorough)
        return test.decision.verdict is Verdict.JE

    def finish(self) -> None:
        """Asks the package's grader what is not known yet."""
        self._result.score_by(self._grade)
