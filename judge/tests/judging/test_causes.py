"""Which finding is named on the line with the verdict."""

import pytest

from judge.judging.causes import cause_of
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
