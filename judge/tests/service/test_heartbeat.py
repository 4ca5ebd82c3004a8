"""A worker is heard of also while it has nothing to do, and is not missed once it has ended."""

import threading
import time
from pathlib import Path

from judge.project.host import JudgeHost
from judge.service.worker import Worker
from judge.store.heartbeats import HEARD_MS, WORKER
from judge.store.store import Store

PATIENCE_S = 30.0


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
