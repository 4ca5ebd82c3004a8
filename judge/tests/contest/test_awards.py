"""Awards: who is the winner, which places a medal is for where teams are tied, and that nobody gets one for nothing."""

import pytest

from judge.contest.awards import awards_of
from judge.contest.model import ContestScoring
from judge.contest.scoring import scoreboard_of
from judge.tests.contest.contests import contest_of

ONE_EACH = {"gold-medal": 1, "silver-medal": 1, "bronze-medal": 1}
TEAMS = "ada bob cleo dora eve"


def awarded(attempts: list[tuple[str, str, str, str]], scoring: ContestScoring) -> dict[str, list[str]]:
    board = scoreboard_of(*contest_of(attempts, scoring, TEAMS))
    return {one.id: [team.id for team in one.teams] for one in awards_of(board, ONE_EACH)}


def test_teams_that_are_tied_get_the_same_medal_and_the_places_after_them_stay_what_they_are() -> None:
    solved = [("bob", "0:10"), ("ada", "0:10"), ("cleo", "0:20"), ("dora", "0:30")]
    attempts = [(team, "A", f"{time}:00", "AC") for team, time in solved]
    found = awarded(attempts, ContestScoring.ICPC)
    assert found["winner"] == found["gold-medal"] == ["ada", "bob"]
    assert "silver-medal" not in found
    assert found["bronze-medal"] == ["cleo"]


@pytest.mark.parametrize("scoring", ContestScoring)
def test_who_has_solved_nothing_gets_nothing(scoring: ContestScoring) -> None:
    assert awarded([], scoring) == {}
    attempts = [("ada", "A", "0:10:00", "AC:100"), ("bob", "A", "0:20:00", "WA:0")]
    assert {name for name, teams in awarded(attempts, scoring).items() if "bob" in teams} == set()
    assert awarded(attempts, scoring)["gold-medal"] == ["ada"]
    assert "silver-medal" not in awarded(attempts, scoring)
