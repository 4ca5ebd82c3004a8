"""`judge submit` with several files: every author's verdict, in the terminal, the page, the table and the history."""

import csv
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.events import unheard
from judge.commands.history import history
from judge.commands.options.history import HistoryOptions
from judge.commands.options.submit import SubmitOptions
from judge.commands.submit import submit
from judge.commands.submit_many import submit_many
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles, read_report
from judge.service.class_files import Member, members_of
from judge.tests.command_line import run_judge
from judge.tests.gpu_stand_in import NOWHERE
from judge.tests.judging.test_devices import DOUBLE
from judge.tests.packages import written

pytestmark = pytest.mark.built

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


def members(files: Sequence[str]) -> Sequence[Member]:
    found = members_of(files, unheard)
    assert found
    return found


def test_each_author_has_a_row(tree: JudgeHost, class_folder: Path, tmp_path: Path, capsys: Captured) -> None:
    files = ReportFiles(tmp_path / "r.json", None, tmp_path / "r.html", tmp_path / "r.csv")
    assert submit_many(tree, "double", members(given(class_folder)), files=files) == 1
    printed = capsys.readouterr().out
    assert re.search(r"^ *anna/a.py +AC +3/3 .* MiB *$", printed, re.MULTILINE)
    assert re.search(r"^ *ben/b.py +WA +1/3 .* secret/01-zero: line 1", printed, re.MULTILINE)
    assert re.search(r"^ *cleo/c.py +CE +0/3 ", printed, re.MULTILINE)
    assert re.search(r"^ +2 +secret/01-zero +1 of 3 +1 WA *$", printed, re.MULTILINE)
    assert printed.splitlines()[-1] == "double: 2 of 4 accepted"
    rows = [*csv.DictReader((tmp_path / "r.csv").open(encoding="utf-8-sig"))]
    assert [(row["author"], row["solution"], row["verdict"]) for row in rows] == [
        ("anna", "a.py", "AC"),
        ("ben", "b.py", "WA"),
        ("cleo", "c.py", "CE"),
        ("dora", "a.py", "AC"),
    ]
    assert [row["secret/01-zero"] for row in rows] == ["AC", "WA", "", "AC"]
    [problem] = read_report(tmp_path / "r.json").problems
    assert [result.name for result in problem.results] == [*SOURCES]
    assert history(HistoryOptions("double")) == 0
    assert "ben/b.py" in capsys.readouterr().out


def test_all_accepted(tree: JudgeHost, class_folder: Path) -> None:
    good = [str(class_folder / name) for name in ("anna/a.py", "dora/a.py")]
    assert submit_many(tree, "double", members(good)) == 0


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
    tree: JudgeHost, class_folder: Path, capsys: Captured
) -> None:
    (class_folder / "ben/b.py").write_text("")
    assert submit_many(tree, "double", members(given(class_folder))) == 2
    captured = capsys.readouterr()
    assert "ben/b.py is empty" in captured.err
    assert captured.out.splitlines()[-1] == "double: 2 of 4 accepted, 1 not judged"


def test_nobody_vanishes(tree: JudgeHost, class_folder: Path, tmp_path: Path, capsys: Captured) -> None:
    """Anyone who handed in something that cannot be judged has a row everywhere, with the reason."""
    (class_folder / "ben/b.py").write_text("")
    written(class_folder, {"eve/essay.docx": "PK", "finn/f.py": GOOD})
    (class_folder / "finn/f.py").write_bytes(GOOD.encode("utf-16"))
    files = ReportFiles(tmp_path / "r.json", tmp_path / "r.xml", tmp_path / "r.html", tmp_path / "r.csv")
    assert submit_many(tree, "double", members([str(class_folder)]), files=files) == 2
    printed = capsys.readouterr().out
    assert printed.splitlines()[-1] == "double: 2 of 6 accepted, 3 not judged"
    rows = [*csv.DictReader((tmp_path / "r.csv").open(encoding="utf-8-sig"))]
    assert [(row["author"], row["verdict"], row["passed"]) for row in rows] == [
        ("anna", "AC", "3"),
        ("ben", "JE", "0"),
        ("cleo", "CE", "0"),
        ("dora", "AC", "3"),
        ("eve", "JE", "0"),
        ("finn", "JE", "0"),
    ]
    assert all(row["reason"] for row in rows if row["verdict"] == "JE")
    for form in (printed, (tmp_path / "r.html").read_text(), (tmp_path / "r.xml").read_text()):
        assert all(name in form for name in ("ben/b.py", "eve/essay.docx", "finn/f.py"))
    assert history(HistoryOptions("double", by_author=True)) == 0
    assert re.search(r"^ *eve +1 +0 +JE", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.parametrize(
    ("folders", "names"),
    [
        (["anna", "dora"], ["anna/anna", "dora/dora"]),
        (["anna/a.py", "dora"], ["anna/a.py", "dora/dora"]),
        (["anna/sum", "dora/sum"], ["anna/sum", "dora/sum"]),
    ],
)
def test_a_folder_of_the_class_is_its_author(
    tree: JudgeHost, class_folder: Path, tmp_path: Path, folders: list[str], names: list[str]
) -> None:
    for name in folders:
        if name.endswith("/sum"):
            (class_folder / name).mkdir()
            (class_folder / name / "a.py").write_text(GOOD)
    stored = ReportFiles(tmp_path / "r.json")
    given = members([str(class_folder / name) for name in folders])
    assert submit_many(tree, "double", given, files=stored) == 0
    assert [one.name for one in read_report(tmp_path / "r.json").problems[0].results] == names


def test_two_of_one_name_are_refused(tree: JudgeHost, class_folder: Path) -> None:
    files = [str(class_folder / name) for name in ("anna/a.py", "dora/a.py")]
    with pytest.raises(JudgeError, match=r"are both called eve/a\.py"):
        submit_many(tree, "double", members(files), SubmitOptions(author="eve"))


def test_a_file_given_twice_is_refused_as_that(tree: JudgeHost, class_folder: Path) -> None:
    file = str(class_folder / "anna/a.py")
    with pytest.raises(JudgeError, match=r"anna/a\.py is given twice\."):
        submit_many(tree, "double", members([file, str(class_folder / "ben/../anna/a.py")]))


def test_an_author_by_name(tree: JudgeHost, class_folder: Path, tmp_path: Path) -> None:
    files = ReportFiles(tmp_path / "r.json")
    source = str(class_folder / "anna/a.py")
    assert submit(tree, "double", source, SubmitOptions(author="eve"), files) == 0
    assert read_report(tmp_path / "r.json").problems[0].results[0].name == "eve/a.py"


def test_what_is_for_one_file(class_folder: Path) -> None:
    done = run_judge("submit", "vector-add", *given(class_folder), "--watch", "-q")
    assert done.returncode == 2
    assert "--watch is for one file, which is judged when it is saved: found 4 files." in done.stderr


def test_quiet_prints_the_last_line_alone(tree: JudgeHost, class_folder: Path, capsys: Captured) -> None:
    assert submit_many(tree, "double", members(given(class_folder)), SubmitOptions(quiet=True)) == 1
    assert capsys.readouterr().out == "double: 2 of 4 accepted\n"


def test_verbose_explains_each(tree: JudgeHost, class_folder: Path, capsys: Captured) -> None:
    explained = "First failure: secret/01-zero: line 1, token 1: expected 0, found 6"
    told = {
        SubmitOptions(): (False, 0),
        SubmitOptions(times=True): (False, 3),  # one of four was never run
        SubmitOptions(verbose=True): (True, 3),
    }
    for options, (is_explained, times) in told.items():
        assert submit_many(tree, "double", members(given(class_folder)), options) == 1
        printed = capsys.readouterr().out
        assert (explained in printed) is is_explained
        assert ("SyntaxError" in printed.partition("solution")[0]) is is_explained
        assert printed.count("Where the time went: ") == times
        shown = 4 if is_explained else times
        assert len(re.findall(r"^─+ \S+/\S+ ─+$", printed, re.MULTILINE)) == shown, "no heading above nothing"


def test_each_passed_test_is_timed_again(
    tree: JudgeHost, class_folder: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(out, "width", 200)
    stored = ReportFiles(tmp_path / "r.json")
    for repeat, counts in ((1, [None, None]), (3, [3, None])):
        two = members(given(class_folder)[:2])
        assert submit_many(tree, "double", two, SubmitOptions(repeat=repeat), stored) == 1
        anna, ben = read_report(tmp_path / "r.json").problems[0].results
        assert [one.repetitions and one.repetitions.count for one in (anna.tests[0], ben.tests[1])] == counts
        assert (" spread " in capsys.readouterr().out) is (repeat > 1)


CRASHING = "int main() {\n  volatile int* volatile none = nullptr;\n  *none = 1;\n}\n"


@pytest.mark.slow
def test_a_crash_comes_with_its_line(tree: JudgeHost, class_folder: Path, capsys: Captured) -> None:
    (class_folder / "eve").mkdir()
    (class_folder / "eve/e.cpp").write_text(CRASHING)
    files = [*given(class_folder), str(class_folder / "eve/e.cpp")]
    for sanitize in (False, True):
        options = SubmitOptions(sanitize=sanitize)
        assert submit_many(tree, "double", members(files), options) == 1
        printed = " ".join(capsys.readouterr().out.split())
        assert ("found: undefined-behaviour at e.cpp:3" in printed) is sanitize
        assert ("eve/e.cpp: sample/01-three again, with AddressSanitizer" in printed) is sanitize
    with pytest.raises(JudgeError, match=r"--sanitize is for C17, C\+\+20, not Python 3"):
        submit_many(tree, "double", members(given(class_folder)), options)


@pytest.mark.slow
def test_what_was_found_in_an_accepted_solution(
    tree: JudgeHost, class_folder: Path, tmp_path: Path, capsys: Captured
) -> None:
    (class_folder / "anna/a.cu").write_text(DOUBLE)
    files = [str(class_folder / name) for name in ("anna/a.cu", "dora/a.py")]
    for strict, status, last in (
        (False, 0, "2 of 2 accepted"),
        (True, 1, "1 of 2 accepted, 1 rejected by --strict"),
    ):
        stored = ReportFiles(tmp_path / "r.json")
        options = SubmitOptions(strict=strict)
        assert (
            submit_many(tree.with_policy(gpus=NOWHERE), "double", members(files), options, stored) == status
        )
        printed = capsys.readouterr().out
        assert printed.splitlines()[-1] == f"double: {last}"
        assert ("rejected by --strict: memory that was not freed, a.cu:5" in printed) is strict
        assert ("found: leaked-memory at a.cu:5" in printed) is not strict
        assert read_report(tmp_path / "r.json").passed is not strict


@pytest.mark.slow
def test_what_holds_for_all_is_told_once(tree: JudgeHost, class_folder: Path, capsys: Captured) -> None:
    for name in ("a.cu", "b.cu"):
        (class_folder / "anna" / name).write_text(DOUBLE)
    files = [*given(class_folder), *(str(class_folder / "anna" / name) for name in ("a.cu", "b.cu"))]
    options = SubmitOptions(samples_only=True)
    assert submit_many(tree.with_policy(gpus=NOWHERE), "double", members(files), options) == 1
    assert capsys.readouterr().out.count(": judged on the emulated GPU") == 1


def test_a_name_like_a_formula_is_harmless_in_a_spreadsheet(tree: JudgeHost, tmp_path: Path) -> None:
    source = tmp_path / "=1+1.py"
    source.write_text(GOOD)
    assert submit(tree, "double", str(source), files=ReportFiles(csv=tmp_path / "r.csv")) == 0
    assert "double,,'=1+1.py,AC" in (tmp_path / "r.csv").read_text()
