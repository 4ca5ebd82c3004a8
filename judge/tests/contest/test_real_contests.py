"""The scoreboards of real contests, computed from their judgements by a contest system other than ours.

results/ holds facts of NWERC 2007 and 2017 as DOMjudge published them by the Contest API (judgements and scoreboard;
kept in the repository hex539/scoreboard): a row for each team with its rank, problems solved, time, and judged/minute
of each problem; then each submission's team, problem, time in seconds and verdict.
"""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.contest.model import Contest, ContestProblem, ContestSubmission, Team
from judge.contest.scoreboard import AttemptOutcome, Scoreboard
from judge.contest.scoring import scoreboard_of

RESULTS = Path(__file__).parent / "results"
Expected = dict[str, tuple[int, int, int, list[str]]]
"""Results by team: rank, solved, time, and the cells."""


def read(name: str, free: str = "CE") -> tuple[Contest, dict[str, AttemptOutcome], Expected]:
    """`free`: the verdict that costs nothing."""
    rows: Expected = {}
    submissions, outcomes = [], {}
    labels = ""
    for number, line in enumerate((RESULTS / f"{name}.tsv").read_text("utf-8").splitlines()):
        kind, *cells = line.split("\t")
        if kind == "problems":
            labels = cells[0]
        elif kind == "row":
            rows[cells[1]] = (int(cells[0]), int(cells[2]), int(cells[3]), cells[4].split())
        else:
            problem, seconds, verdict = cells
            submissions.append(
                ContestSubmission(str(number), kind, problem, "cpp", round(float(seconds) * 1000), None)
            )
            outcomes[str(number)] = AttemptOutcome(verdict, verdict == "AC", verdict not in ("AC", free))
    contest = Contest(
        folder=RESULTS,
        id=name,
        name=name,
        start=datetime(2017, 11, 26, 8, tzinfo=UTC),
        duration_ms=5 * 3_600_000,
        problems=[ContestProblem(label, label) for label in labels],
        teams=[Team(team, f"team {team}") for team in rows],
        submissions=submissions,
    )
    return contest, outcomes, rows


def ranks(board: Scoreboard) -> dict[str, tuple[int, int, int]]:
    return {row.team.id: (row.rank, row.solved, row.total_minutes) for row in board.rows}


@pytest.mark.parametrize(
    ("name", "teams", "submissions", "free"),
    # In 2007 the penalty was also for what did not compile.
    [("nwerc2007", 51, 680, ""), ("nwerc2017", 120, 1469, "CE")],
)
def test_the_scoreboard_is_that_of_the_contest(name: str, teams: int, submissions: int, free: str) -> None:
    contest, outcomes, expected = read(name, free)
    assert (len(contest.teams), len(contest.submissions)) == (teams, submissions)
    board = scoreboard_of(contest, outcomes)
    assert ranks(board) == {team: row[:3] for team, row in expected.items()}
    cells = {
        row.team.id: ["-" if cell.time_ms is None else str(cell.time_ms // 60_000) for cell in row.cells]
        for row in board.rows
    }
    assert cells == {team: [cell.partition("/")[2] for cell in row[3]] for team, row in expected.items()}


def test_the_check_notices_one_verdict() -> None:
    contest, outcomes, expected = read("nwerc2017")
    solved = next(one for one in contest.submissions if outcomes[one.id].is_solved)
    board = scoreboard_of(contest, {**outcomes, solved.id: AttemptOutcome("WA", False, True)})
    assert ranks(board) != {team: row[:3] for team, row in expected.items()}
