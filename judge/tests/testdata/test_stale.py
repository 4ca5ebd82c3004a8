"""A generator that was changed and not run again: what fails then says so, and names the command that mends it."""

import shutil
from pathlib import Path

import pytest

from judge.commands.generate import generate
from judge.commands.options.generate import GenerateOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.broken import BrokenProblem
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built

Captured = pytest.CaptureFixture[str]
NEXT_STEP = r"\. Run: \./judge/judge generate gcd$"


@pytest.fixture
def gcd(gcd: Path) -> Path:
    """The problem without the submission that runs until its limit ends it."""
    shutil.rmtree(gcd / "submissions/time_limit_exceeded")
    return gcd


def change(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))


def change_the_task(folder: Path) -> None:
    """What the generator prints and what the accepted submissions expect, as one makes another problem of it."""
    change(folder / "generators/generate.py", "print(len(numbers))", "print(0, len(numbers))")
    for name in ("set.py", "sorting.py"):
        change(folder / "submissions/accepted" / name, "input()\n", "assert input().startswith('0 ')\n")
    (folder / "input_validators/validate.py").write_text("raise SystemExit(42)\n")


def test_a_limit_that_cannot_be_measured(tree: JudgeHost, gcd: Path) -> None:
    change_the_task(gcd)
    what = "problems/gcd/generators now makes another input for sample/01-five"
    why = r"accepted/\w+\.py, from which to measure one, fails: RTE: sample/01-five: .*AssertionError"
    with pytest.raises(
        BrokenProblem, match=rf"^gcd: no time limit: .*, and {why} \(1 other fails, too\): "
    ) as error:
        verify(tree, Choice(("gcd",)), None)
    assert error.match(f"the test data are stale: {what}{NEXT_STEP}")


def told(tree: JudgeHost, capsys: Captured) -> list[str]:
    """What `verify` with a limit says of stale data."""
    capsys.readouterr()
    assert verify(tree, Choice(("gcd",)), None, VerifyOptions(time_limit_s=1.0)) == 1
    return [line for line in capsys.readouterr().out.splitlines() if "stale" in line]


@pytest.mark.parametrize("answers", [False, True])
def test_a_failure_with_a_limit(tree: JudgeHost, gcd: Path, capsys: Captured, answers: bool) -> None:
    """The failure is the same if only the answers would differ."""
    if answers:
        for name in ("set.py", "sorting.py"):
            change(gcd / "submissions/accepted" / name, "print(", "print(1 + ")
        what = "accepted/set.py, which makes the answers, now gives another one for sample/01-five"
    else:
        change_the_task(gcd)
        what = "problems/gcd/generators now makes another input for sample/01-five"
    assert told(tree, capsys) == [f"gcd: the test data are stale: {what}. Run: ./judge/judge generate gcd"]
    assert generate(tree, GenerateOptions(("gcd",))) == 0
    verify(tree, Choice(("gcd",)), None, VerifyOptions(time_limit_s=1.0))
    assert "stale" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        (
            '"sample/01-five": ',
            '"sample/02-six": lambda: [6],\n    "sample/01-five": ',
            "now also makes sample/02-six",
        ),
        ('"sample/01-five": ', '"sample/01-5": ', "now also makes sample/01-5"),
        ('    "secret/01-one-number": lambda: [7],\n', "", "no longer makes secret/01-one-number"),
    ],
)
def test_other_cases(
    tree: JudgeHost, gcd: Path, capsys: Captured, before: str, after: str, what: str
) -> None:
    change(gcd / "generators/generate.py", before, after)
    change(gcd / "submissions/accepted/sorting.py", "print(1", "print(2")
    assert told(tree, capsys) == [
        f"gcd: the test data are stale: problems/gcd/generators {what}. Run: ./judge/judge generate gcd"
    ]


def test_data_that_are_as_they_would_be_made_are_not_stale(
    tree: JudgeHost, gcd: Path, capsys: Captured
) -> None:
    change(gcd / "submissions/accepted/sorting.py", "print(1", "print(2")
    assert told(tree, capsys) == []
    (gcd / "generators/generate.py").write_text("raise SystemExit(1)\n")  # which says nothing
    assert told(tree, capsys) == []
