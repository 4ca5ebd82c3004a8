"""The tests' own cluster: none of its daemons outlives whoever started it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.project.installation import this_installation
from judge.tests.ports import BASES, own_ports
from judge.tests.slurm_cluster import MISSING, PORTS, is_here
from judge.tests.supervised import children_of
from judge.tests.watching import PATIENCE_S, soon

STARTER = """
import subprocess, sys, time
from pathlib import Path
from judge.tests.slurm_cluster import cluster_in

with cluster_in(Path(sys.argv[1])) as cluster:
    script = Path(sys.argv[1]) / "job"
    script.write_text("#!/bin/sh\\nsleep 600\\n")
    subprocess.run(["sbatch", f"--chdir={sys.argv[1]}", script], env=cluster.environment, check=True)
    print("ready", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """One with a short name."""
    place = Path(tempfile.mkdtemp(prefix="wj-slurm-"))
    yield place / "slurm"
    shutil.rmtree(place, ignore_errors=True)


def started_by(process: int) -> dict[int, str]:
    """All that it has started, and what these have, by their names."""
    found = {}
    for child in children_of(process):
        try:
            found[child] = Path(f"/proc/{child}/comm").read_text().strip()
        except OSError:  # ended in the meantime
            continue
        found |= started_by(child)
    return found


def lives(process: int, name: str) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return f"({name})" in stat and stat.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.slow
@pytest.mark.skipif(not is_here(), reason=MISSING)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "Ctrl-C"])
def test_daemons_and_jobs_end_with_whoever_started_them(folder: Path, number: signal.Signals) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "PYTHONPATH": str(this_installation().root)},
    )  # fmt: skip
    assert starter.stdout
    for line in starter.stdout:
        if line == "ready\n":
            break
    assert soon(lambda: "sleep" in started_by(starter.pid).values()), "the job runs"
    found = started_by(starter.pid)
    assert {"munged", "slurmctld", "slurmd", "slurmstepd", "sleep"} <= set(found.values())
    starter.send_signal(number)
    starter.wait(PATIENCE_S)
    assert soon(lambda: not any(lives(*one) for one in found.items())), started_by(1)


def test_clusters_that_start_at_once_have_ports_of_their_own() -> None:
    """Though nothing listens on them yet; a row is free again when its cluster has ended."""
    base = next(base for base in BASES if _gets(base))
    both = range(base, base + 20, 10)
    with own_ports(PORTS, both) as one, own_ports(PORTS, both) as other:
        assert len({*one, *other}) == 2 * PORTS, (one, other)
    assert _gets(base)


def _gets(base: int) -> bool:
    """Whether the two rows from there are free."""
    try:
        with own_ports(PORTS, [base]), own_ports(PORTS, [base + 10]):
            return True
    except AssertionError:
        return False
