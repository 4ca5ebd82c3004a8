"""`judge lesson`: what it shows, what it writes, and when the solution is shown."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.lesson import lesson
from judge.commands.options.lesson import LessonOptions
from judge.commands.options.submit import SubmitOptions
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.service.lessons import lesson_names, passed_lessons

pytestmark = pytest.mark.built

HOST = JudgeHost(this_installation(), tell=lambda _: None)
LESSON = this_installation().lessons / "first-kernel"


@pytest.fixture(autouse=True)
def _own_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LANG", "C")


def test_the_list_names_each_lesson_and_the_first_to_take(capsys: pytest.CaptureFixture[str]) -> None:
    assert lesson(HOST, LessonOptions()) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in lesson_names(HOST.installation))
    assert "lesson first-kernel" in shown


def test_a_lesson_shows_no_line_of_its_solution(capsys: pytest.CaptureFixture[str]) -> None:
    lesson(HOST, LessonOptions("tiles"))
    shown = capsys.readouterr().out
    assert "one_by_one.cu" in shown
    assert "a solution that passes" in shown
    assert "tile[threadIdx.y + step]" not in shown
    assert "counted: global sectors: at most 1.10 of the least (16,384)" in shown


def test_the_totals_of_the_stored_programs_are_shown_before_any_attempt(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lesson(HOST, LessonOptions("streams"))
    table = " ".join(capsys.readouterr().out.partition("Counted: the stored programs")[2].split())
    assert "stored small_pieces.cu CLE global sectors: 1.00 of the least (16,384), at most 1.10;" in table
    assert "launches: 256, at most 32" in table
    assert "stored a solution that passes AC" in table
    assert "launches: 8, at most 32" in table
    assert "CLE: the output is right, but a count is outside its bounds" in table
    assert "yours" not in table


def test_a_lesson_can_be_read_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    lesson(HOST, LessonOptions("padding", language="zh"))
    assert "存储体冲突" in capsys.readouterr().out


def test_hints_open_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    lesson(HOST, LessonOptions("padding", hint=2))
    shown = capsys.readouterr().out
    assert "Only the declaration" in shown
    assert "33" not in shown
    assert "hint 2 of 3; the next: " in shown
    with pytest.raises(JudgeError, match=r"padding has 3 hints: expected a number from 1 to 3\."):
        lesson(HOST, LessonOptions("padding", hint=4))


def test_the_exercise_is_written_but_never_over_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    lesson(HOST, LessonOptions("padding", writes=folder))
    assert {file.name for file in folder.iterdir()} == {"exercise.cu", "given.cuh", "given_main.cu"}
    (folder / "exercise.cu").write_text("mine")
    with pytest.raises(JudgeError, match=r"exercise\.cu is there already"):
        lesson(HOST, LessonOptions("padding", writes=folder))
    assert (folder / "exercise.cu").read_text() == "mine"


def test_an_unknown_lesson_and_language_are_named() -> None:
    with pytest.raises(JudgeError, match=r"unknown lesson 'tile'\. Did you mean 'tiles'"):
        lesson(HOST, LessonOptions("tile"))
    with pytest.raises(JudgeError, match="unknown language of lessons 'fr'"):
        lesson(HOST, LessonOptions("tiles", language="fr"))


@pytest.mark.slow
def test_the_solution_is_shown_once_the_exercise_is_passed(capsys: pytest.CaptureFixture[str]) -> None:
    asks = LessonOptions("first-kernel", solution=True)
    assert verify(HOST, Choice(("lesson-first-kernel",))) == 0
    assert passed_lessons(["first-kernel"]) == {}  # by the stored programs, which are nobody's attempt
    capsys.readouterr()
    slow = LESSON / "submissions/count_limit_exceeded/one_thread.cu"
    assert lesson(HOST, LessonOptions("first-kernel", str(slow))) == 1
    shown = capsys.readouterr().out
    assert "global sectors: 8.00 of the least (37,500), at most 1.10: not met" in shown
    assert "CLE  lesson-first-kernel  one_thread.cu" in shown
    assert passed_lessons(["first-kernel", "tiles"]) == {"first-kernel": False}
    assert lesson(HOST, LessonOptions("first-kernel")) == 0
    table = capsys.readouterr().out.partition("Counted: the stored programs, and your attempts")[2]
    [own] = [line for line in table.splitlines() if line.strip().startswith("yours")]
    assert "one_thread.cu" in own
    assert "8.00 of the least (37,500)" in own
    with pytest.raises(JudgeError, match="is shown once you have passed"):
        lesson(HOST, asks)

    right = LESSON / "submissions/accepted/reference.cu"
    assert submit(HOST, "lesson-first-kernel", str(right), SubmitOptions(chosen=("sample",))) == 0
    assert passed_lessons(["first-kernel"]) == {"first-kernel": False}  # on its samples alone
    assert lesson(HOST, LessonOptions("first-kernel", str(right))) == 0
    shown = capsys.readouterr().out
    assert "global sectors: 1.00 of the least (37,500), at most 1.10: met" in shown
    assert "NVIDIA H200" in shown
    assert "judge bench vector-add" in shown
    assert "nvcc -O3 exercise.cu given_main.cu && echo 16777216 3 | ./a.out time" in shown
    assert passed_lessons(["first-kernel", "tiles"]) == {"first-kernel": True}
    assert lesson(HOST, asks) == 0
    assert "if (i < n) sums[i] = a[i] + b[i];" in capsys.readouterr().out
