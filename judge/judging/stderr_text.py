"""A program's standard error: a stored solver's reports, and the text for people with the author's names."""

import re
from pathlib import Path

from judge.base.records import replace
from judge.base.text import read_text
from judge.judging.reported import Reported, read_reports
from judge.judging.solutions import Solution
from judge.languages.compile import Compiled
from judge.project.installation import Installation
from judge.sandbox.facts import Facts

EXCERPT_BYTES = 2000
STDERR_BYTES = 8 * 1024
"""The bytes that are read from the beginning and from the end of a submission's stderr."""


def reports_in(
    installation: Installation, solution: Solution, compiled: Compiled, facts: Facts, stderr: Path
) -> Reported:
    """A stored solver's reports; a submission's claims are not believed. Phases longer than the run are ignored.

    A submission's stderr names its file as its author did.
    """
    if not solution.is_solver:
        words = _read(stderr, facts.stderr_bytes)
        if compiled.source:
            words = words.replace(str(compiled.source), solution.file_name)
        return Reported(None, None, authors_names(installation, solution, words))
    said = read_reports(read_text(stderr) if facts.stderr_bytes else "", solution.name)
    return replace(said, phases=None) if said.phases and said.phases.total_ns > facts.wall_ns else said


def authors_names(installation: Installation, solution: Solution, text: str) -> str:
    """The text with the files of an emulated program under their author's names."""
    if solution.language is None:
        return text.replace(f"{installation.root}/", "")
    text = text.replace("/sandbox/", "")
    if solution.files:
        return text
    source = re.escape(solution.language.source_name(solution.source))
    return re.sub(rf"(?<![\w./-]){source}\b", lambda _: solution.file_name, text)


def _read(stderr: Path, size: int) -> str:
    """All of it, or the beginning and the end of a long one: a crash is explained in the last lines."""
    if size <= 2 * STDERR_BYTES:
        return read_text(stderr, 2 * STDERR_BYTES) if size else ""
    return f"{read_text(stderr, STDERR_BYTES)}\n...\n{read_text(stderr, STDERR_BYTES, size - STDERR_BYTES)}"


def both_ends(words: str) -> str:
    if len(words) <= EXCERPT_BYTES:
        return words
    half = EXCERPT_BYTES // 2
    return f"{words[:half]}\n...\n{words[-half:]}"
