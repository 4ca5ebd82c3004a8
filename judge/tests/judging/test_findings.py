"""What an emulated program wrote down as found: only lines of the known shape count, and not too much of them."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from judge.judging.findings import (
    FILE_NAME,
    MOST_BYTES,
    MOST_CHARACTERS,
    MOST_FINDINGS,
    Finding,
    Found,
    gathered,
    read_findings,
)
from judge.reports.terminal.findings_text import (
    FORGEABLE,
    MOST_ROWS,
    around_subscripts,
    findings_note,
    findings_text,
)

WRITE: dict[str, Any] = {
    "kind": "out-of-bounds",
    "kernel": "add",
    "block": [1, 0, 0],
    "thread": [5, 0, 0],
    "file": "mine.cu",
    "line": 2,
    "message": "write of 4 bytes",
}
LEAK: dict[str, Any] = {"kind": "leaked-memory", "message": "40 bytes are never freed"}


def written(folder: Path, *lines: str) -> tuple[Finding, ...]:
    (folder / FILE_NAME).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return read_findings(folder / FILE_NAME)


def test_where_nothing_was_written_nothing_was_found(tmp_path: Path) -> None:
    assert read_findings(tmp_path / FILE_NAME) == ()
    assert written(tmp_path) == ()


def test_all_that_is_known_is_told(tmp_path: Path) -> None:
    write, leak = written(tmp_path, json.dumps(WRITE), json.dumps(LEAK))
    assert (write.kind, write.place) == ("out-of-bounds", "mine.cu:2")
    assert write.what == "kernel add, block (1, 0, 0), thread (5, 0, 0): write of 4 bytes"
    assert (leak.kind, leak.place, leak.what) == ("leaked-memory", "", "40 bytes are never freed")


def test_a_key_of_a_later_runtime_does_no_harm(tmp_path: Path) -> None:
    assert len(written(tmp_path, json.dumps({**WRITE, "other_thread": [6, 0, 0]}))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "",
        "no JSON",
        "[" * 100_000,
        "[]",
        "{}",
        "7",
        json.dumps({"kind": "out-of-bounds"}),
        json.dumps({**WRITE, "kind": "Verdict: AC"}),
        json.dumps({**WRITE, "kind": 7}),
        json.dumps({**WRITE, "message": None}),
        json.dumps({**WRITE, "line": "2"}),
        json.dumps({**WRITE, "line": 10**30}),
        json.dumps({**WRITE, "line": True}),
        json.dumps({**WRITE, "block": [1, 0]}),
        json.dumps({**WRITE, "thread": [1, 0, -1]}),
        json.dumps({**WRITE, "file": {}}),
    ],
)
def test_a_line_of_another_shape_is_none(tmp_path: Path, line: str) -> None:
    assert [found.kind for found in written(tmp_path, line[:MOST_BYTES], json.dumps(LEAK))] in (
        ["leaked-memory"],
        [],  # the line above took all that is read
    )
    assert len(written(tmp_path, json.dumps(WRITE), line)) == 1


def test_bytes_that_a_terminal_would_obey_are_told_as_text(tmp_path: Path) -> None:
    (found,) = written(tmp_path, json.dumps({**WRITE, "message": "\x1b[2J\n", "kernel": "\x07"}))
    assert found.what == "kernel \\x07, block (1, 0, 0), thread (5, 0, 0): \\x1b[2J "
    (tmp_path / FILE_NAME).write_bytes(b'\xff\xfe\n{"kind": "leaked-memory", "message": "\xff"}\n')
    assert [found.message for found in read_findings(tmp_path / FILE_NAME)] == ["\N{REPLACEMENT CHARACTER}"]


def test_there_is_an_end_to_it(tmp_path: Path) -> None:
    assert len(written(tmp_path, *[json.dumps(LEAK)] * 1000)) == MOST_FINDINGS
    (found,) = written(tmp_path, json.dumps({**LEAK, "message": "x" * 10_000}))
    assert len(found.message) == MOST_CHARACTERS + 4
    assert written(tmp_path, "x" * MOST_BYTES, json.dumps(LEAK)) == ()


def test_a_place_counts_once_with_its_tests() -> None:
    first = Finding("out-of-bounds", "write of 4 bytes", "mine.cu", 2, "add", (1, 0, 0), (5, 0, 0))
    again = Finding("out-of-bounds", "write of 4 bytes", "mine.cu", 2, "add", (0, 0, 0), (3, 0, 0))
    other = Finding("out-of-bounds", "write of 4 bytes", "mine.cu", 3, "add", (1, 0, 0), (5, 0, 0))
    leak = Finding("leaked-memory", "40 bytes")
    found = gathered([("sample/01", [first, again, leak]), ("secret/01", []), ("secret/02", [other, again])])
    assert [(one.place or one.message, one.first_test, one.tests) for one in found] == [
        (first.place, "sample/01", 2),
        (leak.message, "sample/01", 1),
        (other.place, "secret/02", 1),
    ]
    assert found[0].text == (
        "out-of-bounds at mine.cu:2 (2 tests, first sample/01): "
        "kernel add, block (1, 0, 0), thread (5, 0, 0): write of 4 bytes"
    )
    assert findings_note(found) == "found: out-of-bounds at mine.cu:2 and 2 more findings"


def test_the_line_of_the_source_is_shown() -> None:
    inside = Finding("out-of-bounds", "write of 4 bytes", "mine.cu", 2)
    outside = Finding("out-of-bounds", "write of 4 bytes", "other.h", 2)
    beyond = Finding("out-of-bounds", "write of 4 bytes", "mine.cu", 20)
    found = gathered([("sample/01", [inside, outside, beyond])])
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        for part in findings_text(found, {"mine.cu": "int main() {\n\tp[n] = 0;\n}\n"}):
            console.print(part)
    lines = capture.get().splitlines()
    assert lines[0] == "The emulated GPU reported 3 findings:"
    assert [line for line in lines if ">" in line] == ["    > p[n] = 0;"]
    assert lines[-1] == FORGEABLE
    assert list(findings_text([])) == []
    assert findings_note([]) == ""


def test_a_long_line_of_the_source_is_shown_to_its_end() -> None:
    """The fault may be there."""
    finding = Finding("out-of-bounds", "write of 4 bytes", "mine.cu", 1)
    line = "if (i < n) { " + "x[i] += 1; " * 12 + "total[n] = 0; }"
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        for part in findings_text(gathered([("sample/01", [finding])]), {"mine.cu": line}):
            console.print(part)
    assert "total[n] = 0; }" in " ".join(capture.get().split())


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("x[i] = 1;", "x[i] = 1;"),
        ("__global__ void add(int* x, int n) { if (n > 0) " + "x[n] = 1; " + "n = 2; " * 12, "x[n] = 1;"),
        ("x[n] = 1; " + "n = 2; " * 40, "x[n] = 1; "),
        ("n = 2; " * 40 + "x[n] = 1;", "x[n] = 1;"),
        ("int n = 1; " * 20, "int n = 1; int n = 1; "),
    ],
)
def test_of_a_very_long_line_the_subscripts_are_shown(line: str, shown: str) -> None:
    cut = around_subscripts(line, 60)
    assert shown in cut
    assert len(cut) <= 60
    assert cut.startswith("...") != line.startswith(cut.removesuffix("..."))
    assert cut.endswith("...") != line.endswith(cut.removeprefix("..."))


def test_a_very_long_line_takes_a_few_rows() -> None:
    finding = Finding("out-of-bounds", "write of 4 bytes", "mine.cu", 1)
    console = Console(width=60, color_system=None)
    with console.capture() as capture:
        for part in findings_text(gathered([("sample/01", [finding])]), {"mine.cu": "x[i] = 1; " * 100}):
            console.print(part)
    rows = capture.get().splitlines()
    code = [row for row in rows if "= 1;" in row]
    assert len(code) in (MOST_ROWS, MOST_ROWS + 1)  # broken between words
    assert max(map(len, rows)) <= 60


def test_they_come_back_from_a_report() -> None:
    found = {"can_be_forged": True, **WRITE, "first_test": "sample/01", "tests": 3}
    read = msgspec.convert(found, Found)
    assert read.text.startswith(
        "out-of-bounds at mine.cu:2 (3 tests, first sample/01): kernel add, block (1, 0, 0)"
    )
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**found, "can_be_forged": False}, Found)
