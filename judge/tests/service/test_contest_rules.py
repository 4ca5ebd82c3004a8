"""What contests let be told of a problem, when their scoreboards are frozen, and for which one a team submits."""

import pytest

from judge.base.records import replace
from judge.service.contest_rules import contest_of, is_frozen, phase_of, policy_in_contests
from judge.service.visibility import Feedback
from judge.store.catalogue_records import ContestRecord
from judge.store.contest_records import HeldContest
from judge.store.contests import OpenContest

CONTEST = ContestRecord("cup", "Cup", 300, start_utc_ms=1000, freeze_ms=60, id=1)
HELD = HeldContest(1)


def running(contest: ContestRecord, problem: int, feedback: str = "verdict") -> OpenContest:
    return OpenContest(contest, HeldContest(contest.id, feedback), 0, frozenset({problem}), 1100)


def test_no_contest_tells_what_another_one_hides() -> None:
    contests = [running(CONTEST, 7, "test"), running(CONTEST, 7, "none"), running(CONTEST, 8, "input")]
    assert policy_in_contests(7, contests, Feedback.INPUT) is Feedback.NONE
    assert policy_in_contests(7, contests[:1], Feedback.INPUT) is Feedback.TEST
    assert policy_in_contests(8, contests, Feedback.VERDICT) is Feedback.VERDICT
    assert policy_in_contests(9, contests, Feedback.INPUT) is Feedback.INPUT


@pytest.mark.parametrize(("now_ms", "frozen"), [(1239, False), (1240, True), (1300, True), (10**9, True)])
def test_a_scoreboard_is_frozen_until_the_time_of_its_thaw(now_ms: int, frozen: bool) -> None:
    assert is_frozen(CONTEST, HELD, now_ms) is frozen
    assert is_frozen(CONTEST, replace(HELD, thawed_utc_ms=1400), now_ms) is (frozen and now_ms < 1400)
    assert not is_frozen(CONTEST, replace(HELD, thawed_utc_ms=now_ms), now_ms)
    assert not is_frozen(replace(CONTEST, freeze_ms=None), HELD, now_ms)


@pytest.mark.parametrize(
    ("now_ms", "phase"),
    [(999, "before"), (1000, "running"), (1299, "running"), (1319, "running"), (1320, "over")],
)
def test_a_contest_lasts_until_the_last_extension_ends(now_ms: int, phase: str) -> None:
    assert phase_of(CONTEST, HELD, now_ms, longest_extension_ms=20) == phase
    assert phase_of(replace(CONTEST, start_utc_ms=None), HELD, now_ms) == "unscheduled"
    final = replace(HELD, finalized_utc_ms=1400)
    assert phase_of(CONTEST, final, 1500, 20) == "final"


def test_of_several_contests_a_team_submits_for_the_one_that_ends_first() -> None:
    short, later = replace(CONTEST, id=2, duration_ms=200), replace(CONTEST, id=3, start_utc_ms=2000)
    contests = [running(one, 7) for one in (CONTEST, short, later)]
    assert contest_of(7, contests, frozenset({1, 2, 3})) == contests[1]
    assert contest_of(7, contests, frozenset({1, 3})) == contests[0]
    assert contest_of(7, contests, frozenset({3})) is None
    assert contest_of(8, contests, frozenset({1, 2, 3})) is None
