"""`judge generate --check` on a copy of a real problem: it finds each kind of disagreement."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.checking import check_problem
from judge.commands.generate import generate
from judge.data import ensure_data
from judge.manifest import FILE_NAME, read_manifest, sha256_of
from judge.problem import load_problem
from judge.project import Project, this_project
from judge.testcases import damaged_files, data_file

REAL = this_project()
PROBLEM = "vector-add"


@pytest.fixture
def copy(tmp_path: Path) -> Project:
    """The problem vector-add with its data in a tree of its own, and the programs that were built."""
    root, build = tmp_path / "root", tmp_path / "build"
    shutil.copytree(REAL.problems / PROBLEM, root / "problems" / PROBLEM)
    shutil.copytree(REAL.committed_data(PROBLEM), root / "testdata" / PROBLEM)
    build.mkdir()
    for name in ("runner", "compare", PROBLEM, "problem-tools"):
        (build / name).symlink_to(REAL.build / name)
    return Project(root, build)


def add_stray_file(data: Path) -> None:
    (data / "secret/99-stray.in").write_text("1\n1\n1\n")


def change_answer(data: Path) -> None:
    next((data / "sample").glob("*.ans")).write_text("1\n")


def lose_small_file(data: Path) -> None:
    next((data / "sample").glob("*.in")).unlink()


def lose_manifest_line(data: Path) -> None:
    lines = (data / FILE_NAME).read_text().splitlines(keepends=True)
    (data / FILE_NAME).write_text("".join(lines[1:]))


def list_unmade_case(data: Path) -> None:
    with (data / FILE_NAME).open("a") as file:
        file.write("0" * 64 + "  secret/98-unmade.in\n")


def call_good_input_invalid(data: Path) -> None:
    shutil.copy(next((data / "sample").glob("*.in")), data / "invalid_input/good.in")


DEFECTS: list[tuple[Callable[[Path], None], str]] = [
    (add_stray_file, "a file that nobody lists"),
    (change_answer, "is not the one in SHA256SUMS"),
    (lose_small_file, "small, but not committed"),
    (lose_manifest_line, "made by the generator, not in SHA256SUMS"),
    (list_unmade_case, "not made by the generator"),
    (call_good_input_invalid, "invalid_input/good.in: the input validator accepts it"),
]


def test_the_data_as_committed_agrees(copy: Project) -> None:
    report = check_problem(copy, load_problem(copy.problems / PROBLEM))
    assert report.faults == []
    assert report.cases == report.cross_checked > 25
    assert report.invalid_inputs >= 8


@pytest.mark.parametrize(("damage", "fault"), DEFECTS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_disagreement_is_found(
    copy: Project, damage: Callable[[Path], None], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(copy.committed_data(PROBLEM))
    assert generate(copy, [PROBLEM], check=True) == 1
    assert fault in " ".join(capsys.readouterr().out.split())


def test_writing_makes_the_very_same_files(copy: Project) -> None:
    before = read_manifest(copy.committed_data(PROBLEM))
    assert generate(copy, [PROBLEM], check=False) == 0
    assert read_manifest(copy.committed_data(PROBLEM)) == before
    assert not damaged_files(copy, load_problem(copy.problems / PROBLEM))


def test_big_files_are_made_when_missing_or_damaged(copy: Project) -> None:
    problem = load_problem(copy.problems / PROBLEM)
    manifest = read_manifest(copy.committed_data(PROBLEM))
    big = [name for name in manifest if not (copy.committed_data(PROBLEM) / name).exists()]
    assert big
    assert len(damaged_files(copy, problem)) == len(big)
    ensure_data(copy, problem)
    assert not damaged_files(copy, problem)
    path = data_file(copy, problem, big[0])
    path.write_text("1\n1\n1\n")
    assert damaged_files(copy, problem) == [f"{path}: its content is not the one in SHA256SUMS"]
    ensure_data(copy, problem)
    assert sha256_of(path) == manifest[big[0]]
