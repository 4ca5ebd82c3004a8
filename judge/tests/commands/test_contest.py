"""`judge contest` as a user types it, with real judging."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.contest.contest_store import NAME, opened_to_read
from judge.project.installation import this_installation
from judge.tests.answer_packages import DOUBLES
from judge.tests.command_line import run_judge
from judge.tests.packages import CRASHING, DOMJUDGE, ENDLESS, RIGHT, SQUARED, VERSION_2025_09, written, zipped
from judge.tests.scoring_packages import NOTHING, SCORED_2025_09, SMALL
from judge.tests.watching import PATIENCE_S

pytestmark = pytest.mark.built

MANIFEST = """\
name: Small Cup
start: 2026-11-20T10:00:00+01:00
duration: 5:00:00
freeze: 1:00:00
problems:
  - {id: double, color: blue, rgb: '#00f'}
  - {id: twice, label: X}
teams:
  - {id: ada, name: Ada's Angels, organization: Analytical Engines}
  - {id: bob, name: Bob <b>}
  - cleo
"""
SUBMITTED = {
    "ada/A/00:10:00.py": SQUARED,
    "ada/A/00:15:30.py": RIGHT,
    "ada/X/1-00-00.py": RIGHT,
    "bob/A/00:15:29.500.py": RIGHT,
    "bob/twice/04:30:00/solve.py": RIGHT,
    "cleo/X/02:00:00.py": CRASHING,
    "cleo/X/02:30:00.cpp": "int main( {\n",
    "cleo/A/05:00:00.py": RIGHT,
}


def cup_in(folder: Path, submitted: Mapping[str, str] = SUBMITTED) -> Path:
    """A contest with two problems, and with these submissions."""
    written(folder / "double", DOMJUDGE)
    renamed = str(DOMJUDGE["domjudge-problem.ini"]).replace("dbl", "twc")
    written(folder / "twice", DOMJUDGE, **{"domjudge-problem.ini": renamed})
    written(folder / "submissions", submitted)
    written(folder, {"contest.yaml": MANIFEST})
    return folder


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    return cup_in(tmp_path / "cup")


@pytest.mark.slow
def test_a_contest_from_its_folder_to_its_scoreboard(cup: Path, tmp_path: Path) -> None:
    api, page = tmp_path / "api", tmp_path / "board.html"
    done = run_judge("contest", str(cup), "--api", str(api), "--html", str(page))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Small Cup: final"
    assert [line.split() for line in lines[2:6]] == [
        ["rank", "team", "solved", "time", "A", "X"],
        ["1", "Ada's", "Angels", "2", "95", "2/15", "1/60*"],
        ["2", "Bob", "<b>", "2", "285", "1/15*", "1/270"],
        ["3", "cleo", "0", "0", ".", "1/-"],
    ]
    assert lines[-1] == "3 teams, 2 problems, 7 of 7 submissions judged"
    assert "1 submission before the start or after the end not counted" in done.stdout
    assert "Bob &lt;b&gt;" in page.read_text("utf-8")

    verdicts = {row["submission_id"]: row["judgement_type_id"] for row in read(api, "judgements")}
    assert verdicts["ada.A.001000"] == "WA"
    assert verdicts["cleo.X.020000"] == "RTE"
    assert verdicts["cleo.X.023000"] == "CE"
    runs = read(api, "runs")
    assert {run["judgement_type_id"] for run in runs} == {"AC", "WA", "RTE"}
    assert {problem["test_data_count"] for problem in read(api, "problems")} == {3}

    again = run_judge("contest", str(cup))
    assert again.stdout == done.stdout
    assert "to judge" not in again.stderr, "nothing is judged twice"

    frozen = run_judge("contest", str(cup), "--show", "--frozen").stdout
    assert "submissions in the last 60 minutes of the contest are still shown as pending." in frozen
    assert ["2", "Bob", "<b>", "1", "15", "1/15*", "?1"] in [line.split() for line in frozen.splitlines()]
    early = run_judge("contest", str(cup), "--show", "--at", "0:12:00").stdout
    assert early.startswith("Small Cup: at 0:12:00\n")
    assert ["1", "Ada's", "Angels", "0", "0", "1/-", "."] in [line.split() for line in early.splitlines()]


@pytest.mark.slow
def test_a_validator_that_does_not_compile_stops_no_other_problem(cup: Path, tmp_path: Path) -> None:
    shutil.rmtree(cup / "double")
    broken = {"output_validator/validate.py": None, "output_validator/tool.cpp": "int main() { return x; }\n"}
    written(cup / "double", VERSION_2025_09, **broken)
    done = run_judge("contest", str(cup), "--api", str(tmp_path / "api"))
    assert done.returncode == 1, done.stderr
    verdicts = {
        row["submission_id"]: row["judgement_type_id"] for row in read(tmp_path / "api", "judgements")
    }
    assert verdicts == {
        "ada.X.10000": "AC",
        "bob.X.043000": "AC",
        "cleo.X.020000": "RTE",
        "cleo.X.023000": "CE",
    }
    assert "does not compile: tool.cpp: In function" in done.stderr


def begun_in(cup: Path) -> dict[str, int]:
    """When the judging of each submission began whose judgement counts."""
    with opened_to_read(cup) as kept:
        assert kept
        return {one.submission_id: one.judgement.started_utc_ms for one in kept.counting()}


def read(folder: Path, endpoint: str) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = json.loads((folder / f"{endpoint}.json").read_text("utf-8"))
    return rows


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "points"), [("max", "60"), ("max_subtask", "100")])
def test_points_of_a_scoring_package_count_by_the_mode(tmp_path: Path, mode: str, points: str) -> None:
    """Ada solves one group by each of two submissions, Bob all at once, Cleo nothing."""
    written(tmp_path / "double", SCORED_2025_09)
    big = "n = int(input())\nprint(2 * n if n >= 5 else 0)\n"
    ada = {"ada/A/00:10:00.py": SMALL, "ada/A/00:20:00.py": big}
    written(tmp_path / "submissions", {**ada, "bob/A/00:30:00.py": RIGHT, "cleo/A/00:40:00.py": NOTHING})
    problems = "problems: [{id: double}]\nteams: [ada, bob, cleo]\n"
    head = "name: Points\nstart: 2026-11-20T10:00:00+01:00\nduration: 5:00:00\n"
    written(tmp_path, {"contest.yaml": f"{head}scoring: ioi\nscore_mode: {mode}\n{problems}"})
    done = run_judge("contest", str(tmp_path), "--api", str(tmp_path / "api"))
    assert done.returncode == 0, done.stderr
    told = [line.split() for line in done.stdout.splitlines()]
    teams = ("ada", "bob", "cleo")
    score = {team: words[words.index(team) + 1] for words in told for team in teams if team in words}
    assert score == {"ada": points, "bob": "100", "cleo": "0"}
    scores = {row["submission_id"]: row["score"] for row in read(tmp_path / "api", "judgements")}
    assert scores == {"ada.A.001000": 40, "ada.A.002000": 60, "bob.A.003000": 100, "cleo.A.004000": 0}


@pytest.mark.slow
def test_a_rejudging_shows_who_moved(cup: Path) -> None:
    run_judge("contest", str(cup))
    same = run_judge("contest", str(cup), "--rejudge", "A")
    assert same.returncode == 0, same.stderr
    assert "4 submissions to judge" in same.stderr
    assert "\n0 verdicts changed\n" in same.stdout

    for answer in (cup / "double" / "data").rglob("*.ans"):
        squared = int(answer.with_suffix(".in").read_text("utf-8")) ** 2
        answer.write_text(f"{squared}\n", "utf-8")
    changed = run_judge("contest", str(cup))
    assert "4 submissions to judge, 4 are judged already" in changed.stderr
    assert "\n4 verdicts changed\n" in changed.stdout
    assert "  ada.A.001000: ada A 0:10:00: WA -> AC\n" in changed.stdout
    assert "  Ada's Angels: time 95 -> 70\n" in changed.stdout
    assert "  Bob <b>: solved 2 -> 1, time 285 -> 270\n" in changed.stdout


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_who_is_ended_keeps_what_is_judged_and_the_next_one_goes_on(cup: Path, sent: signal.Signals) -> None:
    written(
        cup / "double", {"domjudge-problem.ini": str(DOMJUDGE["domjudge-problem.ini"]).replace("= 2", "= 1")}
    )
    (cup / "submissions/cleo/A/04:59:00.py").write_text(ENDLESS)
    (cup / "submissions/cleo/A/04:59:01.py").write_text(ENDLESS + "#\n")
    command = [sys.executable, "-m", "judge", "contest", str(cup)]
    process = subprocess.Popen(
        command, cwd=this_installation().root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr
    for line in process.stderr:
        if line.startswith("judge: [2/"):
            break
    os.kill(process.pid, sent)
    out, err = process.communicate(timeout=PATIENCE_S)
    if sent is signal.SIGINT:
        assert process.returncode == 130
        assert "the same command continues" in err
        assert "Small Cup" in out
    kept = begun_in(cup)
    assert 2 <= len(kept) < 10
    rest = run_judge("contest", str(cup))
    assert f"{10 - len(kept)} submissions to judge, {len(kept)} are judged already" in rest.stderr
    now = begun_in(cup)
    assert len(now) == 10
    assert kept.items() <= now.items(), "nothing is judged twice"
    with opened_to_read(cup) as store:
        assert store
        assert len(store.all()) == 10


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["A"], "A: problems and submissions are named for --rejudge alone. Add it."),
        (
            ["--show", "--rejudge", "A"],
            "--show judges nothing: leave it out to judge again, or leave out --rejudge.",
        ),
        (["--rejudge", "Z"], "unknown problem or submission 'Z'."),
        (["--at", "noon"], "expected a time like 4:30:00, hours, minutes and seconds, found noon"),
        (["--api", "."], "is the contest itself"),
        (["--html", "missing/board.html"], "the folder missing does not exist"),
    ],
)
def test_wrong_usage_is_told_before_anything_is_judged(
    cup: Path, arguments: list[str], expected: str
) -> None:
    arguments = [str(cup) if one == "." else one for one in arguments]
    done = run_judge("contest", str(cup), *arguments)
    assert done.returncode == 2
    assert expected in done.stderr
    assert not list(cup.glob("*.zip"))
    if "--rejudge" not in arguments:
        assert not (cup / NAME).exists()


def test_a_language_that_the_contest_does_not_permit_is_told_and_not_judged(cup: Path) -> None:
    (cup / "contest.yaml").write_text(f"{MANIFEST}languages: [cpp]\n", "utf-8")
    done = run_judge("contest", str(cup))
    assert done.returncode == 1
    assert "not judged: ada.A.001000: " in done.stderr
    assert "the contest permits cpp, found python3." in done.stderr
    assert done.stdout.splitlines()[-1] == "3 teams, 2 problems, 1 of 7 submissions judged"


@pytest.mark.slow
def test_answers_are_submitted_to_a_submit_answer_problem(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    written(folder / "doubles", DOUBLES)
    written(folder / "submissions/ada/A/00:20:00", {"easy/1-two.ans": "4", "easy/2-five.out": "10"})
    right = {"easy/1-two.ans": "4", "easy/2-five.out": "10", "hard/1-two.ans": "40"}
    zipped(folder / "submissions/ada/A/00:30:00.zip", right)
    written(folder / "submissions/bob/A", {"00:40:00.py": RIGHT})
    written(
        folder,
        {
            "contest.yaml": "name: Cup\nstart: 2026-11-20T10:00:00Z\nduration: 5:00:00\n"
            "problems: [doubles]\nteams: [ada, bob]\n"
        },
    )
    done = run_judge("contest", str(folder), "--api", str(tmp_path / "api"))
    verdicts = {
        row["submission_id"]: row["judgement_type_id"] for row in read(tmp_path / "api", "judgements")
    }
    assert verdicts == {"ada.A.002000": "WA", "ada.A.003000": "AC"}
    assert "is a program: a submission to doubles is the answers" in done.stdout + done.stderr
    assert {"answers", "python3"} >= {row["id"] for row in read(tmp_path / "api", "languages")}


@pytest.mark.slow
def test_an_empty_file_does_not_compile(cup: Path, tmp_path: Path) -> None:
    """An empty file is handled as in a contest control system: it costs nothing, and is not judged again."""
    shutil.rmtree(cup / "submissions")
    empty = {
        "ada/A/00:10:00.py": "",
        "ada/X/00:11:00.cpp": " \n\n",
        "bob/A/00:12:00/solve.py": "\n",
        "bob/A/00:20:00.py": RIGHT,
    }
    written(cup / "submissions", empty)
    (cup / "submissions/cleo/A").mkdir(parents=True)
    zipped(cup / "submissions/cleo/A/00:13:00.zip", {"a.py": ""})
    done = run_judge("contest", str(cup), "--api", str(tmp_path / "api"))
    verdicts = {
        row["submission_id"]: row["judgement_type_id"] for row in read(tmp_path / "api", "judgements")
    }
    assert verdicts.pop("bob.A.002000") == "AC"
    assert verdicts == dict.fromkeys(("ada.A.001000", "ada.X.001100", "bob.A.001200", "cleo.A.001300"), "CE")
    assert ["1", "Bob", "<b>", "1", "20", "1/20*", "."] in [line.split() for line in done.stdout.splitlines()]
    assert "to judge" not in run_judge("contest", str(cup)).stderr


@pytest.mark.slow
def test_what_cannot_be_judged_is_named_and_the_rest_is_judged(tmp_path: Path) -> None:
    cup = cup_in(tmp_path / "cup", {"ada/A/00:10:00.py": RIGHT, "bob/X/00:20:00.py": RIGHT})
    folder = cup / "submissions"
    written(
        folder,
        {"README.md": "", "ada/A/Thumbs.db": "", "ada/A/00-30-00.txt": "x", "eve/A/00:05:00.py": RIGHT},
    )
    (folder / "bob/A").mkdir()
    damaged = zipped(folder / "bob/A/00:25:00.zip", {"a.py": RIGHT * 50})
    content = bytearray(damaged.read_bytes())
    content[45:60] = b"\xff" * 15
    damaged.write_bytes(content)
    (folder / "cleo/A/00:30:00").mkdir(parents=True)
    os.mkfifo(folder / "cleo/A/00:30:00/main.py")
    (folder / "cleo/A/00:40:00.py").symlink_to("/etc/passwd")
    done = run_judge("contest", str(cup), "--api", str(tmp_path / "api"))
    assert done.returncode == 1
    for name in ("ada.A.003000", "bob.A.002500", "cleo.A.003000", "cleo.A.004000", "unknown team 'eve'"):
        assert name in done.stderr
    assert "an internal error" not in done.stderr
    assert "passed over" in done.stderr
    verdicts = {
        row["submission_id"]: row["judgement_type_id"] for row in read(tmp_path / "api", "judgements")
    }
    assert verdicts == {"ada.A.001000": "AC", "bob.X.002000": "AC"}
    assert done.stdout.splitlines()[-1] == "3 teams, 2 problems, 2 of 6 submissions judged"
    assert not (tmp_path / "api/submissions/cleo.A.004000").exists()


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("problem.yaml", "limits: {memory: [\n"),
        ("data", None),
        ("domjudge-problem.ini", "timelimit = ever\n"),
    ],
)
@pytest.mark.slow
def test_a_package_that_cannot_be_judged_stops_no_other_problem(
    tmp_path: Path, file: str, content: str | None
) -> None:
    cup = cup_in(tmp_path / "cup", {"ada/A/00:10:00.py": RIGHT, "bob/X/00:20:00.py": RIGHT})
    if content is None:
        shutil.rmtree(cup / "twice" / file)
    else:
        written(cup / "twice", {file: content})
    done = run_judge("contest", str(cup), "--api", str(tmp_path / "api"), "--html", str(tmp_path / "b.html"))
    assert done.returncode == 1
    assert "bob.X.002000" in done.stderr
    verdicts = {
        row["submission_id"]: row["judgement_type_id"] for row in read(tmp_path / "api", "judgements")
    }
    assert verdicts == {"ada.A.001000": "AC"}
    assert [problem["id"] for problem in read(tmp_path / "api", "problems")] == ["double", "twice"]
    assert done.stdout.splitlines()[-1] == "3 teams, 2 problems, 1 of 2 submissions judged"


def test_a_contest_in_a_zip_file_is_judged_in_a_folder_beside_it(cup: Path, tmp_path: Path) -> None:
    files = {
        f"autumn/{path.relative_to(cup)}": path.read_bytes()
        for path in sorted(cup.rglob("*"))
        if path.is_file()
    }
    archive = zipped(tmp_path / "autumn-cup.zip", files)
    done = run_judge("contest", str(archive), "--show")
    assert done.returncode == 0, done.stderr
    assert "Small Cup" in done.stdout
    assert (tmp_path / "autumn-cup/contest.yaml").is_file()
    (tmp_path / "autumn-cup/kept.txt").touch()
    assert run_judge("contest", str(archive), "--show").stdout == done.stdout
    assert (tmp_path / "autumn-cup/kept.txt").is_file(), "the same zip file has the same folder"
    zipped(archive, {**files, "autumn/more.txt": b""})
    refused = run_judge("contest", str(archive), "--show")
    assert refused.returncode == 2
    assert "autumn-cup exists and was not made of this autumn-cup.zip" in refused.stderr
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(b"PK no zip")
    refused = run_judge("contest", str(damaged), "--show")
    assert "damaged.zip: cannot be read" in refused.stderr
    assert not (tmp_path / "damaged").exists()
