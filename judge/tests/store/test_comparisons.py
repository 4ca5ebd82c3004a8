"""Comparisons in the store: one at a time for each problem, the newest is kept, and each look is an event."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from judge.base.records import replace
from judge.store.acting import Actor, acting
from judge.store.catalogue_records import ProblemRecord
from judge.store.class_records import Assignment, AssignmentProblem, Counting, SchoolClass
from judge.store.errors import StoreError
from judge.store.events import EventKind
from judge.store.queue_records import JobKind, JobState
from judge.store.similarity_records import (
    ClassComparison,
    ComparedPair,
    ComparedSubmission,
    ComparisonResult,
    Passage,
    Treated,
)
from judge.tests.store.stores import StoreUnderTest

SUBMISSIONS = tuple(ComparedSubmission(one, one, 1, Treated.LEXED, 90, 80) for one in (1, 2, 3))
RESULT = ComparisonResult(SUBMISSIONS, 3, 0.6, (2, *[0] * 18, 1))


def asked(judged: StoreUnderTest, problem: int = 1) -> ClassComparison:
    """A comparison of a problem of assignment 1, which is made with its class when there is none."""
    store = judged.store
    if not store.classes.all():
        number = store.classes.add(SchoolClass("Algorithms", "UTC"), teacher_id=judged.anna.id).id
        other = store.catalogue.put(ProblemRecord("other", "0" * 64)).id
        problems = [AssignmentProblem(0, one, one) for one in {1, other}]
        store.assignments.put(Assignment(number, "Sheet", "UTC", 0, 10), problems)
    new = ClassComparison(1, problem, Counting.BEST, (7, 8), "int main", asked_by=judged.anna.id)
    return store.comparisons.ask(new)


def pair(comparison: int, ordinal: int, **fields: float) -> ComparedPair:
    passages = (Passage(0, 1, 9, 0, 2, 10, 27), Passage(0, 12, 12, 0, 1, 1, 16))
    whole = ComparedPair(comparison, ordinal, 0, ordinal, 0.9, 0.25, 43, ordinal == 1, passages)
    return replace(whole, **fields)


def test_what_came_of_it_is_there_as_it_was(judged: StoreUnderTest) -> None:
    new = asked(judged)
    lease = judged.claim(kinds=[JobKind.COMPARE])
    assert lease.job.payload == {"comparison": new.id}
    pairs = [pair(new.id, 1), pair(new.id, 2)]
    judged.store.comparisons.end(new.id, RESULT, pairs)
    judged.store.queue.complete(lease)
    found = judged.store.comparisons.newest(1, 1)
    assert found
    comparison, job = found
    assert job.state is JobState.DONE
    assert comparison.result
    assert comparison == replace(new, result=replace(RESULT, ended_utc_ms=comparison.result.ended_utc_ms))
    assert judged.store.comparisons.pairs(new.id, 10) == pairs
    assert judged.store.comparisons.pairs(new.id, 1) == pairs[:1]
    assert judged.store.comparisons.newest(1, 2) is None
    with pytest.raises(StoreError):
        judged.store.comparisons.get(99)


def test_one_at_a_time_for_each_problem(judged: StoreUnderTest) -> None:
    first = asked(judged)
    with ThreadPoolExecutor(4) as pool:
        assert {one.id for one in pool.map(lambda _: asked(judged), range(4))} == {first.id}
    assert asked(judged, problem=2).id != first.id
    assert len(judged.store.queue.of_kind(JobKind.COMPARE)) == 2
    judged.store.queue.fail(judged.claim(kinds=[JobKind.COMPARE]), "why", is_final=True)
    assert asked(judged).id != first.id, "a failed one is in nobody's way"


def test_the_newest_takes_the_place_of_the_others(judged: StoreUnderTest) -> None:
    ended = []
    for _ in range(2):
        new = asked(judged)
        lease = judged.claim(kinds=[JobKind.COMPARE])
        judged.store.comparisons.end(new.id, RESULT, [pair(new.id, 1)])
        judged.store.comparisons.end(
            new.id, RESULT, [pair(new.id, 1)]
        )  # as a worker does that was killed between
        judged.store.queue.complete(lease)
        ended.append(new.id)
    assert (judged.count("comparisons"), judged.count("compared_pairs")) == (1, 1)
    assert [one.comparison_id for one in judged.store.comparisons.pairs(ended[1], 10)] == ended[1:]


def test_a_look_is_an_event_of_whoever_looks(judged: StoreUnderTest) -> None:
    new, last = asked(judged), judged.store.events.last()
    with acting(Actor(judged.anna.id, "127.0.0.1")):
        judged.store.comparisons.note_looked(new, [1, 2])
    [event] = judged.store.events.after(last)
    assert (event.kind, event.actor_id) == (EventKind.CLASS, judged.anna.id)
    assert event.data
    assert event.data["students"] == [1, 2]


def test_a_share_beyond_the_whole_is_refused(judged: StoreUnderTest) -> None:
    new = asked(judged)
    with pytest.raises(StoreError, match="first_share"):
        judged.store.comparisons.end(new.id, RESULT, [pair(new.id, 1, first_share=1.5)])
    assert judged.store.comparisons.pairs(new.id, 10) == []
