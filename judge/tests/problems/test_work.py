"""The work of tests: asked of the program once for each input, and forgotten when the program is another."""

import json
from pathlib import Path

import msgspec
import pytest

from judge.base.records import replace
from judge.problems import model as testcases
from judge.problems.formats.own import load_problem
from judge.problems.model import Problem
from judge.problems.test_cases import load_test_cases
from judge.problems.work import Work, work_of_tests
from judge.project.host import JudgeHost

FIGURES = {"size": 7, "size_unit": "elements", "flop": 8, "least_bytes": 9}
PROGRAM = """#!/usr/bin/python3
import json, pathlib, sys
assert sys.argv[1] == "--batch" and sys.argv[3:] == ["--work", "--no-solve"]
for path in pathlib.Path(sys.argv[2]).read_text().splitlines():
    number = int(pathlib.Path(path).read_text())
    with pathlib.Path(__file__).with_name("asked").open("a") as asked:
        print(number, file=asked)
    line = {"input": path, "exit_code": 2 * (number == 0), "stdout_bytes": 0, "wall_ns": 1, "message": None}
    if number:
        line["work"] = {"size": FACTOR * number, "size_unit": "units", "flop": 0, "least_bytes": 8}
    print(json.dumps({"batch": line}), file=sys.stderr, flush=True)
    if number == LAST:
        sys.exit("out of memory")
"""


@pytest.fixture
def problem(tree: JudgeHost) -> Problem:
    write_program(tree, 1)
    return load_problem(tree.installation.problems / "double")


def write_program(tree: JudgeHost, factor: int, last: int = -1) -> None:
    """`last`: the number after which it fails."""
    tree.installation.program("double").write_text(
        PROGRAM.replace("FACTOR", str(factor)).replace("LAST", str(last))
    )


def asked(tree: JudgeHost) -> list[str]:
    """The inputs that the program was asked about, in order."""
    file = tree.installation.build / "asked"
    return file.read_text().split() if file.exists() else []


def sizes(tree: JudgeHost, problem: Problem) -> dict[str, int]:
    tests = load_test_cases(tree.installation, problem)
    return {name: work.size for name, work in work_of_tests(tree.installation, problem, tests).items()}


def test_every_input_is_asked_about_once(tree: JudgeHost, problem: Problem) -> None:
    first = sizes(tree, problem)
    assert first == {"sample/01-three": 3, "secret/02-beyond-32-bits": 4000000000}  # the program refuses 0
    assert sizes(tree, problem) == first
    assert asked(tree) == ["3", "0", "4000000000", "0"]


def test_what_a_program_told_before_it_failed_is_known(tree: JudgeHost, problem: Problem) -> None:
    write_program(tree, 1, last=3)
    assert sizes(tree, problem) == {"sample/01-three": 3}
    assert asked(tree) == ["3"]
    assert sizes(tree, problem) == {"sample/01-three": 3, "secret/02-beyond-32-bits": 4000000000}
    assert asked(tree) == ["3", "0", "4000000000"]


def test_another_program_is_asked_anew(tree: JudgeHost, problem: Problem) -> None:
    sizes(tree, problem)
    write_program(tree, 2)
    assert sizes(tree, problem)["sample/01-three"] == 6


def test_a_changed_input_is_not_taken_for_the_one_of_the_manifest(tree: JudgeHost, problem: Problem) -> None:
    file = tree.installation.committed_data("double") / "sample/01-three.in"
    original = file.read_text()
    file.write_text("5\n")
    assert sizes(tree, problem)["sample/01-three"] == 5
    file.write_text(original)
    assert sizes(tree, problem)["sample/01-three"] == 3


def test_a_test_that_is_in_no_manifest_is_kept_by_its_content(
    tree: JudgeHost, problem: Problem, tmp_path: Path
) -> None:
    file = tmp_path / "own.in"
    test = testcases.TestCase("own", file, file)
    for number in (11, 12, 11):
        file.write_text(f"{number}\n")
        assert work_of_tests(tree.installation, problem, [test])["own"].size == number
    assert asked(tree) == ["11", "12"]


@pytest.mark.parametrize("damage", ["", "{}", "[]", '{"program": 1, "work": 2}', "\0"])
def test_a_damaged_store_is_made_anew(tree: JudgeHost, problem: Problem, damage: str) -> None:
    first = sizes(tree, problem)
    (store,) = (tree.installation.build / "work").iterdir()
    store.write_text(damage)
    assert sizes(tree, problem) == first
    assert json.loads(store.read_text())["work"]


def test_a_damaged_entry_is_not_believed(tree: JudgeHost, problem: Problem) -> None:
    first = sizes(tree, problem)
    (store,) = (tree.installation.build / "work").iterdir()
    store.write_text(store.read_text().replace('"least_bytes": 8', '"least_bytes": -8'))
    assert sizes(tree, problem) == first


def test_without_a_program_nothing_is_known(tree: JudgeHost, problem: Problem) -> None:
    assert sizes(tree, replace(problem, has_program=False)) == {}


def test_a_program_that_does_not_know_the_option(tree: JudgeHost, problem: Problem) -> None:
    tree.installation.program("double").write_text("#!/bin/sh\nexit 2\n")
    assert sizes(tree, problem) == {}


def test_the_figures_of_a_report() -> None:
    assert msgspec.convert(FIGURES, Work) == Work(7, "elements", 8, 9, "float32", False)
    more = {**FIGURES, "precision": "float64", "only_reads": True}
    assert msgspec.convert(more, Work) == Work(7, "elements", 8, 9, "float64", True)
    none = {**FIGURES, "flop": 0, "precision": None}
    assert msgspec.convert(none, Work) == Work(7, "elements", 0, 9, None, False)


@pytest.mark.parametrize(
    "change",
    [
        {"size": -1},
        {"flop": 1.5},
        {"flop": True},
        {"least_bytes": "9"},
        {"size_unit": 3},
        {"precision": "float8"},
        {"precision": None},
        {"only_reads": 1},
        {"more": 1},
    ],
    ids=str,
)
def test_what_is_no_work_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**FIGURES, **change}, Work)


def test_a_missing_figure_is_refused() -> None:
    for key in FIGURES:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({name: value for name, value in FIGURES.items() if name != key}, Work)
