"""Ending what a process has started: in a process of its own, as it ends all of them."""

import subprocess
import sys

import pytest

from judge.project.installation import this_installation

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
time.sleep(0.2)
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
        cwd=this_installation().root, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.stdout.strip(), done.stderr) == (status, "")
