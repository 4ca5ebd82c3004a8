"""The records hold all that the judge knows of a judging in any of its shapes: there and back nothing is lost.

The conversions here say which field is which; what was made by the judge itself keeps the rest as its detail.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.base.records import as_json, replace
from judge.engine.slurm.wire import SentResult, as_line, from_line, result_from, sent_result
from judge.judging.job import Job
from judge.judging.results import Result
from judge.reports.judged import judgement_of, run_of
from judge.reports.make import Isolations, solution_report
from judge.reports.model import SolutionReport
from judge.store.catalogue_records import Host, SessionRecord
from judge.store.history.attempts import Attempt, Session
from judge.store.records import Judgement, Run
from judge.tests.measured import passed, result_of
from judge.tests.store.stores import StoreUnderTest

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SESSION = Session(
    3,
    "2026-01-02T03:04:05.678Z",
    None,
    "submit",
    2,
    "a CPU",
    64,
    1 << 38,
    "6.1",
    "a GPU",
    "580",
    "13.0",
    "double: a.py",
)
ATTEMPT = Attempt(
    5, 3, "submit", SESSION.machine, "2026-01-02T03:04:06.789Z", "double", "anna/a.py", "anna", "submission", "python3",
    "a" * 64, "b" * 64, True, "WA", "AC", False, "secret/1: wrong", 3, 7, 11, 12, 13, 14, 0.25, True, 1.5, 40.0, 100.0,
    2.5, True,
)  # fmt: skip


def ms_of(time_utc: str) -> int:
    return (datetime.fromisoformat(time_utc) - EPOCH) // timedelta(milliseconds=1)


def utc_of(ms: int) -> str:
    return (EPOCH + timedelta(milliseconds=ms)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def kept_in(
    store: StoreUnderTest, known: Judgement, runs: list[Run], detail: Any = None, **fields: Any
) -> Judgement:
    """The record as it comes back from the store, in which a submission of these fields has it."""
    store.submit(**fields)
    lease = store.claim()
    assert lease.judgement
    done = replace(known, id=lease.judgement.id, submission_id=lease.judgement.submission_id)
    number = store.store.judgements.finish(lease, done, runs, detail=detail).id
    assert store.store.judgements.runs(number) == runs
    return store.store.judgements.get(number)


def test_an_attempt_of_the_history(judged: StoreUnderTest) -> None:
    store = judged.store
    host = store.catalogue.put_host(
        Host(
            SESSION.cpu, SESSION.cores, SESSION.memory_bytes, SESSION.kernel, SESSION.gpu, SESSION.driver,
            SESSION.cuda_toolkit, "e" * 64,
        )
    )  # fmt: skip
    session = store.catalogue.begin_session(
        SessionRecord(SESSION.command, SESSION.given, SESSION.planned, ms_of(SESSION.started_utc), host.id)
    )
    known = Judgement(
        0, ATTEMPT.tests_sha256, ATTEMPT.source_sha256, ATTEMPT.verdict, ATTEMPT.reason, ATTEMPT.expected,
        ATTEMPT.as_expected, ATTEMPT.emulated, ATTEMPT.samples_only, ATTEMPT.tests_passed, ATTEMPT.tests_total,
        ATTEMPT.points, ATTEMPT.most_points, ATTEMPT.lower_is_better, {}, ms_of(ATTEMPT.judged_utc),
        ms_of(ATTEMPT.judged_utc), ATTEMPT.wall_ns, ATTEMPT.cpu_ns, ATTEMPT.peak_memory_bytes, ATTEMPT.kernels_ns,
        ATTEMPT.share, ATTEMPT.chosen_limit_s, ATTEMPT.chosen_factor, host_id=host.id,
    )  # fmt: skip
    kept = kept_in(
        judged, known, [], name=ATTEMPT.name, author=ATTEMPT.author, kind=ATTEMPT.kind, language=ATTEMPT.language,
        session_id=session.id,
    )  # fmt: skip
    submission = store.submissions.get(kept.submission_id)
    with store.database.read() as transaction:
        session = transaction.get(SessionRecord, "sessions", submission.session_id or 0, "session")
    host = store.catalogue.host(session.host_id or 0)
    session_after = Session(
        SESSION.id, utc_of(session.started_utc_ms), None, session.command, session.planned, host.cpu, host.cores,
        host.memory_bytes, host.kernel, host.gpu, host.driver, host.cuda_toolkit, session.given,
    )  # fmt: skip
    assert session_after == SESSION
    after = Attempt(
        ATTEMPT.id, SESSION.id, session.command, session_after.machine, utc_of(kept.ended_utc_ms or 0),
        judged.problem.name, submission.name, submission.author, submission.kind, submission.language,
        kept.source_sha256, kept.data_sha256, kept.is_samples_only, kept.verdict or "", kept.expected or "",
        bool(kept.as_expected), kept.reason, kept.tests_passed, kept.tests_total, kept.wall_ns, kept.cpu_ns,
        kept.peak_memory_bytes, kept.kernels_ns, kept.ceiling_share, kept.is_emulated, kept.chosen_limit_s, kept.points,
        kept.most_points, kept.chosen_factor, kept.lower_is_better,
    )  # fmt: skip
    assert after == ATTEMPT


@pytest.fixture
def result() -> Result:
    return result_of("cpu-add", passed(1, [20, 21, 22]), passed(2, [30]))


def runs_of(result: Result) -> list[Run]:
    return [run_of(test, ordinal) for ordinal, test in enumerate(result.tests, start=1)]


def test_a_result_and_what_a_node_sends_of_it(judged: StoreUnderTest, result: Result) -> None:
    sent = sent_result("key", "node1", result)
    known = judgement_of(Judgement(0, "d" * 64, None, None), result)
    kept = kept_in(judged, known, runs_of(result), msgspec.json.decode(as_line(sent)))
    again = from_line(msgspec.json.encode(judged.store.judgements.detail(kept.id)), SentResult)
    assert again == sent
    after = result_from(again, Job(result.solution, [test.test for test in result.tests]))
    assert after.tests == result.tests
    assert (after.verdict, after.reason, after.test_count) == (
        result.verdict,
        result.reason,
        result.test_count,
    )
    assert (kept.verdict, kept.tests_passed, kept.tests_total) == ("AC", 2, 2)


def test_what_a_report_says(judged: StoreUnderTest, result: Result) -> None:
    report = solution_report(result, Isolations())
    known = judgement_of(Judgement(0, "d" * 64, None, None), result)
    kept = kept_in(judged, known, runs_of(result), as_json(report))
    assert msgspec.convert(judged.store.judgements.detail(kept.id), SolutionReport) == report
    runs = judged.store.judgements.runs(kept.id)
    assert [(run.test, run.verdict, run.wall_ns, run.cpu_ns) for run in runs] == [
        (test.name, test.verdict.code, test.facts.wall_ns, test.facts.cpu_ns) for test in report.tests
    ]


@pytest.fixture(params=["sqlite"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database: how values come back from each is tested by what the judge writes."""
    return str(tmp_path / "store.sqlite")
