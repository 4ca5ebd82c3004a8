"""Runs the tests that other submissions failed first: so most wrong submissions end after a run or two.

Only if the order of the tests decides nothing visible: the first failure of a package is the verdict, and a score
needs them all.
"""

import threading
from collections import Counter
from collections.abc import Sequence

from judge.base.records import replace
from judge.judging.job import Job
from judge.judging.results import Result
from judge.problems.model import TestCase


class FailedBefore:
    """How often each test was the first that a solution failed, by problem and test. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures: Counter[tuple[str, str]] = Counter()

    def ordered(self, job: Job) -> Job:
        """The job with samples first, then the tests that most solutions have failed, then the others in their
        order."""
        problem = job.solution.problem
        if not job.shares_gpu or not job.stop_at_failure or problem.package or problem.scoring:
            return job
        with self._lock:
            failures = {test.name: self._failures[problem.id, test.name] for test in job.tests}

        def rank(test: TestCase) -> tuple[bool, int]:
            return not test.is_sample, -failures[test.name]

        tests: Sequence[TestCase] = sorted(job.tests, key=rank)
        return replace(job, tests=tests)

    def take_in(self, result: Result) -> None:
        if failure := result.first_failure:
            with self._lock:
                self._failures[result.solution.problem.id, failure.test.name] += 1
