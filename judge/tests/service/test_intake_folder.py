"""A folder with a folder for each author is no solution: the command for a class is named."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost
from judge.service.intake import solution_in

MAIN = "int main() {}\n"
PARTS = "int twice(int n) { return 2 * n; }\n"
PYTHON = "print(2 * int(input()))\n"


def folder_of(place: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    return str(place)


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"anna/a.cpp": MAIN, "ben/a.cpp": MAIN}, "anna, ben"),
        ({"anna/a.cpp": MAIN, "ben/a.py": PYTHON}, "anna, ben"),
        ({"anna/a.py": PYTHON, "ben/b.py": PYTHON}, "anna, ben"),
        ({"anna/1/a.cu": MAIN, "ben/1/a.cu": MAIN}, "anna, ben"),
        (
            {"anna/a.cpp": MAIN, "ben/a.cpp": MAIN, "ben/parts/twice.cpp": PARTS, "ben/NOTES": "-"},
            "anna, ben",
        ),
        ({f"{name}/a.c": MAIN for name in "abcde"}, "a, b, c and 2 more"),
    ],
    ids=["one language", "two languages", "python", "deeper", "a solution of two files", "many"],
)
def test_a_class_is_told_from_a_solution(tree: JudgeHost, files: dict[str, str], found: str) -> None:
    folder = folder_of(tree.installation.root / "class", files)
    with pytest.raises(JudgeError) as raised:
        solution_in(tree, load_problem(tree.installation.problems / "double"), f"{folder}/", None)
    assert f"expected the files of one solution, found a folder for each of {found}. " in str(raised.value)
    assert str(raised.value).endswith(f"./judge/judge submit double {folder}")


@pytest.mark.parametrize(
    "files",
    [
        {"src/main.cpp": MAIN, "parts/twice.cpp": PARTS},
        {"main.cpp": MAIN, "tests/test.cpp": MAIN, "tools/tool.cpp": MAIN},
        {"__main__.py": PYTHON, "numbers/twice.py": PYTHON, "words/twice.py": PYTHON},
        {"src/main.cpp": MAIN},
    ],
    ids=["two folders", "files of its own", "packages", "one folder"],
)
def test_folders_of_one_solution(tree: JudgeHost, files: dict[str, str]) -> None:
    folder = folder_of(tree.installation.root / "mine", files)
    assert solution_in(tree, load_problem(tree.installation.problems / "double"), folder, None).name == "mine"
