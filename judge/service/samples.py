"""Samples of a problem: what people may try their solutions on before they submit."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from judge.problems.model import Problem, TestCase

MOST_OF_A_FILE = 1 << 20
"""Bytes of a sample's input or answer that are sent."""


class Sample(Struct, frozen=True):
    name: str
    """Group and file without ending: "sample/01-five"."""
    files: Sequence[Path]
    """Its input and its answer; of an interactive problem, what is said."""


def samples_of(problem: Problem, tests: Sequence[TestCase]) -> list[Sample]:
    """Samples by name. What is said in a sample of an interactive problem stands instead of its input and answer,
    which a solution never sees."""
    said = problem.package.interactions if problem.package else {}
    found = {name: [file] for name, file in said.items()}
    if not (found and problem.is_interactive):
        for test in tests:
            if test.is_sample:
                found.setdefault(test.name, [test.input, test.answer])
    return [Sample(name, found[name]) for name in sorted(found)]


def beginning(file: Path) -> tuple[str, bool]:
    """The file's text, and whether that is all of it."""
    with file.open("rb") as content:
        text = content.read(MOST_OF_A_FILE + 1)
    return text[:MOST_OF_A_FILE].decode("utf-8", errors="replace"), len(text) <= MOST_OF_A_FILE
