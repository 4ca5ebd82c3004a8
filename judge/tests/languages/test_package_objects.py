"""A package's own sources are compiled once for all submissions, and nothing of a program shows it."""

from pathlib import Path

import pytest

from judge.base.records import replace
from judge.judging.included import with_included
from judge.languages import package_objects
from judge.languages.compile import Compiled, compile_submission
from judge.languages.sources import SourceFile
from judge.languages.table import language_named
from judge.problems.formats.find import load_package
from judge.problems.model import Limits, Package
from judge.project.host import JudgeHost
from judge.tests.packages import VERSION_2025_09, written

pytestmark = pytest.mark.built

EMULATED = language_named("cuda-emulated")
assert EMULATED
MAIN = SourceFile("main_of_all.cu", '#include "answer.cuh"\nint main() { return answer(); }\n')
HEADER = SourceFile("answer.cuh", "int answer();\n")
GIVEN = (MAIN, HEADER)
RIGHT = SourceFile("mine.cu", "__global__ void none() {}\nint answer() { none<<<1, 1>>>(); return 0; }\n")


def compiled(host: JudgeHost, mine: SourceFile, *, independent: tuple[SourceFile, ...] = GIVEN) -> Compiled:
    assert EMULATED
    language = replace(EMULATED, entry_points=(mine.name,))
    return compile_submission(host, (mine, *GIVEN), mine.name, language, Limits(), independent=independent)


def bytes_of(program: Compiled) -> bytes:
    assert program.error is None
    return Path(program.command[0]).read_bytes()


@pytest.mark.slow
def test_the_program_is_the_same_to_the_byte(fresh_tree: JudgeHost, tmp_path: Path) -> None:
    with_object = bytes_of(compiled(fresh_tree, RIGHT))
    kept = fresh_tree.installation.data.compile_cache
    assert len([*kept.glob("*/main_of_all.cu.o")]) == 1
    for program in kept.glob("*/program"):
        program.parent.rename(tmp_path / "of the object")
    assert bytes_of(compiled(fresh_tree, RIGHT, independent=())) == with_object


@pytest.mark.slow
def test_the_second_submission_finds_the_object(
    fresh_tree: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = compiled(fresh_tree, RIGHT)
    monkeypatch.setattr(package_objects, "run_compiler", None)
    second = compiled(fresh_tree, replace(RIGHT, text=f"{RIGHT.text}int another;\n"))
    assert first.error is None
    assert second.error is None
    assert first.command != second.command


@pytest.mark.slow
def test_a_message_of_the_linker_names_no_folder(fresh_tree: JudgeHost) -> None:
    missing = replace(RIGHT, text="int other() { return 0; }\n")
    error = compiled(fresh_tree, missing).error
    assert error is not None
    assert "undefined reference to `answer()'" in error
    assert error == compiled(fresh_tree, missing, independent=()).error


@pytest.mark.slow
def test_a_file_that_does_not_compile_alone_is_compiled_with_the_submission(fresh_tree: JudgeHost) -> None:
    assert EMULATED
    using = SourceFile("using.cu", '#include "mine.cu"\nint main() { return answer(); }\n')
    language = replace(EMULATED, entry_points=("mine.cu",))
    mine = replace(RIGHT, text="inline int answer() { return 0; }\n")
    found = compile_submission(fresh_tree, (mine, using), "mine.cu", language, Limits(), independent=(using,))
    assert found.error is None


def package_with(folder: Path, main: str) -> Package:
    root = written(folder, VERSION_2025_09, **{"include/default/main_of_all.cu": main})
    package = load_package(str(root)).package
    assert package
    return package


def test_what_may_depend_on_the_submission_is_not_independent(tmp_path: Path) -> None:
    assert EMULATED
    package = package_with(tmp_path / "one", MAIN.text)
    using = package_with(tmp_path / "two", '#include "mine.cu"\n')

    def names(package: Package, submitted: str | tuple[SourceFile, ...]) -> list[str]:
        assert EMULATED
        included = with_included(package, submitted, "mine.cu", EMULATED, Limits())
        return [file.name for file in included.independent]

    assert names(package, RIGHT.text) == ["main_of_all.cu"]
    assert names(package, (RIGHT, HEADER)) == []  # its header would be another
    assert names(using, RIGHT.text) == []
