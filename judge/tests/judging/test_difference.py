"""The first difference between an output and the answer: where it is, and the text around it."""

import re
import subprocess
from pathlib import Path

import pytest

from judge.judging.difference import SHOWN, Difference, first_difference
from judge.project.installation import this_installation
from judge.reports.terminal.difference_text import difference_text
from judge.tests.rendered import shown

pytestmark = pytest.mark.built


def difference(tmp_path: Path, answer: str, output: str, *flags: str) -> Difference:
    """The difference by the reason that the default validator gives."""
    for name, text in (("in", ""), ("ans", answer), ("out", output)):
        (tmp_path / name).write_text(text, newline="")
    with (tmp_path / "out").open("rb") as given:
        validator = [
            str(path)
            for path in (
                this_installation().default_validator,
                tmp_path / "in",
                tmp_path / "ans",
                tmp_path,
                *flags,
            )
        ]
        done = subprocess.run(validator, stdin=given, check=False)
    assert done.returncode == 43
    found = first_difference((tmp_path / "judgemessage.txt").read_text(), tmp_path / "ans", tmp_path / "out")
    assert found is not None
    return found


def test_the_token_is_marked_in_both(tmp_path: Path) -> None:
    found = difference(tmp_path, "1 2\n3 4 5\n6\n7\n8\n", "1 2\n3  44 5\n6\n7\n8\n")
    assert (found.line, found.column, found.agreed) == (2, 4, 3)
    assert found.expected.lines == ("1 2", "3 4 5", "6", "7")
    assert found.found.lines == ("1 2", "3  44 5", "6", "7")
    assert [line.strip("│╭╮╰╯─ ") for line in shown(difference_text(found)).splitlines()] == [
        "First difference: line 2, column 4 of the output; 3 tokens before it are right",
        *("expected output", "1  1 2", "2  3 4 5", "^", "3  6", "4  7", ""),
        *("output", "1  1 2", "2  3  44 5", "^^", "3  6", "4  7", ""),
    ]


def test_lines_are_those_of_each_text(tmp_path: Path) -> None:
    """Line breaks are white space like any other: the same token may stand in another line."""
    found = difference(tmp_path, "1 2 3 4\n", "1\n2\n3\n5\n")
    assert (found.line, found.column, found.agreed) == (4, 1, 3)
    assert (found.found.first_line, found.found.marked) == (2, 2)
    assert (found.expected.first_line, found.expected.before) == (1, 6)


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_missing_token(tmp_path: Path, end: str) -> None:
    found = difference(tmp_path, f"1 2\n3 4{end}", f"1 2\n3{end}")
    assert (found.line, found.column, found.agreed) == (2, 2, 3)
    assert (found.found.lines[found.found.marked], found.found.length) == ("3", 0)
    assert found.expected.lines[found.expected.marked][found.expected.before :] == "4"
    assert re.search(r"│ 2  3 +│\n│     \^ it ends here", shown(difference_text(found)))


def test_an_additional_token(tmp_path: Path) -> None:
    found = difference(tmp_path, "1 2\n", "1 2\n3\n")
    assert (found.line, found.column, found.agreed) == (2, 1, 2)
    assert (found.expected.lines, found.expected.length) == (("1 2",), 0)
    assert found.found.lines == ("1 2", "3")
    assert re.search(r"│ 1  1 2 +│\n│       \^ it ends here", shown(difference_text(found)))


def test_no_output_at_all(tmp_path: Path) -> None:
    found = difference(tmp_path, "1\n", "")
    assert (found.line, found.column, found.agreed) == (1, 1, 0)
    assert (found.found.lines, found.found.length) == (("",), 0)
    assert "before it" not in shown(difference_text(found))


def test_white_space_where_that_counts(tmp_path: Path) -> None:
    found = difference(tmp_path, "1 2\n", "1  2\n", "space_change_sensitive")
    assert (found.line, found.column, found.agreed) == (1, 2, 1)
    assert (found.expected.before, found.expected.length) == (1, 0)
    assert "it ends here" not in shown(difference_text(found))


def test_what_is_within_the_tolerance_is_no_difference(tmp_path: Path) -> None:
    found = difference(tmp_path, "1.0 2.0 3.0\n", "1.01 2.5 3.0\n", "float_tolerance", "0.1")
    assert (found.column, found.agreed) == (6, 1)


def test_long_lines_are_cut_on_both_sides(tmp_path: Path) -> None:
    numbers = [str(number) for number in range(200_000)]
    answer = " ".join(numbers)
    numbers[150_000] = "wrong" * 40
    found = difference(tmp_path, f"{answer}\n{answer}\n", f"{' '.join(numbers)}\n{answer}\n")
    assert found.agreed == 150_000
    assert found.column == answer.index(" 150000 ") + 2
    for window in (found.expected, found.found):
        line = window.lines[window.marked]
        assert line.startswith("...")
        assert line.endswith("...")
        assert len(line) < 2 * SHOWN
        assert len(window.lines) == 2
    marked = found.expected.lines[0][found.expected.before :][: found.expected.length]
    assert marked == "150000"


def test_control_characters_and_strange_bytes_are_harmless(tmp_path: Path) -> None:
    (tmp_path / "ans").write_bytes("é 1\r\n2\r\n".encode())
    (tmp_path / "out").write_bytes("é \x1b[2J\t\xff\r\n2\r\n".encode("latin-1"))
    found = first_difference("line 1, token 2: expected 1", tmp_path / "ans", tmp_path / "out")
    assert found is not None
    assert "\x1b" not in "".join(found.found.lines)
    assert found.expected.lines == ("é 1", "2")


def test_a_reason_without_a_place_has_none(tmp_path: Path) -> None:
    assert first_difference("the boards are not solved", tmp_path / "ans", tmp_path / "out") is None


def test_a_validator_of_its_own_decides_what_is_right(tmp_path: Path) -> None:
    for name in ("ans", "out"):
        (tmp_path / name).write_text("1 2\n")
    found = first_difference(
        "line 1, token 2: too large", tmp_path / "ans", tmp_path / "out", token_by_token=False
    )
    assert found is not None
    assert found.agreed is None


@pytest.mark.parametrize(
    "reason",
    [
        "line 0, token 1",
        "line 1, token 0",
        "line 1, token 99999999999999999999999 is not 3",
        "line 99999999999999999999999, token 1",
        f"line 1, token {'9' * 5000}",
        "line \N{ARABIC-INDIC DIGIT ONE}, token 1",
    ],
)
def test_a_message_that_begins_with_what_the_solution_printed_names_no_place(
    tmp_path: Path, reason: str
) -> None:
    (tmp_path / "ans").write_text("1 2\n")
    (tmp_path / "out").write_text("1 3\n")
    assert first_difference(reason, tmp_path / "ans", tmp_path / "out", token_by_token=False) is None


def test_a_place_behind_the_end_of_the_output_is_its_end(tmp_path: Path) -> None:
    (tmp_path / "ans").write_text("1 2\n")
    (tmp_path / "out").write_text("1 3\n")
    reason = f"line {10**17}, token {10**17}"
    found = first_difference(reason, tmp_path / "ans", tmp_path / "out", token_by_token=False)
    assert found
    assert (found.line, found.column, found.found.ends_at_mark) == (1, 4, True)
