"""The documentation of the C++ and CUDA code, comments of three slashes: each names its subject, as in Python."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from judge.project.installation import this_installation
from judge.tests.test_modules import NO_SUBJECT

ROOT = this_installation().root
FOLDERS = ("base", "kernels", "problems", "runner")
SOURCES = {".cpp", ".hpp", ".cu", ".cuh", ".h"}
BY_OTHERS = ("submissions", "programs")
"""Folders with programs in the manner of students, who document as they like."""


def sources() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SOURCES and not {*BY_OTHERS} & {*path.relative_to(ROOT).parts}:
                yield path


def without_subject(text: str) -> list[str]:
    lines = ["", *(line.strip() for line in text.splitlines())]
    return [
        line
        for before, line in pairwise(lines)
        if line.startswith("/// ") and not before.startswith("///") and NO_SUBJECT.match(line[4:])
    ]


def test_documentation_names_its_subject() -> None:
    files = list(sources())
    assert len(files) > 500
    found = {
        str(path.relative_to(ROOT)): lines
        for path in files
        if (lines := without_subject(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_what_names_none_is_found() -> None:
    text = "/// Of a test.\nint a;\n\n/// The name\n/// of a test.\nint b;\n  /// By name.\n// Of a test.\n"
    assert without_subject(text) == ["/// Of a test.", "/// By name."]
