"""The largest input that a statement permits is valid, and one that is larger and else right is not.

Files of inputs that must be refused are small: one that is too large would be refused for what it lacks.
"""

import subprocess

import pytest

from judge.project.installation import this_installation

pytestmark = pytest.mark.built

VALID, INVALID = 42, 43


@pytest.mark.parametrize(("rows", "expected"), [(1000, VALID), (1001, INVALID)])
def test_a_matrix_has_no_more_elements_than_its_statement_permits(rows: int, expected: int) -> None:
    program = this_installation().build / "problem-tools/transpose/validate-input"
    row = " ".join(["0"] * 1000)
    given = "\n".join([f"{rows} 1000", *[row] * rows, ""])
    assert subprocess.run([program], input=given.encode(), capture_output=True).returncode == expected
