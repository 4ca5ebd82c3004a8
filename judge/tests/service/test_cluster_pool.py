"""The pool of a cluster's worker: it begins a session of its own after some jobs, and ends all of them."""

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from judge.engine.slurm.settings import read_cluster
from judge.judging.job import Job
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.project.host import JudgeHost
from judge.service import cluster_pool
from judge.service.cluster_pool import ClusterPool
from judge.store.queue_records import Lease
from judge.tests.watching import PATIENCE_S


class NeverDone:
    """Stands for the pool of a session, whose jobs go on until they are cancelled."""

    made: list["NeverDone"]

    def __init__(self, *_: object, **__: object) -> None:
        self.is_cancelled = threading.Event()
        self.made.append(self)

    def submit(self, job: Job, *_: object, **__: object) -> Job:
        return job

    def cancel(self, _: Job) -> bool:
        return True

    def close(self, *, cancel: bool = False) -> None:
        if cancel:
            self.is_cancelled.set()
        assert self.is_cancelled.wait(PATIENCE_S)


def test_a_worker_that_ends_cancels_the_jobs_of_earlier_sessions(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    NeverDone.made = []
    monkeypatch.setattr(cluster_pool, "SlurmPool", NeverDone)
    monkeypatch.setattr(cluster_pool, "JOBS_OF_A_SESSION", 1)
    monkeypatch.setattr(cluster_pool, "queued", lambda _: {})
    file = tmp_path / "engine.yaml"
    file.write_text(f"shared: {tmp_path}\ntasks_at_once: 2\n")
    earlier = tmp_path / "sessions/mine-0/results.jsonl"
    earlier.parent.mkdir(parents=True)
    earlier.write_text('{"key":"measured"}\n')
    pool = ClusterPool(tree.with_engine(file=file, session="mine-0"), read_cluster(file), "mine")
    assert not earlier.exists(), "of other nodes, perhaps"
    job = Job(Solution(name="it", problem=None, expected=Verdict.AC), [])  # type: ignore[arg-type]
    for attempt in (1, 2, 3):
        lease = SimpleNamespace(job=SimpleNamespace(id=1, attempt=attempt, priority=1))
        pool.submit(job, cast(Lease, lease), judge_one=cast(Any, None), on_end=lambda _: None)
    assert [one.is_cancelled.is_set() for one in NeverDone.made] == [False] * 3
    pool.close(cancel=True)
    assert [one.is_cancelled.is_set() for one in NeverDone.made] == [True] * 3
    assert [path.name for path in (tmp_path / "sessions").iterdir()] == ["mine-0"]
