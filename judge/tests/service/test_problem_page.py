"""What people see of a problem."""

import pytest

from judge.base.records import replace
from judge.machine.gpus import Gpus
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost
from judge.service.problem_page import languages_here


@pytest.mark.built
@pytest.mark.parametrize("has_gpu", [False, True])
def test_cuda_is_offered_and_it_is_said_whether_a_gpu_is_emulated(tree: JudgeHost, has_gpu: bool) -> None:
    nodes = tree.installation.root / "nodes"
    nodes.mkdir()
    if has_gpu:
        (nodes / "nvidia0").touch()
    host = tree.with_policy(gpus=Gpus((0,), nodes))
    problem = load_problem(tree.installation.problems / "double")
    offered = {one.id: one.is_emulated for one in languages_here(host.policy, problem)}
    assert {"cpp": False, "python3": False}.items() <= offered.items()
    if not has_gpu:
        assert offered["cuda"]
    assert "cuda-emulated" not in offered
    assert all(
        not emulated for name, emulated in offered.items() if not name.startswith(("cuda", "python3-cuda"))
    )


def test_only_what_the_problem_permits_is_offered(tree: JudgeHost) -> None:
    problem = replace(load_problem(tree.installation.problems / "double"), languages=frozenset({"cpp"}))
    assert [one.id for one in languages_here(tree.policy, problem)] == ["cpp"]
