"""A contest, replayed over the Contest API: at each minute its scoreboard is what a scorer of its own expects."""

from itertools import count
from pathlib import Path

import pytest

from judge.tests.web.replayed_contests import MINUTES, Replay, ReplaySize, attempts_of, expected_rows
from judge.tests.web.sites import SiteUnderTest
from judge.web import once
from judge.web.rates import Rates

SMALL = ReplaySize(teams=8, problems=3, submissions=120)


@pytest.mark.slow
def test_the_scoreboard_is_as_expected_at_each_minute(
    site: SiteUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A minute of the contest takes no second here, and a fast machine asks more often than anybody may.
    monkeypatch.setattr(once, "HOLDS_S", 0.0)
    monkeypatch.setattr(site.site, "rates", Rates(count().__next__))
    replay = Replay(site, tmp_path, SMALL)
    for _, differences in replay.run():
        assert differences == []
    assert replay.sent == SMALL.submissions
    assert replay.compared > 2 * MINUTES


def test_the_scorer_tells_boards_apart() -> None:
    """The control: another verdict, another minute and the freeze are seen."""
    attempts = attempts_of(SMALL)
    due = expected_rows(SMALL, attempts, MINUTES, frozen=False)
    assert expected_rows(SMALL, attempts, MINUTES, frozen=True) != due
    assert expected_rows(SMALL, attempts, MINUTES - 60, frozen=False) != due
    assert expected_rows(SMALL, attempts[1:], MINUTES, frozen=False) != due
    assert attempts_of(SMALL) == attempts
