"""Contests in folders: our own layout and the ICPC contest package, and what is wrong with them."""

import json
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.contest.api_teams import organizations_of
from judge.contest.extras import load_extras
from judge.contest.layouts import load_contest
from judge.contest.model import ContestProblem, ContestScoring, ContestSubmission, Team, TeamGroup
from judge.contest.team_files import read_teams
from judge.store.locations import GeographicLocation, TeamLocation
from judge.tests.packages import written

MANIFEST = """\
name: Cup
start: 2026-11-20T10:00:00+01:00
duration: 5:00:00
problems:
  - id: one
  - id: two
    label: X
teams: [ada, bob]
"""
OWN = {
    "contest.yaml": MANIFEST,
    "submissions/ada/A/00:10:00.py": "1",
    "submissions/bob/X/1-02-03.500.cpp": "2",
}


def facts(one: ContestSubmission) -> tuple[str, str, str, str, int]:
    return one.id, one.team_id, one.problem_id, one.language_id, one.time_ms


def test_our_own_layout(tmp_path: Path) -> None:
    contest = load_contest(written(tmp_path, OWN))
    assert (contest.name, contest.duration_ms, contest.freeze_ms) == ("Cup", 18_000_000, None)
    assert contest.penalty_ms == 20 * 60_000
    assert contest.start.isoformat() == "2026-11-20T10:00:00+01:00"
    assert [(one.id, one.label) for one in contest.problems] == [("one", "A"), ("two", "X")]
    assert [facts(one) for one in contest.submissions] == [
        ("ada.A.001000", "ada", "one", "python3", 600_000),
        ("bob.X.10203500", "bob", "two", "cpp", 3_723_500),
    ]


def test_all_keys_of_our_own_layout(tmp_path: Path) -> None:
    manifest = (
        f"{MANIFEST}id: cup-1\nfreeze: 1:00:00\npenalty: 10\nscoring: icpc\nlanguages: [cpp, python3]\n"
        "location: {latitude: -33.92, longitude: 18.42}\n"
    )
    contest = load_contest(written(tmp_path, {**OWN, "contest.yaml": manifest}))
    assert (contest.id, contest.freeze_ms, contest.penalty_ms) == ("cup-1", 3_600_000, 600_000)
    assert contest.languages == frozenset({"cpp", "python3"})
    assert contest.location == GeographicLocation(-33.92, 18.42)
    ioi = load_contest(written(tmp_path, {"contest.yaml": f"{MANIFEST}scoring: ioi\n"}))
    assert ioi.scoring is ContestScoring.IOI


def test_teams_in_a_file(tmp_path: Path) -> None:
    manifest = MANIFEST.replace("[ada, bob]", "teams.tsv")
    teams = "teams\t1\nada\t17\t\tAda's Angels\tAnalytical Engines\tAE\tGB\nbob\t18\t\tBob\n"
    contest = load_contest(written(tmp_path, {**OWN, "contest.yaml": manifest, "teams.tsv": teams}))
    assert [(one.id, one.name, one.organization) for one in contest.teams] == [
        ("ada", "Ada's Angels", "Analytical Engines"),
        ("bob", "Bob", None),
    ]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            {"contest.yaml": f"{MANIFEST}penaltys: 20\n"},
            "contest.yaml, line 9: unknown key 'penaltys'. Did you",
        ),
        (
            {"contest.yaml": MANIFEST.replace("5:00:00", "300")},
            "line 3: 'duration' must be a time like 4:30:00",
        ),
        ({"contest.yaml": MANIFEST.replace("+01:00", "")}, "line 2: 'start' must be a time with its zone"),
        *[
            (
                {"contest.yaml": MANIFEST.replace("[ada, bob]", f"[{{id: ada, location: {location}}}, bob]")},
                f"line 8: .*{expected}",
            )
            for location, expected in [
                ("{x: 1, y: .nan}", "must be a number of at most a billion, found '.nan'"),
                ("{x: 1e10}", "must be a number of at most a billion, found '1e10'"),
                ("{z: 1}", "unknown key 'z'"),
                ("Hall 3", "must be a map with x, y, rotation or description, found 'Hall 3'"),
            ]
        ],
        (
            {"contest.yaml": f"{MANIFEST}location: Cape Town\n"},
            "'location' must be a map with latitude and longitude, found 'Cape Town'",
        ),
        (
            {"contest.yaml": f"{MANIFEST}location: {{latitude: 95, longitude: 0}}\n"},
            "'location.latitude' must be degrees from -90 to 90, found '95'",
        ),
        ({"contest.yaml": f"{MANIFEST}penalty: x\n"}, "'penalty' must be whole minutes, or a time like"),
        ({"contest.yaml": f"{MANIFEST}penalty: -1\n"}, "'penalty' must be whole minutes, or a time like"),
        (
            {"contest.yaml": f"{MANIFEST}submission_languages: {{ada/A/1: cpp}}\n"},
            "line 9: there is no submission",
        ),
        ({"contest.yaml": f"{MANIFEST}submission_languages: {{../../x: cpp}}\n"}, "line 9"),
        (
            {"contest.yaml": f"{MANIFEST}submission_names: {{ada/A/1: mine.cpp}}\n"},
            "line 9: there is no submission",
        ),
        (
            {"contest.yaml": f"{MANIFEST}submission_names: {{ada/A/1: ../mine.cpp}}\n"},
            "line 9: expected a file name without a folder, found '../mine.cpp'",
        ),
        (
            {"contest.yaml": f"{MANIFEST}scoring: ioi\npenalty: 5\n"},
            "line 10: 'penalty' is for scoring: icpc",
        ),
        ({"contest.yaml": f"{MANIFEST}scoring: acm\n"}, "'scoring' must be icpc or ioi, found 'acm'"),
        (
            {"contest.yaml": f"{MANIFEST}freeze: 6:00:00\n"},
            "line 9: 'freeze' must be at most the duration, 5:00:00, found 6:00:00",
        ),
        *(
            ({"contest.yaml": f"{MANIFEST}removed_intervals: {intervals}\n"}, f"line 9: expected .*{found}")
            for intervals, found in (
                ("[{start: 0:30:00, end: 0:20:00}]", "a later end"),
                ("[{start: soon, end: 0:20:00}]", "'soon'"),
                ("[{start: 0:10:00}, {start: 0:30:00, end: 0:40:00}]", "only the last"),
                ("[{start: 0:10:00, end: 0:20:00}, {start: 0:15:00, end: 0:40:00}]", "do not overlap"),
            )
        ),
        *(
            (
                {"contest.yaml": f"{MANIFEST}removed_intervals:\n{intervals}"},
                f"line {line}: expected an interval .* ends at {end}, found {start}",
            )
            for intervals, line, end, start in (
                ("  - {start: 6:00:00, end: 6:10:00}\n", 10, "5:00:00", "6:00:00"),
                ("  - {start: 5:00:00, end: 5:10:00}\n", 10, "5:00:00", "5:00:00"),
                ("  - start: 7:00:00\n", 10, "5:00:00", "7:00:00"),
                (
                    "  - {start: 1:00:00, end: 1:30:00}\n  - {start: 5:30:00, end: 6:00:00}\n",
                    11,
                    "5:30:00",
                    "5:30:00",
                ),
            )
        ),
        ({"contest.yaml": f"{MANIFEST}languages: [cobol]\n"}, "line 9: unknown language 'cobol'"),
        (
            {"contest.yaml": MANIFEST.replace("label: X", "colour: X")},
            "unknown key 'colour'. Did you mean 'color'",
        ),
        ({"contest.yaml": MANIFEST.replace("label: X", "label: A")}, "two problems are called A"),
        ({"contest.yaml": MANIFEST.replace("bob]", "ada]")}, "two teams are called ada"),
        ({"contest.yaml": MANIFEST.replace("id: one", "id: packages/one")}, "packages/one does not exist"),
        ({"contest.yaml": MANIFEST.replace("[ada, bob]", "teams.txt")}, "teams.txt is not a file"),
        ({"contest.yaml": None}, "contest.yaml is missing"),
        ({"contest.yaml": "name: [\n"}, "contest.yaml, line 2, column 1: cannot be read"),
        (
            {"contest.yaml": f"{MANIFEST}name: Other\n"},
            "contest.yaml, line 9, column 1: .*'name' appears twice",
        ),
        ({"contest.yaml": MANIFEST.replace("id: one", "id: ../one")}, "line 5: expected a path within"),
        ({"contest.yaml": MANIFEST.replace("id: one", "id: /etc")}, "line 5: expected a path within"),
        ({"contest.yaml": MANIFEST.replace("[ada, bob]", "/etc/passwd")}, "line 8: expected a path within"),
        ({"contest.yaml": MANIFEST.replace("[ada, bob]", "../t.tsv")}, "line 8: expected a path within"),
    ],
)
def test_a_defect_is_named(tmp_path: Path, change: dict[str, str | None], expected: str) -> None:
    files = {name: text for name, text in {**OWN, **change}.items() if text is not None}
    with pytest.raises(JudgeError) as caught:
        load_contest(written(tmp_path, files))
    assert re.search(expected, str(caught.value))


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("carl/A/00:10:00.py", "unknown team 'carl'"),
        ("ada/C/00:10:00.py", "unknown problem 'C'"),
        ("ada/A/ten.py", "expected the time since the start as its name"),
        ("ada/A/00:61:00.py", "expected the time since the start as its name"),
        ("ada/A/99999999999:00:00.py", "expected the time since the start as its name"),
        ("ada/one/00-10-00.py", "two submissions are called ada.A.001000"),
        ("ada/note.txt", "expected submissions/TEAM/PROBLEM/HH:MM:SS.cpp, found a file"),
        ("ada/00:10:00.py", "expected submissions/TEAM/PROBLEM/HH:MM:SS.cpp, found a file"),
    ],
)
def test_what_belongs_to_nobody_is_named_and_stops_nobody(tmp_path: Path, file: str, expected: str) -> None:
    contest = load_contest(written(tmp_path, {**OWN, f"submissions/{file}": "1"}))
    assert [one.id for one in contest.submissions] == ["ada.A.001000", "bob.X.10203500"]
    [line] = contest.unplaced
    assert f"submissions/{file}" in line
    assert expected in line


@pytest.mark.parametrize(
    "file",
    ["README.md", "README", "ada/Thumbs.db", "ada/A/desktop.ini", "ada/A/00:10:00.py~", "ada/A/00:10:00.py.bak",
     "__MACOSX/ada/A/x", "ada/A/.DS_Store", "ada/A/#mine.py#", "ada/A/~$notes.docx", "ada/A/00:10:00.class"],
)  # fmt: skip
def test_what_systems_and_editors_leave_is_passed_over(tmp_path: Path, file: str) -> None:
    contest = load_contest(written(tmp_path, {**OWN, f"submissions/{file}": "1"}))
    assert len(contest.submissions) == 2
    assert contest.unplaced == ()
    assert len(contest.passed_over) == (0 if ".DS_Store" in file else 1)


def deep(path: Path) -> None:
    """A folder 1,500 deep, whose path is too long to name."""
    path.mkdir()
    descriptor = os.open(path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=descriptor)
        inner = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)


OBSTACLES: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "text": ("00:20:00.txt", Path.touch, "00:20:00.txt"),
    "no language": ("00:20:00.cob", Path.touch, "00:20:00.cob"),
    "link out": ("00:20:00.py", lambda path: path.symlink_to("/etc/passwd"), "leads out"),
    "dangling": ("00:20:00.py", lambda path: path.symlink_to("nothing"), "leads nowhere"),
    "folder out": ("00:20:00", lambda path: path.symlink_to("/etc"), "leads out"),
    "deep": ("00:20:00", deep, "more than 32 deep"),
    "empty folder": ("00:20:00", Path.mkdir, ""),
}


@pytest.mark.parametrize("kind", OBSTACLES)
def test_what_cannot_be_judged_stays_pending_with_its_reason(tmp_path: Path, kind: str) -> None:
    name, make, reason = OBSTACLES[kind]
    written(tmp_path, OWN)
    make(tmp_path / "submissions/ada/A" / name)
    contest = load_contest(tmp_path)
    assert [one.id for one in contest.submissions] == ["ada.A.001000", "ada.A.002000", "bob.X.10203500"]
    one = contest.submissions[1]
    assert reason in one.obstacle
    assert contest.unplaced == ()
    if "out" in kind:
        assert one.source is None, "nothing copies it"
    subprocess.run(["rm", "-rf", tmp_path / "submissions"], check=True)


def test_a_link_within_the_contest_is_followed(tmp_path: Path) -> None:
    written(tmp_path, {**OWN, "shared/sol.py": "1"})
    (tmp_path / "submissions/ada/A/00:20:00.py").symlink_to("../../../shared/sol.py")
    [_, one, _] = load_contest(tmp_path).submissions
    assert (one.obstacle, one.language_id) == ("", "python3")


@pytest.mark.parametrize("place", ["submissions", "submissions/eve", "submissions/ada/X"])
def test_a_folder_that_is_a_link_out_is_named(tmp_path: Path, place: str) -> None:
    written(tmp_path / "cup", OWN)
    written(tmp_path / "other", {"ada/A/00:20:00.py": "1", "A/00:20:00.py": "1", "00:20:00.py": "1"})
    folder = tmp_path / "cup" / place
    if folder.exists():
        shutil.rmtree(folder)
    folder.symlink_to(tmp_path / "other")
    contest = load_contest(tmp_path / "cup")
    assert not [one for one in contest.submissions if one.time_ms == 1_200_000]
    assert "leads out" in contest.unplaced[0]


def test_a_problem_or_a_list_of_teams_that_is_a_link_out_is_refused(tmp_path: Path) -> None:
    written(tmp_path / "other/one", {"problem.yaml": "name: A\n"})
    written(tmp_path / "other", {"teams.tsv": "teams\t1\nada\t1\t\tAda\n"})
    written(tmp_path / "cup", OWN)
    (tmp_path / "cup/one").symlink_to(tmp_path / "other/one")
    with pytest.raises(JudgeError, match="cup/one is a link that leads out"):
        load_contest(tmp_path / "cup")
    (tmp_path / "cup/one").unlink()
    (tmp_path / "cup/teams.tsv").symlink_to(tmp_path / "other/teams.tsv")
    written(tmp_path / "cup", {"contest.yaml": MANIFEST.replace("[ada, bob]", "teams.tsv")})
    with pytest.raises(JudgeError, match=r"cup/teams.tsv is a link that leads out"):
        load_contest(tmp_path / "cup")


CONTEST: dict[str, Any] = {
    "id": "wf",
    "name": "Finals",
    "start_time": "2014-06-25T10:00:00+01",
    "duration": "5:00:00",
    "scoreboard_freeze_duration": "1:00:00.000",
    "scoreboard_type": "pass-fail",
    "penalty_time": "0:20:00",
    "banner": None,
}
PROBLEMS = [
    {"id": "b", "label": "B", "name": "Bottles", "ordinal": 2},
    {"id": "a", "label": "A", "name": "Asteroids", "ordinal": 1, "rgb": "#00f"},
]
TEAMS = [{"id": "t1", "name": "One", "label": "7", "organization_id": "kth"}, {"id": "t2", "name": "Two"}]
SUBMISSIONS: list[dict[str, Any]] = [
    {
        "id": "2",
        "team_id": "t2",
        "problem_id": "b",
        "language_id": "java",
        "time": "2014-06-25T11:22:05.034+01",
    },
    {"id": "1", "team_id": "t1", "problem_id": "a", "language_id": "cpp", "contest_time": "0:10:00"},
]


def archive(folder: Path, **changes: Any) -> Path:
    content = {
        "contest": CONTEST,
        "problems": PROBLEMS,
        "teams": TEAMS,
        "submissions": SUBMISSIONS,
        "organizations": [{"id": "kth", "name": "KTH"}],
        **changes,
    }
    written(
        folder, {f"{name}.json": json.dumps(value) for name, value in content.items() if value is not None}
    )
    for name in ("1", "2"):
        (folder / "submissions" / name).mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(folder / "submissions" / name / "files.zip", "w") as made:
            made.writestr("main.cpp", name)
    return folder


def test_a_contest_package(tmp_path: Path) -> None:
    written(tmp_path / "problems" / "a", {"problem.yaml": "name: A\n"})
    (tmp_path / "problems" / "b").mkdir()
    (tmp_path / "problems" / "b" / "b.zip").write_bytes(b"")
    contest = load_contest(archive(tmp_path))
    assert (contest.id, contest.name, contest.penalty_ms, contest.freeze_ms) == (
        "wf",
        "Finals",
        1_200_000,
        3_600_000,
    )
    assert [(one.label, one.package) for one in contest.problems] == [
        ("A", str(tmp_path / "problems/a")),
        ("B", str(tmp_path / "problems/b/b.zip")),
    ]
    assert [(one.name, one.organization) for one in contest.teams] == [("One", "KTH"), ("Two", None)]
    assert [facts(one) for one in contest.submissions] == [
        ("1", "t1", "a", "cpp", 600_000),
        ("2", "t2", "b", "java", 4_925_034),
    ]
    assert contest.submissions[0].source == tmp_path / "submissions/1/files.zip"


def test_teams_of_hidden_groups_are_hidden(tmp_path: Path) -> None:
    groups = [
        {"id": "g1", "name": "Guests", "hidden": True},
        {"id": "g2", "hidden": False},
        {"id": "g3", "icpc_id": "3"},
    ]
    teams = [
        {"id": "t1", "name": "One", "group_ids": ["g2", "g3"]},
        {"id": "t2", "name": "Two", "group_ids": ["g3", "g1"]},
        {"id": "t3", "name": "Three", "hidden": True, "group_ids": ["g2"]},
        {"id": "t4", "name": "Four", "group_ids": None},
    ]
    contest = load_contest(archive(tmp_path, groups=groups, teams=teams))
    assert [team.is_hidden for team in contest.teams] == [False, True, True, False]
    (tmp_path / "teams.json").unlink()
    written(tmp_path, {"teams.tsv": "teams\t1\nt1\t1\tg1\tOne\nt2\t2\tg2\tTwo\n"})
    assert [team.is_hidden for team in load_contest(tmp_path).teams] == [True, False]


@pytest.mark.parametrize("both", [True, False])
def test_a_contest_need_not_be_scheduled(tmp_path: Path, both: bool) -> None:
    """The start follows from a submission that has both of its times."""
    times: dict[str, Any] = {"contest_time": "1:22:05.034"}
    second = {**SUBMISSIONS[0], **times} if both else {**SUBMISSIONS[0], **times, "time": None}
    changes = {"contest": {**CONTEST, "start_time": None}, "submissions": [second, SUBMISSIONS[1]]}
    contest = load_contest(archive(tmp_path, **changes))
    assert [one.time_ms for one in contest.submissions] == [600_000, 4_925_034]
    assert contest.is_scheduled == both
    if both:
        assert contest.start == datetime.fromisoformat("2014-06-25T10:00:00+01:00")


@pytest.mark.parametrize(
    "key", ["start_time", "penalty_time", "scoreboard_freeze_duration", "scoreboard_type"]
)
def test_what_may_be_null_may_be_left_out(tmp_path: Path, key: str) -> None:
    """The Contest API permits null for each of these properties."""
    without = {name: value for name, value in CONTEST.items() if name != key}
    left_out = load_contest(archive(tmp_path / "left-out", contest=without, submissions=[]))
    null = load_contest(archive(tmp_path / "null", contest={**CONTEST, key: None}, submissions=[]))
    assert replace(left_out, folder=null.folder) == null


def test_an_older_archive_without_a_start(tmp_path: Path) -> None:
    text = "name: Finals\nshort-name: wf\nstart-time: null\nduration: 5:00:00\n"
    files = {
        "contest.yaml": text,
        "problemset.yaml": "problems:\n  - {letter: A, short-name: a}\n",
        "teams.tsv": "teams\t1\nt1\t17\t\tOne\n",
    }
    assert not load_contest(written(tmp_path, files)).is_scheduled


def test_an_older_archive(tmp_path: Path) -> None:
    """An older archive has folders, YAML by people, keys with hyphens and teams.tsv."""
    files = {
        "config/contest.yaml": (
            "name: Finals\nshort-name: wf\nstart-time: 2014-06-25T10:00:00+01\nduration: 5:00:00\n"
            "scoreboard-freeze-length: 1:00:00\npenalty-time: 20\n"
        ),
        "config/problemset.yaml": "problems:\n  - {letter: A, short-name: a, color: blue, rgb: '#00f'}\n",
        "config/teams.tsv": "File_Version\t1\nt1\t17\t\tOne\n",
    }
    contest = load_contest(written(tmp_path, files))
    assert (contest.id, contest.penalty_ms, contest.freeze_ms) == ("wf", 1_200_000, 3_600_000)
    assert [(one.id, one.label, one.color) for one in contest.problems] == [("a", "A", "blue")]
    assert [one.id for one in contest.teams] == ["t1"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"contest": {**CONTEST, "start_time": 5}}, "contest.json, line 1: Expected str | null, got int"),
        ({"groups": [{"id": "g1", "hidden": "yes"}]}, "groups.json, line 1: Expected bool | null, got str"),
        ({"contest": {**CONTEST, "duration": "5 h"}}, "'duration' must be a time like 4:30:00"),
        (
            {"contest": {**CONTEST, "scoreboard_type": "x"}},
            "'scoreboard_type' must be pass-fail or score, found 'x'",
        ),
        (
            {"teams": None},
            "expected teams.json or teams.yaml or teams.tsv or teams2.tsv of a contest package, found none",
        ),
        ({"teams": [{"id": "-", "name": "x"}]}, "team 1: expected an id of at most 36"),
        ({"problems": {}}, "Expected array"),
        ({"contest": {**CONTEST, "penalty_time": "9" * 5000}}, "'penalty_time' must be a time"),
        ({"contest": {**CONTEST, "start_time": "9999-12-31T23:59:59-12"}}, "'start_time' must be a time"),
    ],
)
def test_a_defect_of_a_package_is_named(tmp_path: Path, change: dict[str, Any], expected: str) -> None:
    with pytest.raises(JudgeError) as caught:
        load_contest(archive(tmp_path, **change))
    assert expected in str(caught.value)


def test_without_a_start_a_submission_needs_its_time_in_the_contest(tmp_path: Path) -> None:
    contest = load_contest(archive(tmp_path, contest={**CONTEST, "start_time": None}))
    [line] = contest.unplaced
    assert "submission 2: expected 'contest_time' without a start_time, found none" in line


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"team_id": "t9"}, "submission 3: unknown team 't9'"),
        ({"problem_id": "z"}, "submission 3: unknown problem 'z'"),
        ({"contest_time": None}, "submission 3: expected 'contest_time' or 'time'"),
        ({"contest_time": "99999999999:00:00"}, "submission 3: 'contest_time' must be"),
        ({"id": "1"}, "submission 1: two submissions are called 1"),
        ({"id": "../../1"}, "submission ../../1: expected an id"),
    ],
)
def test_a_submission_of_a_package_that_belongs_to_nobody_stops_nobody(
    tmp_path: Path, change: dict[str, Any], expected: str
) -> None:
    row = {**SUBMISSIONS[1], "id": "3", **change}
    contest = load_contest(archive(tmp_path, submissions=[*SUBMISSIONS, row]))
    assert [one.id for one in contest.submissions] == ["1", "2"]
    [line] = contest.unplaced
    assert expected in line


def test_json_is_read_as_json_and_a_key_twice_is_an_error(tmp_path: Path) -> None:
    archive(tmp_path)
    text = json.dumps([{"id": "t1", "name": "\N{ROCKET} One"}, {"id": "t2", "name": "Two"}])
    assert "\\ud83d" in text
    (tmp_path / "teams.json").write_text(text)
    assert load_contest(tmp_path).teams[0].name == "\N{ROCKET} One"
    (tmp_path / "teams.json").write_text(text.replace('"name": "Two"', '"name": "Two",\n"name": "Three"'))
    with pytest.raises(JudgeError, match=r"teams.json, line 2, column 1: .*'name' appears twice"):
        load_contest(tmp_path)


@pytest.mark.parametrize("key", ["problems", "problemset"])
@pytest.mark.parametrize("file", ["config/contest.yaml", "config/problemset.yaml"])
def test_an_archive_of_pc2(tmp_path: Path, key: str, file: str) -> None:
    """Its short name is no id, and its problems are listed in either file under either key."""
    files = {
        "config/contest.yaml": (
            "name: Pac NW Mini Contest\nshort-name: PacNW Mini\nstart-time: 2016-11-04T18:30:00-07:00\n"
            "duration: 2:00:00\nscoreboard-freeze: 01:00:00\n"
        ),
        "config/teams.tsv": "Teams\t1\n1\t101\t7\tUnicycling\tU University\tUU\tUSA\tINST-U\n",
    }
    files[file] = f"{files.get(file, '')}{key}:\n  - letter: A\n    short-name: sumit\n"
    contest = load_contest(written(tmp_path / "mini", files))
    assert (contest.id, contest.name, contest.freeze_ms) == ("mini", "Pac NW Mini Contest", 3_600_000)
    assert [(one.id, one.label) for one in contest.problems] == [("sumit", "A")]


@pytest.mark.parametrize(
    ("line", "freeze_ms", "penalty_ms"),
    [
        ("scoreboard-freeze: 4:00:00\npenalty: 30", 3_600_000, 1_800_000),
        ("freeze: 3:30:00\nscoreboard-type: pass-fail", 5_400_000, 1_200_000),
        ("scoreboard-freeze-length: 1:30:00\nscoreboard-freeze: 4:00:00", 5_400_000, 1_200_000),
        ("scoreboard-freeze: null\npenalty-time: 10", None, 600_000),
    ],
)
def test_older_keys_of_a_contest(tmp_path: Path, line: str, freeze_ms: int | None, penalty_ms: int) -> None:
    """`scoreboard-freeze` is the time since the start, `scoreboard-freeze-length` the one before the end."""
    text = f"name: Finals\nshortname: wf\nstart-time: 2011-02-04 01:23:00Z\nduration: 5:00:00\n{line}\n"
    files = {
        "contest.yaml": text,
        "problemset.yaml": "problems:\n  - {letter: A, short-name: a}\n",
        "teams.tsv": "teams\t1\nt1\t17\t\tOne\n",
    }
    contest = load_contest(written(tmp_path, files))
    assert (contest.id, contest.freeze_ms, contest.penalty_ms) == ("wf", freeze_ms, penalty_ms)


def test_what_has_no_name_is_called_by_another(tmp_path: Path) -> None:
    organizations: list[dict[str, Any]] = [
        {"id": "a", "name": "", "formal_name": "University of A"},
        {"id": "b", "name": "", "formal_name": ""},
        {"id": "c", "name": "", "formal_name": None},
    ]
    teams = [{"id": f"t-{one['id']}", "name": "", "organization_id": one["id"]} for one in organizations]
    told = {**CONTEST, "name": "", "formal_name": None}
    folder = archive(tmp_path, contest=told, organizations=organizations, teams=teams, submissions=[])
    contest = load_contest(folder)
    assert contest.name == "wf"
    assert [(one.name, one.organization) for one in contest.teams] == [
        ("t-a", "University of A"),
        ("t-b", "b"),
        ("t-c", "c"),
    ]
    found = organizations_of(contest.teams, load_extras(folder))
    assert {one.name: one.id for one in found.values()} == {"University of A": "a", "b": "b", "c": "c"}
    tsv = written(tmp_path / "tsv", {"teams.tsv": "teams\t1\nt1\t17\t\t\tKTH\n"})
    assert [one.name for one in read_teams(tsv / "teams.tsv")] == ["t1"]


@pytest.mark.parametrize("freeze", ["6:00:00", "soon", "-1:00:00"])
def test_a_freeze_outside_of_the_contest_is_named(tmp_path: Path, freeze: str) -> None:
    text = f"name: F\nstart-time: 2011-02-04T01:23:00Z\nduration: 5:00:00\nscoreboard-freeze: {freeze}\n"
    files = {
        "contest.yaml": text,
        "problemset.yaml": "problems:\n  - {letter: A, short-name: a}\n",
        "teams.tsv": "teams\t1\nt1\t17\t\tOne\n",
    }
    with pytest.raises(JudgeError, match=r"contest.yaml.*freeze"):
        load_contest(written(tmp_path, files))


def test_a_list_of_teams_as_registration_systems_export_it(tmp_path: Path) -> None:
    """`teams2.tsv` of a registration that has not numbered the teams; quotes and backslashes are parts of a name."""
    name = 'SpaCatti \\"(^._.^)/'
    teams = f"File_Version\t2\nnull\t447047\t24\t{name}\tLund\tLU\tSWE\tINST-42\nnull\t447837\t25\tTwo\n"
    folder = archive(tmp_path, teams=None, submissions=[])
    contest = load_contest(written(folder, {"teams2.tsv": teams}))
    assert [(one.id, one.icpc_id, one.name, one.organization) for one in contest.teams] == [
        ("447047", "447047", name, "Lund"),
        ("447837", "447837", "Two", None),
    ]
    with pytest.raises(JudgeError, match="two teams are called null"):
        load_contest(written(folder, {"teams2.tsv": "teams\t1\nnull\tx\t24\tOne\nnull\t\t24\tTwo\n"}))


@pytest.mark.parametrize("has_json", [True, False])
def test_teams_outside_the_main_group_are_hidden_whatever_file_has_the_groups(
    tmp_path: Path, has_json: bool
) -> None:
    teams = [{"id": f"t{n}", "name": f"T{n}", "group_ids": [f"g{n}"]} for n in (1, 2)]
    contest = {**CONTEST, "main_scoreboard_group_id": "g1"}
    groups = [{"id": "g1", "name": "Main"}, {"id": "g2", "name": "Guests"}] if has_json else None
    folder = archive(tmp_path, contest=contest, teams=teams, groups=groups)
    if not has_json:
        written(folder, {"groups.tsv": "groups\t1\ng1\tMain\ng2\tGuests\n"})
    assert [team.is_hidden for team in load_contest(folder).teams] == [False, True]


def test_a_submission_need_not_have_a_team(tmp_path: Path) -> None:
    """The Contest API leaves out what is null."""
    by_jury = {key: value for key, value in SUBMISSIONS[0].items() if key != "team_id"}
    contest = load_contest(archive(tmp_path, submissions=[by_jury, SUBMISSIONS[1]]))
    assert [one.id for one in contest.submissions] == [SUBMISSIONS[1]["id"]]


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_an_unpacking_that_breaks_off_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    """The files are copied one by one if the temporary folder is in another file system."""
    folder = archive(tmp_path / "made")
    shutil.make_archive(str(tmp_path / "cup"), "zip", folder)
    copied: list[Path] = []

    def break_off(source: Path, target: Path) -> None:
        copied.append(target)
        target.mkdir()
        (target / "contest.json").write_text("{")
        raise failure

    with monkeypatch.context() as broken:
        broken.setattr(shutil, "move", break_off)
        with pytest.raises((JudgeError, KeyboardInterrupt)):
            load_contest(tmp_path / "cup.zip")
    assert copied
    assert not (tmp_path / "cup").exists()
    assert len(load_contest(tmp_path / "cup.zip").submissions) == len(SUBMISSIONS)
    assert len(load_contest(tmp_path / "cup.zip").submissions) == len(SUBMISSIONS)  # of the folder, now


def test_fractions_of_a_second_have_up_to_three_digits(tmp_path: Path) -> None:
    names = {
        "00-01-00.5.py": 60_500,
        "00-02-00.25.py": 120_250,
        "00-03-00.125.py": 180_125,
        "00-04-00.py": 240_000,
        "00-05-00.125 (1).py": 300_125,
        "00-06-00.125-frog.py": 360_125,
        "00-07-00.125_frog/main.py": 420_125,
        "00-08-00.5/main.py": 480_500,
    }
    files = {f"submissions/ada/A/{name}": "1" for name in (*names, "00-09-00.1250.py")}
    contest = load_contest(written(tmp_path, {"contest.yaml": MANIFEST, **files}))
    assert [one.time_ms for one in contest.submissions] == [*names.values()]
    [unplaced] = contest.unplaced
    assert "expected the time since the start" in unplaced


TEAMS_IN_YAML = """\
- {id: 007, name: 42, label: 1, icpc_id: 0815, group_ids: [3], location: {x: 1.5, y: 2, rotation: 90}}
- {id: 2, name: Two, display_name: null, label: ~, organization_id: null, group_ids: , hidden: true}
"""


@pytest.mark.parametrize("is_own", [True, False])
def test_ids_in_a_list_of_teams_may_consist_of_digits(tmp_path: Path, is_own: bool) -> None:
    if is_own:
        head = MANIFEST.partition("teams:")[0]
        folder = written(tmp_path, {"contest.yaml": f"{head}teams: teams.yaml\n"})
    else:
        folder = archive(tmp_path, teams=None, submissions=[])
    one, two = load_contest(written(folder, {"teams.yaml": TEAMS_IN_YAML})).teams
    assert (one.id, one.name, one.label, one.icpc_id, one.group_ids) == ("007", "42", "1", "0815", ("3",))
    assert one.location == TeamLocation(1.5, 2, 90)
    assert two == Team("2", "Two", is_hidden=True)


def test_in_json_an_id_is_a_text(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"teams.json, line 1: Expected str, got int"):
        load_contest(archive(tmp_path, teams=[{"id": 1, "name": "One"}]))


def test_null_in_yaml_is_null(tmp_path: Path) -> None:
    files = {
        "contest.yaml": "name:\nid: wf\nstart-time: ~\nduration: 5:00:00\nformal_name: 'null'\n",
        "problemset.yaml": "problems:\n  - {letter: A, short-name: a, name: , color: null, rgb: ~}\n",
        "groups.yaml": "- {id: 3, name: null, type: Null, hidden: , icpc_id: 17}\n",
        "teams.tsv": "teams\t1\nt1\t17\t3\tOne\n",
    }
    contest = load_contest(written(tmp_path / "package", files))
    assert (contest.name, contest.is_scheduled) == ("null", False)  # which is quoted
    assert contest.problems == [ContestProblem("a", "A", "", None)]
    assert contest.groups == [TeamGroup("3", "3", "17")]
    own = MANIFEST.replace("duration", "freeze: null\nid:\nduration")
    assert load_contest(written(tmp_path / "own", {"contest.yaml": own})).freeze_ms is None
