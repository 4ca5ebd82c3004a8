"""The process that draws scoreboards: it draws what the pages' would, and ends when they do."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.service.refusals import Refused
from judge.tests.web.contest_sites import hold_running
from judge.tests.web.sites import SiteUnderTest
from judge.web import board_process
from judge.web.board_drawing import BoardKey, draw
from judge.web.board_process import BoardProcess

KEY = BoardKey("cup", "en", False)


@pytest.fixture
def process(site: SiteUnderTest, tmp_path: Path) -> Iterator[BoardProcess]:
    hold_running(site, tmp_path)
    made = BoardProcess(site.site.store, tmp_path / "store.sqlite")
    yield made
    if made._process:
        ended(made._process)


def ended(process: subprocess.Popen[bytes]) -> int:
    """As it ends when the process does that asks it."""
    assert process.stdin
    process.stdin.close()
    return process.wait(20)


def test_it_draws_what_the_pages_process_would_as_often_as_it_dies(
    process: BoardProcess, site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [BoardKey("cup", language, staff) for language in ("en", "zh") for staff in (False, True)]
    expected = [draw(site.site.store, key).compressed for key in keys]
    with monkeypatch.context() as patch:
        patch.setattr(board_process, "draw", lambda *_: pytest.fail("it was drawn in this process"))
        assert [process.draw(key).compressed for key in keys] == expected
        first = process._process
        assert first
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        assert process.draw(KEY).compressed == expected[0]
        assert process._process
        assert process._process.pid != first.pid
    for _ in range(2):
        with pytest.raises(Refused):
            process.draw(BoardKey("no-such", "en", False))
    assert process.draw(KEY).compressed == expected[0]
    assert ended(process._process) == 0


def test_where_it_cannot_be_started_or_does_not_answer_this_process_draws(
    process: BoardProcess, site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = draw(site.site.store, KEY).compressed
    monkeypatch.setattr(board_process, "PATIENCE_S", 0.05)
    for command in (["/no/such/program"], ["sleep", "60"], ["true"]):
        monkeypatch.setattr(board_process, "COMMAND", command)
        assert process.draw(KEY).compressed == expected
        assert process._process is None, "one that does not answer is ended"
