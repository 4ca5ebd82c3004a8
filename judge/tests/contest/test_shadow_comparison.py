"""Verdicts and boards of another system against ours."""

from pathlib import Path
from typing import Any

import pytest

from judge.base.records import replace
from judge.contest.archive_layout import load_archive
from judge.contest.model import Contest, ContestProblem
from judge.contest.scoreboard import AttemptOutcome
from judge.contest.shadow.comparison import Known, ShadowReport, compared
from judge.contest.shadow.mirror import Mirror
from judge.contest.shadow.theirs import as_judged_here, our_language
from judge.tests.contest.feeds import CUP, objects_of

AC, WA = AttemptOutcome("AC", True, False), AttemptOutcome("WA", False, True)
AGREED = {"s1": WA, "s2": AC}
BOARD: dict[str, Any] = {
    "contest_time": "5:00:00.000",
    "rows": [
        {
            "rank": 1,
            "team_id": "bob",
            "score": {"num_solved": 1, "total_time": "0:20:00.000"},
            "problems": [{"problem_id": "double", "num_judged": 1, "num_pending": 0, "solved": True}],
        },
        {
            "rank": 2,
            "team_id": "ada",
            "score": {"num_solved": 0, "total_time": 0},
            "problems": [{"problem_id": "double", "num_judged": 1, "num_pending": 0, "solved": False}],
        },
    ],
}


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    mirror = Mirror(source="there")
    for kind, value in objects_of(CUP).items():
        put = mirror.put_single if kind in ("contest", "state") else mirror.put_all
        put(kind, value, "there")
    mirror.save(tmp_path)
    return mirror


def contest_in(folder: Path, mirror: Mirror) -> Contest:
    return as_judged_here(load_archive(folder), mirror, None)


def report_of(
    folder: Path, mirror: Mirror, outcomes: dict[str, AttemptOutcome], **obstacles: str
) -> ShadowReport:
    return compared(contest_in(folder, mirror), mirror, Known(outcomes, obstacles))


def test_what_agrees(tmp_path: Path, mirror: Mirror) -> None:
    mirror.scoreboard = BOARD
    found = report_of(tmp_path, mirror, AGREED)
    assert found.agrees, found
    assert (found.submissions, found.compared, found.pending_there) == (2, 2, 0)


def test_a_verdict_that_counts_otherwise_moves_teams(tmp_path: Path, mirror: Mirror) -> None:
    found = report_of(tmp_path, mirror, {**AGREED, "s1": AC})
    [one] = found.differences
    assert (one.submission_id, one.problem, one.contest_time) == ("s1", "A", "0:10:00")
    assert (one.theirs, one.ours, one.counts) == ("WA", "AC", True)
    assert found.moved == (
        "team ada: rank 2 -> 1, solved 0 -> 1, time 0 -> 10",
        "team bob: rank 1 -> 2",
    )


def test_another_word_that_counts_the_same_moves_nobody(tmp_path: Path, mirror: Mirror) -> None:
    found = report_of(tmp_path, mirror, {**AGREED, "s1": AttemptOutcome("TLE", False, True)})
    assert [one.counts for one in found.differences] == [False]
    assert (found.moved, found.agrees) == ((), False)


def test_a_part_of_the_points_is_told_as_wrong(tmp_path: Path, mirror: Mirror) -> None:
    """The API has no verdict for it."""
    assert report_of(tmp_path, mirror, {**AGREED, "s1": AttemptOutcome("PA", False, True, 40.0)}).agrees


def test_what_is_not_judged_here_says_why(tmp_path: Path, mirror: Mirror) -> None:
    found = report_of(tmp_path, mirror, {"s1": WA}, s2="the package is missing")
    assert [(one.submission_id, one.reason) for one in found.not_compared] == [
        ("s2", "the package is missing")
    ]
    assert not found.agrees
    found = report_of(tmp_path, mirror, {"s1": WA})
    assert [one.reason for one in found.not_compared] == ["it is not judged yet"]


def test_what_is_pending_there_is_no_difference(tmp_path: Path, mirror: Mirror) -> None:
    del mirror.objects["judgements"]["j2"]
    found = report_of(tmp_path, mirror, AGREED)
    assert (found.compared, found.pending_there, found.agrees) == (1, 1, True)


@pytest.mark.parametrize(
    ("row", "change", "told"),
    [
        (0, {"rank": 2}, "team bob: rank 2, expected 1"),
        (0, {"score": {"num_solved": 1, "total_time": 40}}, "team bob: time 40, expected 20"),
        (1, {"score": {"num_solved": 1, "total_time": 0}}, "team ada: solved 1, expected 0"),
        (1, {"team_id": "eve"}, "team eve: on their scoreboard, though it has no such team"),
        (
            1,
            {"problems": [{"problem_id": "double", "num_judged": 0, "num_pending": 1}]},
            "team ada: problem double: judged 0, expected 1",
        ),
        (1, {"problems": [{"problem_id": "x"}]}, "team ada: problem x: the contest has no such problem"),
    ],
)
def test_a_scoreboard_that_does_not_follow_from_their_judgements(
    tmp_path: Path, mirror: Mirror, row: int, change: dict[str, Any], told: str
) -> None:
    rows = [{**one, **change} if at == row else one for at, one in enumerate(BOARD["rows"])]
    mirror.scoreboard = {**BOARD, "rows": rows}
    found = report_of(tmp_path, mirror, AGREED)
    assert told in found.published
    assert not found.agrees


def test_a_scoreboard_of_an_earlier_time_is_compared_as_of_then(tmp_path: Path, mirror: Mirror) -> None:
    early = {"problem_id": "double", "num_judged": 0, "num_pending": 0, "solved": False}
    bob = {"rank": 1, "team_id": "bob", "score": {"num_solved": 0, "total_time": 0}, "problems": [early]}
    mirror.scoreboard = {"contest_time": "0:15:00", "rows": [{**BOARD["rows"][1], "rank": 1}, bob]}
    assert report_of(tmp_path, mirror, AGREED).published == ()


@pytest.mark.parametrize("board", [[], 3, {"rows": [{"rank": "first"}]}, {}])
def test_a_scoreboard_that_is_none_is_told(tmp_path: Path, mirror: Mirror, board: Any) -> None:
    mirror.scoreboard = board
    [told] = report_of(tmp_path, mirror, AGREED).published
    assert told.startswith("their scoreboard cannot be read: ")


def test_languages_by_their_ids_or_their_suffixes(tmp_path: Path, mirror: Mirror) -> None:
    assert {one.language_id for one in contest_in(tmp_path, mirror).submissions} == {"python3"}
    assert our_language("C++ 20", [".cpp", "cc"]) == "cpp"
    assert our_language("cpp", []) == "cpp"
    assert our_language("intercal", ["i"]) is None
    mirror.objects["languages"]["py"]["extensions"] = ["i"]
    assert [one.obstacle for one in contest_in(tmp_path, mirror).submissions] == [
        "language 'py' is not known here"
    ] * 2


def test_packages_by_their_ids_or_their_labels(tmp_path: Path, mirror: Mirror) -> None:
    loaded = load_archive(tmp_path)

    def package(*problems: ContestProblem) -> str | None:
        [one] = as_judged_here(loaded, mirror, problems).problems
        return one.package

    assert package(ContestProblem("x", "A", package="/by-label"), ContestProblem("double", "B")) == "double"
    assert package(ContestProblem("x", "A", package="/by-label")) == "/by-label"
    assert package(ContestProblem("x", "B", package="/none")) is None
    assert replace(loaded.problems[0], package=None) == loaded.problems[0]
