"""Judging inside another program: in a thread of its own, without a word, and without touching its signals."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from judge.base.events import unheard
from judge.base.records import replace
from judge.judging.job import Job
from judge.judging.solutions import submission
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built

HOST = """
import json, pickle, signal, socket, sys, threading
from msgspec.structs import astuple
from judge.base.events import Waiting
from judge.base.records import replace
from pathlib import Path
from judge.engine.engine import Engine

woken, waker = socket.socketpair()
waker.setblocking(False)
signal.set_wakeup_fd(waker.fileno())
signal.signal(signal.SIGINT, heard := lambda *_: None)
signal.signal(signal.SIGTERM, heard)
host, job = pickle.load(sys.stdin.buffer)
told, verdicts = [], []

def judge():
    mine = replace(host, tell=told.append)
    verdicts.extend(result.verdict.code for result in Engine(mine).judge_and_tell([[job]], 1))

thread = threading.Thread(target=judge)
thread.start()
thread.join()
assert signal.getsignal(signal.SIGINT) is signal.getsignal(signal.SIGTERM) is heard
assert signal.set_wakeup_fd(-1) == waker.fileno()
told = [[type(event).__name__, *map(str, astuple(event))] for event in told
    if "Task" not in str(event) and not isinstance(event, Waiting)]  # others may have the cores
Path(sys.argv[1]).write_text(json.dumps({
    "verdicts": verdicts, "told": told, "consoles": [name for name in sys.modules if name == "judge.base.console"],
}))
"""


@pytest.mark.parametrize(
    ("file", "source", "verdict"),
    [
        ("right.py", "print(2 * int(input()))\n", "AC"),
        ("wrong.py", "print(3)\n", "WA"),
        ("broken.c", "int main() { return }\n", "CE"),
    ],
)
def test_a_program_judges_in_a_thread(
    tree: JudgeHost, tmp_path: Path, file: str, source: str, verdict: str
) -> None:
    problem = load_problem(tree.installation.problems / "double")
    job = Job(submission(tree, problem, source, file), load_test_cases(tree.installation, problem))
    done = subprocess.run(
        [sys.executable, "-c", HOST, tmp_path / "found"],
        input=pickle.dumps((replace(tree, tell=unheard), job)), capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    found = json.loads((tmp_path / "found").read_text())
    assert found["verdicts"] == [verdict]
    assert found["told"] == [
        ["Running", f"('double {file}',)"],
        ["Running", "()"],
        ["Judged", "double", f"accepted/{file}", verdict, "1", "1"],
    ]
    assert found["consoles"] == []
