"""Files of a problem's statement: its pictures, a PDF, and the samples, on which users may try their solutions before
they submit; each read within a bound."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.outside_folders import named_inside
from judge.problems.model import Problem, TestCase
from judge.service.refusals import Refused

PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
"""Media types by ending."""
PICTURE_BYTES = 8 << 20
PDF_BYTES = 32 << 20
SAMPLES_BYTES = 32 << 20
PDF = ".pdf"
MOST_OF_A_FILE = 1 << 20
"""The most bytes of a sample's input or answer that are sent."""


class StatementFile(Struct, frozen=True):
    content: bytes
    media_type: str


class Sample(Struct, frozen=True):
    name: str
    """Group and file without a suffix: "sample/01-five"."""
    files: Sequence[Path]
    """Its input and its answer; for an interactive problem, the dialogue."""


def picture_of(problem: Problem, name: str) -> StatementFile:
    """`name`: as in the statement, relative to its own folder. Raises Refused."""
    media_type = PICTURES.get(PurePosixPath(name).suffix.lower())
    parts = PurePosixPath(name).parts
    if media_type is None or any(part.startswith(".") for part in parts):
        raise Refused("there is no such picture.")
    for folder in dict.fromkeys(path.parent for path in problem.statements.values()):
        try:
            file = named_inside(folder, name, "a statement")
            if file.is_file():
                return StatementFile(content_of(file, PICTURE_BYTES), media_type)
        except JudgeError:  # a name that leads outside, or too much data
            continue
    raise Refused("there is no such picture.")


def pdf_languages(problem: Problem) -> list[str]:
    return [language for language, path in problem.statements.items() if path.suffix.lower() == PDF]


def pdf_of(problem: Problem, language: str) -> StatementFile:
    """The statement's file, if it is a PDF. Raises Refused."""
    if language not in pdf_languages(problem):
        raise Refused("there is no such statement.")
    try:
        return StatementFile(content_of(problem.statements[language], PDF_BYTES), "application/pdf")
    except JudgeError as error:
        raise Refused(error.message) from error


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


def shown_samples(problem: Problem, tests: Sequence[TestCase]) -> dict[str, Path]:
    """Files of its samples by their names; for an interactive problem, the dialogues."""
    found: dict[str, Path] = {}
    for sample in samples_of(problem, tests):
        endings = (".in", ".ans") if len(sample.files) > 1 else (".interaction",)
        name = PurePosixPath(sample.name).name
        found |= {f"{name}{ending}": file for ending, file in zip(endings, sample.files, strict=True)}
    return found


def samples_zip(problem: Problem, tests: Sequence[TestCase]) -> bytes:
    """Raises Refused if there are none, or more than SAMPLES_BYTES of them."""
    files = shown_samples(problem, tests)
    if not files:
        raise Refused("there are no samples.")
    made, left = io.BytesIO(), SAMPLES_BYTES
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in sorted(files.items()):
            try:
                content = content_of(file, left)
            except JudgeError as error:
                raise Refused(f"the samples have more than {SAMPLES_BYTES} bytes.") from error
            left -= len(content)
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()
