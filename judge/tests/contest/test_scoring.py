"""Scoreboards by the rules of ICPC and IOI."""

import pytest

from judge.base.records import replace
from judge.contest.model import ContestScoring, ScoreMode
from judge.contest.scoreboard import Scoreboard
from judge.contest.scoring import scoreboard_of
from judge.tests.contest.contests import contest_of


def ranks(board: Scoreboard) -> list[tuple[int, str, int, int]]:
    return [(row.rank, row.team.id, row.solved, row.total_minutes) for row in board.rows]


@pytest.mark.parametrize(
    ("attempts", "expected"),
    [
        ([], [(1, "ada", 0, 0), (1, "bob", 0, 0), (1, "cleo", 0, 0)]),
        # More problems before less time.
        (
            [("bob", "A", "0:01:00", "AC"), ("ada", "A", "2:00:00", "AC"), ("ada", "B", "3:00:00", "AC")],
            [(1, "ada", 2, 300), (2, "bob", 1, 1), (3, "cleo", 0, 0)],
        ),
        # 20 minutes for each rejected one before the accepted one; none for what does not compile, or comes later.
        (
            [
                ("ada", "A", "0:10:59", "CE"),
                ("ada", "A", "0:20:59", "WA"),
                ("ada", "A", "0:30:59.999", "AC"),
                ("ada", "A", "0:31:00", "WA"),
                ("bob", "A", "0:51:00", "AC"),
            ],
            [(1, "ada", 1, 50), (2, "bob", 1, 51), (3, "cleo", 0, 0)],
        ),
        # What is never solved costs nothing.
        (
            [("ada", "A", "0:10:00", "WA"), ("ada", "B", "0:20:00", "AC"), ("bob", "B", "0:21:00", "AC")],
            [(1, "ada", 1, 20), (2, "bob", 1, 21), (3, "cleo", 0, 0)],
        ),
        # Equal time: whose last one came earlier.
        (
            [
                ("ada", "A", "0:10:00", "AC"),
                ("ada", "B", "0:50:00", "AC"),
                ("bob", "A", "0:30:00", "AC"),
                ("bob", "B", "0:30:00", "AC"),
            ],
            [(1, "bob", 2, 60), (2, "ada", 2, 60), (3, "cleo", 0, 0)],
        ),
        # The last one's seconds do not count.
        (
            [("bob", "A", "0:10:01", "AC"), ("ada", "B", "0:10:59", "AC")],
            [(1, "ada", 1, 10), (1, "bob", 1, 10), (3, "cleo", 0, 0)],
        ),
        # Before the start and at the end it is too early and too late.
        (
            [("ada", "A", "-0:00:01", "AC"), ("bob", "A", "4:59:59", "AC"), ("cleo", "A", "5:00:00", "AC")],
            [(1, "bob", 1, 299), (2, "ada", 0, 0), (2, "cleo", 0, 0)],
        ),
    ],
)
def test_icpc_ranks(
    attempts: list[tuple[str, str, str, str]], expected: list[tuple[int, str, int, int]]
) -> None:
    assert ranks(scoreboard_of(*contest_of(attempts))) == expected


def first(board: Scoreboard) -> dict[str, str]:
    return {cell.problem_id: row.team.id for row in board.rows for cell in row.cells if cell.is_first}


def test_the_first_to_solve_is_known_to_the_millisecond_and_once_nothing_before_is_pending() -> None:
    solved = [("ada", "A", "0:10:00.500", "AC"), ("bob", "A", "0:10:00.499", "AC")]
    assert first(scoreboard_of(*contest_of(solved))) == {"A": "bob"}
    assert first(scoreboard_of(*contest_of([*solved, ("cleo", "A", "0:09:00", "")]))) == {}
    assert first(scoreboard_of(*contest_of([*solved, ("cleo", "A", "0:11:00", "")]))) == {"A": "bob"}


def test_a_frozen_scoreboard_hides_what_came_since() -> None:
    attempts = [
        ("ada", "A", "3:59:59", "WA"),
        ("ada", "A", "4:00:00", "AC"),
        ("bob", "B", "1:00:00", "AC"),
        ("bob", "B", "4:30:00", "AC"),
    ]
    contest, outcomes = contest_of(attempts)
    open_board = scoreboard_of(contest, outcomes)
    assert ranks(open_board)[0] == (1, "bob", 1, 60)
    assert ranks(open_board)[1] == (2, "ada", 1, 260)
    frozen = scoreboard_of(contest, outcomes, is_frozen=True)
    [bob, ada, _] = frozen.rows
    assert (ada.team.id, ada.solved, ada.cells[0].judged, ada.cells[0].pending) == ("ada", 0, 1, 1)
    assert (bob.solved, bob.cells[1].pending) == (1, 0), "what is solved is not pending"
    assert frozen.pending == 1


def test_a_scoreboard_at_a_time_knows_nothing_later() -> None:
    contest, outcomes = contest_of([("ada", "A", "1:00:00", "AC"), ("bob", "A", "1:00:01", "AC")])
    board = scoreboard_of(contest, outcomes, at_ms=3_600_000)
    assert [(row.team.id, row.solved) for row in board.rows] == [("ada", 1), ("bob", 0), ("cleo", 0)]


def test_ioi_adds_the_best_points_and_ties_share_a_rank() -> None:
    attempts = [
        ("ada", "A", "0:10:00", "WA:40"),
        ("ada", "A", "0:20:00", "WA:30"),
        ("ada", "A", "0:25:00", "WA:40"),
        ("ada", "B", "0:30:00", "AC:100"),
        ("bob", "A", "0:40:00", "AC:100"),
        ("bob", "B", "0:50:00", "WA:40"),
        ("cleo", "B", "1:00:00", "WA:99.5"),
    ]
    board = scoreboard_of(*contest_of(attempts, ContestScoring.IOI))
    assert [(row.rank, row.team.id, row.score) for row in board.rows] == [
        (1, "ada", 140),
        (1, "bob", 140),
        (3, "cleo", 99.5),
    ]
    assert [cell.time_ms for cell in board.rows[0].cells] == [600_000, 1_800_000], (
        "when the best was first reached"
    )


def test_hidden_teams_are_on_no_scoreboard_and_first_at_nothing() -> None:
    contest, outcomes = contest_of([("ada", "A", "0:01:00", "AC"), ("bob", "A", "0:02:00", "AC")])
    assert first(scoreboard_of(contest, outcomes)) == {"A": "ada"}
    teams = [replace(team, is_hidden=team.id == "ada") for team in contest.teams]
    board = scoreboard_of(replace(contest, teams=teams), outcomes)
    assert first(board) == {"A": "bob"}
    assert [row.team.id for row in board.rows] == ["bob", "cleo"]


def test_of_each_group_the_best_submission_counts_where_the_contest_says_so() -> None:
    attempts = [
        ("ada", "A", "0:10:00", "PA:40"),
        ("ada", "A", "0:20:00", "PA:60"),
        ("bob", "A", "0:30:00", "PA:70"),
    ]
    contest, outcomes = contest_of(attempts, ContestScoring.IOI)
    groups: list[dict[str, float]] = [{"1": 40.0, "2": 0.0}, {"1": 10.0, "2": 50.0}, {}]
    outcomes = {
        number: replace(one, groups=of_it)
        for (number, one), of_it in zip(outcomes.items(), groups, strict=True)
    }

    def board(mode: ScoreMode) -> list[tuple[int, str, float]]:
        found = scoreboard_of(replace(contest, score_mode=mode), outcomes, is_frozen=False)
        return [(row.rank, row.team.id, row.score) for row in found.rows]

    assert board(ScoreMode.MAX) == [(1, "bob", 70), (2, "ada", 60), (3, "cleo", 0)]
    assert board(ScoreMode.MAX_SUBTASK) == [(1, "ada", 90), (2, "bob", 70), (3, "cleo", 0)]
