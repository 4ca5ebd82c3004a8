"""A task that is withdrawn while a node judges it ends, whatever Slurm knows of it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.base.trees import remove_tree
from judge.engine.slurm.job_index import JobPlace
from judge.engine.slurm.sending import Sender
from judge.engine.slurm.session import ClusterSession
from judge.judging.job import Job
from judge.judging.solutions import submission
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.tests.watching import PATIENCE_S, killed_on_failure, processes_naming, soon

pytestmark = [pytest.mark.slow, pytest.mark.built]


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["task", "session"])
def test_a_task_withdrawn_while_it_is_judged_ends(
    tree: JudgeHost, tmp_path: Path, is_forgotten: bool
) -> None:
    """Its submission would sleep for an hour. That another task of the array is withdrawn does not end it."""
    problem = load_problem(tree.installation.problems / "double")
    problem = replace(problem, limits=replace(problem.limits, time_s=3600.0))
    tests = load_test_cases(tree.installation, problem)[:1]
    session = ClusterSession(tmp_path / "sessions/mine")
    one = submission(tree, problem, "import time; time.sleep(3600)\n", "sleeping.py")
    task = Sender(tree, session).task([Sender(tree, session).sent(Job(one, tests))])
    batch = session.batch(session.add([task, task]))
    session.withdraw(JobPlace(1, 1))
    node = tmp_path / "node"
    node.mkdir()
    worker = subprocess.Popen(
        [sys.executable, "-m", "judge", "worker", str(batch)],
        env={**os.environ, "SLURM_ARRAY_TASK_ID": "0", "TMPDIR": str(node)},
        cwd=this_installation().root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    with killed_on_failure(worker):
        assert soon(lambda: bool(processes_naming(node)) or worker.poll() is not None)
        assert worker.poll() is None, worker.communicate()[0]
        if is_forgotten:
            remove_tree(session.folder)
        else:
            session.withdraw(JobPlace(1, 0))
        said = worker.communicate(timeout=PATIENCE_S)[0]
    assert worker.returncode == 128 + signal.SIGTERM, said
    assert soon(lambda: not processes_naming(node)), "what it ran has ended"
    assert not [*session.take_in()], "it has no result"
