"""The process that draws scoreboards: it draws what the pages' would, and ends when they do."""

import os
import select
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.service.refusals import Refused
from judge.tests.watching import PATIENCE_S
from judge.tests.web.contest_sites import hold_running
from judge.tests.web.sites import SiteUnderTest
from judge.web import board_process
from judge.web.board_drawing import BoardDrawer, BoardKey
from judge.web.board_process import BoardProcess

KEY = BoardKey("cup", "en", False)


@pytest.fixture
def process(site: SiteUnderTest, tmp_path: Path) -> Iterator[BoardProcess]:
    hold_running(site, tmp_path)
    made = BoardProcess(site.site.online.contests, tmp_path / "store.sqlite")
    made.draw(KEY)
    assert made._process is None, "one is asked for once: it is not worth a process"
    yield made
    if made._process:
        ended(made._process)


def drawn(site: SiteUnderTest, key: BoardKey) -> bytes:
    return BoardDrawer(site.site.online.contests).draw(key).compressed


def started(made: BoardProcess) -> subprocess.Popen[bytes]:
    """The process, once it is ready; until then boards are drawn without it."""
    made.draw(KEY)
    assert made._process
    assert made._process.stdout
    assert made._is_ready or select.select([made._process.stdout], [], [], PATIENCE_S)[0]
    return made._process


def ended(process: subprocess.Popen[bytes]) -> int:
    """The exit status after its input is closed, as when the process that asks it ends."""
    assert process.stdin
    process.stdin.close()
    return process.wait(PATIENCE_S)


@pytest.mark.slow
def test_it_draws_what_the_pages_process_would_as_often_as_it_dies(
    process: BoardProcess, site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [BoardKey("cup", language, staff) for language in ("en", "zh") for staff in (False, True)]
    expected = [drawn(site, key) for key in keys]
    first = started(process)
    monkeypatch.setattr(board_process, "PATIENCE_S", PATIENCE_S)
    with monkeypatch.context() as patch:
        patch.setattr(BoardDrawer, "draw", lambda *_: pytest.fail("it was drawn in this process"))
        assert [process.draw(key).compressed for key in keys] == expected
    with pytest.raises(Refused):
        process.draw(BoardKey("no-such", "en", False))
    assert process.draw(KEY).compressed == expected[0]
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    assert process.draw(KEY).compressed == expected[0]
    second = started(process)
    assert second.pid != first.pid
    assert process.draw(KEY).compressed == expected[0]
    assert ended(second) == 0


def test_where_it_cannot_be_started_or_does_not_answer_this_process_draws(
    process: BoardProcess, site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = drawn(site, KEY)
    monkeypatch.setattr(board_process, "PATIENCE_S", 0.05)
    for command in (["/no/such/program"], ["true"]):
        monkeypatch.setattr(board_process, "COMMAND", command)
        assert [process.draw(KEY).compressed for _ in range(3)] == [expected] * 3
        if process._process:
            process._process.wait()
    monkeypatch.setattr(board_process, "COMMAND", ["sh", "-c", "echo ready; exec sleep 60"])
    silent = started(process)
    assert process.draw(KEY).compressed == expected
    assert silent.poll() is not None, "one that does not answer is ended"
