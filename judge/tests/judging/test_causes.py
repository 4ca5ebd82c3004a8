"""Which finding is named on the line with the verdict."""

import pytest

from judge.judging.causes import cause_of, in_words
from judge.judging.findings import Finding


def finding(kind: str) -> Finding:
    return Finding(kind=kind, message="", file="mine.cu", line=1)


@pytest.mark.parametrize(
    ("kinds", "cause"),
    [
        (["uninitialised-read", "ignored-error"], "ignored-error"),  # a launch that was refused wrote nothing
        (["uninitialised-read", "shared-memory-race"], "shared-memory-race"),
        (["leaked-memory", "uninitialised-read"], "uninitialised-read"),
        (["leaked-memory"], None),
        (["something-new", "out-of-bounds"], "something-new"),
    ],
)
def test_what_explains_the_rest_comes_first(kinds: list[str], cause: str | None) -> None:
    found = cause_of([finding(kind) for kind in kinds])
    assert (found and found.kind) == cause


def test_an_endless_loop_is_not_called_a_deadlock() -> None:
    """The emulated device cannot tell one from the other."""
    found = finding("deadlock")
    words = "kernel that never ends (endless loop, or threads that wait for each other), mine.cu:1"
    assert in_words(found) == words
