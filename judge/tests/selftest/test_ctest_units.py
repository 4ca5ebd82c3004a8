"""What CTest says of its tests, as outcomes."""

import subprocess
import sys
from pathlib import Path

from judge.selftest.ctest_units import Dependencies, ctest_unit, ctests, has_passed_in, run_ctest
from judge.selftest.lanes import Lanes
from judge.selftest.remembered import Memory
from judge.selftest.units import run_units

TESTS = """\
add_test(right sh -c "exit 0")
add_test(wrong sh -c "exit 1")
add_test(skipped sh -c "echo 'skipped: no GPU here'")
set_tests_properties(skipped PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: no GPU")
add_test(silent sh -c "exit 4")
set_tests_properties(silent PROPERTIES SKIP_RETURN_CODE 4)
add_test(missing /nonexistent/program)
"""


def test_what_could_not_be_started_or_gives_no_reason_has_not_passed(tmp_path: Path) -> None:
    (tmp_path / "CTestTestfile.cmake").write_text(TESTS)
    junit = tmp_path / "ctest.xml"
    subprocess.run(["ctest", "--output-junit", junit], cwd=tmp_path, capture_output=True, check=False)
    assert has_passed_in(junit) == {
        "right": True,
        "wrong": False,
        "skipped": True,
        "silent": False,
        "missing": False,
    }


def test_each_is_a_unit_that_is_remembered_only_by_what_it_is_made_of(tmp_path: Path) -> None:
    reader = tmp_path / "reader.py"
    reader.write_text("print(open(__file__).read())\n")
    script = (
        f"add_test(script {sys.executable} {reader})\nset_tests_properties(script PROPERTIES RUN_SERIAL ON)\n"
    )
    build, results = tmp_path / "build", tmp_path / "results"
    build.mkdir()
    results.mkdir()
    (build / "CTestTestfile.cmake").write_text(TESTS + script)
    found = {test.name: test for test in ctests(build)}
    assert [name for name, test in found.items() if test.is_alone] == ["script"]
    dependencies = Dependencies(tmp_path, [])
    names = ("right", "wrong", "skipped", "silent", "script")
    units = [ctest_unit("made", build, found[name], results, dependencies) for name in names]
    memory = Memory(tmp_path)
    with Lanes(1) as lanes:
        outcomes = run_units(units, memory, results, [run_ctest(tmp_path)], lambda _: None, lanes)
    assert [outcome.passed for outcome in outcomes] == [True, False, True, False, True]
    assert [skip.reason for skip in outcomes[2].skips] == ["no GPU here"]
    assert [memory.recall(unit.name) for unit in units] == [None] * len(units)


def test_what_a_build_makes_does_not_say_how_targets_are_made(tmp_path: Path) -> None:
    """Folders below a build come and go while others are at work: who walks through them may fail."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("/build/\n")
    for name in ("CMakeLists.txt", "part/CMakeLists.txt", "part/flags.cmake", "build/CMakeLists.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = Dependencies(tmp_path, [])._of_cmake
    assert found == {
        tmp_path / name for name in ("CMakeLists.txt", "part/CMakeLists.txt", "part/flags.cmake")
    }
