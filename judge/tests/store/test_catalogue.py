"""Contests with their problems and teams, machines and sessions."""

import pytest

from judge.base.records import replace
from judge.store.catalogue_records import Contest, Contestant, ContestProblem, Host, Problem, Session, User
from judge.store.errors import StoreError
from judge.tests.store.stores import StoreUnderTest

HOST = Host("a" * 64, "a CPU", 2, 1 << 30, "6", None, None, None)


def test_a_contest_has_problems_and_teams(judged: StoreUnderTest) -> None:
    catalogue = judged.store.catalogue
    other = catalogue.put(Problem("hello", "b" * 64))
    contest = catalogue.put(Contest("finals", "Finals", 1000, languages=("cpp", "python3"), freeze_ms=10))
    assert catalogue.get(Contest, contest.id) == contest
    problems = [
        ContestProblem(contest.id, other.id, 0, "A", rgb="#00f"),
        ContestProblem(contest.id, judged.problem.id, 1, "B"),
    ]
    catalogue.put_problems(contest.id, problems[::-1])
    catalogue.put_problems(contest.id, problems[::-1])
    assert catalogue.problems(contest.id) == problems
    teams = [Contestant(contest.id, judged.anna.id, "1", is_hidden=True)]
    catalogue.put_contestants(contest.id, teams)
    assert catalogue.contestants(contest.id) == teams
    assert [user.name for user in catalogue.all(User)] == ["anna"]


@pytest.mark.parametrize("label", ["A", "B"])
def test_a_label_is_of_one_problem(judged: StoreUnderTest, label: str) -> None:
    catalogue = judged.store.catalogue
    contest = catalogue.put(Contest("finals", "Finals", 1000))
    first = ContestProblem(contest.id, judged.problem.id, 0, "A")
    catalogue.put_problems(contest.id, [first])
    second = ContestProblem(contest.id, catalogue.put(Problem("hello", "b" * 64)).id, 1, label)
    if label == "A":
        with pytest.raises(StoreError):
            catalogue.put_problems(contest.id, [first, second])
    else:
        catalogue.put_problems(contest.id, [first, second])
    assert catalogue.problems(contest.id) == ([first] if label == "A" else [first, second])


def test_what_is_not_there_is_said(judged: StoreUnderTest) -> None:
    catalogue = judged.store.catalogue
    with pytest.raises(StoreError, match="contest 9 is not in the store"):
        catalogue.put_problems(9, [])
    with pytest.raises(StoreError, match="user 9 is not in the store"):
        catalogue.get(User, 9)
    contest = catalogue.put(Contest("finals", "Finals", 1000))
    with pytest.raises(StoreError):
        catalogue.put_problems(contest.id, [ContestProblem(contest.id, 99, 0, "A")])


def test_hosts_and_sessions(judged: StoreUnderTest) -> None:
    catalogue = judged.store.catalogue
    host = catalogue.put_host(HOST)
    assert catalogue.put_host(HOST) == host == catalogue.host(host.id)
    assert catalogue.put_host(replace(HOST, sha256="b" * 64, gpu="NVIDIA H100")).id != host.id
    session = catalogue.begin_session(Session("submit", "double: mine.py", 1, judged.clock.now_ms, host.id))
    number = judged.submit(session_id=session.id)
    assert judged.store.submissions.get(number).session_id == session.id
    for _ in range(2):
        catalogue.end_session(session.id)
        judged.clock.passes(5)
    assert catalogue.session(session.id).ended_utc_ms == judged.clock.now_ms - 10
