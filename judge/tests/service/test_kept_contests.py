"""Contests that are kept from one look to the next: after whatever has happened they are what the store says."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.service import kept_contests
from judge.service.contest_board import load
from judge.service.kept_contests import MOST_CONTESTS, KeptContests
from judge.store.catalogue_records import Contestant, ContestProblemRecord, ContestRecord, ProblemRecord, User
from judge.store.contest_records import ContestTeam, HeldContest
from judge.store.events import ContestAction
from judge.store.records import FileRecord, Submission
from judge.store.store import Store
from judge.tests.store.stores import cancel

HOUR_MS = 3_600_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "store.sqlite") as opened:
        yield opened


class Held:
    """A contest to which anything may happen."""

    def __init__(self, store: Store, name: str = "cup") -> None:
        self.store = store
        self.users = [store.accounts.sign_up(User(f"{name}-{n}", f"Team {n}")) for n in range(4)]
        problems = [
            (ContestProblemRecord(0, 0, n, "AB"[n]), ProblemRecord(f"{name}-p{n}", "d" * 64, f"Problem {n}"))
            for n in range(2)
        ]
        teams = [(Contestant(0, one.id), ContestTeam(0, one.id, one.name)) for one in self.users[:3]]
        start = store.now_ms() - HOUR_MS
        held = HeldContest(0)
        self.contest = store.contests.hold(
            ContestRecord(name, "Cup", 5 * HOUR_MS, start), held, problems, teams
        )
        self.numbers: list[int] = []
        """Numbers of what was submitted."""
        self.problems = [problem.id for _, problem in store.contests.problems(self.contest.id)]

    def submit(self, chosen: random.Random) -> None:
        user, problem = chosen.choice(self.users), chosen.choice(self.problems)
        at_ms = (self.contest.start_utc_ms or 0) + chosen.randrange(HOUR_MS)
        new = Submission(problem, "mine.py", "python3", user_id=user.id, contest_id=self.contest.id)
        new = replace(new, submitted_utc_ms=at_ms)
        self.numbers.append(self.store.submissions.submit(new, [FileRecord("mine.py", b"print()\n")]).id)

    def judge(self, chosen: random.Random) -> bool:
        """Whether anything waited."""
        lease = self.store.queue.claim("worker", 60_000)
        if lease and lease.judgement:
            verdict = chosen.choice(("AC", "WA", "CE", "JE"))
            self.store.judgements.finish(lease, replace(lease.judgement, verdict=verdict, tests_total=1))
        return lease is not None

    def release(self, chosen: random.Random) -> None:
        if lease := self.store.queue.claim("worker", 60_000):
            self.store.queue.release(lease)

    def cancel(self, chosen: random.Random) -> None:
        cancel(self.store, chosen.choice(self.numbers), "withdrawn")

    def rejudge(self, chosen: random.Random) -> None:
        judged = [one.id for one in self.store.contests.judged(self.contest.id) if one.judgement_id]
        if judged:
            opened = self.store.rejudgings.open(judged[:3], "another test")
            while self.judge(chosen):
                pass
            self.store.rejudgings.apply(opened.id)

    def move(self, chosen: random.Random) -> None:
        start = (self.contest.start_utc_ms or 0) - chosen.randrange(60_000)
        before, held = self.contest, HeldContest(self.contest.id)
        self.contest = replace(before, start_utc_ms=start)
        self.store.contests.change((before, held), (self.contest, held), ContestAction.SCHEDULED)

    def rename(self, chosen: random.Random) -> None:
        user = chosen.choice(self.users)
        self.store.catalogue.put(replace(user, full_name=f"Team {chosen.randrange(100)}"))


OFTEN = (Held.submit, Held.judge)
ACTS = (*OFTEN, *OFTEN, Held.release, Held.cancel, Held.rejudge, Held.move, Held.rename)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_is_what_the_store_says_whatever_has_happened(store: Store, seed: int) -> None:
    chosen, held, kept = random.Random(seed), Held(store), KeptContests(store)
    held.submit(chosen)
    seen = set()
    for _ in range(60):
        for _ in range(chosen.randrange(1, 4)):
            chosen.choice(ACTS)(held, chosen)
        expected = load(store, held.contest)
        assert kept.load(held.contest) == expected
        seen.add(expected.board(HOUR_MS, is_frozen=False).rows)
    assert len(seen) > 20


def test_only_what_has_changed_is_read_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, held, kept = random.Random(1), Held(store), KeptContests(store)
    for _ in range(5):
        held.submit(chosen)
    kept.load(held.contest)
    held.judge(chosen)
    expected = load(store, held.contest)
    monkeypatch.setattr(store.contests, "judged", lambda _: pytest.fail("all of it was read"))
    assert kept.load(held.contest) == expected
    assert kept.load(held.contest) == expected


def test_where_much_has_happened_everything_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_contests, "AT_MOST", 3)
    chosen, held, kept = random.Random(1), Held(store), KeptContests(store)
    after = store.events.after
    monkeypatch.setattr(store.events, "after", lambda number, **of: after(number, 3, **of))
    kept.load(held.contest)
    for _ in range(10):
        held.submit(chosen)
    expected = load(store, held.contest)
    assert len(expected.contest.submissions) > 3
    assert kept.load(held.contest) == expected


def test_of_many_contests_those_are_kept_that_were_asked_for_last(store: Store) -> None:
    chosen, kept = random.Random(1), KeptContests(store)
    every = [Held(store, f"cup{n}") for n in range(MOST_CONTESTS + 2)]
    for held in every:
        held.submit(chosen)
        kept.load(held.contest)
    assert list(kept._kept) == [held.contest.id for held in every[-MOST_CONTESTS:]]
    assert all(kept.load(held.contest) == load(store, held.contest) for held in every)
