"""Which finding is named on the line with the verdict."""

import pytest

from judge.judging.causes import LEADS, cause_of, explaining, in_words
from judge.judging.findings import Finding
from judge.judging.verdicts import Verdict


def finding(kind: str, line: int = 1, message: str = "") -> Finding:
    return Finding(kind=kind, message=message, file="mine.cu", line=line)


@pytest.mark.parametrize(
    ("kinds", "cause"),
    [
        (["uninitialised-read", "ignored-error"], "ignored-error"),  # a launch that was refused wrote nothing
        (["uninitialised-read", "shared-memory-race"], "shared-memory-race"),
        (["leaked-memory", "uninitialised-read"], "uninitialised-read"),
        (["leaked-memory"], None),
        (["ignored-error", "refused-launch"], "refused-launch"),
        (["unread-result", "uninitialised-read"], "uninitialised-read"),
        (["kernel-output", "unread-result"], "unread-result"),
        (["leaked-memory", "kernel-output"], "kernel-output"),
        (["something-new", "out-of-bounds"], "something-new"),
    ],
)
def test_what_explains_the_rest_comes_first(kinds: list[str], cause: str | None) -> None:
    found = cause_of([finding(kind) for kind in kinds])
    assert (found and found.kind) == cause


def test_a_call_that_failed_explains_the_null_pointer_of_a_later_kernel() -> None:
    failed = finding("ignored-error", line=3)
    used = Finding(kind="host-memory-on-device", message="", file="mine.cu", line=2, kernel="k")
    assert cause_of([failed, used]) == failed
    assert cause_of([used, failed]) == used
    given_to_a_call = finding("host-memory-on-device")
    assert cause_of([failed, given_to_a_call]) == given_to_a_call


def test_an_endless_loop_is_not_called_a_deadlock() -> None:
    """The emulated device cannot tell one from the other."""
    found = finding("deadlock")
    words = "kernel that never ends (endless loop, or threads that wait for each other), mine.cu:1"
    assert in_words(found) == words


@pytest.mark.parametrize("kind", LEADS)
def test_a_lead_stands_only_beside_a_failure_that_it_may_explain(kind: str) -> None:
    leak, lead = finding("leaked-memory"), finding(kind)
    assert explaining([leak, lead], Verdict.AC) == (leak,)
    assert explaining([leak, lead], Verdict.JE) == (leak,)
    for verdict in LEADS[kind]:
        assert explaining([leak, lead], verdict) == (leak, lead)


def test_a_barrier_that_is_passed_for_long_explains_only_a_time_limit() -> None:
    for kind in ("barrier-loop", "endless-loop", "host-loop"):
        loop = finding(kind)
        assert explaining([loop], Verdict.WA) == ()
        assert explaining([loop], Verdict.TLE) == (loop,)


def test_a_refused_launch_is_told_once_and_with_its_reason() -> None:
    error, launch = (
        finding("ignored-error"),
        finding("refused-launch", message="0 blocks: the grid is 0 x 1 x 1"),
    )
    assert explaining([launch, error], Verdict.WA) == (launch,)
    assert explaining([launch, error], Verdict.AC) == (error,)
    elsewhere = finding("ignored-error", line=7)
    assert explaining([launch, elsewhere], Verdict.WA) == (launch, elsewhere)
    assert in_words(launch) == "launch that CUDA refused, 0 blocks: the grid is 0 x 1 x 1, mine.cu:1"
