"""What a class is given as, and whose each submission is."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from judge.base.events import Event, Warned, unheard
from judge.commands.submit_many import submit_many
from judge.contest.sources import source_folder
from judge.project.host import JudgeHost
from judge.service.class_files import authors_of, holds_several, members_of
from judge.tests.packages import written, zipped

pytestmark = pytest.mark.built

MAIN = "int main() {}\n"
PARTS = "int twice(int n) { return 2 * n; }\n"
PYTHON = "print(2 * int(input()))\n"
CLASSES: Mapping[str, Mapping[str, str]] = {
    "folders": {"anna/a.cpp": MAIN, "ben/b.py": PYTHON},
    "folders of folders": {"anna/src/main.cpp": MAIN, "ben/src/main.cpp": MAIN},
    "zip files": {"anna/sum.zip": "PK", "ben/sum.ZIP": "PK"},
    "zip files beside each other": {"anna.zip": "PK", "ben.zip": "PK"},
    "programs beside each other": {"anna.cpp": MAIN, "ben.cpp": MAIN},
    "scripts beside each other": {"anna.py": PYTHON, "ben.py": PYTHON},
    "with what lies around": {"anna/a.py": PYTHON, "ben/b.py": PYTHON, "Thumbs.db": "", "grades.csv": ""},
    "what is no program": {"anna/ps1.ipynb": "{}", "ben/b.py": PYTHON},
    "an archive that is not opened": {"anna/sum.tar.gz": "", "ben/b.py": PYTHON},
    "names of people": {"Ada L\u00f6we/Vector Add.cpp": MAIN, "\u674e \u96f7/\u89e3\u7b54.cpp": MAIN},
}
SOLUTIONS: Mapping[str, Mapping[str, str]] = {
    "one file": {"main.cpp": MAIN},
    "parts": {"main.cpp": MAIN, "twice.cpp": PARTS},
    "parts in folders": {"src/main.cpp": MAIN, "parts/twice.cpp": PARTS},
    "with an essay": {"src/main.cpp": MAIN, "docs/essay.pdf": "", "data/small.csv": ""},
    "with tests": {"main.cpp": MAIN, "tests/test.cpp": MAIN, "tools/tool.cpp": MAIN},
    "a module": {"solve.py": "import numbers_of\n", "numbers_of.py": PYTHON},
    "an entry point": {"main.py": PYTHON, "other.py": PYTHON},
    "one folder": {"src/main.cpp": MAIN},
    "outputs": {"secret/1.ans": "1\n", "sample/1.ans": "1\n"},
}


@pytest.mark.parametrize("name", CLASSES)
def test_a_class(tmp_path: Path, name: str) -> None:
    assert holds_several(written(tmp_path / "class", CLASSES[name]))


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_solution(tmp_path: Path, name: str) -> None:
    folder = written(tmp_path / "mine", SOLUTIONS[name])
    assert not holds_several(folder)
    assert members_of([str(folder)], unheard) is None


@pytest.mark.parametrize(
    ("files", "authors"),
    [
        ("anna/a.py ben/a.py", "anna ben"),
        ("anna/src/main.cpp ben/src/main.cpp", "anna ben"),
        ("anna/src/main.cpp ben/src/main.cpp cleo/main.cpp", "anna ben cleo"),
        ("anna/src/main.cpp ben/source/main.cpp", "anna ben"),
        ("anna/build/main.cpp ben/build/main.cpp cleo/main.cpp", "anna ben cleo"),
        ("anna/1/a.py anna/2/a.py ben/1/a.py", "anna/1 anna/2 ben/1"),
        ("monday/anna/a.py tuesday/ben/a.py tuesday/cleo/a.py", "anna ben cleo"),
        ("anna.py ben.py", "class class"),
        ("anna.zip ben.zip", "anna ben"),
        ("a_17_assignsubmission_file_/a.py b_18_assignsubmission_file_/a.py", "a b"),
        (
            "a_17_assignsubmission_file_/a.py a_18_assignsubmission_file_/a.py b_19_assignsubmission_file_/a.py",
            "a_17 a_18 b",
        ),
        ("a_17_assignsubmission_file_/a.py a_17_assignsubmission_onlinetext_/t.html b/b.py", "a a b"),
        (
            "a_17_assignsubmission_file_a.py a_17_assignsubmission_file_b.py b_18_assignsubmission_file_a.py",
            "a a b",
        ),
        ("a_17_assignsubmission_file_x_1_2_y.zip a_18_assignsubmission_file_m.py", "a_17 a_18"),
        ("adab_LATE_1234_567_sum-2.py turingalan_1235_568_sum_1_2_x.py", "adab turingalan"),
        ("adab_1234_567_sum.py adab_1235_568_sum.py eve_late_7_9_s.py", "adab_1234 adab_1235 eve"),
        (
            "HW_1_ada_attempt_2024-01-05-13-45-00_a_b.py HW_1_eve_attempt_2024-01-06-10-00-00_s.py",
            "ada eve",
        ),
        ("sum_1_2_a.py product.py", "class class"),
    ],
)
def test_whose_it_is(tmp_path: Path, files: str, authors: str) -> None:
    folder = written(tmp_path / "class", dict.fromkeys(files.split(), ""))
    assert authors_of([folder / name for name in files.split()]) == authors.split()


@pytest.mark.parametrize("beside", ["", "cleo/c.py"])
def test_files_of_a_zip_file_are_by_what_that_is_called(tmp_path: Path, beside: str) -> None:
    """Names never come from the folder in which it was unpacked, which is another one each time."""
    given = [str(zipped(tmp_path / "sheet 1.zip", {"anna.py": PYTHON, "ben.py": PYTHON}))]
    if beside:
        given.append(str(written(tmp_path, {beside: PYTHON}) / beside))
    members = members_of(given, unheard)
    assert members
    assert [one.author for one in members] == ["sheet 1", "sheet 1", *(["cleo"] if beside else [])]


def test_a_link_is_whose_folder_it_lies_in(tmp_path: Path) -> None:
    """One that leads elsewhere is told of later, and changes nobody else's name."""
    folder = written(tmp_path / "class", {"ben.zip": "PK", "cleo/a.py": PYTHON})
    for name in ("anna.zip", "dev.zip"):
        (folder / name).symlink_to("/dev/null")
    names = ["anna.zip", "ben.zip", "cleo/a.py", "dev.zip"]
    assert authors_of([folder / name for name in names]) == ["anna", "ben", "cleo", "dev"]


def names_of(given: Sequence[Path]) -> list[tuple[str, str]]:
    members = members_of([str(path) for path in given], unheard)
    assert members is not None
    return [(one.author, one.path.name) for one in members]


def test_nobody_in_a_folder_is_left_out(tmp_path: Path) -> None:
    files = {**CLASSES["folders"], "cleo/essay.docx": "", "dora/README": "", "dora/notes.txt": ""}
    folder = written(tmp_path / "class", files)
    (folder / "eve").mkdir()
    assert names_of([folder]) == [
        ("anna", "a.cpp"),
        ("ben", "b.py"),
        ("cleo", "essay.docx"),
        ("dora", "dora"),
        ("eve", "eve"),
    ]


def test_a_link_of_one_does_not_stop_the_others(tmp_path: Path) -> None:
    folder = written(tmp_path / "class", {"anna/a.py": PYTHON, "cleo/notes.txt": ""})
    (folder / "ben").mkdir()
    (folder / "ben/b.py").symlink_to("/etc/passwd")
    assert names_of([folder]) == [("anna", "a.py"), ("ben", "ben"), ("cleo", "notes.txt")]


def test_a_link_that_an_author_handed_in_is_not_followed(
    tree: JudgeHost, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Links may lead to a file of the person who judges the class, or to another student's solution."""
    folder = written(tmp_path / "class", {"anna/a.py": PYTHON, "ben/b.py": PYTHON})
    (tmp_path / "secret").write_text("the password")
    for name, leads_to in (("cleo", "../../secret"), ("dora", "../anna/a.py")):
        (folder / name).mkdir()
        (folder / name / "s.py").symlink_to(leads_to)
    members = members_of([str(folder)], unheard)
    assert members
    assert submit_many(tree, "double", members) == 2
    told = "".join(capfd.readouterr())
    assert "password" not in told
    for name in ("cleo", "dora"):
        assert f"{folder}/{name}/s.py is a link" in told
    assert "2 of 4 accepted, 2 not judged" in told


def test_files_of_a_platform_without_folders(tmp_path: Path) -> None:
    """Blackboard adds a text to each attempt; who handed in no program is there all the same."""
    attempt = "HW_{}_attempt_2024-01-05-13-45-00"
    ada, eve, ida = (attempt.format(name) for name in ("ada", "eve", "ida"))
    files = {f"{ada}_sum.py": PYTHON, f"{ada}.txt": "Name", f"{eve}_sum.py": PYTHON, f"{eve}_proof.pdf": ""}
    folder = written(tmp_path / "class", {**files, f"{ida}.txt": "I was ill", "feedback.html": "<p>"})
    told: list[Event] = []
    members = members_of([str(folder)], told.append)
    assert members
    assert [(one.author, one.path.name) for one in members] == [
        ("ada", f"{ada}_sum.py"),
        ("eve", f"{eve}_sum.py"),
        ("ida", f"{ida}.txt"),
    ]
    assert [str(one.text).split(" ")[0] for one in told if isinstance(one, Warned)] == [
        f"{ada}.txt",
        f"{eve}_proof.pdf",
        "feedback.html",
    ]


CANVAS = {
    "annalee_LATE_12_345_main.cpp": '#include "twice.h"\nint main() { return twice(0); }\n',
    "annalee_LATE_12_346_twice.h": PARTS.replace("int", "inline int", 1),
    "annalee_LATE_12_347_essay.pdf": "",
    "benlee_13_348_sum.py": PYTHON,
}


@pytest.mark.parametrize("is_zip", [False, True])
def test_files_of_one_student_on_a_platform_without_folders_are_one_program(
    tmp_path: Path, *, is_zip: bool
) -> None:
    given = zipped(tmp_path / "c.v2.zip", CANVAS, prefix="") if is_zip else written(tmp_path / "c.v2", CANVAS)
    members = members_of([str(given)], unheard)
    assert members
    assert [(one.author, one.shown) for one in members] == [
        ("annalee", f"{given}/annalee_LATE_12_345_main.cpp and 1 other file"),
        ("benlee", f"{given}/benlee_13_348_sum.py"),
    ]
    assert sorted(path.name for path in members[0].path.iterdir()) == ["main.cpp", "twice.h"]


def test_a_link_among_the_files_of_a_student_stays_one(tmp_path: Path) -> None:
    folder = written(tmp_path / "class", {"ann_1_2_main.py": PYTHON, "ben_3_4_b.py": PYTHON})
    (folder / "ann_1_5_other.py").symlink_to("ben_3_4_b.py")
    members = members_of([str(folder)], unheard)
    assert members
    assert [one.author for one in members] == ["ann", "ben"]
    assert (members[0].path / "other.py").is_symlink()


def test_attempts_of_one_student_stay_apart(tmp_path: Path) -> None:
    names = [f"HW_ada_attempt_2024-01-0{day}-13-45-00_sum.py" for day in (5, 6)]
    other = "HW_eve_attempt_2024-01-05-13-45-00_sum.py"
    folder = written(tmp_path / "class", dict.fromkeys([*names, other], PYTHON))
    assert names_of([folder]) == [("ada", names[0]), ("ada", names[1]), ("eve", other)]


def test_a_platform_s_zip_file_of_zip_files(tmp_path: Path) -> None:
    """Moodle's, with what a Mac adds when it is made again."""
    inner = {
        name: zipped(tmp_path / f"{name}.zip", {"sum/main.cpp": MAIN}).read_bytes()
        for name in ("anna", "ben")
    }
    files = {
        f"{name}_{number}_assignsubmission_file_/sum.zip": inner[name]
        for number, name in enumerate(inner, start=4711)
    }
    whole = zipped(tmp_path / "class.zip", {**files, "__MACOSX/x/._sum.zip": "x"}, prefix="")
    assert names_of([whole]) == [("anna", "sum.zip"), ("ben", "sum.zip")]
    below = zipped(tmp_path / "below.zip", files, prefix="class/")
    assert names_of([below]) == [("anna", "sum.zip"), ("ben", "sum.zip")]
    shown = members_of([str(below)], unheard)
    assert shown
    assert shown[0].shown == f"{below}/anna_4711_assignsubmission_file_/sum.zip"


def test_a_zip_file_beside_a_readme_is_what_was_handed_in(tmp_path: Path) -> None:
    files = {
        "anna/sum.zip": "PK",
        "anna/README.txt": "",
        "anna/proof.pdf": "",
        "ben/a.zip": "PK",
        "ben/a.py": PYTHON,
    }
    folder = written(
        tmp_path / "class", {**files, "cleo/1.zip": "PK", "cleo/2.zip": "PK", "dora/d.py": PYTHON}
    )
    assert names_of([folder]) == [("anna", "sum.zip"), ("ben", "ben"), ("cleo", "cleo"), ("dora", "d.py")]


def test_what_moodle_has_of_a_text_is_no_submission_beside_files(tmp_path: Path) -> None:
    """Moodle makes two folders for each: one for the text of an author, and one for the files."""
    texts = {
        f"{name}_assignsubmission_onlinetext_/onlinetext.html": "<p>"
        for name in ("Ada B_4", "Ada B_5", "Eve_6")
    }
    files = {f"{name}_assignsubmission_file_/a.py": PYTHON for name in ("Ada B_4", "Ben_7")}
    folder = written(tmp_path / "class", {**texts, **files})
    told: list[Event] = []
    members = members_of([str(folder)], told.append)
    assert members
    assert [(one.author.partition("_")[0], one.path.name) for one in members] == [
        ("Ada B", "a.py"),
        ("Ada B", "onlinetext.html"),
        ("Ben", "a.py"),
        ("Eve", "onlinetext.html"),
    ]
    text = "Ada B_4_assignsubmission_onlinetext_ is not a submission: its author has handed in files, too"
    assert told == [Warned(text)]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_zip_file_in_a_zip_file_is_opened(tmp_path: Path, depth: int) -> None:
    path = zipped(tmp_path / "0.zip", {"src/main.py": PYTHON})
    for number in range(1, depth):
        (tmp_path / f"{number}").mkdir()
        outer = tmp_path / f"{number}.zip"
        with zipfile.ZipFile(outer, "w") as archive:
            archive.write(path, "again.zip")
        path = outer
    assert source_folder(path).read_text() == PYTHON


def test_a_zip_file_of_one_solution_is_no_class(tmp_path: Path) -> None:
    assert members_of([str(zipped(tmp_path / "mine.zip", SOLUTIONS["parts"]))], unheard) is None
