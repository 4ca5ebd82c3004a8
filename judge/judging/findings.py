"""The emulated GPU's findings about a program, as the program's own process wrote them (docs/emulator.md).

A malicious program can forge or remove findings: they are hints, and no verdict rests on them.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from judge.base.records import Positive, Record, decoded, replace
from judge.base.text import printable

WARNED = "compiler-warning"
"""The kind of a compiler's suspicion, which need not be a fault."""
FILE_NAME = "cuda-emulator-findings"
"""The file in the work directory of a run, and in the folder to which its files are copied."""
MOST_BYTES = 64 * 1024
MOST_FINDINGS = 20
"""The most findings of a run, and of a solution: the first ones count."""
MOST_CHARACTERS = 400

Index = Annotated[int, Meta(ge=0, lt=2**32)]
Place = tuple[Index, Index, Index]
"""x, y and z."""


class Finding(Record, frozen=True, forbid_unknown_fields=False):
    """A fault that the emulated GPU or a sanitizer found, or that a compiler suspects. It was written by the program's
    own process, or is about the author's text: a hint.

    A later runtime may report more.
    """

    kind: Annotated[str, Meta(pattern="^[a-z][a-z-]{1,39}$")]
    """A kind from the table in docs/emulator.md, "out-of-bounds"; a sanitizer's, "heap-buffer-overflow"; or WARNED."""
    message: str
    """What happened."""
    file: str | None = None
    """The file of the source; null: not known."""
    line: Index | None = None
    """The line there; null: not known."""
    kernel: str | None = None
    """Its name; null: it was found in code of the host."""
    block: Place | None = None
    """The block's index; null: code of the host."""
    thread: Place | None = None
    """The thread's index there; null: code of the host."""

    @property
    def place(self) -> str:
        """ "mine.cu:12", or as much as is known of the place."""
        return f"{self.file}:{self.line}" if self.file and self.line else self.file or ""

    @property
    def where(self) -> str:
        """The kernel, block and thread as text; empty for host code."""
        parts = [f"kernel {self.kernel}"] if self.kernel else []
        for name, place in (("block", self.block), ("thread", self.thread)):
            if place:
                parts.append(f"{name} ({', '.join(map(str, place))})")
        return ", ".join(parts)

    @property
    def what(self) -> str:
        """The place in the grid, and what happened."""
        return f"{self.where}: {self.message}" if self.where else self.message


class Found(Finding, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finding about a solution: the same place in several tests counts once."""

    can_be_forged: Literal[True] = True
    """Whether the program may have written it itself."""
    first_test: str
    """The test whose run this message is from."""
    tests: Positive
    """Tests in which this place was found."""

    @property
    def in_tests(self) -> str:
        """The number of tests, and the first one."""
        return self.first_test if self.tests == 1 else f"{self.tests} tests, first {self.first_test}"

    @property
    def text(self) -> str:
        """Everything in one line."""
        at = f" at {self.place}" if self.place else ""
        return f"{self.kind}{at} ({self.in_tests}): {self.what}"


ENVIRONMENT = [f"CUDA_EMULATOR_FINDINGS={FILE_NAME}", "CUDA_EMULATOR_LEADS=1"]
"""Variables that tell an emulated program where to report findings, and what may explain a failure."""


def read_findings(file: Path, rename: Callable[[str], str] = lambda text: text) -> tuple[Finding, ...]:
    """The first findings of a run; lines of another form are ignored. `rename` restores the author's names."""
    found = (finding for line in reported_lines(file) if (finding := _finding(line, rename)))
    return tuple(finding for finding, _ in zip(found, range(MOST_FINDINGS), strict=False))


def reported_lines(file: Path) -> list[str]:
    """The lines that an emulated program reported, as far as they are read; none if it wrote no file."""
    try:
        with file.open("rb") as content:
            return content.read(MOST_BYTES).decode("utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []


def _finding(line: str, rename: Callable[[str], str]) -> Finding | None:
    try:
        found = decoded(line, Finding)
    except (ValueError, RecursionError):
        return None
    return replace(
        found,
        message=_text(rename(found.message)),
        file=None if found.file is None else _text(rename(found.file)),
        kernel=None if found.kernel is None else _text(found.kernel),
    )


def _text(text: str) -> str:
    text = printable(text).replace("\n", " ")
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]} ..."


def gathered(tests: Iterable[tuple[str, Iterable[Finding]]]) -> tuple[Found, ...]:
    """The findings of all tests by their names, each once, in their order."""
    found: dict[tuple[object, ...], Found] = {}
    for test, findings in tests:
        keys = {(one.kind, one.place or one.message): one for one in reversed(list(findings))}
        for key, one in reversed(keys.items()):
            known = found.get(key)
            found[key] = replace(known, tests=known.tests + 1) if known else _first(one, test)
    return tuple(found.values())[:MOST_FINDINGS]


def _first(finding: Finding, test: str) -> Found:
    return Found(**msgspec.structs.asdict(finding), first_test=test, tests=1)
