"""Pipes whose reader has gone: stdout's ends the judge without a word; any other is an error of who wrote to it."""

import os
import signal
import subprocess
import sys

import pytest

from judge.project.installation import this_installation
from judge.tests.watching import PATIENCE_S

WRITES = """
import os, sys, threading
from judge.base.streams import set_up_streams
set_up_streams()
reader, writer = os.pipe()
os.close(reader)
try:
    os.write(writer, b"x")
except BrokenPipeError:
    print("went on", file=sys.stderr, flush=True)
{write}
"""


def ended(write: str, *, broken: int) -> "subprocess.CompletedProcess[str]":
    """Runs this code, with a pipe that nobody reads as this descriptor."""
    reader, writer = os.pipe()
    os.close(reader)
    streams = {1: subprocess.PIPE, 2: subprocess.PIPE} | {broken: writer}
    try:
        return subprocess.run(
            [sys.executable, "-c", WRITES.format(write=write)],
            cwd=this_installation().root, stdout=streams[1], stderr=streams[2], text=True, timeout=PATIENCE_S,
        )  # fmt: skip
    finally:
        os.close(writer)


@pytest.mark.parametrize("in_thread", [False, True], ids=["main thread", "another"])
def test_a_reader_of_stdout_that_has_gone_ends_the_judge(in_thread: bool) -> None:
    write = "print('x', flush=True)"
    if in_thread:
        write = f"threading.Thread(target=lambda: {write}).start()"
    done = ended(f"{write}\nimport time; time.sleep(20)", broken=1)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, "went on\n")


def test_a_reader_of_stderr_that_has_gone_is_not_missed() -> None:
    done = ended("print('x', file=sys.stderr, flush=True)\nprint('done')", broken=2)
    assert (done.returncode, done.stdout) == (0, "done\n")


def test_what_is_started_ends_by_the_signal_as_anywhere_else() -> None:
    done = ended(
        "import subprocess\n"
        "yes = subprocess.Popen(['yes'], stdout=subprocess.PIPE)\n"
        "yes.stdout.close()\n"
        "print(yes.wait(), flush=True)",
        broken=2,
    )
    assert done.stdout == f"{-signal.SIGPIPE}\n"
