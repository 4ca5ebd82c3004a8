"""Own runs in the store: queued and claimed as judgings are, ended once, and forgotten by number and by age."""

import pytest

import judge.store.own_runs as own_runs
import judge.store.queue as queue
from judge.base.priority import Priority
from judge.store.catalogue_records import User
from judge.store.errors import LeaseLost, StoreError
from judge.store.own_run_records import KeptOutput, OwnRun, OwnRunOutcome
from judge.store.queue_records import JobKind, JobState, Lease, Resource
from judge.tests.store.stores import LEASE_MS, SOURCE, StoreUnderTest

TYPED = b"1 2\n\x00\xff"
OUTCOME = OwnRunOutcome(
    verdict="RTE", reason="killed", signal_name="SIGSEGV", stdout=KeptOutput("\\xff", 1, 9), cpu_ns=7,
    device="gpu", gpu=1, findings=({"kind": "out-of-bounds", "line": 3},),
)  # fmt: skip


def ask(judged: StoreUnderTest, resource: Resource = Resource.CORE) -> OwnRun:
    judged.clock.passes(1)
    new = OwnRun(judged.anna.id, judged.problem.id, "mine.py", "python3")
    return judged.store.own_runs.ask(new, SOURCE, TYPED, resource=resource)


def claim(judged: StoreUnderTest) -> Lease:
    return judged.claim(kinds=[JobKind.RUN])


def finished(judged: StoreUnderTest) -> OwnRun:
    run = ask(judged)
    judged.store.own_runs.finish(claim(judged), OUTCOME)
    return run


def numbers(judged: StoreUnderTest) -> list[int]:
    found = judged.store.own_runs.newest(judged.anna.id, judged.problem.id, 100)
    return [one.run.id for one in found]


def test_what_was_given_and_what_came_of_it_are_kept(judged: StoreUnderTest) -> None:
    runs = judged.store.own_runs
    run = ask(judged)
    kept = runs.get(run.id)
    assert (kept.run, kept.state, kept.failure) == (run, JobState.QUEUED, "")
    assert runs.given(run.id) == ([*SOURCE], TYPED)
    assert runs.open_count(judged.anna.id) == 1
    assert runs.outcome(run.id) is None
    lease = claim(judged)
    assert lease.submission is None
    assert runs.get(run.id).state is JobState.RUNNING
    runs.finish(lease, OUTCOME)
    runs.finish(lease, OwnRunOutcome())  # again: nothing changes
    assert runs.outcome(run.id) == OUTCOME
    assert runs.get(run.id).state is JobState.DONE
    assert runs.open_count(judged.anna.id) == 0
    assert judged.count("submissions") == judged.count("judgements") == 0
    with pytest.raises(StoreError, match="99"):
        runs.get(99)


def test_one_whose_worker_is_gone_is_run_by_another(judged: StoreUnderTest) -> None:
    run = ask(judged)
    first = claim(judged)
    judged.clock.passes(LEASE_MS + 1)
    second = claim(judged)
    assert second.job.id == first.job.id
    with pytest.raises(LeaseLost):
        judged.store.own_runs.finish(first, OwnRunOutcome())
    assert judged.store.own_runs.outcome(run.id) is None
    judged.store.own_runs.finish(second, OUTCOME)
    assert judged.store.own_runs.outcome(run.id) == OUTCOME


def test_it_waits_among_those_who_practise(judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "FIRST_OF_A_TURN", {})
    judged.submit(Priority.CONTEST)
    judged.submit(Priority.REJUDGING)
    practice = judged.submit(Priority.PRACTICE)
    run = ask(judged)
    judged.submit(Priority.PRACTICE)
    place = judged.store.own_runs.place(run)
    assert place
    assert (place.before, place.before_by_priority) == (2, (1, 0, 1, 0, 0))
    assert judged.claimed() is not None
    assert judged.claimed() == practice
    assert judged.claim().job.kind is JobKind.RUN
    assert judged.store.own_runs.place(run) is None


def claims_until_it_is_run(judged: StoreUnderTest) -> int:
    run = ask(judged)
    for count in range(1, 3 * queue.TURNS):
        judged.submit(Priority.CONTEST)
        if judged.claim().job.id == run.job_id:
            return count
    return 3 * queue.TURNS


def test_it_gets_its_turn_however_many_of_a_contest_come(
    judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_runs = {turn: first for turn, first in queue.FIRST_OF_A_TURN.items() if first is JobKind.RUN}
    monkeypatch.setattr(queue, "FIRST_OF_A_TURN", only_runs)
    assert claims_until_it_is_run(judged) <= queue.TURNS
    monkeypatch.setattr(queue, "FIRST_OF_A_TURN", {})
    assert claims_until_it_is_run(judged) == 3 * queue.TURNS


def test_few_of_each_person_are_kept_and_none_that_waits_goes(
    judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_runs, "KEPT_OF_A_USER", 3)
    waiting = ask(judged)
    others = judged.store.catalogue.put(User("bert"))
    of_bert = judged.store.own_runs.ask(OwnRun(others.id, judged.problem.id, "b.py"), SOURCE, b"")
    first, second, third = (ended_one(judged, waiting, of_bert) for _ in range(3))
    assert numbers(judged) == [third, second, first, waiting.id]
    fourth = ended_one(judged, waiting, of_bert)
    assert numbers(judged) == [fourth, third, second, waiting.id]
    assert judged.store.own_runs.get(of_bert.id).run == of_bert


def ended_one(judged: StoreUnderTest, *held: OwnRun) -> int:
    """The number of a new one that has failed; those `held` go on waiting."""
    run = ask(judged)
    with judged.store.database.write() as transaction:
        transaction.change("UPDATE jobs SET state = 'failed' WHERE id = ?", run.job_id)
    assert run.id not in [one.id for one in held]
    return run.id


def test_what_is_old_is_forgotten(judged: StoreUnderTest) -> None:
    old = finished(judged)
    waiting = ask(judged)
    assert judged.store.own_runs.forget_old() == 0
    judged.clock.passes(own_runs.KEPT_MS)
    new = ended_one(judged, waiting)
    assert judged.store.own_runs.forget_old() == 1
    assert numbers(judged) == [new, waiting.id]
    with pytest.raises(StoreError):
        judged.store.own_runs.given(old.id)
