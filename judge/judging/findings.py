"""What the emulated GPU found wrong with a program, as the program's own process wrote it down (docs/emulator.md).

A program that wants to can forge findings, or remove them: they are hints, and no verdict rests on them.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from judge.base.text import printable
from judge.project.paths import Project

FILE_NAME = "cuda-emulator-findings"
"""In the work directory of a run, and in the folder that its files come back to."""
MOST_BYTES = 64 * 1024
MOST_FINDINGS = 20
"""Of a run, and of a solution: the first."""
MOST_CHARACTERS = 400

Place = tuple[int, int, int]


@dataclass(frozen=True)
class Finding:
    kind: str
    """"out-of-bounds", ...: a word of the table in docs/emulator.md."""
    message: str
    file: str | None = None
    line: int | None = None
    kernel: str | None = None
    """None, as the two below: it was found in code of the host."""
    block: Place | None = None
    thread: Place | None = None

    @property
    def place(self) -> str:
        """ "mine.cu:12", or as much as is known of it."""
        return f"{self.file}:{self.line}" if self.file and self.line else self.file or ""

    @property
    def where(self) -> str:
        """The kernel, block and thread in words; empty for the host's code."""
        parts = [f"kernel {self.kernel}"] if self.kernel else []
        for name, place in (("block", self.block), ("thread", self.thread)):
            if place:
                parts.append(f"{name} ({', '.join(map(str, place))})")
        return ", ".join(parts)

    @property
    def what(self) -> str:
        """Where in the grid, and what happened."""
        return f"{self.where}: {self.message}" if self.where else self.message


@dataclass(frozen=True)
class Found:
    """A finding of a solution: the same place in several tests is one."""

    finding: Finding
    first_test: str
    tests: int

    @property
    def in_tests(self) -> str:
        """In how many tests, and which was the first."""
        return self.first_test if self.tests == 1 else f"{self.tests} tests, first {self.first_test}"

    @property
    def text(self) -> str:
        """All in one line."""
        at = f" at {self.finding.place}" if self.finding.place else ""
        return f"{self.finding.kind}{at} ({self.in_tests}): {self.finding.what}"


def environment_of(project: Project) -> list[str]:
    """What an emulated program is told about what to find, and where to write it."""
    return [
        f"CUDA_EMULATOR_FINDINGS={FILE_NAME}",
        *(["CUDA_EMULATOR_RACES=1"] if project.finds_races else []),
    ]


def read_findings(file: Path, rename: Callable[[str], str] = lambda text: text) -> tuple[Finding, ...]:
    """The first findings of a run; a line of another shape is none. `rename` puts in names that its author knows."""
    try:
        with file.open("rb") as content:
            lines = content.read(MOST_BYTES).decode("utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return ()
    found = (finding for line in lines if (finding := _finding(line, rename)))
    return tuple(finding for finding, _ in zip(found, range(MOST_FINDINGS), strict=False))


def _finding(line: str, rename: Callable[[str], str]) -> Finding | None:
    try:
        values = json.loads(line)
        kind = values["kind"]
        if not re.fullmatch(r"[a-z][a-z-]{1,39}", kind):
            return None
        return Finding(
            kind=kind,
            message=_text(rename(values["message"])),
            file=_text(rename(values["file"])) if "file" in values else None,
            line=_count(values["line"]) if "line" in values else None,
            kernel=_text(values["kernel"]) if "kernel" in values else None,
            block=_place(values["block"]) if "block" in values else None,
            thread=_place(values["thread"]) if "thread" in values else None,
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _text(text: str) -> str:
    text = printable(text).replace("\n", " ")
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]} ..."


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**32:
        raise ValueError
    return value


def _place(values: Any) -> Place:
    x, y, z = map(_count, values)
    return x, y, z


def gathered(tests: Iterable[tuple[str, Iterable[Finding]]]) -> tuple[Found, ...]:
    """The findings of all tests by their names, each once: in the order in which they came."""
    found: dict[tuple[object, ...], Found] = {}
    for test, findings in tests:
        keys = {(one.kind, one.place or one.message): one for one in reversed(list(findings))}
        for key, one in reversed(keys.items()):
            known = found.get(key)
            found[key] = replace(known, tests=known.tests + 1) if known else Found(one, test, 1)
    return tuple(found.values())[:MOST_FINDINGS]


def reported_findings(result: Mapping[str, Any]) -> tuple[Found, ...]:
    """Those of a solution in a report (judge/report.schema.json)."""
    return tuple(
        Found(
            Finding(**{field.name: each[field.name] for field in fields(Finding)}),
            each["first_test"],
            each["tests"],
        )
        for each in result["findings"]
    )
