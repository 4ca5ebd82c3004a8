"""Changes of a contest in each kind of database: one that rests on an earlier state than the current one is refused."""

import pytest

from judge.base.records import replace
from judge.store.catalogue_records import ContestRecord
from judge.store.contest_records import HeldContest
from judge.store.contests import HeldState
from judge.store.errors import ChangedMeanwhile
from judge.store.events import ContestAction
from judge.tests.store.stores import StoreUnderTest


def now_of(judged: StoreUnderTest) -> HeldState:
    found = judged.store.contests.named("cup")
    assert found
    return found


@pytest.fixture
def seen(judged: StoreUnderTest) -> HeldState:
    judged.store.contests.hold(ContestRecord("cup", "Cup", 1000), HeldContest(0), [], [])
    return now_of(judged)


def log(judged: StoreUnderTest) -> list[str]:
    return [(one.data or {})["did"] for one in judged.store.events.after(0, contest_id=now_of(judged)[0].id)]


def test_changes_that_follow_each_other_are_made(judged: StoreUnderTest, seen: HeldState) -> None:
    started = replace(seen[0], start_utc_ms=5), seen[1]
    judged.store.contests.change(seen, started, ContestAction.STARTED)
    final = started[0], replace(seen[1], finalized_utc_ms=9)
    judged.store.contests.change(started, final, ContestAction.FINALIZED)
    assert now_of(judged) == final
    assert log(judged) == ["imported", "started", "finalized"]


@pytest.mark.parametrize("late", ["contest", "held"])
def test_a_change_undoes_none_that_came_between(judged: StoreUnderTest, seen: HeldState, late: str) -> None:
    """Neither what the contest is nor how it is held."""
    contest, held = seen
    between = {
        "contest": (replace(contest, start_utc_ms=5), held),
        "held": (contest, replace(held, finalized_utc_ms=9)),
    }[late]
    judged.store.contests.change(seen, between, ContestAction.STARTED)
    with pytest.raises(ChangedMeanwhile):
        judged.store.contests.change(seen, (contest, replace(held, feedback="test")), ContestAction.FEEDBACK)
    assert now_of(judged) == between
    assert log(judged) == ["imported", "started"]


def test_what_is_only_noted_changes_nothing(judged: StoreUnderTest, seen: HeldState) -> None:
    started = replace(seen[0], start_utc_ms=5), seen[1]
    judged.store.contests.change(seen, started, ContestAction.STARTED)
    judged.store.contests.note(seen[0], ContestAction.ACCOUNTS, {"teams": 3})
    assert now_of(judged) == started
    [*_, noted] = judged.store.events.after(0, contest_id=seen[0].id)
    assert noted.data == {"did": "accounts", "teams": 3}
