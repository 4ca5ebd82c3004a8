"""The log of events: it grows, and is read from any number on."""

import pytest

from judge.store.acting import Actor, acting
from judge.store.catalogue_records import ContestRecord, ProblemRecord, User
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind
from judge.tests.store.stores import StoreUnderTest, run


def test_what_happened_in_its_order(judged: StoreUnderTest) -> None:
    begin = judged.store.events.last()
    number = judged.submit()
    lease = judged.claim("node 1")
    judged.store.judgements.add_runs(lease, [run(2), run(3)])
    judged.finish(lease, "WA")
    events = judged.store.events.after(begin)
    assert [(event.kind, event.data) for event in events] == [
        (EventKind.SUBMITTED, None),
        (EventKind.JUDGING, {"worker": "node 1"}),
        (EventKind.RUNS, {"first": 2, "last": 3}),
        (EventKind.JUDGED, {"verdict": "WA"}),
    ]
    assert {event.submission_id for event in events} == {number}
    assert {event.user_id for event in events} == {judged.anna.id}
    assert [event.id for event in events] == sorted({event.id for event in events})
    assert events[0].actor_id == judged.anna.id
    assert events[-1].at_utc_ms == judged.clock.now_ms


def test_read_from_any_number_on(judged: StoreUnderTest) -> None:
    first, second = judged.judge(), judged.judge()
    everything = judged.store.events.after(0)
    assert judged.store.events.last() == everything[-1].id
    read: list[Event] = []
    while more := judged.store.events.after(read[-1].id if read else 0, at_most=2):
        assert len(more) <= 2
        read += more
    assert read == everything
    of_one = judged.store.events.after(0, submission_id=second)
    assert of_one == [event for event in everything if event.submission_id == second]
    assert first not in {event.submission_id for event in of_one}


@pytest.mark.parametrize("change", ["UPDATE events SET kind = 'user'", "DELETE FROM events WHERE id = 1"])
def test_what_happened_stays(judged: StoreUnderTest, change: str) -> None:
    before = judged.store.events.after(0)
    with pytest.raises(StoreError), judged.store.database.write() as transaction:
        transaction.change(change)
    assert judged.store.events.after(0) == before != []


def test_the_catalogue_says_what_changes(judged: StoreUnderTest) -> None:
    catalogue, begin = judged.store.catalogue, judged.store.events.last()
    with acting(Actor(judged.anna.id, "127.0.0.1")):
        contest = catalogue.put(ContestRecord("finals", "The Finals", 5 * 3600_000))
    changed = catalogue.put(ProblemRecord("double", "e" * 64, title="Double it"))
    catalogue.put(changed)
    judged.submit(contest_id=contest.id)
    events = judged.store.events.after(begin)
    assert [event.kind for event in events] == [EventKind.CONTEST, EventKind.PROBLEM, EventKind.SUBMITTED]
    assert events[0].actor_id == judged.anna.id
    assert [event.kind for event in judged.store.events.after(0, contest_id=contest.id)] == [
        EventKind.CONTEST,
        EventKind.SUBMITTED,
    ]
    assert (changed.id, changed.added_utc_ms) == (judged.problem.id, judged.problem.added_utc_ms)
    assert catalogue.named(ProblemRecord, "double") == changed
    assert catalogue.named(User, "nobody") is None
    assert judged.claim().judgement.data_sha256 == "e" * 64  # type: ignore[union-attr]
