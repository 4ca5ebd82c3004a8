"""What is acknowledged is on the disk; what comes often does not wait for it."""

from collections.abc import Callable

import pytest

from judge.store.database import Transaction
from judge.store.queue_records import Lease
from judge.tests.store.stores import StoreUnderTest, run

Does = Callable[[StoreUnderTest, Lease], object]


@pytest.fixture
def durable(judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each transaction that is committed from now on waits for the disk, as the database says itself."""
    waits: list[bool] = []
    commit = Transaction.commit

    def noted(transaction: Transaction) -> None:
        [[mode]] = transaction.rows("PRAGMA synchronous" if judged.is_sqlite else "SHOW synchronous_commit")
        waits.append(mode in (2, "on"))
        commit(transaction)

    monkeypatch.setattr(Transaction, "commit", noted)
    return waits


DOES: dict[str, tuple[Does, bool]] = {
    "submit": (lambda judged, _: judged.submit(), True),
    "finish": (lambda judged, lease: judged.finish(lease), True),
    "fail": (lambda judged, lease: judged.store.queue.fail(lease, "why"), True),
    "claim": (lambda judged, _: judged.claimed(), False),
    "runs": (lambda judged, lease: judged.store.judgements.add_runs(lease, [run()]), False),
    "heartbeat": (lambda judged, lease: judged.store.queue.heartbeat(lease), False),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", DOES)
def test_who_waits_for_the_disk(judged: StoreUnderTest, durable: list[bool], name: str) -> None:
    judged.submit()
    lease = judged.claim()
    judged.submit()
    durable.clear()
    does, waits = DOES[name]
    does(judged, lease)
    assert durable == [waits]
