"""Scoring problems from the command to the last line: points, groups, what is not judged, and judge errors."""

import csv
import json
from pathlib import Path

import pytest

from judge.commands.history import history
from judge.commands.listing import list_problem
from judge.commands.options.history import HistoryOptions
from judge.commands.options.submit import SubmitOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.time_rule import TimeOptions
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.tests.packages import RIGHT, Files, written
from judge.tests.polygon import manifest
from judge.tests.scoring_packages import (
    CASES,
    NOTHING,
    SCORED_2025_09,
    SCORED_LEGACY,
    SCORED_POLYGON,
    SMALL,
    giving,
    writing,
)

pytestmark = pytest.mark.built

SECONDS = TimeOptions(limit_s=5)
QUICK = SubmitOptions(time_limit_s=5)
ALL = SubmitOptions(time_limit_s=5, all_tests=True)
FORMATS = {"2025-09": SCORED_2025_09, "legacy": SCORED_LEGACY, "Polygon": SCORED_POLYGON}
SOLVES_GROUP_1 = "n = int(input())\nprint(2 * n if n == 3 else 0)\n"
GRADER = """\
import sys
points = [line.split() for line in sys.stdin]
print("AC" if any(code == "AC" for code, _ in points) else "WA", sum(float(each) for _, each in points) / 2)
"""


class Judged:
    """What `submit` makes of a source."""

    def __init__(
        self,
        tree: JudgeHost,
        folder: Path,
        capsys: pytest.CaptureFixture[str],
        files: Files,
        source: str,
        changes: dict[str, str] | None = None,
        options: SubmitOptions = QUICK,
    ) -> None:
        package = written(folder / "double", files, **(changes or {}))
        (folder / "mine.py").write_text(source)
        report = ReportFiles(folder / "report.json", html=folder / "report.html", csv=folder / "report.csv")
        self.status = submit(tree, str(package), str(folder / "mine.py"), options, report)
        self.out = capsys.readouterr().out
        self.last = self.out.strip().splitlines()[-1]
        self.result = json.loads((folder / "report.json").read_bytes())["problems"][0]["results"][0]
        with (folder / "report.csv").open(newline="") as table:
            [self.row] = csv.DictReader(table)

    @property
    def groups(self) -> dict[str, tuple[str | None, float]]:
        return {one["name"]: (one["verdict"], one["points"]) for one in self.result["groups"]}

    @property
    def tests(self) -> list[str]:
        return [f"{test['name']} {test['verdict']}" for test in self.result["tests"]]


@pytest.mark.parametrize("name", FORMATS)
def test_all_some_and_none_of_the_points(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    files = FORMATS[name]
    partly = SOLVES_GROUP_1 if name == "Polygon" else SMALL
    found = [Judged(tree, tmp_path, capsys, files, source) for source in (RIGHT, partly, NOTHING)]
    assert [one.status for one in found] == [0, 1, 1]
    assert [one.result["points"] for one in found] == [100, 40, 0]
    assert [one.result["verdict"] for one in found] == ["AC", "PA", "WA"]
    assert found[0].last.startswith("AC  double  mine.py  100 of 100 points, ")
    assert found[1].last.startswith("PA  double  mine.py  40 of 100 points; secret/")
    assert found[2].last.startswith("WA  double  mine.py  0 of 100 points; ")
    first_wrong = found[1].last.partition("; ")[2].partition(" ")[0]
    assert found[1].row["reason"] == found[1].result["reason"]
    assert found[1].result["reason"].startswith(f"{first_wrong}: "), "why it is only PA"
    assert found[0].result["reason"] == ""
    assert (found[1].row["verdict"], found[1].row["points"], found[1].row["most_points"]) == (
        "PA",
        "40",
        "100",
    )


def test_the_table_says_what_each_group_gives(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Judged(tree, tmp_path, capsys, SCORED_2025_09, SMALL)
    assert found.groups == {
        "secret": ("WA", 40),
        "secret/1-small": ("AC", 40),
        "secret/2-big": ("WA", 0),
    }
    page = (tmp_path / "report.html").read_text()
    assert "<small>40 of 100</small>" in page
    assert "secret/2-big: WA, 0 of 60 points, 0/3 passed" in page
    rows = [
        line.split() for line in found.out.splitlines() if line.strip().startswith("secret/") and "of" in line
    ]
    assert rows[0] == ["secret/1-small", "AC", "40", "of", "40", "2/2"]
    assert rows[1][:6] == ["secret/2-big", "WA", "0", "of", "60", "0/3"]
    table = found.out.partition("group ")[2].partition("First failure")[0]
    assert table.count("not double") == 1, "what the group within says is not said twice"
    assert [line.strip() for line in table.splitlines()][-2:-1] != [""], "one empty line below the table"


@pytest.mark.parametrize("name", FORMATS)
def test_the_list_has_the_points_of_the_groups(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert list_problem(tree, str(written(tmp_path / "double", FORMATS[name]))) == 0
    told = capsys.readouterr().out
    rows = {tuple(line.split()) for line in told.splitlines()}
    assert "Groups: 100 points at most" in told
    expected: dict[str, set[tuple[str, ...]]] = {
        "2025-09": {("secret/1-small", "40", "pass-fail", "2"), ("secret/2-big", "60", "pass-fail", "3")},
        "legacy": {("secret/1-small", "40", "min", "2"), ("secret/2-big", "60", "min", "3")},
        "Polygon": {("1", "40", "sum", "1"), ("2", "60", "pass-fail", "2", "1")},
    }
    assert expected[name] <= rows, rows


def test_the_list_has_the_points_of_all_tests_where_there_is_no_group(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tests = '<test points="40"/><test points="60"/>'
    files = {**SCORED_POLYGON, "problem.xml": manifest(tests=tests)}
    assert list_problem(tree, str(written(tmp_path / "double", files))) == 0
    assert "all tests 100 sum 2" in " ".join(capsys.readouterr().out.split())


def test_what_cannot_change_the_score_is_judged_only_with_all(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Judged(tree, tmp_path, capsys, SCORED_2025_09, SMALL)
    whole = Judged(tree, tmp_path, capsys, SCORED_2025_09, SMALL, options=ALL)
    assert found.tests[-1] == "secret/2-big/5 WA"
    assert whole.tests[-2:] == ["secret/2-big/6 WA", "secret/2-big/7 WA"]
    assert found.groups == whole.groups


def test_a_group_is_not_judged_without_what_it_requires(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    required = {"data/secret/2-big/test_group.yaml": "max_score: 60\nrequire_pass: secret/1-small\n"}
    source = "n = int(input())\nprint(2 * n if n != 3 else 0)\n"
    found = Judged(tree, tmp_path, capsys, SCORED_2025_09, source, required)
    assert found.tests[-1] == "secret/1-small/3 WA"
    assert found.groups["secret/2-big"] == (None, 0)
    assert "not judged, as secret/1-small was not passed" in found.out
    free = Judged(tree, tmp_path / "control", capsys, SCORED_2025_09, source)
    assert free.groups["secret/2-big"] == ("AC", 60)


def test_validators_give_points_and_shares(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {"data/secret/2-big/test_group.yaml": "max_score: 60\nscore_aggregation: sum\n"}
    points = f"{writing('7.5')} if '/2-big/' in sys.argv[2] else None"
    found = Judged(
        tree,
        tmp_path,
        capsys,
        SCORED_2025_09,
        RIGHT,
        {**said, "output_validator/validate.py": giving(points)},
    )
    assert found.result["points"] == 62.5
    assert found.result["verdict"] == "PA"
    share = points.replace("score.txt", "score_multiplier.txt").replace("7.5", "0.1")
    found = Judged(
        tree, tmp_path, capsys, SCORED_2025_09, RIGHT, {**said, "output_validator/validate.py": giving(share)}
    )
    assert found.result["points"] == 46


@pytest.mark.parametrize(
    ("files", "changes", "why"),
    [
        (
            SCORED_2025_09,
            {"output_validator/validate.py": giving(writing("3"))},
            "wrote score.txt, but the tests",
        ),
        (
            SCORED_2025_09,
            {"output_validator/validate.py": giving(writing("0.5", "score_multiplier.txt"))},
            "wrote score_multiplier.txt, but the tests",
        ),
        (
            SCORED_LEGACY,
            {
                "problem.yaml": f"{SCORED_LEGACY['problem.yaml']!s}validation: custom score\n",
                "output_validators/validate.py": giving("pass"),
            },
            "accepted the output without score.txt",
        ),
        (
            SCORED_LEGACY,
            {"data/secret/testdata.yaml": "grading: custom\n", "graders/grade.py": "print('good')\n"},
            "the grader printed no verdict and points of secret/1-small: expected a line such as 'AC 50', found 'good",
        ),
        (
            SCORED_LEGACY,
            {"data/secret/testdata.yaml": "grading: custom\n", "graders/grade.py": "print('AC nan')\n"},
            "the grader printed no verdict and points of secret/1-small",
        ),
        (
            SCORED_LEGACY,
            {"data/secret/testdata.yaml": "grading: custom\n", "graders/grade.py": "print('AC 1'); 1 / 0\n"},
            "the grader failed on secret/1-small: exit code 1",
        ),
        (
            SCORED_LEGACY,
            {
                "problem.yaml": f"{SCORED_LEGACY['problem.yaml']!s}limits: {{validation_time: 1}}\n",
                "data/secret/testdata.yaml": "grading: custom\n",
                "graders/grade.py": "while True: pass\n",
            },
            "the grader failed on secret/1-small: CPU time limit",
        ),
        (
            SCORED_LEGACY,
            {"data/secret/testdata.yaml": "grading: custom\n", "graders/grade.py": "print('AC 101')\n"},
            "secret/1-small has 101 points: the package requires at most 40",
        ),
    ],
    ids=["not of this group", "share", "no points", "junk", "nan", "crash", "hang", "too many"],
)
def test_a_fault_of_the_package_is_a_judge_error(
    tree: JudgeHost,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    files: Files,
    changes: dict[str, str],
    why: str,
) -> None:
    found = Judged(tree, tmp_path, capsys, files, RIGHT, changes)
    assert (found.status, found.result["verdict"], found.result["points"]) == (1, "JE", None)
    assert why in found.result["reason"]
    assert found.last.startswith("JE  double  mine.py  ")
    assert why.split(":")[0] in found.last


def test_a_grader_of_the_package_decides(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = {"data/secret/testdata.yaml": "grading: custom\n", "graders/grade.py": GRADER}
    found = Judged(tree, tmp_path, capsys, SCORED_LEGACY, SMALL, changes)
    assert (found.result["verdict"], found.result["points"]) == ("PA", 20)


@pytest.mark.parametrize(
    ("said", "points", "verdict"),
    [
        ("quitp", 70, "PA"),
        ("all", 100, "AC"),
        ("percent", 80, "PA"),
        ("too many", None, "JE"),
        ("none", None, "JE"),
    ],
)
def test_a_checker_of_testlib_gives_points(
    tree: JudgeHost,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    said: str,
    points: float | None,
    verdict: str,
) -> None:
    words = {
        "quitp": ("points 10 close", 7),
        "all": ("points 40", 7),
        "percent": ("partially correct (50) half", 50),
        "too many": ("points 1000", 7),
        "none": ("points_info=a", 7),
    }
    message, code = words[said]
    checker = f"import sys\nif sys.argv[1].endswith('/01'): sys.exit(print({message!r}, file=sys.stderr) or {code})\n"
    xml = str(SCORED_POLYGON["problem.xml"]).replace(
        '<dependencies><dependency group="1"/></dependencies>', ""
    )
    found = Judged(
        tree, tmp_path, capsys, SCORED_POLYGON, RIGHT, {"files/check.py": checker, "problem.xml": xml}
    )
    assert (found.result["verdict"], found.result["points"]) == (verdict, points)


def test_verify_checks_the_scores_that_a_package_expects(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, files in FORMATS.items():
        package = str(written(tmp_path / name / "double", files))
        assert (
            verify(
                tree, Choice((package,)), ReportFiles(), options=VerifyOptions(time_limit_s=SECONDS.limit_s)
            )
            == 0
        )
    capsys.readouterr()
    rules = {"submissions/submissions.yaml": "partial: {score: 60, secret/2-big: {score: 0}}\n"}
    wrong = written(tmp_path / "wrong" / "double", SCORED_2025_09, **rules)
    assert (
        verify(
            tree, Choice((str(wrong),)), ReportFiles(), options=VerifyOptions(time_limit_s=SECONDS.limit_s)
        )
        == 1
    )
    assert "expected 60 points, found 40" in " ".join(capsys.readouterr().out.split())
    swapped = {"submissions/partially_accepted/small.py": RIGHT, "submissions/accepted/right.py": NOTHING}
    wrong = written(tmp_path / "swapped" / "double", SCORED_LEGACY, **swapped)
    assert (
        verify(
            tree, Choice((str(wrong),)), ReportFiles(), options=VerifyOptions(time_limit_s=SECONDS.limit_s)
        )
        == 1
    )
    said = " ".join(capsys.readouterr().out.split())
    assert "accepted, 100 of 100 points" in said
    assert "wrong answer, 0 of 100 points" in said


def test_a_choice_of_tests_has_no_score(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = SubmitOptions(time_limit_s=5, samples_only=True)
    found = Judged(tree, tmp_path, capsys, SCORED_2025_09, RIGHT, options=options)
    assert (found.result["verdict"], found.result["points"]) == ("AC", None)
    assert len(CASES) == 10


def test_the_history_keeps_points(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Judged(tree, tmp_path, capsys, SCORED_2025_09, SMALL)
    assert history(HistoryOptions()) == 0
    assert "PA 40 of 100" in " ".join(capsys.readouterr().out.split())
