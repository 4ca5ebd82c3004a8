"""A worker is heard of also while it has nothing to do, and is not missed once it has ended."""

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.project.host import JudgeHost
from judge.service import background, worker
from judge.service.online import OnlineJudge
from judge.service.shelf import Ready, Shelf
from judge.service.visibility import Viewer
from judge.service.worker import Worker
from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.heartbeats import HEARD_MS, WORKER
from judge.store.records import FileRecord, Submission
from judge.store.store import Store
from judge.tests.opened import open_problem
from judge.tests.watching import PATIENCE_S, soon

pytestmark = pytest.mark.built


def test_a_worker_without_work_is_heard_of_until_it_ends(tree: JudgeHost, tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite") as store:
        worker = Worker(tree, store, "w1")
        working = threading.Thread(target=worker.run)
        working.start()
        try:
            until_s = time.monotonic() + PATIENCE_S
            while not (heard := store.heartbeats.heard(WORKER, HEARD_MS)):
                assert time.monotonic() < until_s
                time.sleep(0.01)
        finally:
            worker.stop()
            working.join()
        assert [one.name for one in heard] == ["w1"]
        assert store.heartbeats.heard(WORKER, HEARD_MS) == []


def test_a_worker_that_waits_for_a_problem_is_heard_of_and_keeps_its_leases(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "BEAT_S", 0.02)
    monkeypatch.setattr(worker, "BEAT_S", 0.0)
    with Store.open(tmp_path / "store.sqlite") as store:
        online = OnlineJudge(tree, store)
        open_problem(online, "double")
        anna = Viewer(store.catalogue.put(User("anna")).id, Role.TEAM)
        online.submit(anna, "double", {"mine.py": b"print(2 * int(input()))"}, None)
        shelf = Shelf(tree)
        ready = shelf.ready
        heard: list[bool] = []

        def slow(submission: Submission, problem: ProblemRecord, files: Sequence[FileRecord]) -> Ready:
            def state() -> tuple[int, int]:
                [one] = store.heartbeats.heard(WORKER, HEARD_MS)
                return one.at_utc_ms, store.queue.workers()[0].heartbeat_utc_ms

            before = state()
            heard.append(soon(lambda: all(new > old for new, old in zip(state(), before, strict=True))))
            return ready(submission, problem, files)

        monkeypatch.setattr(shelf, "ready", slow)
        Worker(tree, store, "w1", shelf).run(until_empty=True)
        assert heard == [True]
