"""Samples of a problem, on which users may try their solutions before they submit."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from judge.problems.model import Problem, TestCase

MOST_OF_A_FILE = 1 << 20
"""The most bytes of a sample's input or answer that are sent."""


class Sample(Struct, frozen=True):
    name: str
    """Group and file without a suffix: "sample/01-five"."""
    files: Sequence[Path]
    """Its input and its answer; for an interactive problem, the dialogue."""


def samples_of(problem: Problem, tests: Sequence[TestCase]) -> list[Sample]:
    """Samples by name. For an interactive problem, a sample's dialogue replaces its input and answer, which a solution
    never sees."""
    said = problem.package.interactions if problem.package else {}
    found = {name: [file] for name, file in said.items()}
    if not (found and problem.is_interactive):
        for test in tests:
            if test.is_sample:
                found.setdefault(test.name, [test.input, test.answer])
    return [Sample(name, found[name]) for name in sorted(found)]


def beginning(file: Path) -> tuple[str, bool]:
    """The file's text, and whether it is complete."""
    with file.open("rb") as content:
        text = content.read(MOST_OF_A_FILE + 1)
    return text[:MOST_OF_A_FILE].decode("utf-8", errors="replace"), len(text) <= MOST_OF_A_FILE
