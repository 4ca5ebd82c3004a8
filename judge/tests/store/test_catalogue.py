"""Contests, machines and sessions."""

from collections.abc import Sequence
from typing import Any

import pytest

from judge.base.records import replace
from judge.store.catalogue_records import UNPREPARED, ContestRecord, Host, ProblemRecord, SessionRecord, User
from judge.store.database import Transaction
from judge.store.errors import NotInStore
from judge.store.package_records import PackageVersion
from judge.store.queue_records import JobKind
from judge.tests.store.stores import StoreUnderTest

HOST = Host("a CPU", 2, 1 << 30, "6", None, None, None, "a" * 64)


@pytest.mark.slow
def test_what_is_not_there_is_said(judged: StoreUnderTest) -> None:
    catalogue = judged.store.catalogue
    with pytest.raises(NotInStore, match="contest 9 is not in the store"):
        catalogue.get(ContestRecord, 9)
    with pytest.raises(NotInStore, match="user 9 is not in the store"):
        catalogue.get(User, 9)
    contest = catalogue.put(
        ContestRecord("finals", "Finals", 1000, languages=("cpp", "python3"), freeze_ms=10)
    )
    assert catalogue.get(ContestRecord, contest.id) == contest
    assert [user.name for user in catalogue.all(User)] == ["anna"]


def test_hosts_and_sessions(judged: StoreUnderTest) -> None:
    catalogue = judged.store.catalogue
    host = catalogue.put_host(HOST)
    assert catalogue.put_host(HOST) == host == catalogue.host(host.id)
    assert catalogue.put_host(replace(HOST, sha256="b" * 64, gpu="NVIDIA H100")).id != host.id
    session = catalogue.begin_session(
        SessionRecord("submit", "double: mine.py", 1, judged.clock.now_ms, host.id)
    )
    number = judged.submit(session_id=session.id)
    assert judged.store.submissions.get(number).session_id == session.id
    for _ in range(2):
        catalogue.end_session(session.id)
        judged.clock.passes(5)
    with judged.store.database.read() as transaction:
        kept = transaction.get(SessionRecord, "sessions", session.id, "session")
    assert kept.ended_utc_ms == judged.clock.now_ms - 10


def test_many_are_read_by_few_statements(judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = judged.store.catalogue
    with judged.store.database.write() as transaction:
        row = {"role": "team", "full_name": "", "is_active": 1, "created_utc_ms": 0}
        transaction.put("users", [{**row, "name": f"user{number}"} for number in range(600)])
    numbers = [user.id for user in catalogue.all(User)]
    asked: list[str] = []
    rows = Transaction.rows

    def counted(self: Transaction, sql: str, *values: object) -> list[Sequence[Any]]:
        asked.append(sql)
        return rows(self, sql, *values)

    monkeypatch.setattr(Transaction, "rows", counted)
    found = catalogue.by_id(User, [*numbers, numbers[0], 10**6])
    assert [found[number].id for number in numbers] == numbers
    assert len(found) == 601
    assert len(asked) == 2
    assert catalogue.by_id(User, []) == {}


def test_what_waits_for_a_problem_goes_on_once_a_version_of_it_is_opened(judged: StoreUnderTest) -> None:
    waiting = judged.store.catalogue.put(ProblemRecord("later", UNPREPARED))
    number = judged.submit(problem_id=waiting.id)
    version = judged.store.packages.offer(PackageVersion("later", ""))
    assert judged.claimed(kinds=[JobKind.JUDGE]) is None
    judged.store.packages.open(version.id, ProblemRecord("later", "e" * 64))
    assert judged.claimed(kinds=[JobKind.JUDGE]) == number


def test_a_paused_problem_that_is_resumed_waits_until_it_is_ready(judged: StoreUnderTest) -> None:
    catalogue, contests = judged.store.catalogue, judged.store.contests
    waiting = catalogue.put(ProblemRecord("later", UNPREPARED))
    cup = catalogue.put(ContestRecord("cup", "Cup", 1000, 1))
    contests.pause(cup, waiting.id)
    number = judged.submit(problem_id=waiting.id, contest_id=cup.id)
    contests.resume(cup, waiting.id)
    assert judged.claimed() is None
    catalogue.put(ProblemRecord("later", UNPREPARED, "Another title"))
    assert judged.claimed() is None
    catalogue.put(ProblemRecord("later", "e" * 64))
    assert judged.claimed() == number
