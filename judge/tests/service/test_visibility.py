"""What a program has written reaches its author only where the feedback allows that, by whatever way it comes."""

from typing import Any

import msgspec
import pytest

from judge.base.records import as_json
from judge.service.own_words import ERRORS, own_finding, own_reason
from judge.service.visibility import Feedback, seen
from judge.store.records import Judgement, Run

SECRET = "4711"
"""A number of a secret test's input: the program has read it, and writes it wherever it can."""
LINES = {"mine.cu": 12}
CRASHED = {
    "outcome": "exited", "exit_code": 1, "signal_name": None, "user_ns": 5, "system_ns": 1, "wall_ns": 9,
    "peak_memory_bytes": 4096, "stdout_bytes": 4, "stderr_bytes": 4, "work_bytes": 0, "work_files": 0,
    "contention": None, "gpu": None, "message": None,
}  # fmt: skip
WRITTEN: dict[str, Any] = {
    "facts": CRASHED,
    "stdout": SECRET,
    "stderr": SECRET,
    "transcript": f"> {SECRET}",
    "phases": {"words": SECRET},
    "findings": [{"kind": "out-of-bounds", "message": SECRET, "file": SECRET, "line": 4}],
    "difference": None,
}
REASON = f"line 7: ValueError: {SECRET}"
FINDINGS = [
    {"kind": kind, "what": f"kernel {SECRET}: {SECRET}", "file": file, "line": line, "first_test": "secret/1"}
    for kind, file, line in (
        ("out-of-bounds", "mine.cu", 12),
        (f"x{SECRET}", f"{SECRET}.cu", 1),
        ("out-of-bounds", "mine.cu", 4711),
        ("shared-memory-race", "mine.cu", 3),
    )
]
DETAIL: dict[str, Any] = {
    "compile_error": None,
    "stdout": SECRET,
    "findings": FINDINGS,
    "groups": [
        {
            "name": "secret",
            "verdict": "RTE",
            "points": 0.0,
            "reason": f"secret/1: {REASON}",
            "passed": 0,
            "test_count": 1,
        }
    ],
}


def shown(feedback: Feedback, test: str = "secret/1", verdict: str = "RTE", reason: str = REASON) -> str:
    """All that the author gets, as text."""
    run = Run(1, test, verdict, reason, 0, 1, 1, 1)
    whole = Judgement(1, "d" * 64, None, verdict, reason=f"{test}: {reason}")
    found = seen(whole, [run], {1: WRITTEN}, DETAIL, feedback, LINES)
    return msgspec.json.encode(
        [as_json(found.judgement) if found.judgement else None, found.detail]
        + [[as_json(one.run), one.detail] for one in found.runs]
    ).decode()


@pytest.mark.parametrize("feedback", [*Feedback])
@pytest.mark.parametrize("verdict", ["RTE", "MLE", "JE", "XX"])
def test_no_word_of_a_programs_own_tells_what_it_read(feedback: Feedback, verdict: str) -> None:
    assert (SECRET in shown(feedback, verdict=verdict)) is (feedback is Feedback.INPUT)


def test_of_a_sample_the_author_sees_all() -> None:
    assert SECRET in shown(Feedback.NONE, test="sample/1")


def test_what_a_validator_says_is_told_with_the_difference_alone() -> None:
    said = "expected 8, found 9"
    for feedback in Feedback:
        assert (said in shown(feedback, verdict="WA", reason=said)) is (feedback >= Feedback.DIFFERENCE)


def test_what_the_judge_measured_is_told() -> None:
    text = shown(Feedback.DIFFERENCE)
    assert "line 7: exit code 1, ValueError" in text
    assert '"what":"access out of bounds","file":"mine.cu","line":12' in text
    limit = "CPU time 1.100 s, limit 1.000 s"
    assert limit in shown(Feedback.TEST, verdict="TLE", reason=limit)
    assert limit not in shown(Feedback.VERDICT, verdict="TLE", reason=limit)


@pytest.mark.parametrize(
    ("reason", "lines", "told"),
    [
        ("line 7: IndexError: list index out of range", {"a.py": 9}, "line 7: exit code 1, IndexError"),
        ("line 10: IndexError: x", {"a.py": 9}, "exit code 1, IndexError"),
        ("line 0: x", {"a.py": 9}, "exit code 1"),
        ("util/b.py:2: KeyError: 4711", {"a.py": 9, "util/b.py": 2}, "util/b.py:2: exit code 1, KeyError"),
        ("util/b.py:3: KeyError: 4711", {"a.py": 9, "util/b.py": 2}, "exit code 1, KeyError"),
        ("4711.py:1: My4711Error: 1", {"a.py": 9}, "exit code 1"),
        (
            "exit code 1: Exception in thread java.lang.NullPointerException: 4711",
            {},
            "exit code 1, NullPointerException",
        ),
    ],
)
def test_a_crash_is_told_by_its_place_and_the_name_of_the_error(
    reason: str, lines: dict[str, int], told: str
) -> None:
    assert own_reason(Run(1, "secret/1", "RTE", reason, 0, 1, 1, 1), {"facts": CRASHED}, lines) == told


def test_a_crash_of_which_nothing_is_known_is_told_without_a_word() -> None:
    for detail in (
        {},
        {"facts": None},
        {"facts": {"outcome": SECRET}},
        {"facts": {**CRASHED, "exit_code": SECRET}},
    ):
        assert own_reason(Run(1, "secret/1", "RTE", REASON, 0, 1, 1, 1), detail, {}) == ""
    assert all(word.isidentifier() for word in ERRORS)


@pytest.mark.parametrize(
    "place", [("mine.cu", 13), ("mine.cu", 0), ("mine.cu", None), ("other.cu", 1), (None, 1)]
)
def test_a_finding_names_no_place_that_is_not_there(place: tuple[str | None, int | None]) -> None:
    found = own_finding({"kind": "4711", "file": place[0], "line": place[1], "what": SECRET}, LINES)
    assert found == {"kind": "fault", "what": "", "file": None, "line": None}


def test_few_places_are_told_without_the_difference() -> None:
    assert shown(Feedback.TEST).count('"kind"') == 3
    assert shown(Feedback.VERDICT).count('"kind"') == 0
