"""A cluster of Slurm for the tests that need one, started once."""

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.base.records import replace
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
