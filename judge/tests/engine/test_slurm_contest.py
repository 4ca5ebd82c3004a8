"""`judge contest --engine slurm`: the verdicts and the scoreboard of one machine, also when it is killed on its way."""

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from judge.contest.contest_store import opened_to_read
from judge.contest.judgements import outcomes_of
from judge.tests.checkout import Checkout
from judge.tests.commands.test_contest import SUBMITTED, cup_in
from judge.tests.packages import RIGHT
from judge.tests.slurm_cluster import MISSING, Cluster, is_here
from judge.tests.watching import PATIENCE_S, soon

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_here(), reason=MISSING), pytest.mark.built]
ON_CLUSTER = ("--engine", "slurm", "--session", "cup")


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A contest with four more submissions, each of which takes a while."""
    waiting = {f"cleo/A/04:1{number}:00.py": f"import time; time.sleep(0.3)\n{RIGHT}" for number in range(4)}
    return cup_in(tmp_path / "cup", SUBMITTED | waiting)


def board(printed: str) -> list[str]:
    """The scoreboard without the judge's messages."""
    return [line.rstrip() for line in printed.splitlines() if line.strip()]


def judgements(cup: Path) -> list[tuple[str, str, float]]:
    with opened_to_read(cup) as kept:
        assert kept
        return sorted((name, one.verdict, one.score) for name, one in outcomes_of(kept.counting()).items())


def local(checkout: Checkout, cup: Path) -> tuple[list[str], list[tuple[str, str, float]]]:
    """The scoreboard and the judgements of one machine, of a copy."""
    copy = shutil.copytree(cup, cup.parent / "local")
    done = checkout.run("contest", str(copy))
    assert done.returncode == 0, done.stderr
    return board(done.stdout), judgements(copy)


def keys(tmp_path: Path) -> list[str]:
    lines = (tmp_path / "shared/sessions/cup/results.jsonl").read_text().splitlines()
    return [json.loads(line)["key"] for line in lines]


def test_a_contest_is_judged_as_on_one_machine(
    cluster: Cluster, on_cluster: Checkout, cup: Path, tmp_path: Path
) -> None:
    scoreboard, judged = local(on_cluster, cup)
    done = on_cluster.run("contest", str(cup), *ON_CLUSTER)
    assert done.returncode == 0, done.stderr
    assert board(done.stdout) == scoreboard
    assert judgements(cup) == judged
    assert {verdict for _, verdict, _ in judged} == {"AC", "WA", "RTE", "CE"}
    assert len(keys(tmp_path)) == len(set(keys(tmp_path))) == len(judged)
    known = cluster.ask("scontrol", "show", "jobs", "--oneliner").splitlines()
    assert {field for job in known if "=judge.cup." in job for field in job.split() if "Nice=" in field} == {
        "Nice=0"
    }


def test_one_that_is_killed_goes_on(
    cluster: Cluster, on_cluster: Checkout, cup: Path, tmp_path: Path
) -> None:
    scoreboard, judged = local(on_cluster, cup)
    judge = on_cluster.start(
        *("contest", str(cup), *ON_CLUSTER),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    results = tmp_path / "shared/sessions/cup/results.jsonl"
    assert soon(lambda: results.exists() and len(results.read_bytes().splitlines()) > 2)
    os.kill(judge.pid, signal.SIGKILL)
    said = judge.communicate(timeout=PATIENCE_S)[0]
    before = results.read_bytes()
    assert len(judgements(cup)) < len(judged), said
    done = on_cluster.run("contest", str(cup), *ON_CLUSTER)
    assert done.returncode == 0, done.stderr
    assert board(done.stdout) == scoreboard
    assert judgements(cup) == judged
    assert results.read_bytes().startswith(before)
    assert len(keys(tmp_path)) == len(set(keys(tmp_path))) == len(judged), "none was judged twice"
