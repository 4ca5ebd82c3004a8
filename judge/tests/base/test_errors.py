"""An error and its next step, as data and as somebody at a terminal reads them."""

import pytest

from judge.base.errors import MOST_CHARACTERS, JudgeError
from judge.base.next_steps import NextStep, RunJudge, RunProgram, SetVariable
from judge.base.suggestions import unknown_name

STEPS: list[tuple[NextStep, str]] = [
    (RunJudge(("doctor",)), "Run: ./judge/judge doctor"),
    (RunJudge(("submit", "gcd", "a b"), "Try"), "Try: ./judge/judge submit gcd 'a b'"),
    (RunProgram(("git", "restore", "a b.in"), "Restore it"), "Restore it: git restore 'a b.in'"),
    (SetVariable("TMPDIR", "a folder with room"), "Set TMPDIR to a folder with room"),
]


@pytest.mark.parametrize(("step", "words"), STEPS)
def test_a_terminal_gets_the_step_behind_the_message(step: NextStep, words: str) -> None:
    error = JudgeError("mine.cpp: expected a program, found none", step)
    assert error.next_step == step
    assert error.message == "mine.cpp: expected a program, found none"
    assert str(error) == f"{error.message}. {words}"
    assert str(JudgeError("It failed.", step)) == f"It failed. {words}"


def test_without_a_step_there_is_the_message() -> None:
    error = JudgeError("mine.cpp is empty")
    assert error.next_step is None
    assert str(error) == error.message == "mine.cpp is empty"


def test_a_long_line_keeps_both_ends_and_the_step() -> None:
    error = JudgeError(f"begin {'x' * 80_000} end", RunJudge(("doctor",)))
    assert len(error.message) < MOST_CHARACTERS + 10
    assert error.message.startswith("begin x")
    assert str(error).endswith("x end. Run: ./judge/judge doctor")


def test_an_unknown_name_says_what_is_known_or_who_lists_it() -> None:
    listed = unknown_name("author", "alcie", ["alice"], RunJudge(("history", "--by-author"), "All"))
    assert listed.next_step == RunJudge(("history", "--by-author"), "All")
    assert "alice" in listed.message
    assert unknown_name("author", "x", ["alice", "ben"]).message == "unknown author 'x'. Known: alice, ben."
