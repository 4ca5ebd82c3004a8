"""Rejudgings: nothing counts before all of it does, and whatever is said twice is done once."""

from collections.abc import Callable

import pytest

from judge.base.submission_state import State
from judge.store.acting import Actor, acting
from judge.store.errors import LeaseLost, StoreError
from judge.store.events import EventKind
from judge.store.jobs import MOST_LOSSES
from judge.store.queue_records import JobState, Resource
from judge.store.rejudgings import RejudgingState
from judge.tests.store.stores import LEASE_MS, StoreUnderTest, cancel, queue_again


def counting(judged: StoreUnderTest, numbers: list[int]) -> list[str | None]:
    """The verdicts that count."""
    found = judged.store.judgements.counting(numbers)
    return [found[number].verdict if number in found else None for number in numbers]


def judge_all(judged: StoreUnderTest, *verdicts: str) -> None:
    for verdict in verdicts:
        judged.finish(judged.claim(), verdict)


def test_it_counts_once_all_of_it_is_known(judged: StoreUnderTest) -> None:
    numbers = [judged.judge(verdict) for verdict in ("AC", "WA", "TLE")]
    rejudgings = judged.store.rejudgings
    with acting(Actor(judged.anna.id, "127.0.0.1")):
        new = rejudgings.open(numbers, "the data was wrong")
    assert new.created_by == judged.anna.id
    judge_all(judged, "AC", "AC")
    changes = rejudgings.preview(new.id)
    assert [(change.before and change.before.verdict, change.after and change.after.verdict) for change in changes] == [
        ("AC", "AC"), ("WA", "AC"), ("TLE", None),
    ]  # fmt: skip
    assert [change.is_another for change in changes] == [False, True, False]
    with pytest.raises(StoreError, match="1 submission not judged yet"):
        rejudgings.apply(new.id)
    assert counting(judged, numbers) == ["AC", "WA", "TLE"]
    judge_all(judged, "RTE")
    assert counting(judged, numbers) == ["AC", "WA", "TLE"]
    with acting(Actor(judged.anna.id, "127.0.0.1")):
        applied = rejudgings.apply(new.id)
    assert counting(judged, numbers) == ["AC", "AC", "RTE"]
    assert (applied.state, applied.ended_by) == (RejudgingState.APPLIED, judged.anna.id)
    assert rejudgings.get(new.id) == applied
    events = judged.store.events.last()
    assert rejudgings.apply(new.id) == applied
    assert judged.store.events.last() == events
    with pytest.raises(StoreError, match="was applied"):
        rejudgings.drop(new.id)
    assert all(len(judged.store.judgements.of(number)) == 2 for number in numbers)
    for number, change in zip(numbers, changes, strict=True):
        submission = judged.store.submissions.get(number)
        assert submission.judgement_id != (change.before and change.before.id)
        assert submission.state is State.DONE


def test_what_happens_is_told(judged: StoreUnderTest) -> None:
    numbers = [judged.judge("WA")]
    begin = judged.store.events.last()
    new = judged.store.rejudgings.open(numbers, "why")
    judge_all(judged, "AC")
    judged.store.rejudgings.apply(new.id)
    events = judged.store.events.after(begin)
    assert [event.kind for event in events] == [
        EventKind.REJUDGING_OPENED,
        EventKind.JUDGING,
        EventKind.REJUDGED,
        EventKind.JUDGED,
        EventKind.REJUDGING_APPLIED,
    ]
    assert {event.rejudging_id for event in events} == {new.id}
    assert events[3].data == {"verdict": "AC", "before": "WA"}


def test_dropped_it_never_counts(judged: StoreUnderTest) -> None:
    numbers = [judged.judge("WA") for _ in range(3)]
    new = judged.store.rejudgings.open(numbers, "why")
    judge_all(judged, "AC")
    lease = judged.claim()
    dropped = judged.store.rejudgings.drop(new.id)
    assert dropped.state is RejudgingState.DROPPED
    assert judged.store.rejudgings.drop(new.id) == dropped
    assert judged.claimed() is None
    with pytest.raises(LeaseLost):
        judged.finish(lease)
    with pytest.raises(StoreError, match="was dropped: open another one"):
        judged.store.rejudgings.apply(new.id)
    assert counting(judged, numbers) == ["WA"] * 3
    assert {judged.store.submissions.get(number).state for number in numbers} == {State.DONE}
    assert judged.store.rejudgings.open(numbers, "once more").id != new.id
    assert len(judged.store.rejudgings.all()) == 2


def test_who_is_in_it(judged: StoreUnderTest) -> None:
    """What waits is judged by the new data anyway, and what was cancelled stays so."""
    done, cancelled = judged.judge(), judged.submit()
    cancel(judged.store, cancelled, "withdrawn")
    on_gpu = judged.submit(resource=Resource.GPU)
    judged.finish(judged.claim(submission_id=on_gpu))
    waiting = judged.submit()
    new = judged.store.rejudgings.open([done, done, cancelled, waiting, on_gpu], "why")
    assert [change.submission_id for change in judged.store.rejudgings.preview(new.id)] == [done, on_gpu]
    assert judged.claim(resources=[Resource.GPU]).job.submission_id == on_gpu
    with pytest.raises(StoreError, match=f"submission {done} is in rejudging {new.id}, which is open"):
        judged.store.rejudgings.open([done], "why")
    with pytest.raises(StoreError, match="none of the submissions has been judged"):
        judged.store.rejudgings.open([waiting], "why")
    with pytest.raises(StoreError, match="submission 99 is not in the store"):
        judged.store.rejudgings.open([done, 99], "why")
    assert len(judged.store.rejudgings.all()) == 1


def lose(judged: StoreUnderTest) -> None:
    for _ in range(MOST_LOSSES):
        judged.claim()
        judged.clock.passes(LEASE_MS + 1)
    judged.expire()


def fail_once(judged: StoreUnderTest) -> None:
    judged.store.queue.fail(judged.claim(), "no disk", is_final=True)


@pytest.mark.parametrize("fail", [lose, fail_once])
def test_one_that_cannot_be_judged_holds_it_up(
    judged: StoreUnderTest, fail: Callable[[StoreUnderTest], object]
) -> None:
    number = judged.judge("WA")
    new = judged.store.rejudgings.open([number], "why")
    fail(judged)
    [change] = judged.store.rejudgings.preview(new.id)
    assert (change.state, change.after) == (JobState.FAILED, None)
    assert judged.store.submissions.get(number).state is State.DONE
    with pytest.raises(StoreError, match=f"1 submission could not be judged, the first {number}"):
        judged.store.rejudgings.apply(new.id)
    judged.store.rejudgings.drop(new.id)
    assert counting(judged, [number]) == ["WA"]


def test_one_that_had_failed_gets_its_verdict(judged: StoreUnderTest) -> None:
    number = judged.submit()
    judged.store.queue.fail(judged.claim(), "no compiler", is_final=True)
    new = judged.store.rejudgings.open([number], "there is one now")
    judge_all(judged, "AC")
    queue_again(judged.store, number)  # by somebody who did not see that
    lease = judged.claim()
    judged.store.rejudgings.apply(new.id)
    with pytest.raises(LeaseLost):
        judged.finish(lease, "WA")
    submission = judged.store.submissions.get(number)
    assert (submission.state, submission.failure) == (State.DONE, "")
    assert counting(judged, [number]) == ["AC"]
