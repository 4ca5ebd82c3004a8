"""What is submitted to a store is judged through Slurm: once for each submission, and a withdrawn one leaves the
cluster."""

import threading
from pathlib import Path

import pytest

from judge.base.submission_state import State
from judge.commands.engine_choice import on_nodes
from judge.engine.slurm.settings import read_cluster
from judge.project.host import JudgeHost
from judge.service import worker as of_worker
from judge.service.cluster_pool import ClusterPool
from judge.service.online import OnlineJudge
from judge.service.shelf import Shelf
from judge.service.visibility import Viewer
from judge.service.work_places import whole_machine
from judge.service.worker import Worker
from judge.store.catalogue_records import Role, User
from judge.store.queue_records import JobKind
from judge.store.store import Store
from judge.tests.opened import open_problem
from judge.tests.slurm_cluster import MISSING, NODES, Cluster, is_here
from judge.tests.store.stores import cancel
from judge.tests.watching import soon

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_here(), reason=MISSING)]
RIGHT = b"print(2 * int(input()))\n"
SLEEPING = b"import time\ntime.sleep(600)\n"


def test_a_store_is_judged_through_a_cluster(
    cluster: Cluster,
    here_on_cluster: None,
    tree: JudgeHost,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of_worker, "LEASE_MS", 6000)
    file = tmp_path / "engine.yaml"
    file.write_text(f"partition: test\nshared: {tmp_path}\n")
    keys = read_cluster(file)
    manifest = (
        tree.installation.problems / "double/problem.yaml"
    )  # else what sleeps may end before it is withdrawn
    manifest.write_text(manifest.read_text().replace("time_limit: 0.5", "time_limit: 60"))
    with Store.open(tmp_path / "store.sqlite") as store:
        online = OnlineJudge(tree, store)
        problem = open_problem(online, "double")
        anna = Viewer(store.catalogue.put(User("anna")).id, Role.TEAM)
        host = on_nodes(tree, keys, file, "store-test-0")
        pool = ClusterPool(host, keys, "store-test")
        assert pool.most == 2 * len(NODES)
        shelf = Shelf(host)
        shelf.prepared(problem)
        worker = Worker(host, store, "w", shelf, place=whole_machine(host), pool=pool, kinds=(JobKind.JUDGE,))
        working = threading.Thread(target=worker.run)
        working.start()
        try:
            alike = [online.submit(anna, "double", {"mine.py": RIGHT}, None).id for _ in range(2)]
            assert soon(lambda: {store.submissions.get(one).state for one in alike} == {State.DONE})
            results = (tmp_path / "sessions/store-test-1/results.jsonl").read_text().splitlines()
            assert len(results) == 2, "each is judged by itself"
            for number in alike:
                [judgement] = store.judgements.of(number)
                ordinals = [run.ordinal for run in store.judgements.runs(judgement.id)]
                assert (judgement.verdict, ordinals) == ("AC", [*range(1, judgement.tests_total + 1)])
            before = {*states(cluster)}
            sleeping = online.submit(anna, "double", {"mine.py": SLEEPING}, None).id
            assert soon(lambda: "RUNNING" in new_states(cluster, before))
            assert cancel(store, sleeping, "no longer wanted")
            # It may end by itself, too, as it finds that it is withdrawn, before Slurm ends it.
            assert soon(lambda: new_states(cluster, before) in (["CANCELLED"], ["FAILED"]))
        finally:
            worker.stop()
            working.join()
        assert store.submissions.get(sleeping).state is State.CANCELLED
        assert store.judgements.of(sleeping) == []
    assert [one.name for one in (tmp_path / "sessions").iterdir()] == ["store-test-0"]


def states(cluster: Cluster) -> dict[str, str]:
    """The state of each job that Slurm still knows, by its number."""
    lines = cluster.ask("squeue", "-h", "-t", "all", "-o", "%i %T").splitlines()
    return dict(line.split() for line in lines)


def new_states(cluster: Cluster, before: set[str]) -> list[str]:
    return [state for job, state in states(cluster).items() if job not in before]
