"""The page on the keys of the format 2025-09 has every key that is read, and names tests that there are."""

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache

import pytest

from judge.base.records import Record
from judge.problems import metadata
from judge.problems.formats import data_keys, submissions_yaml
from judge.problems.formats.data_2025_09 import BESIDE_A_CASE, FILES, INVALID_INPUT, OUTPUTS
from judge.problems.formats.version_2025_09 import KNOWN
from judge.project.installation import this_installation

ROOT = this_installation().root
PAGE = (ROOT / "docs/keys-2025-09.md").read_text(encoding="utf-8")
SAME = "as above"
ROW = re.compile(r"^\| `([^`]+)` \| .* \| ([^|]*) \|$")
TEST = re.compile(r"`([a-z0-9_/]+\.py)::(test_\w+)`")
OTHER_NAMES = {"README.md", "README.txt"}


def fields(shape: type[Record], prefix: str = "") -> set[str]:
    return {f"{prefix}{field}" for field in shape.__struct_fields__}


READ: Mapping[str, set[str]] = {
    "problem.yaml": fields(metadata.Metadata)
    | fields(metadata.LimitKeys, "limits.")
    | fields(metadata.TimeMultipliers, "limits.time_multipliers.")
    | fields(metadata.Credits, "credits.")
    | fields(metadata.Person, "credits.*.")
    | fields(metadata.Source, "source."),
    "test_group.yaml": fields(data_keys.DataGroupKeys),
    "NAME.yaml of a test case": fields(data_keys.CaseKeys),
    "submissions.yaml": fields(submissions_yaml._OfSubmissions),
    "Folders": {*KNOWN, *(f"data/{name}" for name in (INVALID_INPUT, *OUTPUTS))} - OTHER_NAMES,
    "Files of a test case": {*BESIDE_A_CASE, FILES},
}
"""What the judge reads, by the heading of its table."""


def tables(page: str) -> dict[str, dict[str, list[str]]]:
    """The tests by heading and key, as FILE::NAME. "as above" stands for those of the row before."""
    found: dict[str, dict[str, list[str]]] = {}
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        rows: dict[str, list[str]] = {}
        before: list[str] = []
        for line in text.splitlines():
            if row := ROW.fullmatch(line):
                assert row[1] not in rows, row[1]
                named = ["::".join(one) for one in TEST.findall(row[2])]
                before = [*(before if row[2].startswith(SAME) else []), *named]
                rows[row[1]] = before
        if rows:
            found[heading] = rows
    return found


@cache
def names_in(file: str) -> frozenset[str]:
    """Names of the file's tests; empty: there is no such file."""
    path = ROOT / "judge/tests" / file
    body = ast.parse(path.read_text(encoding="utf-8")).body if path.is_file() else []
    return frozenset(node.name for node in body if isinstance(node, ast.FunctionDef))


def not_there(named: Iterable[str]) -> set[str]:
    return {one for one in named if one.partition("::")[2] not in names_in(one.partition("::")[0])}


@pytest.mark.parametrize("heading", READ)
def test_the_page_has_the_keys_that_are_read_and_no_other(heading: str) -> None:
    assert set(tables(PAGE)[heading]) == READ[heading]


def test_every_key_names_tests_that_there_are() -> None:
    documented = tables(PAGE)
    assert set(documented) == set(READ)
    named = [one for rows in documented.values() for tests in rows.values() for one in tests]
    assert not_there(named) == set()
    assert [key for rows in documented.values() for key, tests in rows.items() if not tests] == []


def test_every_row_is_understood() -> None:
    """Each line of a table but its head is a row, and each cell of tests has nothing else in it."""
    lines = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert len(lines) == sum(map(len, tables(PAGE).values()))
    for line in lines:
        assert re.fullmatch(
            rf"({SAME})?(, )?({TEST.pattern}(, )?)*", line.split(" | ")[2].removesuffix(" |")
        ), line


def test_a_test_that_is_not_there_is_found() -> None:
    page = "## a\n| `b` | c | `problems/test_documented_keys.py::test_nothing` |\n| `d` | c | as above |\n"
    good = f"problems/test_documented_keys.py::{test_every_row_is_understood.__name__}"
    [rows] = tables(page).values()
    assert rows["b"] == rows["d"]
    assert not_there([*rows["b"], good, "problems/no.py::test_a"]) == {*rows["b"], "problems/no.py::test_a"}
