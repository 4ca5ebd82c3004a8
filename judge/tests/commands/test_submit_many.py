"""`judge submit` with several files: every author's verdict, in the terminal, the page, the table and the history."""

import csv
import re
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.history import history
from judge.commands.submit import submit
from judge.commands.submit_many import submit_many
from judge.history.filters import Filter
from judge.project.paths import Project
from judge.reports.files import ReportFiles, read_report
from judge.tests.command_line import run_judge

GOOD = "print(2 * int(input()))\n"
SOURCES = {"anna/a.py": GOOD, "ben/b.py": "print(6)\n", "cleo/c.py": "print(\n", "dora/a.py": GOOD + "#\n"}
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def class_folder(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        path = tmp_path / "class" / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return tmp_path / "class"


def given(folder: Path) -> list[str]:
    return [str(path) for path in sorted(folder.glob("*/*.py"))]


def test_each_author_has_a_row(tree: Project, class_folder: Path, tmp_path: Path, capsys: Captured) -> None:
    files = ReportFiles(tmp_path / "r.json", None, tmp_path / "r.html", tmp_path / "r.csv")
    assert submit_many(tree, "double", given(class_folder), None, False, False, files) == 1
    printed = capsys.readouterr().out
    assert re.search(r"^ *anna/a.py +AC +3/3 .* \+\+\+ *$", printed, re.MULTILINE)
    assert re.search(r"^ *ben/b.py +WA +1/3 .* \+W\. +secret/01-zero: line 1", printed, re.MULTILINE)
    assert re.search(r"^ *cleo/c.py +CE +0/3 ", printed, re.MULTILINE)
    assert "2 of 4 accepted" in printed
    rows = [*csv.DictReader((tmp_path / "r.csv").open())]
    assert [(row["author"], row["solution"], row["verdict"]) for row in rows] == [
        ("anna", "a.py", "AC"),
        ("ben", "b.py", "WA"),
        ("cleo", "c.py", "CE"),
        ("dora", "a.py", "AC"),
    ]
    assert [row["secret/01-zero"] for row in rows] == ["AC", "WA", "", "AC"]
    [problem] = read_report(tmp_path / "r.json").problems
    assert [result.name for result in problem.results] == [*SOURCES]
    assert history(Filter("double")) == 0
    assert "ben/b.py" in capsys.readouterr().out


def test_all_accepted(tree: Project, class_folder: Path) -> None:
    good = [str(class_folder / name) for name in ("anna/a.py", "dora/a.py")]
    assert submit_many(tree, "double", good, None, False, False, ReportFiles()) == 0


def test_a_page_of_submissions_expects_nothing(class_folder: Path, tmp_path: Path) -> None:
    page, stored = tmp_path / "r.html", tmp_path / "r.json"
    for files in ([str(class_folder / "anna/a.py")], given(class_folder)):
        for source in files:
            Path(source).write_text(Path(source).read_text() + "# vector-add\n")
        run_judge(
            "submit",
            "vector-add",
            *files,
            "--samples",
            "--no-history",
            "--html",
            str(page),
            "--json",
            str(stored),
        )
        text = page.read_text().partition("<body>")[2].partition("<script>")[0]
        assert "a.py" in text
        assert "accepted/" not in text
        assert "as expected" not in text.lower()
        assert "; expected" not in text
    assert "0 of 4 accepted" in text
    assert "not accepted" in text


def test_a_file_that_cannot_be_judged_stops_no_other(
    tree: Project, class_folder: Path, capsys: Captured
) -> None:
    (class_folder / "ben/b.py").write_text("")
    assert submit_many(tree, "double", given(class_folder), None, False, False, ReportFiles()) == 2
    captured = capsys.readouterr()
    assert "ben/b.py is empty" in captured.err
    assert "2 of 3 accepted" in captured.out


def test_two_of_one_name_are_refused(tree: Project, class_folder: Path) -> None:
    (class_folder / "dora").rename(class_folder / "more")
    (class_folder / "more/anna").mkdir()
    (class_folder / "more/a.py").rename(class_folder / "more/anna/a.py")
    files = [str(class_folder / "anna/a.py"), str(class_folder / "more/anna/a.py")]
    with pytest.raises(JudgeError, match=r"are both called anna/a\.py"):
        submit_many(tree, "double", files, None, False, False, ReportFiles())


def test_an_author_by_name(tree: Project, class_folder: Path, tmp_path: Path) -> None:
    files = ReportFiles(tmp_path / "r.json")
    source = str(class_folder / "anna/a.py")
    assert submit(tree, "double", source, None, False, False, files, author="eve") == 0
    assert read_report(tmp_path / "r.json").problems[0].results[0].name == "eve/a.py"


def test_what_is_for_one_file(class_folder: Path) -> None:
    done = run_judge("submit", "vector-add", *given(class_folder), "--watch", "-q")
    assert done.returncode == 2
    assert "--quiet, --watch: for one file, found 4." in done.stderr


def test_a_name_like_a_formula_is_harmless_in_a_spreadsheet(tree: Project, tmp_path: Path) -> None:
    source = tmp_path / "=1+1.py"
    source.write_text(GOOD)
    assert submit(tree, "double", str(source), None, False, False, ReportFiles(csv=tmp_path / "r.csv")) == 0
    assert "double,,'=1+1.py,AC" in (tmp_path / "r.csv").read_text()
