"""What holds of a store whatever was killed: each submission has its verdict, none has two, and no job is stuck."""

import time
from collections.abc import Callable, Collection
from typing import TypeVar

from judge.base.submission_state import State
from judge.store.errors import Unavailable
from judge.store.events import AT_MOST, Event, EventKind
from judge.store.queue_records import JobState
from judge.store.store import Store
from judge.tests.store.stores import queue_again
from judge.tests.watching import soon

Answer = TypeVar("Answer")
GIVEN_UP = "given up after"
STUCK_S = 240.0
"""The longest time from one verdict to the next: beyond that of a lease, on a machine with much else to do."""


def answered(ask: Callable[[], Answer]) -> Answer:
    """What the store says, once it answers: a server that lost a process starts all of them again."""
    until_s = time.monotonic() + STUCK_S
    while True:
        try:
            return ask()
        except Unavailable:
            if time.monotonic() > until_s:
                raise
            time.sleep(0.1)


def numbers_of(store: Store) -> list[int]:
    with store.database.read() as transaction:
        return [number for (number,) in transaction.rows("SELECT id FROM submissions ORDER BY id")]


def wait_for_all(store: Store, numbers: Collection[int]) -> int:
    """Waits until all are judged. Returns how many had lost so many workers that they were given up: somebody has to
    queue those again."""
    given_up, before, until_s = 0, len(numbers), 0.0
    while True:
        found = answered(lambda: [store.submissions.get(number) for number in numbers])
        left = [one for one in found if one.state is not State.DONE]
        if not left:
            return given_up
        if len(left) < before or not until_s:
            before, until_s = len(left), time.monotonic() + STUCK_S
        for one in left:
            if one.state is State.FAILED:
                assert one.failure.startswith(GIVEN_UP), one
                queue_again(store, one.id)
                given_up += 1
        assert time.monotonic() < until_s, left
        time.sleep(0.2)


def events(store: Store, kind: EventKind) -> list[Event]:
    found: list[Event] = []
    last = 0
    while page := store.events.after(last, AT_MOST):
        found += (one for one in page if one.kind is kind)
        last = page[-1].id
    return found


def require_judged_once(store: Store, acknowledged: Collection[int], tests: int) -> None:
    """`acknowledged`: the numbers that those who have submitted were told. All are right."""
    numbers = numbers_of(store)
    assert sorted(acknowledged) == numbers, "nothing is lost, and nothing appears twice"
    told = [one.submission_id for one in events(store, EventKind.JUDGED)]
    assert sorted(number for number in told if number) == numbers
    for number in numbers:
        [counting] = [one for one in store.judgements.of(number) if one.counts]
        runs = store.judgements.runs(counting.id)
        assert (counting.id, counting.verdict) == (store.submissions.get(number).judgement_id, "AC"), (
            counting,
            runs,
        )
        assert len(store.judgements.of(number)) == 1
        assert [run.ordinal for run in runs] == [*range(1, tests + 1)]
    with store.database.read() as transaction:
        [[begun]] = transaction.rows("SELECT count(*) FROM judgements WHERE verdict IS NULL")
    assert begun == 0
    # A server may still be at a job of its own, about no submission: it ends, too.
    assert soon(lambda: not open_jobs(store), STUCK_S), open_jobs(store)


def open_jobs(store: Store) -> list[tuple[object, ...]]:
    """Jobs that are neither done nor given up."""
    with store.database.read() as transaction:
        rows = transaction.rows("SELECT id, kind, state, submission_id FROM jobs")
    return [tuple(row) for row in rows if row[2] not in (JobState.DONE, JobState.FAILED)]
