"""The other commands with `--engine slurm`: submit, a class, contest, bench and doctor."""

import json
from pathlib import Path

import pytest

from judge.tests.checkout import Checkout
from judge.tests.engine.conftest import engine_yaml
from judge.tests.slurm_cluster import MISSING, NODES, Cluster, is_here

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_here(), reason=MISSING), pytest.mark.built]
RIGHT, WRONG = "print(2 * int(input()))\n", "print(3)\n"


def test_submit(on_cluster: Checkout) -> None:
    mine = on_cluster.root / "mine.py"
    mine.write_text(RIGHT)
    here = on_cluster.run("submit", "double", str(mine))
    there = on_cluster.run("submit", "double", str(mine), "--engine", "slurm")
    assert here.returncode == there.returncode == 0, there.stderr
    assert there.stdout.splitlines()[-1] == here.stdout.splitlines()[-1]
    assert [
        line.split()[:2] for line in there.stdout.splitlines() if line.startswith(("sample/", "secret/"))
    ] == [line.split()[:2] for line in here.stdout.splitlines() if line.startswith(("sample/", "secret/"))]
    assert "not compared with stored solvers: they take turns with it on one machine" in there.stdout
    assert "not compared" not in here.stdout
    mine.write_text(WRONG)
    wrong = on_cluster.run("submit", "double", str(mine), "--engine", "slurm")
    assert wrong.returncode == 1
    assert wrong.stdout.splitlines()[-1].startswith("WA  double  mine.py")


def test_a_class(on_cluster: Checkout) -> None:
    for author, text in {"anna": RIGHT, "dora": WRONG, "kim": "print(\n"}.items():
        (on_cluster.root / author).mkdir()
        (on_cluster.root / author / "double.py").write_text(text)
    files = [f"{author}/double.py" for author in ("anna", "dora", "kim")]
    here = on_cluster.run("submit", "double", *files, "--json", "here.json")
    there = on_cluster.run("submit", "double", *files, "--json", "there.json", "--engine", "slurm")
    assert here.returncode == there.returncode == 1, there.stderr

    def verdicts(name: str) -> dict[str, str]:
        content = json.loads((on_cluster.root / name).read_text())
        return {one["name"]: one["verdict"] for one in content["problems"][0]["results"]}

    assert verdicts("there.json") == verdicts("here.json")
    assert verdicts("there.json")["anna/double.py"] == "AC"


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "double", "--repeat", "2"),
        ("verify", "double", "--large"),
        ("submit", "double", "mine.py", "--sanitize"),
        ("submit", "double", "mine.py", "yours.py", "--sanitize"),
        ("submit", "double", "mine.py", "yours.py", "--repeat", "2"),
    ],
)
def test_what_is_for_one_machine_is_refused(on_cluster: Checkout, command: tuple[str, ...]) -> None:
    for name in ("mine.py", "yours.py"):
        (on_cluster.root / name).write_text(RIGHT)
    [option] = [word for word in command if word.startswith("--")]
    done = on_cluster.run(*command, "--engine", "slurm")
    assert done.returncode == 2
    assert f"{option} is for one machine: leave it out, or --engine slurm" in done.stderr


def test_a_session_is_for_a_cluster(on_cluster: Checkout) -> None:
    done = on_cluster.run("verify", "double", "--session", "mine")
    assert done.returncode == 2
    assert "--session is for a cluster: add --engine slurm" in done.stderr


def test_a_node_that_measures_says_why_it_cannot(on_cluster: Checkout, tmp_path: Path) -> None:
    none = on_cluster.run("bench", "--engine", "slurm")
    assert none.returncode == 2
    assert "engine.yaml names no GPU" in none.stderr
    engine_yaml(on_cluster, tmp_path / "shared", "gpu: {gres: gpu:1}\n")
    done = on_cluster.run("bench", "--engine", "slurm")
    assert done.returncode == 2
    assert "ended without an answer" in done.stderr
    assert "nothing to measure: no GPU here" in done.stderr


def test_a_gpu_that_slurm_gives_out_and_is_not_there(on_cluster: Checkout, tmp_path: Path) -> None:
    """The node says so: nothing is emulated where GPUs were asked for, and nothing hangs."""
    engine_yaml(on_cluster, tmp_path / "shared", "gpu: {gres: gpu:1}\n")
    done = on_cluster.run("verify", "double", "--engine", "slurm", "--session", "gpu")
    assert done.returncode == 0, done.stdout + done.stderr
    script = (tmp_path / "shared/sessions/gpu/results.jsonl").read_text()
    skipped = [json.loads(line) for line in script.splitlines() if json.loads(line)["obstacle"]]
    assert [one["obstacle"] for one in skipped] == ["no GPU here"]


def test_doctor(cluster: Cluster, on_cluster: Checkout, tmp_path: Path) -> None:
    engine_yaml(on_cluster, tmp_path / "shared", "gpu: {gres: gpu:1}\n")
    done = on_cluster.run("doctor", "--engine", "slurm")
    text = " ".join(done.stdout.split())
    assert "3 nodes of 2 cores, gpu:1" in text
    assert "gpu:1 of gpu:1" in text
    assert "it sees the shared folder" in text
    assert any(f"{node}: isolation" in text for node in NODES)
    assert "Slurm gives out a GPU that does not work" in text  # it is a plain file
    assert done.returncode == 1
    engine_yaml(on_cluster, tmp_path / "shared", "gpu: {gres: 'gpu:h100:1'}\n")
    assert "correct 'gpu' in" in on_cluster.run("doctor", "--engine", "slurm").stdout
