"""Each requirement of level 1 of ASVS 5.0.0 has its row in docs/asvs.md, and names tests that there are."""

import re
from pathlib import Path

from judge.project.installation import this_installation

LEVEL_1 = {
    "1.2": 5, "1.3": 2, "1.5": 1, "2.1": 1, "2.2": 2, "2.3": 1, "3.2": 2, "3.3": 1, "3.4": 2, "3.5": 3,
    "4.1": 1, "4.4": 1, "5.2": 2, "5.3": 2, "6.1": 1, "6.2": 8, "6.3": 2, "6.4": 2, "7.2": 4, "7.4": 2,
    "8.1": 1, "8.2": 2, "8.3": 1, "9.1": 3, "9.2": 1, "10.4": 5, "11.3": 2, "11.4": 1, "12.1": 1, "12.2": 2,
    "13.4": 1, "14.2": 1, "14.3": 1, "15.1": 1, "15.2": 1, "15.3": 1,
}  # fmt: skip
"""How many requirements of that level each section has; they are its first."""
ROOT = this_installation().root
ROW = re.compile(r"^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)


def rows(text: str) -> list[tuple[str, str]]:
    return [(number, row[2]) for row in ROW.finditer(text) for number in row[1].split(", ")]


def missing_tests(text: str, tests: Path) -> set[str]:
    return {name for name in re.findall(r"`([\w/]+\.py)`", text) if not (tests / name).is_file()}


def test_each_requirement_has_one_row_and_tests_that_there_are() -> None:
    text = (ROOT / "docs/asvs.md").read_text(encoding="utf-8")
    expected = [f"{section}.{n}" for section, count in LEVEL_1.items() for n in range(1, 1 + count)]
    assert len(expected) == 70
    assert [number for number, _ in rows(text)] == expected
    assert missing_tests(text, ROOT / "judge/tests") == set()
    for number, here in rows(text):
        assert here.startswith(("kept", "none", "not kept", "not shown", "up to")), number


def test_a_row_that_is_missing_or_names_no_test_is_noticed() -> None:
    text = "| 1.2.1 | a | kept: `nowhere/test_none.py` |\n| 9.1.1, 9.1.2 | b | none of our own |\n"
    assert [number for number, _ in rows(text)] == ["1.2.1", "9.1.1", "9.1.2"]
    assert missing_tests(text, ROOT / "judge/tests") == {"nowhere/test_none.py"}
