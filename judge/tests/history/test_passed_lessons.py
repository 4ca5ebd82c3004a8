"""Lessons that the history has as passed: by an attempt of the user's own on all tests that nothing speaks against."""

from typing import Any

import pytest

from judge.service.lessons import own_attempts, passed_lessons
from judge.store.user_store import user_store_file
from judge.tests.history.rows import put_attempt, put_session, written

ATTEMPT: dict[str, Any] = {
    "problem": "lesson-tiles",
    "name": "mine.cu",
    "verdict": "AC",
    "tests_passed": 3,
    "tests_total": 3,
    "wall_ns": None,
    "ended_utc_ms": 1,
}


@pytest.mark.parametrize(
    ("command", "values", "passed"),
    [
        ("submit", {}, {"tiles": True}),
        ("submit", {"is_samples_only": 1}, {"tiles": False}),
        ("submit", {"tests_passed": 2}, {"tiles": False}),
        ("submit", {"verdict": "CLE"}, {"tiles": False}),
        ("submit", {"as_expected": 0}, {"tiles": False}),  # rejected for what the emulated GPU found
        ("submit", {"problem": "lesson-streams"}, {}),
        ("verify", {}, {}),
    ],
)
def test_an_attempt_of_the_users_own_on_all_tests_passes_a_lesson(
    command: str, values: dict[str, Any], passed: dict[str, bool]
) -> None:
    path = user_store_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    session = put_session(path, command=command)
    with written(path) as transaction:
        put_attempt(transaction, 1, session_id=session, **{**ATTEMPT, **values})
    assert passed_lessons(["tiles"]) == passed
    assert len(own_attempts("tiles")) == len(passed)
