"""Which stored submissions bound a problem's time limit."""

from judge.problems.model import Problem
from judge.problems.submission_uses import SubmissionUses, read_submission_uses


def uses_of(problem: Problem) -> SubmissionUses:
    """Raises JudgeError for content that submissions.yaml of one of our own problems must not have."""
    return problem.package.rules.uses if problem.package else read_submission_uses(problem.folder)
