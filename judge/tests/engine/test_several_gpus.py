"""Several GPUs: each solution has one for all its runs, and where one fails, it is judged again on another one.

The runner here is a stand-in that gives no GPU, and can let one break: its node goes, and the program fails.
"""

from pathlib import Path

import pytest

from judge.base.events import Event, GpuFailed, JudgedAgain
from judge.base.records import replace
from judge.engine import gpu_places
from judge.engine.engine import Engine
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import solvers
from judge.judging.verdicts import Verdict
from judge.machine.gpus import GpuLeases, Gpus, all_gpus
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.reports.make import Isolations, solution_report
from judge.sandbox import run as runner
from judge.tests.gpu_stand_in import with_gpu_stand_in

pytestmark = [pytest.mark.slow, pytest.mark.built]

BREAKING = """\
#!/usr/bin/python3
import os, pathlib, sys

words, stand_in, nodes = sys.argv[1:], {stand_in!r}, pathlib.Path({nodes!r})
if "--gpu" in words:
    number = words[words.index("--gpu") + 1]
    with open({used!r}, "a") as file:
        print(number, file=file)
    if number in {breaking!r}:
        (nodes / f"nvidia{{number}}").unlink(missing_ok=True)
    if not (nodes / f"nvidia{{number}}").exists():
        words = [*words[: words.index("--") + 1], "/bin/false"]
os.execv(stand_in, [stand_in, *words])
"""


class Machine:
    """A machine with GPUs 0 and 1, of which some break when they are used."""

    def __init__(self, tree: JudgeHost, folder: Path) -> None:
        self.nodes, self.used = folder / "nodes", folder / "used"
        self.nodes.mkdir()
        self.tree = with_gpu_stand_in(tree).with_policy(gpus=Gpus((0, 1), self.nodes))
        self.stand_in = self.tree.installation.runner.rename(self.tree.installation.build / "stand-in")
        for number in self.tree.policy.gpus.numbers:
            (self.nodes / f"nvidia{number}").touch()
        problem = load_problem(self.tree.installation.problems / "double")
        [solver] = [one for one in solvers(self.tree, problem) if one.name == "gpu-add"]
        self.job = Job(solver, load_test_cases(self.tree.installation, problem), stop_at_failure=False)

    def judge(self, *breaking: int) -> Result:
        """The solver for the GPU, where these break."""
        self.tree.installation.runner.write_text(
            BREAKING.format(
                stand_in=str(self.stand_in),
                nodes=str(self.nodes),
                used=str(self.used),
                breaking=[str(number) for number in breaking],
            )
        )
        self.tree.installation.runner.chmod(0o755)
        [result] = Engine(self.tree).judge([[self.job]])
        return result

    def gpus_used(self) -> list[str]:
        return self.used.read_text().split()


@pytest.fixture
def machine(tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    leases = GpuLeases()
    monkeypatch.setattr(gpu_places, "GPU_LEASES", leases)
    monkeypatch.setattr(runner, "GPU_LEASES", leases)
    return Machine(tree, tmp_path)


def test_all_runs_of_a_solution_have_the_same_gpu(machine: Machine) -> None:
    result = machine.judge()
    assert (result.verdict, result.gpus_failed) == (Verdict.AC, ())
    used = machine.gpus_used()
    assert len(used) > 1
    assert len(set(used)) == 1


def test_solutions_are_spread(machine: Machine) -> None:
    places = gpu_places.GpuPlaces(machine.tree)
    with places.place() as first, places.place() as second, places.place() as third:
        assert (first, second) == (0, 1)
        assert third in (0, 1)
    with places.place() as first, places.place() as second:
        assert {first, second} == {0, 1}


def test_where_a_gpu_fails_its_solution_is_judged_again_on_another_and_it_is_named(
    machine: Machine,
) -> None:
    told: list[Event] = []
    machine.tree = replace(machine.tree, tell=told.append)
    result = machine.judge(0)
    assert result.verdict is Verdict.AC
    reason = f"{machine.nodes}/nvidia0 does not exist any more"
    assert result.gpus_failed == (f"GPU 0: {reason}",)
    assert set(machine.gpus_used()) == {"0", "1"}
    failures = [event for event in told if isinstance(event, GpuFailed | JudgedAgain)]
    assert failures == [GpuFailed("GPU 0", reason), JudgedAgain(("double gpu-add",), reason, 1)]
    assert solution_report(result, Isolations()).gpus_failed == result.gpus_failed


def test_a_gpu_that_failed_is_used_no_more(machine: Machine) -> None:
    machine.judge(0)
    machine.used.unlink()
    result = machine.judge()
    assert (result.verdict, result.gpus_failed) == (Verdict.AC, ())
    assert set(machine.gpus_used()) == {"1"}


def test_where_all_gpus_fail_the_solution_is_skipped_with_the_reasons(machine: Machine) -> None:
    result = machine.judge(0, 1)
    assert result.verdict is Verdict.SKIP
    gone = f"{machine.nodes}/nvidia{{}} does not exist any more"
    assert result.reason == f"no GPU is left (GPU 0: {gone.format(0)}; GPU 1: {gone.format(1)})"
    assert len(result.gpus_failed) == 2


def test_a_wrong_solution_on_a_gpu_that_works_is_judged_once(machine: Machine) -> None:
    program = machine.tree.installation.build / "double"
    program.write_text(program.read_text().replace("else number + number)", "else number + 1)"))
    result = machine.judge()
    assert result.verdict is Verdict.WA
    assert result.gpus_failed == ()
    assert len(set(machine.gpus_used())) == 1


def test_all_gpus_are_found_by_their_nodes(tmp_path: Path) -> None:
    assert all_gpus(tmp_path) == (0,), "the one that is missed first"
    for name in ("nvidia10", "nvidia2", "nvidiactl", "nvidia-uvm", "null"):
        (tmp_path / name).touch()
    assert all_gpus(tmp_path) == (2, 10)
