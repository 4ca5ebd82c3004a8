"""Marks: what is late in which time zone, which submission counts, and what a student may see of it; files of marks."""

import csv
import io
from pathlib import Path

import pytest

from judge.base.submission_state import State
from judge.base.text import one_line
from judge.service.class_times import (
    days_after,
    days_late,
    moment_of,
    shown_at,
    written_at,
    zone_of_this_machine,
)
from judge.service.marking import Solved, deadline_of, is_running, mark_of, marks_of
from judge.service.marks_files import csv_file
from judge.service.refusals import Unfit
from judge.store.class_records import Assignment, AssignmentAttempt, AssignmentProblem, Counting, Extension

BERLIN = "Europe/Berlin"
HOUR_MS, DAY_MS = 3_600_000, 24 * 3_600_000
DUE = moment_of("2026-03-27T23:59", BERLIN, later=True)
PROBLEM = AssignmentProblem(1, 1, 0, points=10.0)


def assignment(**fields: object) -> Assignment:
    given = {"late_days": 3, "late_percent": 20, "id": 1, **fields}
    return Assignment(1, "Sheet", BERLIN, 0, DUE, **given)  # type: ignore[arg-type]


def attempt(
    number: int, verdict: str | None = "AC", late_ms: int = -1, **fields: object
) -> AssignmentAttempt:
    given = {"points": None, "most_points": None, "lower_is_better": False, **fields}
    state = State.QUEUED if verdict is None else State.DONE
    return AssignmentAttempt(number, 1, 1, DUE + late_ms, state, verdict, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "zone", "shown"),
    [
        ("2026-03-29T01:59", BERLIN, "2026-03-29 01:59 (UTC+01:00)"),
        ("2026-03-29T03:00", BERLIN, "2026-03-29 03:00 (UTC+02:00)"),
        ("2026-03-29T02:30", "UTC", "2026-03-29 02:30 (UTC+00:00)"),
        ("2026-11-01T23:59", "Asia/Kathmandu", "2026-11-01 23:59 (UTC+05:45)"),
        ("2026-10-04T02:30", "Australia/Lord_Howe", "2026-10-04 02:30 (UTC+11:00)"),
    ],
)
def test_a_clocks_time_is_a_moment_and_back(text: str, zone: str, shown: str) -> None:
    at = moment_of(text, zone, later=True)
    assert shown_at(at, zone) == text
    assert written_at(at, zone) == shown


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("2026-03-29T02:00", BERLIN),
        ("2026-03-29T02:59", BERLIN),
        ("2026-03-08T02:30", "America/New_York"),
        ("2026-10-04T02:15", "Australia/Lord_Howe"),
        ("2011-12-30T12:00", "Pacific/Apia"),
    ],
)
def test_a_time_that_no_clock_shows_is_refused(text: str, zone: str) -> None:
    with pytest.raises(Unfit) as refused:
        moment_of(text, zone, later=True)
    assert refused.value.key == "time_skipped"


def test_of_two_moments_of_the_same_time_a_due_date_is_the_later() -> None:
    earlier, later = (moment_of("2026-10-25T02:30", BERLIN, later=which) for which in (False, True))
    assert later - earlier == HOUR_MS
    assert [written_at(at, BERLIN)[-7:-1] for at in (earlier, later)] == ["+02:00", "+01:00"]


@pytest.mark.parametrize(
    ("text", "zone", "key"),
    [
        ("soon", BERLIN, "time_malformed"),
        ("2026-03-29T10:00+01:00", BERLIN, "time_malformed"),
        ("9999-01-01T00:00", BERLIN, "time_malformed"),
        ("2026-03-29T10:00", "Europe/Berlim", "zone_unknown"),
        ("2026-03-29T10:00", "../../etc/passwd", "zone_unknown"),
    ],
)
def test_what_is_no_time_is_refused(text: str, zone: str, key: str) -> None:
    with pytest.raises(Unfit) as refused:
        moment_of(text, zone, later=True)
    assert refused.value.key == key


@pytest.mark.parametrize(
    ("late_ms", "days"),
    [
        (-1, 0),
        (0, 0),
        (1, 1),
        (24 * HOUR_MS, 1),
        (24 * HOUR_MS + 1, 2),
        (47 * HOUR_MS, 2),  # the night to 29 March has an hour less
        (47 * HOUR_MS + 1, 3),
        (71 * HOUR_MS, 3),
        (71 * HOUR_MS + 1, 4),
        (999 * DAY_MS, 4),
    ],
)
def test_a_day_is_late_by_the_clock_also_where_summer_time_begins(late_ms: int, days: int) -> None:
    assert days_late(DUE, DUE + late_ms, BERLIN, 3) == days
    assert days_after(DUE, 0, BERLIN) == DUE


@pytest.mark.parametrize(
    ("late_ms", "points", "days"),
    [(-1, 10, 0), (1, 8, 1), (25 * HOUR_MS, 6, 2), (50 * HOUR_MS, 4, 3), (9 * DAY_MS, 0, 4)],
)
def test_what_is_late_counts_less(late_ms: int, points: float, days: int) -> None:
    of = assignment()
    mark = mark_of(of, PROBLEM, deadline_of(of, None), [attempt(1, late_ms=late_ms)])
    assert (mark.points, mark.late_days) == (points, days)


def test_the_best_counts_or_the_last() -> None:
    tries = [attempt(1, "WA", -9), attempt(2, "AC", -8), attempt(3, "AC", 1), attempt(4, "WA", 2)]
    found = {}
    for counting in Counting:
        of = assignment(counting=counting)
        mark = mark_of(of, PROBLEM, deadline_of(of, None), tries)
        found[counting] = (mark.submission_id, mark.points, mark.solved, mark.tries)
    assert found == {
        Counting.BEST: (2, 10.0, Solved.ACCEPTED, 4),
        Counting.LAST: (4, 0.0, Solved.WRONG, 4),
    }


def test_of_equals_the_first_counts() -> None:
    """Anyone who submits an accepted solution again keeps the time of the first."""
    of = assignment()
    for late_ms, days in ((-9, 0), (1, 1)):
        tries = [attempt(number, "AC", late_ms + number) for number in (1, 2, 3)]
        mark = mark_of(of, PROBLEM, deadline_of(of, None), tries)
        assert (mark.submission_id, mark.late_days) == (1, days)


def test_points_of_the_judge_count_by_their_share() -> None:
    of = assignment()
    for fields, points in (
        ({"points": 30.0, "most_points": 40.0}, 7.5),
        ({"points": 90.0, "most_points": 40.0}, 10.0),
        ({"points": 3.0, "most_points": 40.0, "lower_is_better": True}, 0.0),
        ({"points": 3.0, "most_points": None}, 0.0),
    ):
        mark = mark_of(of, PROBLEM, deadline_of(of, None), [attempt(1, "PA", **fields)])
        assert mark.points == points, fields


def test_what_waits_is_told_apart_from_nothing() -> None:
    of = assignment()
    deadline = deadline_of(of, None)
    assert mark_of(of, PROBLEM, deadline, []).solved is Solved.NOTHING
    assert mark_of(of, PROBLEM, deadline, [attempt(1, None)]).solved is Solved.WAITING
    both = mark_of(of, PROBLEM, deadline, [attempt(1, "AC"), attempt(2, None)])
    assert (both.solved, both.is_open, both.submission_id) == (Solved.ACCEPTED, True, 1)


def test_an_extension_moves_the_end_for_one_alone() -> None:
    of = assignment()
    deadlines = {1: deadline_of(of, Extension(1, 1, DUE + 2 * DAY_MS)), 2: deadline_of(of, None)}
    tries = [attempt(1, late_ms=DAY_MS)]
    tries.append(AssignmentAttempt(2, 2, 1, DUE + DAY_MS, State.DONE, "AC", None, None, False))
    marks = marks_of(of, [PROBLEM], deadlines, tries)
    assert {user: mark[1].points for user, mark in marks.items()} == {1: 10.0, 2: 8.0}
    late = DUE + 4 * DAY_MS
    assert [is_running(of, deadlines[user], late) for user in (1, 2)] == [True, False]


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_no_cell_is_a_formula(first: str) -> None:
    text = f'{first}HYPERLINK("http://evil.example";"x")'
    content = csv_file((text, "points"), [(text, 7.5), ("Anna;=1+1", 10.0), (None, 3), ("Ben", "Eve;=1+1")])
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    shown = f"'{text}" if first.isprintable() else one_line(text)
    assert rows == [
        [shown, "points"],
        [shown, "7.5"],
        ["Anna;'=1+1", "10"],
        ["", "3"],
        ["Ben", "Eve;'=1+1"],
    ]
    # Where the separator is a semicolon, what stands behind one in a text begins a cell.
    cells = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in cells for cell in row)


def test_where_a_comma_is_the_decimal_point_semicolons_part_the_cells() -> None:
    content = csv_file(("name", "points"), [("Anna; B", 7.5), ("=1+1", 10.0)], is_continental=True)
    assert content.decode("utf-8-sig") == '"name";"points"\r\n"Anna; B";"7,5"\r\n"\'=1+1";10\r\n'


@pytest.mark.parametrize(
    ("clock", "variable", "expected"),
    [
        ("/usr/share/zoneinfo/Europe/Berlin", "", BERLIN),
        ("/usr/share/zoneinfo/Etc/UTC", "", "UTC"),
        ("/usr/share/zoneinfo/Europe/Berlin", "Asia/Shanghai", "Asia/Shanghai"),
        ("/usr/share/zoneinfo/Europe/Berlin", ":Asia/Shanghai", "Asia/Shanghai"),
        ("/nowhere", "", "UTC"),
        ("/nowhere", "CET-1CEST", "UTC"),
    ],
)
def test_the_zone_of_this_machine_is_one_to_choose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: str, variable: str, expected: str
) -> None:
    (tmp_path / "localtime").symlink_to(clock)
    monkeypatch.setattr("judge.service.class_times.LOCALTIME", str(tmp_path / "localtime"))
    monkeypatch.setenv("TZ", variable)
    assert zone_of_this_machine() == expected
