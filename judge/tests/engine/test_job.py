"""A job is plain data: it is judged the same in another process, which gets it as bytes and answers with bytes."""

import pickle
import subprocess
import sys
from collections.abc import Sequence

import pytest

from judge.engine.engine import Engine
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import solvers
from judge.judging.stored import stored_submissions
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built

ELSEWHERE = """
import pickle, sys
from judge.engine.engine import Engine
host, jobs = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps(list(Engine(host).judge([jobs]))))
"""


@pytest.fixture
def jobs(tree: JudgeHost) -> list[Job]:
    """A solver, and a submission of each verdict that the tree has one for."""
    problem = load_problem(tree.installation.problems / "double")
    tests = load_test_cases(tree.installation, problem)
    return [
        Job(solution, tests, stop_at_failure=not solution.is_solver)
        for solution in (*solvers(tree, problem), *stored_submissions(tree, problem))
    ]


def outcomes(results: Sequence[Result]) -> dict[str, tuple[str, list[str]]]:
    return {
        result.solution.name: (result.verdict.code, [test.decision.verdict.code for test in result.tests])
        for result in results
    }


def test_another_process_judges_a_job_the_same(tree: JudgeHost, jobs: list[Job]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=pickle.dumps((tree, jobs)), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    elsewhere: list[Result] = pickle.loads(done.stdout)
    here = list(Engine(tree).judge([jobs]))
    assert outcomes(elsewhere) == outcomes(here)
    assert {code for code, _ in outcomes(here).values()} >= {"AC", "WA", "TLE", "RTE", "CE"}


def test_a_job_comes_back_as_it_was(jobs: list[Job]) -> None:
    assert pickle.loads(pickle.dumps(jobs)) == jobs
