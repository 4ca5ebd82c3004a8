"""A cluster of Slurm, started once for each file of tests that needs one, and jobs of which a test makes as many as it
likes."""

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.judging.job import Job
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.problems.device import Device
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost
from judge.tests.checkout import Checkout
from judge.tests.slurm_cluster import Cluster, cluster_in


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    short = tempfile.TemporaryDirectory(prefix="wj-slurm-", ignore_cleanup_errors=True)
    with short as folder, cluster_in(Path(folder) / "slurm") as started:
        yield started


@pytest.fixture
def here_on_cluster(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process itself sees the cluster, all of whose nodes are ready."""
    cluster.idle()
    for name, value in cluster.tools.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def on_cluster(cluster: Cluster, checkout: Checkout, tmp_path: Path) -> Iterator[Checkout]:
    """A checkout with an engine.yaml for the cluster, all of whose nodes are ready."""
    cluster.idle()
    (tmp_path / "shared").mkdir()
    engine_yaml(checkout, tmp_path / "shared")
    environment = {**checkout.environment, **cluster.tools}
    tools = checkout.environment["PATH"].partition(":")[0]
    environment["PATH"] = f"{tools}:{environment['PATH']}"
    yield replace(checkout, environment=environment)
    subprocess.run(["scancel", "--me"], env=cluster.environment, check=False)


def engine_yaml(checkout: Checkout, shared: Path, more: str = "") -> None:
    (checkout.root / "engine.yaml").write_text(f"partition: test\nshared: {shared}\n{more}")


@pytest.fixture
def job(tree: JudgeHost) -> Callable[..., Job]:
    problem = load_problem(tree.installation.problems / "double")

    def job_called(name: str, *, device: Device = Device.CPU, all_cores: bool = False) -> Job:
        return Job(
            replace(
                Solution(name=name, problem=problem, expected=Verdict.AC),
                device=device,
                uses_all_cores=all_cores,
            ),
            (),
        )

    return job_called
