"""A compiler that something else than the judge kills, such as the system where its memory is short."""

import os
import threading
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.languages.compile import Compiled, compile_submission
from judge.languages.table import language_of
from judge.problems.model import Limits
from judge.project.host import JudgeHost
from judge.tests.killing.victims import below, kill
from judge.tests.watching import PATIENCE_S, soon

pytestmark = pytest.mark.built

SLEEP = "/bin/sleep"


def compiled_while_killed(tree: JudgeHost, times: int) -> Compiled:
    compile_s = ("0.1", "5", "1000")[times]  # a start that is to be killed must not end before
    language = replace(language_of("", "python3"), compile=(SLEEP, compile_s))
    compiled: list[Compiled] = []
    compiling = threading.Thread(
        target=lambda: compiled.append(
            compile_submission(tree, f"# {times}\n", "mine.py", language, Limits())
        )
    )
    compiling.start()
    killed: set[int] = set()
    for _ in range(times):
        killed |= killed_besides(killed)
    compiling.join(PATIENCE_S)
    [done] = compiled
    return done


def killed_besides(before: set[int]) -> set[int]:
    """Kills the next compiler."""
    assert soon(lambda: bool(compilers() - before))
    return {each for each in compilers() - before if kill(each)}


def compilers() -> set[int]:
    """Shells in the sandbox, each of which starts one."""
    words = {each: _words(each) for each in below(os.getpid())}
    return {each for each, found in words.items() if found[:1] == [b"/bin/sh"] and SLEEP.encode() in found}


def _words(process: int) -> list[bytes]:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


@pytest.mark.parametrize("times", [0, 1])
def test_is_started_once_more(tree: JudgeHost, times: int) -> None:
    assert compiled_while_killed(tree, times).error is None


def test_that_is_killed_each_time_is_told(tree: JudgeHost) -> None:
    """The source itself may be what kills the compiler."""
    assert "killed by SIGKILL" in (compiled_while_killed(tree, 2).error or "")
