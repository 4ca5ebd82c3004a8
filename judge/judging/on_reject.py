"""Which tests of a pass-fail problem of the format legacy are judged behind a failure: `on_reject` of their groups."""

import os
from collections.abc import Set

from judge.judging.results import TestResult
from judge.judging.verdicts import Verdict


class Continued:
    """`groups`: names of those in which judging goes on behind a rejected test or group; "": that of all tests."""

    def __init__(self, groups: Set[str]) -> None:
        self._groups = groups
        self._failed: list[str] = []

    def leaves_out(self, test_name: str) -> bool:
        """Asked also by the threads that judge tests, before they begin one."""
        return any(common_group(failed, test_name) not in self._groups for failed in self._failed)

    def on_test(self, test: TestResult) -> bool:
        """Returns whether the judging ends here. It gets the results in their order."""
        if test.failed:
            self._failed.append(test.test.name)
        return test.ruling.verdict is Verdict.JE

    def finish(self) -> None:
        """Finds nothing: there is no score."""


def common_group(one: str, other: str) -> str:
    """The smallest group that both tests lie in: "secret" of "secret/a/1" and "secret/b/1"."""
    return os.path.commonpath([f"/{name.rpartition('/')[0]}" for name in (one, other)])[1:]
