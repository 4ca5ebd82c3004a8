"""Which tests of a pass-fail problem of the format legacy are judged after a failure: `on_reject` of their groups."""

import os
from collections.abc import Set

from judge.judging.results import TestResult
from judge.judging.verdicts import Verdict


class Continued:
    """`groups`: names of those in which judging continues after a rejected test or group; "": the group of all
    tests."""

    def __init__(self, groups: Set[str]) -> None:
        self._groups = groups
        self._failed: list[str] = []

    def leaves_out(self, test_name: str) -> bool:
        """Whether to skip a test. The threads that judge tests also ask, before they begin one."""
        return any(common_group(failed, test_name) not in self._groups for failed in self._failed)

    def on_test(self, test: TestResult) -> bool:
        """Adds a result; they come in their order. Returns whether the judging ends here."""
        if test.failed:
            self._failed.append(test.test.name)
        return test.decision.verdict is Verdict.JE

    def finish(self) -> None:
        """Does nothing: there is no score."""


def common_group(one: str, other: str) -> str:
    """The smallest group that contains both tests: "secret" for "secret/a/1" and "secret/b/1"."""
    return os.path.commonpath([f"/{name.rpartition('/')[0]}" for name in (one, other)])[1:]
