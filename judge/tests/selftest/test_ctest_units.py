"""What CTest says of its tests, as outcomes."""

import subprocess
from pathlib import Path

from judge.selftest.ctest_units import has_passed_in

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
