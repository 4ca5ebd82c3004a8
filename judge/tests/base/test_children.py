"""Ending what a process has started: in a process of its own, as it ends all of them."""

import subprocess
import sys

import pytest

from judge.project.installation import this_installation
from judge.tests.watching import PATIENCE_S

ENDING = """
import subprocess, sys, time
from judge.base.children import ask_children_to_end, end_children

how, script, grace_s = sys.argv[1:]
child = subprocess.Popen(
    ["sh", "-c", script], stdout=subprocess.PIPE, start_new_session=how == "own session"
)
child.stdout.readline()  # by now it has its traps
ask_children_to_end()
end_children(time.monotonic() + float(grace_s))
until_s = time.monotonic() + (0.2 if how == "own session" else 60)  # one that is killed takes a moment to end
while child.poll() is None and time.monotonic() < until_s:
    time.sleep(0.01)
print(child.poll())
child.kill()
"""
STUBBORN = "trap '' TERM; echo; exec sleep 60"
TIDY = "trap 'kill $!; exit 7' TERM; sleep 60 >&- 2>&- & echo; wait"


@pytest.mark.parametrize(
    ("how", "script", "grace_s", "status"),
    [
        ("child", STUBBORN, "0", "-9"),
        ("child", STUBBORN, "0.05", "-9"),
        ("child", TIDY, "20", "7"),
        ("own session", "echo; exec sleep 60", "0", "None"),
    ],
    ids=["stubborn, no grace", "stubborn", "tidy", "own session"],
)
def test_a_child_may_clean_up_until_the_deadline(how: str, script: str, grace_s: str, status: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDING, how, script, grace_s],
        cwd=this_installation().root, capture_output=True, text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert (done.stdout.strip(), done.stderr) == (status, "")


LEAVING = """
import os, subprocess, sys, time
from judge.base.children import ask_children_to_end, end_children

started = "import os, sys, time; os.setpgid(0, 0); print(os.getpid(), flush=True); time.sleep(60)"
if sys.argv[1] == "own session":
    started = started.replace("setpgid(0, 0)", "setsid()")
script = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', sys.argv[1]]); time.sleep(60)"
child = subprocess.Popen([sys.executable, "-c", script, started], stdout=subprocess.PIPE)
left = int(child.stdout.readline())
if sys.argv[2] == "asked before":
    ask_children_to_end()
    child.wait()
end_children(time.monotonic() + 20)

def lives():
    try:
        return "Z" not in open(f"/proc/{left}/stat").read()
    except OSError:
        return False

until_s = time.monotonic() + (0.2 if sys.argv[1] == "own session" else 60)
while lives() and time.monotonic() < until_s:
    time.sleep(0.01)
print(child.wait(), lives())
try:
    os.kill(left, 9)
except ProcessLookupError:
    pass
"""


@pytest.mark.parametrize("when", ["at once", "asked before"])
@pytest.mark.parametrize(("how", "lives"), [("own group", "False"), ("own session", "True")])
def test_what_a_child_leaves_behind_is_killed(how: str, lives: str, when: str) -> None:
    """A child that dies of SIGTERM at once does not end what it has started in a process group of its own. What is in
    a session of its own must outlive all of them."""
    done = subprocess.run(
        [sys.executable, "-c", LEAVING, how, when],
        cwd=this_installation().root, capture_output=True, text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert (done.stdout.split(), done.stderr) == (["-15", lives], "")
