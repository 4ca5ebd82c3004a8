"""The queue: whose turn it is, who has a job, and what comes of one whose worker is gone."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

import judge.store.queue as queue
from judge.base.priority import Priority
from judge.base.submission_state import State
from judge.store.database import Transaction
from judge.store.errors import LeaseLost, StoreError
from judge.store.events import EventKind
from judge.store.jobs import MOST_LOSSES
from judge.store.queue_records import JobKind, JobRecord, JobState, Lease, Place, Resource
from judge.tests.store.stores import LEASE_MS, StoreUnderTest, cancel, completed, run


def test_the_most_urgent_is_next_and_of_these_the_oldest(judged: StoreUnderTest) -> None:
    late, measuring, first, second = (
        judged.submit(priority)
        for priority in (Priority.CLASS, Priority.MEASURING, Priority.CONTEST, Priority.CONTEST)
    )
    assert [judged.claimed() for _ in range(5)] == [first, second, late, measuring, None]


def test_a_worker_gets_what_it_can_do(judged: StoreUnderTest) -> None:
    on_gpu = judged.submit(Priority.CONTEST, Resource.GPU)
    on_core = judged.submit(Priority.PRACTICE, Resource.CORE)
    problem = judged.store.queue.put(
        JobRecord(JobKind.PREPARE, Resource.CORE, Priority.CONTEST, payload={"problem": 1})
    )
    of_cores = [Resource.CORE, Resource.ALL_CORES]
    assert judged.claimed(kinds=[JobKind.JUDGE], resources=of_cores) == on_core
    assert judged.claimed(kinds=[JobKind.JUDGE], resources=of_cores) is None
    assert judged.claimed(kinds=[JobKind.JUDGE], resources=[Resource.GPU]) == on_gpu
    lease = judged.claim()
    assert (lease.job.id, lease.job.payload) == (problem.id, {"problem": 1})
    assert lease.submission is None
    judged.store.queue.complete(lease)
    judged.store.queue.complete(lease)
    assert judged.store.queue.job(problem.id).state is JobState.DONE


def test_who_finds_nothing_writes_nothing(judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that wait for work must not keep those from writing that have it."""
    written: list[bool] = []
    write = judged.store.database.write

    def noted(*, durable: bool = False) -> AbstractContextManager[Transaction]:
        written.append(durable)
        return write(durable=durable)

    judged.submit(resource=Resource.GPU)
    monkeypatch.setattr(judged.store.database, "write", noted)
    assert judged.claimed(resources=[Resource.CORE]) is None
    assert judged.claimed(kinds=[JobKind.PREPARE]) is None
    assert judged.claimed(submission_id=99) is None
    assert written == []
    assert judged.claimed() is not None
    assert len(written) == 1


def test_whoever_submits_may_judge_it(judged: StoreUnderTest) -> None:
    judged.submit(Priority.CONTEST)
    own = judged.submit(Priority.PRACTICE)
    assert judged.claimed(submission_id=own) == own
    assert judged.claimed(submission_id=own) is None


BEFORE_LONG = 3 * queue.TURNS


def claims_until(judged: StoreUnderTest, wanted: int) -> int:
    """How many there are until this one's turn comes, while a more urgent one is added before each."""
    for count in range(1, BEFORE_LONG):
        judged.submit(Priority.CONTEST)
        if judged.claimed() == wanted:
            return count
    return BEFORE_LONG


@pytest.mark.parametrize("priority", [one for one in Priority if one is not Priority.CONTEST])
def test_nobody_starves(judged: StoreUnderTest, priority: Priority) -> None:
    assert claims_until(judged, judged.submit(priority)) <= queue.TURNS


@pytest.mark.slow
@pytest.mark.parametrize("resource", [Resource.ALL_CORES, Resource.GPU])
def test_a_large_one_among_many_small_ones_is_claimed_in_its_turn(
    judged: StoreUnderTest, resource: Resource
) -> None:
    """Its turn depends only on those before it in its own priority, not on more urgent ones next to it, nor on later
    ones."""
    before = 20
    for _ in range(before):
        judged.submit(Priority.PRACTICE)
    large = judged.submit(Priority.PRACTICE, resource)
    for priority in (Priority.CONTEST, Priority.PRACTICE) * 30:
        judged.submit(priority)
    claimed = []
    while large not in claimed:
        judged.submit(Priority.CONTEST)
        claimed.append(judged.claimed())
    assert before < len(claimed) <= queue.TURNS * (before + 1)


def test_without_turns_it_would(judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "FIRST_OF_A_TURN", {})
    assert claims_until(judged, judged.submit(Priority.MEASURING)) == BEFORE_LONG


def test_many_that_can_wait_hold_nobody_back(judged: StoreUnderTest) -> None:
    """The time that they have waited does not matter."""
    waiting = {judged.submit(Priority.REJUDGING) for _ in range(40)}
    judged.clock.passes(24 * 3600 * 1000)
    urgent = {judged.submit(Priority.CONTEST) for _ in range(30)}
    first = {judged.claimed() for _ in range(32)}
    assert len(first & urgent) >= 29
    assert len(first & waiting) >= 2


def test_a_lease_is_prolonged_by_a_heartbeat_and_by_runs(judged: StoreUnderTest) -> None:
    judged.submit()
    lease = judged.claim()
    for _ in range(3):
        judged.clock.passes(LEASE_MS - 1)
        judged.store.queue.heartbeat(lease)
        judged.clock.passes(LEASE_MS - 1)
        judged.store.judgements.add_runs(lease, [run()])
    assert judged.expire() == 0
    [worker] = judged.store.queue.workers()
    assert (worker.worker, worker.jobs, worker.heartbeat_utc_ms) == ("worker", 1, judged.clock.now_ms)
    assert judged.finish(lease).counts


WRITES: dict[str, Callable[[StoreUnderTest, Lease], object]] = {
    "heartbeat": lambda judged, lease: judged.store.queue.heartbeat(lease),
    "runs": lambda judged, lease: judged.store.judgements.add_runs(lease, [run(7)]),
    "finish": lambda judged, lease: judged.finish(lease, "WA"),
    "fail": lambda judged, lease: judged.store.queue.fail(lease, "why"),
    "release": lambda judged, lease: judged.store.queue.release(lease),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("then", ["waits", "is claimed", "is judged", "is cancelled"])
def test_who_has_lost_the_lease_writes_nothing(judged: StoreUnderTest, write: str, then: str) -> None:
    number = judged.submit()
    lost = judged.claim("slow")
    judged.store.judgements.add_runs(lost, [run(1), run(2)], {1: {"facts": 1}})
    if then == "is cancelled":
        assert cancel(judged.store, number, "withdrawn")
    else:
        judged.clock.passes(LEASE_MS + 1)
        assert judged.expire() == 1
    if then.startswith("is claimed") or then == "is judged":
        lease = judged.claim("other")
        if then == "is judged":
            judged.store.judgements.add_runs(lease, [run(1)])
            judged.finish(lease)
    before = (
        judged.store.submissions.get(number),
        judged.store.judgements.of(number),
        judged.store.events.last(),
    )
    with pytest.raises(LeaseLost, match="no longer slow's"):
        WRITES[write](judged, lost)
    assert before == (
        judged.store.submissions.get(number),
        judged.store.judgements.of(number),
        judged.store.events.last(),
    )
    assert judged.count("runs") == (1 if then == "is judged" else 0), "what the lost one found out is gone"
    assert judged.count("run_details") == 0


@pytest.mark.parametrize("write", [name for name in WRITES if name != "fail"])
def test_who_has_the_lease_writes(judged: StoreUnderTest, write: str) -> None:
    judged.submit()
    WRITES[write](judged, judged.claim("slow"))


def test_an_expired_lease_goes_back_to_its_place(judged: StoreUnderTest) -> None:
    first, second = judged.submit(), judged.submit()
    assert judged.claimed("slow") == first
    judged.clock.passes(LEASE_MS + 1)
    again = judged.claim("other")
    assert again.job.submission_id == first
    assert (again.job.attempt, again.job.losses) == (2, 1)
    assert judged.claimed() == second
    assert [event.kind for event in judged.store.events.after(0, submission_id=first)] == [
        EventKind.SUBMITTED, EventKind.JUDGING, EventKind.GIVEN_BACK, EventKind.JUDGING,
    ]  # fmt: skip


def test_a_job_that_loses_every_worker_is_given_up(judged: StoreUnderTest) -> None:
    number = judged.submit()
    for attempt in range(1, MOST_LOSSES + 1):
        assert judged.claim(f"worker {attempt}").job.attempt == attempt
        judged.clock.passes(LEASE_MS + 1)
    assert judged.claimed() is None
    submission = judged.store.submissions.get(number)
    assert submission.state is State.FAILED
    assert (
        submission.failure
        == "given up after 3 attempts, the last one: worker worker 3 was not heard of for 30 s"
    )
    assert judged.store.judgements.of(number) == []


@pytest.mark.parametrize("is_final", [False, True])
def test_the_judges_own_failure(judged: StoreUnderTest, is_final: bool) -> None:
    number = judged.submit()
    state = judged.store.queue.fail(judged.claim(), "the disk is full", is_final=is_final)
    submission = judged.store.submissions.get(number)
    assert state is (JobState.FAILED if is_final else JobState.QUEUED)
    assert submission.state is (State.FAILED if is_final else State.QUEUED)
    assert submission.failure == ("the disk is full" if is_final else "")
    assert judged.claimed() == (None if is_final else number)


def test_one_that_is_given_back_loses_nothing(judged: StoreUnderTest) -> None:
    number = judged.submit()
    for _ in range(2 * MOST_LOSSES):
        judged.store.queue.release(judged.claim())
    assert judged.claim().job.losses == 0
    assert judged.store.submissions.get(number).state is State.JUDGING


def test_finishing_twice_is_finishing_once(judged: StoreUnderTest) -> None:
    number = judged.submit()
    lease = judged.claim()
    judgement = judged.store.judgements.finish(lease, completed(lease), [run()], {1: "more"}, {"whole": 1})
    events = judged.store.events.last()
    assert judged.finish(lease, "WA") == judgement
    assert judged.store.judgements.of(number) == [judgement]
    assert judged.store.events.last() == events
    assert judged.store.submissions.get(number).judgement_id == judgement.id
    assert judged.store.judgements.counting([number, 99]) == {number: judgement}
    assert judged.store.judgements.runs(judgement.id) == [run()]
    assert judged.store.judgements.run_details(judgement.id) == {1: "more"}
    assert judged.store.judgements.detail(judgement.id) == {"whole": 1}


def test_finishing_brings_back_the_runs_that_a_crashed_server_has_lost(judged: StoreUnderTest) -> None:
    judged.submit()
    lease = judged.claim()
    runs, details = [run(1), run(2), run(3)], {number: f"of {number}" for number in (1, 2, 3)}
    judged.store.judgements.add_runs(lease, runs[:1], {1: "of 1"})
    judged.store.judgements.add_runs(lease, runs[1:2], {2: "of 2"})
    with judged.store.database.write() as transaction:
        transaction.change("DELETE FROM runs WHERE ordinal = 2")
        transaction.change("DELETE FROM run_details WHERE id = (SELECT max(id) FROM run_details)")
    number = judged.store.judgements.finish(lease, completed(lease), runs, details).id
    assert judged.store.judgements.runs(number) == runs
    assert judged.store.judgements.run_details(number) == details
    assert judged.count("run_details") == 2, "what was kept is not written again"


def test_a_judgement_without_a_verdict_is_none(judged: StoreUnderTest) -> None:
    judged.submit()
    lease = judged.claim()
    assert lease.judgement
    with pytest.raises(StoreError, match="expected a verdict"):
        judged.store.judgements.finish(lease, lease.judgement)
    assert judged.finish(lease).verdict == "AC"


def test_the_place_in_the_queue(judged: StoreUnderTest) -> None:
    judged.claim(submission_id=judged.submit())
    urgent, on_gpu, mine, later = (
        judged.submit(*each)
        for each in (
            (Priority.CONTEST,),
            (Priority.CLASS, Resource.GPU),
            (Priority.PRACTICE,),
            (Priority.PRACTICE,),
        )
    )
    places = [judged.store.submissions.place(each) for each in (urgent, on_gpu, mine, later)]
    assert places == [
        Place(0, (0, 0, 0, 0, 0), 0, 1, Resource.CORE, 1),
        Place(1, (1, 0, 0, 0, 0), 0, 1, Resource.GPU, 0),
        Place(2, (1, 1, 0, 0, 0), 1, 1, Resource.CORE, 1),
        Place(3, (1, 1, 1, 0, 0), 2, 1, Resource.CORE, 1),
    ]
    judged.claim(submission_id=mine)
    assert judged.store.submissions.place(mine) is None
