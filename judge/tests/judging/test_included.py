"""The files of a package that a submission is compiled with, by its language."""

from pathlib import Path

import pytest

from judge.judging.included import with_included
from judge.languages.sources import SourceFile
from judge.languages.table import language_named
from judge.problems.formats.find import load_package
from judge.problems.model import Limits
from judge.tests.packages import VERSION_2025_09, written


def texts(folder: Path, language: str, *folders: str) -> dict[str, str]:
    """The texts of a package's files where each of these folders has a file of its own and all have one more."""
    files = {f"include/{one}/{name}": one for one in folders for name in (f"{one}.txt", "shared.txt")}
    package = load_package(str(written(folder / "double", VERSION_2025_09, **files))).package
    row = language_named(language)
    assert package
    assert row
    mine = (SourceFile("mine", ""),)
    included = with_included(package, mine, "mine", row, Limits()).submitted
    return {file.name: file.text for file in included if isinstance(file, SourceFile) and file not in mine}


@pytest.mark.parametrize(
    ("language", "folder"),
    [
        ("python3", "python3"),
        ("python3", "python3numpy"),
        ("pypy3", "pypy3"),
        ("pypy3", "python3"),
        ("python3-cuda", "python3"),
        ("cuda", "cuda"),
        ("cuda-emulated", "cuda-emulated"),
        ("cuda-emulated", "cuda"),
    ],
)
def test_the_files_of_a_language_are_for_all_that_accept_its_programs(
    tmp_path: Path, language: str, folder: str
) -> None:
    assert texts(tmp_path, language, folder) == {f"{folder}.txt": folder, "shared.txt": folder}


@pytest.mark.parametrize(
    ("language", "folder"), [("python3", "pypy3"), ("cuda", "cuda-emulated"), ("cpp", "c"), ("cuda", "cpp")]
)
def test_the_files_of_another_language_are_not_there(tmp_path: Path, language: str, folder: str) -> None:
    assert texts(tmp_path, language, folder, "default") == {"default.txt": "default", "shared.txt": "default"}


@pytest.mark.parametrize(
    ("language", "of_another"), [("pypy3", "python3"), ("python3-cuda", "python3"), ("cuda-emulated", "cuda")]
)
def test_a_file_of_the_language_itself_replaces_that_of_another(
    tmp_path: Path, language: str, of_another: str
) -> None:
    assert texts(tmp_path, language, "default", of_another, language)["shared.txt"] == language
    assert texts(tmp_path / "without", language, "default", of_another)["shared.txt"] == of_another
