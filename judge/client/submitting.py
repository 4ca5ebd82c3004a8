"""What is sent to a remote judge: the files of one solution, within the judge's bounds."""

import secrets
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.suggestions import unknown_name
from judge.base.units import mebibytes, plural
from judge.client.connection import RemoteJudge
from judge.client.failures import RefusedThere, ServerGone
from judge.languages.sources import read_file, read_folder
from judge.web.api.shapes import (
    MOST_FILES,
    MOST_SUBMITTED_BYTES,
    GivenFile,
    NewSubmission,
    ProblemAnswer,
    Problems,
    SampleAnswer,
    WholeSubmission,
)

STDIN = "-"
NOT_THERE = 404
TRIES, BETWEEN_S = 5, 3.0
"""How often it is sent if the connection breaks off: its key makes it one submission."""


def problem_at(judge: RemoteJudge, name: str) -> ProblemAnswer:
    """The problem. Raises RefusedThere if there is none of this name."""
    return judge.get(_path_of(name), ProblemAnswer)


def samples_at(judge: RemoteJudge, name: str) -> tuple[SampleAnswer, ...]:
    """The samples. Raises RefusedThere if there is no problem of this name."""
    return judge.get(f"{_path_of(name)}/samples", tuple[SampleAnswer, ...])


def _path_of(problem: str) -> str:
    return f"/problems/{quote(problem, safe='')}"


def wanted_problem(judge: RemoteJudge, name: str) -> ProblemAnswer:
    """The problem of this name. Raises JudgeError if there is none, with the one that may be meant."""
    try:
        return problem_at(judge, name)
    except RefusedThere as error:
        if error.status != NOT_THERE:
            raise
        known = [one.name[:200] for one in judge.get("/problems", Problems).problems]
        raise unknown_name(f"problem of {judge.server}", name, known, error.next_step) from error


def given_files(given: Sequence[str], language: str | None, problem: ProblemAnswer) -> dict[str, bytes]:
    """The files of one solution by name: one file, several, a folder, or standard input. Raises JudgeError."""
    most = MOST_SUBMITTED_BYTES if problem.is_submit_answer else problem.code_bytes
    if len(given) == 1 and given[0] != STDIN and Path(given[0]).is_dir():
        found = {one.name: one.content for one in read_folder(Path(given[0]), given[0].rstrip("/"), most)}
    else:
        found = {}
        for one in given:
            name, content = _read(one, language, most)
            if name in found:
                raise JudgeError(f"two of the files are called {name}: give the folder that they are in.")
            found[name] = content
    size = sum(map(len, found.values()))
    if size > most and not _is_zip(found):
        raise JudgeError(
            f"{', '.join(given)}: {plural(size, 'byte')} at least; {problem.name} takes at most {most:,} of source."
        )
    if not size:
        raise JudgeError(f"{', '.join(given)}: empty: there is nothing to judge.")
    if len(found) > MOST_FILES:
        raise JudgeError(f"{', '.join(given)}: {len(found)} files: at most {MOST_FILES} are taken.")
    return found


def _read(file: str, language: str | None, most: int) -> tuple[str, bytes]:
    if file != STDIN:
        path = Path(file)
        is_zip = path.suffix.lower() == ".zip"
        return path.name, read_file(path, file, MOST_SUBMITTED_BYTES if is_zip else most)
    if language is None:
        raise JudgeError(
            "a solution on standard input needs a language option",
            RunJudge(("submit", "--to", "NAME", "PROBLEM", STDIN, "--language", "cpp"), "For example"),
        )
    return "stdin", sys.stdin.buffer.read(most + 1)


def _is_zip(files: dict[str, bytes]) -> bool:
    return len(files) == 1 and next(iter(files)).lower().endswith(".zip")


def submit_there(
    judge: RemoteJudge,
    problem: str,
    files: dict[str, bytes],
    language: str | None,
    sleep: Callable[[float], None] = time.sleep,
) -> WholeSubmission:
    """The new submission. Raises JudgeError."""
    given = tuple(_file(name, content) for name, content in files.items())
    wanted = NewSubmission(given, language, secrets.token_urlsafe(16))
    size = len(msgspec.json.encode(wanted))
    if size > MOST_SUBMITTED_BYTES:
        raise JudgeError(
            f"{', '.join(files)}: {mebibytes(size)} as it is sent: {judge.server} takes at most "
            f"{mebibytes(MOST_SUBMITTED_BYTES)}."
        )
    path = f"{_path_of(problem)}/submissions"
    for _ in range(TRIES - 1):
        try:
            return judge.ask("POST", path, WholeSubmission, wanted)
        except ServerGone:
            sleep(BETWEEN_S)
    return judge.ask("POST", path, WholeSubmission, wanted)


def _file(name: str, content: bytes) -> GivenFile:
    try:
        return GivenFile(name, text=content.decode())
    except UnicodeDecodeError:
        return GivenFile(name, base64=content)
