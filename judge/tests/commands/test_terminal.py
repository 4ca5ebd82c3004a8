"""What happens, as the command line tells it."""

import pytest
from rich.progress import ProgressColumn

from judge.base import console
from judge.base.events import (
    Event,
    GpuFailed,
    Judged,
    JudgedAgain,
    LeftOut,
    Note,
    Running,
    Waiting,
    Warned,
    task,
)
from judge.commands.terminal import Terminal

LINES: list[tuple[Event, str]] = [
    (Note("building"), "building"),
    (Warned("no uuid"), "warning: no uuid"),
    (LeftOut("gcd", "no tests"), "warning: gcd is left out: no tests"),
    (Waiting("core 3", "another run has it"), "waiting for core 3: another run has it"),
    (Waiting("another build"), "waiting for another build"),
    (GpuFailed("GPU 0", "gone"), "GPU 0 failed and is no longer used: gone"),
    (GpuFailed("GPU 0", "gone", "node1"), "node1, GPU 0: gone. node1 gets no more jobs that need a GPU"),
    (JudgedAgain(("gcd a.cu",), "gone", 1), "gcd a.cu is judged again on GPU 1"),
    (JudgedAgain(("gcd a.cu", "gcd b.cu"), "node1 is down"), "2 solutions queued again: node1 is down"),
    (Judged("gcd", "a.cu", "AC", 3, 24), "[3/24] gcd a.cu: AC"),
]


@pytest.mark.parametrize(("event", "line"), LINES)
def test_an_event_is_one_line_on_stderr(event: Event, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    Terminal()(event)
    assert capsys.readouterr() == ("", f"judge: {line}\n")


def test_a_quiet_command_tells_warnings_and_what_takes_minutes(capsys: pytest.CaptureFixture[str]) -> None:
    tell = Terminal()
    with console.muted(True):
        for event, _ in LINES:
            tell(event)
        tell(Note("building all", takes_minutes=True))
    assert capsys.readouterr().err.splitlines() == [
        "judge: warning: no uuid",
        "judge: warning: gcd is left out: no tests",
        "judge: building all",
    ]


def test_a_warning_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    tell = Terminal()
    for text in ("no uuid", "no uuid", "no license"):
        tell(Warned(text))
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_an_interruption_knows_what_is_under_way() -> None:
    tell = Terminal()
    with task(tell, "judging", 24, judges=True) as judging:
        for _ in range(6):
            judging.advance()
        assert console.stage() == " while judging: 6 of 24"
        with task(tell, "building") as building:
            building.reach(2, 3)
            assert console.stage() == " while building: 2 of 3"
            building.go_on_to("linking")
            assert console.stage() == " while linking: 2 of 3"
        assert console.stage() == " while judging: 6 of 24"
    assert console.stage() == ""


def test_a_bar_names_what_is_judged() -> None:
    tell = Terminal()
    with task(tell, "judging", 24, judges=True), task(tell, "building"):
        for names, shown in [
            (("gcd a.cpp",), "judging gcd a.cpp"),
            (("gcd a.cpp", "gcd b.cpp"), "judging gcd a.cpp +1"),
            ((), "judging"),
        ]:
            tell(Running(names))
            assert [first_words(bar) for bar in console._bars] == [shown, "building"]


def test_a_bar_says_what_is_done_now_and_an_interruption_what_all_of_it_is() -> None:
    with task(Terminal(), "timing", 3) as timing:
        timing.advance("timing gcd a.cpp")
        assert [first_words(bar) for bar in console._bars] == ["timing gcd a.cpp"]
        timing.at("timing gcd b.cpp")
        assert [first_words(bar) for bar in console._bars] == ["timing gcd b.cpp"]
        timing.advance()
        assert [first_words(bar) for bar in console._bars] == ["timing"]
        assert console.stage() == " while timing: 2 of 3"


def first_words(bar: console.BarOrLines) -> str:
    column = bar.columns[0]
    assert isinstance(column, ProgressColumn)
    return str(column(bar.tasks[0]))
