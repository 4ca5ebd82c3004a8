"""A GPU that fails on a node of a cluster: its job is judged again on another one, and it is named.

The nodes' folder /dev has a GPU that is a plain file, and the runner is a stand-in that gives none and lets it break on
some nodes: its file goes, and the program fails.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.tests.checkout import Checkout
from judge.tests.engine.conftest import engine_yaml
from judge.tests.gpu_stand_in import with_gpu_stand_in
from judge.tests.slurm_cluster import CANNOT_MOUNT, MISSING, NODES, Cluster, can_mount, is_here

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_here(), reason=MISSING),
    pytest.mark.skipif(not can_mount(), reason=CANNOT_MOUNT),
]

BREAKING = """\
#!/usr/bin/python3
import os, pathlib, sys

words, node = sys.argv[1:], pathlib.Path("/dev/nvidia0")
if "--gpu" in words and os.environ["SLURMD_NODENAME"] in {breaking!r}:
    node.unlink(missing_ok=True)
    words = [*words[: words.index("--") + 1], "/bin/false"]
os.execv({stand_in!r}, [{stand_in!r}, *words])
"""
GONE = "/dev/nvidia0 does not exist any more"


@pytest.fixture
def with_gpus(cluster: Cluster, on_cluster: Checkout, tmp_path: Path) -> Iterator[Checkout]:
    """Each node has one."""

    def mounts(node: str) -> list[list[str]]:
        for name in ("upper", "work"):
            (tmp_path / node / name).mkdir(parents=True)
        (tmp_path / node / "upper/nvidia0").touch()
        layers = f"lowerdir=/dev,upperdir={tmp_path}/{node}/upper,workdir={tmp_path}/{node}/work"
        overlay = ["-t", "overlay", "overlay", "-o", layers, "/dev"]
        # Files of the tests may lie in /dev/shm, which the overlay hides.
        return [["--bind", "/dev/shm", "/mnt"], overlay, ["--bind", "/mnt", "/dev/shm"]]

    cluster.restart(mounts)
    engine_yaml(on_cluster, tmp_path / "shared", "gpu: {gres: gpu:1}\n")
    with_gpu_stand_in(on_cluster.host)
    on_cluster.is_built()
    yield on_cluster
    cluster.restart()


def judged(checkout: Checkout, tmp_path: Path, *breaking: str) -> tuple[dict[str, Any], str]:
    """The result of the solver for the GPU, where that of these nodes breaks, and what was said."""
    runner = checkout.root / "build/runner"
    runner.rename(checkout.root / "build/stand-in")
    runner.write_text(BREAKING.format(breaking=breaking, stand_in=f"{checkout.root}/build/stand-in"))
    runner.chmod(0o755)
    checkout.is_built()
    report = tmp_path / "report.json"
    options = ("--device", "gpu", "--time-limit", "5", "--session", "gpus", "--json", str(report))
    done = checkout.run("verify", "double", "--engine", "slurm", *options)
    assert report.exists(), done.stderr
    content = json.loads(report.read_text())
    [result] = [one for one in content["problems"][0]["results"] if one["name"] == "gpu-add"]
    return result, " ".join((done.stderr + done.stdout).split())


def test_a_gpu_that_works(with_gpus: Checkout, tmp_path: Path) -> None:
    result, _ = judged(with_gpus, tmp_path)
    assert (result["verdict"], result["gpus_failed"]) == ("AC", [])


def test_where_one_fails_its_job_is_judged_on_another_node(with_gpus: Checkout, tmp_path: Path) -> None:
    result, said = judged(with_gpus, tmp_path, "node1", "node2")
    assert result["verdict"] == "AC", said
    failed = result["gpus_failed"]  # in the order in which the cluster gave them, any that were idle
    assert sorted(failed) == [f"{node}, GPU 0: {GONE}" for node in ("node1", "node2")]
    first = failed[0].partition(",")[0]
    assert f"{failed[0]}. {first} gets no more jobs that need a GPU" in said
    lines = (tmp_path / "shared/sessions/gpus/results.jsonl").read_text().splitlines()
    [kept] = [one for one in map(json.loads, lines) if one["gpus_failed"]]
    assert (kept["node"], kept["gpus_failed"]) == ("node3", failed)


def test_where_none_is_left_it_is_skipped_with_the_reasons(with_gpus: Checkout, tmp_path: Path) -> None:
    result, _ = judged(with_gpus, tmp_path, *NODES)
    assert result["verdict"] == "SKIP"
    reasons = result["reason"].removeprefix("no GPU is left (").removesuffix(")").split("; ")
    assert sorted(reasons) == [f"{node}, GPU 0: {GONE}" for node in NODES]


def test_it_is_tried_as_often_as_asked(with_gpus: Checkout, tmp_path: Path) -> None:
    engine_yaml(with_gpus, tmp_path / "shared", "gpu: {gres: gpu:1}\ntries: 2\n")
    result, _ = judged(with_gpus, tmp_path, *NODES)
    assert result["verdict"] == "JE"
    assert re.fullmatch(
        rf"no result, queued 2 times; last node\d, GPU 0: {re.escape(GONE)}", result["reason"]
    )
