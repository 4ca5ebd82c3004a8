"""The bar of what is being done, and what is said beside it."""

import io
import os
import pty
import subprocess
import sys

import pytest
from rich.console import Console
from rich.progress import Progress, TaskID

from judge.base import console


@pytest.mark.parametrize("moment", ["start", "stop"])
def test_a_bar_is_known_whenever_it_may_be_shown(monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """An interruption stops the bars that are known, before its last line."""
    known = []
    monkeypatch.setattr(Progress, moment, lambda bar: known.append(bar in console._bars))
    with console.progress(3, "judging"):
        assert console.stage() == " while judging: 0 of 3"
    assert known == [True]
    assert console.stage() == ""


def bar_text(monkeypatch: pytest.MonkeyPatch, total: int | None, completed: int, now: str = "") -> str:
    """One picture of the bar, after 42 seconds."""
    clock = [0.0]
    terminal = Console(
        file=io.StringIO(), force_terminal=True, width=120, color_system=None, get_time=lambda: clock[0]
    )
    monkeypatch.setattr(console, "err", terminal)
    with console.progress(total, "judging", lambda: now) as bar:
        for step in range(1, completed + 1):
            clock[0] = 42.0 * step / completed
            bar.update(TaskID(0), advance=1)
        clock[0] = 42.0
        monkeypatch.setattr(bar, "stop", lambda: None)
        picture = Console(width=120, color_system=None)
        with picture.capture() as capture:
            picture.print(bar.get_renderable())
    return " ".join(capture.get().replace("\u2501", "").replace("\u2578", "").replace("\u257a", "").split())


def test_a_bar_tells_times_as_people_do(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bar_text(monkeypatch, 100, 5) == "judging 5/100 42 s"  # too early to tell
    assert bar_text(monkeypatch, 10, 5, "judging vector-add a.cpp +1") == (
        "judging vector-add a.cpp +1 5/10 42 s, about 42 s left"
    )
    assert bar_text(monkeypatch, None, 0) == "judging 42 s"


def test_what_is_muted_is_not_said_either(capsys: pytest.CaptureFixture[str]) -> None:
    with console.muted(True):
        console.say("building")
        console.out.print("a table")
        console.warn("something is missing")
    console.say("judging")
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == ["judge: warning: something is missing", "judge: judging"]


@pytest.mark.parametrize("on_a_screen", [True, False])
def test_colour_by_force_brings_no_bars_into_a_file(on_a_screen: bool) -> None:
    ask = "from judge.base import console; print(console.err.is_terminal, console.shows_bars())"
    controller, terminal = pty.openpty()
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm"}
    for name in ("NO_COLOR", "WARP_JUDGE_PLAIN"):
        environment.pop(name, None)
    asked = subprocess.run(
        [sys.executable, "-c", ask],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=terminal if on_a_screen else subprocess.PIPE,
        text=True,
        check=True,
    )
    os.close(terminal)
    os.close(controller)
    assert asked.stdout == f"True {on_a_screen}\n"
