"""An error and its next step, as data and as somebody at a terminal reads them."""

import ast
import re
from pathlib import Path

import pytest

import judge
from judge.base.errors import MOST_CHARACTERS, JudgeError
from judge.base.next_steps import NextStep, RunJudge, RunProgram, SetVariable
from judge.base.suggestions import unknown_name

STEPS: list[tuple[NextStep, str]] = [
    (RunJudge(("doctor",)), "Run: ./judge/judge doctor"),
    (RunJudge(("submit", "gcd", "a b"), "Try"), "Try: ./judge/judge submit gcd 'a b'"),
    (RunProgram(("git", "restore", "a b.in"), "Restore it"), "Restore it: git restore 'a b.in'"),
    (RunProgram(("git", "fetch"), then=("git", "pull")), "Run: git fetch && git pull"),
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


LIKELY = re.compile(r"\bJUDGE\b|sudo|apt-get|pip install|git |TMPDIR|XDG_STATE_HOME|[Rr]un:")
"""Words in a module without which it need not be parsed."""
SHELL = re.compile(
    r"\b(sudo (chown|apt)|apt-get|pip install|git (restore|clone|config)|\w*TMPDIR|XDG_STATE_HOME|run:) ",
    re.I,
)


def messages_with_steps(text: str) -> list[str]:
    """The messages of errors in a module that tell somebody at a terminal what to type."""
    errors = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id.endswith("Error")
        and node.args
    ]
    return [
        ast.unparse(error)
        for error in errors
        for part in ast.walk(error.args[0])
        if (isinstance(part, ast.Name) and part.id == "JUDGE")
        or (isinstance(part, ast.Constant) and SHELL.search(f"{part.value!s} "))
    ]


def test_no_message_has_its_next_step_in_it() -> None:
    modules = [path for path in Path(judge.__file__).parent.rglob("*.py") if "tests" not in path.parts]
    texts = {str(path): path.read_text(encoding="utf-8") for path in modules}
    found = {
        name: messages_with_steps(text)
        for name, text in texts.items()
        if "JudgeError(" in text and LIKELY.search(text)
    }
    assert {name: messages for name, messages in found.items() if messages} == {}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('raise JudgeError(f"{error}. Run: {JUDGE} doctor")', 2),
        ('raise JudgeError("no font: apt-get install fonts")', 1),
        ('raise BuildError("no data; run: generate it", output)', 1),
        ('raise JudgeError("the runner failed", RunJudge(("doctor",)))', 0),
    ],
)
def test_the_check_catches_a_step_in_a_message(text: str, count: int) -> None:
    assert len(messages_with_steps(text)) == count
