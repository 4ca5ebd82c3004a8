"""The lines of tests as they come: each once, again where all begins again, without times where there are none."""

import pytest

from judge.base.errors import JudgeError
from judge.base.events import Event, Note, Progress, Task, Waiting
from judge.base.submission_state import State
from judge.commands import submission_rows
from judge.commands.submission_rows import Rows, Watched
from judge.web.api.shapes import Happened, PlaceAnswer, RunAnswer


def run(ordinal: int, test: str = "secret/01-one") -> RunAnswer:
    return RunAnswer(ordinal, test, "AC", "", None, True, 2_000_000, 1_000_000, 2**20, None, {})


def happened(
    kind: str, *runs: RunAnswer, place: PlaceAnswer | None = None, state: State = State.JUDGING
) -> Happened:
    return Happened(kind, 1, state, place, runs)


def test_a_test_has_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    rows = Rows()
    assert [rows.show(run(number)) for number in (1, 2, 1, 3, 2)] == [True, True, False, True, False]
    assert len(capfd.readouterr().out.splitlines()) == 3


def test_emulated_times_are_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    Rows().show(run(1))
    assert "wall" in capfd.readouterr().out
    Rows(timed=False).show(run(1))
    assert "wall" not in capfd.readouterr().out


def test_a_server_does_not_fill_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission_rows, "MOST_ROWS", 10)
    rows = Rows()
    for number in range(10):
        rows.show(run(number))
    with pytest.raises(JudgeError):
        rows.show(run(11))


def test_what_is_given_back_is_shown_anew(capfd: pytest.CaptureFixture[str]) -> None:
    told: list[Event] = []
    watch, progress = Watched(told.append, Rows(), 2), Progress(told.append, Task("waiting", 2))
    watch.happened(happened("runs", run(1)), progress)
    watch.happened(happened("given-back", state=State.QUEUED), progress)
    watch.happened(happened("runs", run(1), run(2)), progress)
    assert len(capfd.readouterr().out.splitlines()) == 3
    assert len([one for one in told if isinstance(one, Note)]) == 1


def test_the_wait_is_told_at_first_and_then_now_and_then() -> None:
    told: list[Event] = []
    now_s = 0.0
    watch = Watched(told.append, Rows(), 2, now=lambda: now_s)
    progress = Progress(told.append, Task("waiting", 2))
    for now_s in (0.0, 1.0, 30.0, 61.0, 62.0):  # noqa: B007  # the clock reads it
        watch.happened(
            happened("moved", place=PlaceAnswer(2, 1, 12.4, "2 before it"), state=State.QUEUED), progress
        )
    waits = [one for one in told if isinstance(one, Waiting)]
    assert [one.reason for one in waits] == ["2 before it; about 12 s"] * 2
