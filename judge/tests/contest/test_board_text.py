"""The scoreboard on the terminal fits any width, and stays aligned."""

import pytest
from rich.cells import cell_len

from judge.contest.board_text import board_lines, when_text
from judge.contest.model import ContestScoring
from judge.contest.scoring import scoreboard_of
from judge.tests.contest.big_replay import big_contest
from judge.tests.contest.contests import contest_of

ATTEMPTS = [("ada", "A", "0:10:00", "AC:100"), ("bob", "A", "1:00:00", "WA:30"), ("bob", "B", "2:00:00", "")]


def test_each_cell_says_what_happened() -> None:
    lines = [line.plain for line in board_lines(scoreboard_of(*contest_of(ATTEMPTS)), 100)]
    assert [line.split() for line in lines] == [
        ["rank", "team", "solved", "time", "A", "B"],
        ["1", "Ada", "1", "10", "1/10*", "."],
        ["2", "Bob", "0", "0", "1/-", "?1"],
        ["Cleo", "0", "0", ".", "."],
    ]
    points = [
        line.plain for line in board_lines(scoreboard_of(*contest_of(ATTEMPTS, ContestScoring.IOI)), 100)
    ]
    assert [line.split() for line in points][:3] == [
        ["rank", "team", "points", "A", "B"],
        ["1", "Ada", "100", "100", "."],
        ["2", "Bob", "30", "30", "?"],
    ]


def test_only_a_scoreboard_without_anything_pending_is_final() -> None:
    contest, outcomes = contest_of(ATTEMPTS)
    assert when_text(scoreboard_of(contest, outcomes)) == "at the end, 1 pending"
    assert when_text(scoreboard_of(*contest_of(ATTEMPTS[:2]))) == "final"
    assert when_text(scoreboard_of(contest, outcomes, at_ms=5_400_000)) == "at 1:30:00"


@pytest.mark.parametrize("scoring", list(ContestScoring))
@pytest.mark.parametrize("width", [60, 80, 100, 132, 200])
def test_it_fits(tmp_path_factory: pytest.TempPathFactory, width: int, scoring: ContestScoring) -> None:
    names = " ".join(["Ünïcödé", "数学と計算機の大会チーム", "x" * 60])
    for contest, outcomes in (
        (big_contest(tmp_path_factory.getbasetemp()), {}),
        contest_of(ATTEMPTS, scoring, teams=f"ada bob {names}"),
    ):
        lines = board_lines(scoreboard_of(contest, outcomes), width)
        assert max(cell_len(line.plain) for line in lines) <= width
        heading = lines[0].plain.rstrip()
        for problem in contest.problems:
            assert problem.label in heading
