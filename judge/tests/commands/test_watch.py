"""Watching a file: every way of saving it is noticed, and nothing else is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.watch import watch


def write_in_place(file: Path) -> None:
    file.write_text(file.read_text() + "more\n")


def replace(file: Path) -> None:
    """Replaces a file as editors do: the old one becomes a copy, a new one of the same size takes its place."""
    content = file.read_text()
    file.rename(file.with_name("mine.py~"))
    new = file.with_name("new")
    new.write_text(content[::-1])
    new.rename(file)


def remove(file: Path) -> None:
    file.unlink()


def create(file: Path) -> None:
    file.write_text("again")


def move_away(file: Path) -> None:
    file.rename(file.with_name("away"))


def move_back(file: Path) -> None:
    file.with_name("away").rename(file)


def touch_another(file: Path) -> None:
    file.with_name("other.py").touch()


def nothing(_: Path) -> None:
    pass


class Hand:
    """What happens to the file during each wait; then Ctrl-C."""

    def __init__(self, file: Path, *steps: Callable[[Path], None]) -> None:
        self.file, self.steps = file, list(steps)

    def __call__(self, _: float) -> None:
        if not self.steps:
            raise KeyboardInterrupt
        self.steps.pop(0)(self.file)


@pytest.mark.parametrize(
    ("steps", "judged"),
    [
        ((), 1),
        ((nothing, touch_another, nothing), 1),
        ((write_in_place, nothing), 2),
        ((replace, nothing, nothing, write_in_place, nothing), 3),
        ((write_in_place, write_in_place, replace, nothing), 2),
        ((remove, nothing, nothing), 1),
        ((remove, nothing, create, nothing), 2),
        ((move_away, nothing, move_back, nothing), 2),
    ],
)
def test_it_judges_again_once_the_file_was_saved(
    tmp_path: Path, steps: tuple[Callable[[Path], None], ...], judged: int
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("first\n")
    seen: list[str] = []

    def judge_once() -> int:
        seen.append(file.read_text())
        return len(seen) % 2

    assert watch([str(file)], judge_once, Hand(file, *steps)) == judged % 2
    assert len(seen) == judged


def test_that_the_file_is_gone_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    said = f"{file} is gone; waiting for it to come back"
    for steps, times in ((replace, nothing, nothing), 0), ((remove, nothing, nothing, nothing), 1):
        file.write_text("first\n")
        watch([str(file)], lambda: 0, Hand(file, *steps))
        assert capsys.readouterr().err.count(said) == times


def test_a_file_that_was_saved_during_the_judging_is_judged_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("first")
    seen: list[str] = []

    def judge_once() -> int:
        seen.append(file.read_text())
        if len(seen) == 1:
            file.write_text("second")
        return 0

    watch([str(file)], judge_once, Hand(file, nothing, nothing))
    assert seen == ["first", "second"]


def test_a_file_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "solution"
    folder.mkdir()
    (folder / "main.py").write_text("first")
    seen: list[int] = []

    def judge_once() -> int:
        seen.append(1)
        return 0

    watch([str(folder)], judge_once, Hand(folder / "main.py", write_in_place, nothing))
    assert len(seen) == 2


def test_what_is_wrong_later_does_not_end_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text("first")
    seen: list[int] = []

    def judge_once() -> int:
        seen.append(1)
        if len(seen) == 2:
            raise JudgeError("mine.py is empty")
        return 0

    hand = Hand(file, write_in_place, nothing, write_in_place, nothing)
    assert watch([str(file)], judge_once, hand) == 0
    assert len(seen) == 3
    assert "judge: mine.py is empty" in capsys.readouterr().err


def test_what_is_wrong_at_first_ends_it() -> None:
    def wrong() -> int:
        raise JudgeError("no such problem")

    with pytest.raises(JudgeError, match="no such problem"):
        watch(["/nothing"], wrong)
    with pytest.raises(JudgeError, match="--watch needs a file"):
        watch(["-"], wrong)
