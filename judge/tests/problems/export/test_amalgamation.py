"""Our own validators, as one file each that any compiler takes."""

import subprocess
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.problems.export.amalgamation import Amalgamation, is_self_contained
from judge.project.installation import this_installation

ROOT = this_installation().root


def compiled(text: str, folder: Path) -> Path:
    """Compiles it without any folder of headers."""
    (folder / "validate.cpp").write_text(text)
    subprocess.run(
        ["g++", "-std=c++20", "-O0", "-o", "validate", "validate.cpp"], cwd=folder, check=True, timeout=300
    )
    return folder / "validate"


@pytest.mark.slow
def test_an_input_validator_stands_alone(tmp_path: Path) -> None:
    text = Amalgamation(ROOT).of((ROOT / "problems/hating-frog/input_validators").glob("*.cpp"))
    program = compiled(text, tmp_path)
    data = ROOT / "testdata/hating-frog"
    good, bad = next(data.glob("sample/*.in")), data / "invalid_input/plant-twice.in"
    assert subprocess.run([program], stdin=good.open()).returncode == 42
    assert subprocess.run([program], stdin=bad.open(), capture_output=True).returncode == 43


@pytest.mark.slow
def test_an_output_validator_of_several_files_stands_alone(tmp_path: Path) -> None:
    text = Amalgamation(ROOT).of((ROOT / "problems/matmul/output_validator").glob("*.cpp"))
    program = compiled(text, tmp_path)
    for group, exit_code in (("valid_output", 42), ("invalid_output", 43)):
        case = next((ROOT / "testdata/matmul" / group).glob("*.in"))
        command = [str(program), str(case), str(case.with_suffix(".ans")), f"{tmp_path}/"]
        assert subprocess.run(command, stdin=case.with_suffix(".out").open()).returncode == exit_code


def test_a_header_is_put_in_once_with_its_sources(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/a.hpp").write_text("#pragma once\nint a();\n")
    (tmp_path / "lib/a.cpp").write_text('#include "lib/a.hpp"\nint a() { return b(); }\n')
    (tmp_path / "lib/a_more.cpp").write_text('#include "lib/a.hpp"\nint b() { return 1; }\n')
    (tmp_path / "lib/a_test.cpp").write_text("int other();\n")
    main = tmp_path / "main.cpp"
    main.write_text('#include <cstdio>\n#include "lib/a.hpp"\n#include "lib/a.hpp"\nint main() {}\n')
    assert Amalgamation(tmp_path).of([main]) == (
        "#include <cstdio>\nint a();\nint main() {}\nint a() { return b(); }\nint b() { return 1; }\n"
    )
    assert is_self_contained(main)


def test_a_header_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    main = tmp_path / "main.cpp"
    main.write_text('#include "testlib.h"\n')
    assert not is_self_contained(main)
    with pytest.raises(JudgeError, match=r"main\.cpp: the header testlib\.h is not found"):
        Amalgamation(tmp_path).of([main])
