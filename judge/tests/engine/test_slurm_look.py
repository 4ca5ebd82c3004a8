"""A second look at a CUDA submission that failed on a GPU, on a cluster: on the emulated GPU of a node."""

from pathlib import Path

import pytest

from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.machine.cores import usable_cores
from judge.problems.test_cases import load_test_cases
from judge.problems.work import Work
from judge.project.host import JudgeHost
from judge.service.second_looks import looks_at, looks_on_cluster
from judge.tests.gpu_stand_in import with_gpu_stand_in
from judge.tests.judging.test_second_look import FREED, WRONG, solution_of
from judge.tests.slurm_cluster import MISSING, is_here

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_here(), reason=MISSING), pytest.mark.built]


@pytest.mark.usefixtures("here_on_cluster")
def test_it_finds_what_it_finds_on_one_machine(tree: JudgeHost, tmp_path: Path) -> None:
    tree = with_gpu_stand_in(tree)
    file = tmp_path / "engine.yaml"
    file.write_text(f"partition: test\nshared: {tmp_path}\n")
    there = tree.with_engine(file=file, session="looks")
    solution = solution_of(tree, WRONG)
    tests = load_test_cases(tree.installation, solution.problem)
    wrong, right = [
        judge(tree, Job(solution_of(tree, text), tests), [usable_cores()[-1:]]) for text in (WRONG, FREED)
    ]
    [here] = [look(usable_cores()[-1:]) for look in looks_at(tree, wrong, {}, sanitize=False)]
    assert here.findings
    assert looks_on_cluster(there, [wrong, right], {}) == {wrong.solution.name: here}

    endless = Work(1, "numbers", 10**12, 0)
    [too_large] = looks_on_cluster(there, [wrong], {tests[0].name: endless}).values()
    assert "is too large for the emulated GPU" in too_large.words
