"""What a full store is asked looks at few of its rows: the database's plan for each statement says so."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from judge.base.priority import Priority
from judge.store.class_records import Assignment
from judge.store.database import Transaction
from judge.store.events import AuditFilter, EventKind
from judge.store.heartbeats import HEARD_MS, WORKER
from judge.store.mails import Mail, MailKind
from judge.store.own_run_records import OwnRun, OwnRunOutcome
from judge.store.own_runs import KEPT_MS
from judge.store.queue_records import JobKind, Resource
from judge.store.store import Store
from judge.tests.store.stores import SOURCE, Clock, StoreUnderTest, completed, new_address, run

QUEUED = 10_000
GROWING = (
    "jobs",
    "submissions",
    "judgements",
    "runs",
    "events",
    "source_files",
    "submission_files",
    "run_details",
    "own_runs",
    "assignments",
    "assignment_problems",
    "class_members",
    "mails",
    "email_addresses",
)
IN_PART = {
    "jobs USING INDEX jobs_leased",
    "jobs USING COVERING INDEX jobs_leased",
    "jobs USING INDEX jobs_in_order",
    "events USING INDEX events_of_people",
    "events USING INDEX events_of_staff",
    "mails USING INDEX mails_to_send",
}
"""What SQLite reads from one end on without fault: the jobs that workers have and the mails that wait, which are few,
and the jobs that wait in their order and what people did, the newest first, up to a limit."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def full(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StoreUnderTest]:
    """A store in whose queue ten thousand jobs of every priority wait. The tests may add to it."""
    with Store.open(new_address(request, tmp_path_factory.mktemp("full"))) as store:
        judged = StoreUnderTest(store, Clock())
        judged.clock.set_for(store)
        with store.database.write() as transaction:
            transaction.put("submissions", [{**SUBMISSION, "id": number} for number in range(1, QUEUED + 1)])
            transaction.put("jobs", map(job_row, range(1, QUEUED + 1)))
            if not judged.is_sqlite:
                transaction.change("ANALYZE")
                transaction.rows("SELECT setval('submissions_id_seq', ?)", QUEUED)
        yield judged


SUBMISSION = {
    "problem_id": 1,
    "name": "mine.py",
    "kind": "submission",
    "submitted_utc_ms": 1,
    "state": "queued",
    "failure": "",
}


def job_row(number: int) -> dict[str, object]:
    return {
        "kind": "judge",
        "resource": "gpu" if number % 2 else "core",
        "priority": number % len(Priority),
        "submission_id": number,
        "queued_utc_ms": number,
        "state": "queued",
        "failure": "",
        "attempt": 0,
        "losses": 0,
        "lease_ms": 0,
    }


Asked = list[tuple[str, Sequence[Any]]]


@pytest.fixture
def asked(full: StoreUnderTest, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The statements of each transaction from now on."""
    statements: Asked = []
    execute = Transaction._execute

    def noted(transaction: Transaction, sql: str, values: Sequence[Any]) -> Any:
        statements.append((sql, values))
        return execute(transaction, sql, values)

    monkeypatch.setattr(Transaction, "_execute", noted)
    return statements


def plan_of(judged: StoreUnderTest, sql: str, values: Sequence[Any]) -> list[str]:
    with judged.store.database.write() as transaction:
        if judged.is_sqlite:
            return [row[-1] for row in transaction.rows(f"EXPLAIN QUERY PLAN {sql}", *values)]
        transaction.change(
            "SET LOCAL enable_seqscan = off"
        )  # where there is an index, however small the table
        return [row[0].strip(" ->") for row in transaction.rows(f"EXPLAIN {sql}", *values)]


def scans(judged: StoreUnderTest, statements: Asked) -> set[str]:
    """The tables that are read row by row."""
    found = set()
    for sql, values in [*statements]:
        if sql.lstrip().startswith(("SELECT", "UPDATE", "DELETE")):
            for line in plan_of(judged, sql, values):
                if line.startswith(("SCAN ", "Seq Scan on ")):
                    found.add(line.removeprefix("SCAN ").removeprefix("Seq Scan on ").partition("  (")[0])
    return {scan for scan in found if scan.split()[0] in GROWING} - IN_PART


def claim(judged: StoreUnderTest) -> None:
    judged.claim()


def whole_judging(judged: StoreUnderTest) -> None:
    number = judged.submit(client_key="one")
    lease = judged.claim(submission_id=number)
    judged.store.queue.heartbeat(lease)
    judged.store.judgements.add_runs(lease, [run()], {1: "more"})
    judged.store.judgements.finish(lease, completed(lease), detail="more")
    judged.store.judgements.counting([number])
    [judgement] = judged.store.judgements.of(number)
    judged.store.judgements.runs(judgement.id)
    judged.store.judgements.run_details(judgement.id)
    judged.store.submissions.files(number)
    rejudging = judged.store.rejudgings.open([number], "why")
    judged.store.rejudgings.preview(rejudging.id)
    judged.store.rejudgings.drop(rejudging.id)


def own_run(judged: StoreUnderTest) -> None:
    runs, new = judged.store.own_runs, OwnRun(judged.anna.id, judged.problem.id, "mine.py")
    asked = runs.ask(new, SOURCE, b"1")
    runs.open_count(judged.anna.id)
    runs.get(asked.id)
    runs.given(asked.id)
    runs.place(asked)
    runs.newest(judged.anna.id, judged.problem.id, 5)
    judged.clock.passes(1)
    lease = judged.claim(kinds=[JobKind.RUN])
    runs.finish(lease, OwnRunOutcome())
    runs.outcome(asked.id)
    judged.clock.passes(KEPT_MS + 1)
    assert runs.forget_old() == 1


def mail(judged: StoreUnderTest) -> None:
    judged.store.email_addresses.put(judged.anna.id, "anna@school.example", is_own=True)
    judged.store.email_addresses.accounts("Anna@school.example")
    mails, until = judged.store.mails, judged.clock.now_ms + 1
    mails.put(
        [Mail(MailKind.RESET, judged.anna.id, "anna@school.example", "en", nonce, until) for nonce in "ab"]
    )
    for end in (mails.sent, lambda one: mails.give_up(one, "why")):
        found = mails.claim(1)
        assert found
        mails.put_off(found, "why", 1)
        end(found)
    mails.counts()
    assert len(mails.in_trouble()) == 1


def finds_nothing(judged: StoreUnderTest) -> None:
    assert judged.claimed(resources=[Resource.ALL_CORES]) is None


def lost(judged: StoreUnderTest) -> None:
    judged.claim()
    judged.clock.passes(10**9)
    judged.expire()


def reads_the_audit(judged: StoreUnderTest) -> None:
    for wanted in (
        AuditFilter(),
        AuditFilter(by_staff=True),
        AuditFilter(kind=EventKind.LINK, before=7),
        AuditFilter(actor_id=1),
        AuditFilter(address="127.0.0.1"),
    ):
        judged.store.audit.newest(wanted, 100)


def looks(judged: StoreUnderTest) -> None:
    judged.store.assignments.attempts(1)
    judged.store.assignments.attempts(1, user_id=1)
    judged.store.assignments.of_student(1, 1)
    judged.store.assignments.like(Assignment(1, "S", "UTC", 0, 1, id=1), 1, 1, at_most=9)
    judged.store.submissions.place(QUEUED - 7)
    judged.store.submissions.newest()
    judged.store.submissions.newest(user_id=1)
    judged.store.submissions.newest(problem_id=1)
    judged.store.submissions.not_ended()
    judged.store.submissions.verdicts_of(1)
    judged.store.submissions.open_count(1)
    judged.store.submissions.of_key(1, "one")
    judged.store.queue.of_kind(JobKind.PREPARE)
    judged.store.queue.workers()
    judged.store.queue.on_gpus()
    judged.store.queue.lanes()
    judged.store.judgements.accepted(1, 100)
    judged.store.judgements.on_other_data(1, "0" * 64)
    judged.store.judgements.recent_ms()
    judged.store.contests.not_over()
    judged.store.heartbeats.heard(WORKER, HEARD_MS)
    judged.store.queue.judged_on_gpus(100)
    judged.store.events.after(1)
    judged.store.events.after(1, submission_id=7)
    judged.store.events.after(1, contest_id=7)
    judged.store.events.last()


@pytest.mark.slow
@pytest.mark.parametrize(
    "does",
    [
        claim,
        finds_nothing,
        whole_judging,
        own_run,
        mail,
        lost,
        looks,
        reads_the_audit,
    ],
    ids=[
        "claim",
        "finds nothing",
        "whole judging",
        "own run",
        "mail",
        "lost lease",
        "looks",
        "audit",
    ],
)
def test_nothing_is_read_row_by_row(
    full: StoreUnderTest, asked: Asked, does: Callable[[StoreUnderTest], object]
) -> None:
    does(full)
    assert asked
    assert scans(full, asked) == set()


@pytest.mark.slow
def test_a_claim_goes_by_its_index(full: StoreUnderTest, asked: Asked) -> None:
    full.claim(kinds=[JobKind.JUDGE], resources=[Resource.CORE, Resource.GPU])
    looked = [(sql, values) for sql, values in asked if "ORDER BY priority" in sql]
    assert looked
    for sql, values in looked:
        by_index = [line for line in plan_of(full, sql, values) if "jobs_to_claim" in line]
        assert len(by_index) == 2, "one for each resource"


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("SELECT id FROM jobs WHERE worker = ?", "jobs"),
        ("DELETE FROM submissions WHERE name = ?", "submissions"),
    ],
)
def test_a_statement_that_reads_all_would_be_noticed(
    full: StoreUnderTest, statement: str, table: str
) -> None:
    assert scans(full, [(statement, ["nobody"])]) == {table}
