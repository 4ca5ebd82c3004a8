"""Compiling a submission inside the sandbox, under limits, once.

The source goes in as standard input, the program comes out as standard output: the compiler sees the system and
its own work directory, nothing else. The result is kept by the hash of all that it depends on.
"""

import hashlib
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from judge.base.scratch import scratch_folder
from judge.base.text import printable, read_text
from judge.languages.table import Language, find_tool
from judge.problems.model import Limits
from judge.project.paths import Project
from judge.sandbox.facts import Facts
from judge.sandbox.isolation import Isolation
from judge.sandbox.run import RunLimits, run

HEAD_LINES, TAIL_LINES = 28, 12
"""Of a long message: it says what went wrong at its beginning or at its end."""
PART_BYTES = 12 * 1024
LINE_CHARACTERS = 400
OUTPUT_LIMIT_BYTES = 64 << 20
"""Of the program, and of the compiler's messages."""
WORK_LIMIT_BYTES = 512 << 20
PROCESSES = 64
STOPPED = "the compiler was stopped"

# Run by sh: $1 is the source's name, the rest is the compiler's command line.
SCRIPT = 'cat >"$1" || exit; shift; "$@" >&2'
SCRIPT_WITH_PROGRAM = f"{SCRIPT} && cat program"


@dataclass(frozen=True)
class Compiled:
    """A program that can be started, or the reason why there is none."""

    command: tuple[str | Path, ...]
    """Starts the program, from any working directory."""
    visible: tuple[Path, ...] = ()
    """What the command needs to see besides the program itself: the source of an interpreted language."""
    error: str | None = None
    isolation: Isolation | None = None
    """That of the compiler; None where none ran."""


def compile_submission(
    project: Project,
    source: str,
    file_name: str,
    language: Language,
    limits: Limits,
    cores: Sequence[int] = (),
) -> Compiled:
    """Compiles `source`; a compile error is a result. The language must be available (language_check)."""
    source_bytes = source.encode("utf-8", errors="surrogateescape")
    if len(source_bytes) > limits.code_bytes:
        return Compiled((), error=f"the source is longer than the limit of {limits.code_bytes} bytes")

    key = cache_key(source_bytes, language)
    kept = _kept(project, key)
    if kept is None:
        with scratch_folder() as output:
            (output / "source").write_bytes(source_bytes)
            facts = _run_compiler(project, language, limits, output, cores)
            if not facts.succeeded:
                message = _message(facts, output).replace(language.source_name, file_name)
                for folder in language.compiler_needs:  # its path must not show
                    message = message.replace(f"{folder}/", "")
                return Compiled((), error=printable(message), isolation=facts.isolation)
            result = output / ("stdout" if language.makes_program else "source")
            kept = _keep(project, key, result, language.result_name, facts.isolation)
    folder, isolation = kept
    result = folder / language.result_name
    return Compiled(
        command=tuple(language.run_command(result)),
        visible=() if language.makes_program else (result,),
        isolation=isolation,
    )


def _run_compiler(
    project: Project, language: Language, limits: Limits, output: Path, cores: Sequence[int]
) -> Facts:
    time_ms = round(limits.compilation_time_s * 1000)
    bounds = RunLimits(
        cpu_ms=time_ms,
        wall_ms=2 * time_ms + 10_000,
        memory_bytes=limits.compilation_memory_bytes,
        output_bytes=OUTPUT_LIMIT_BYTES,
        processes=PROCESSES,
        work_bytes=WORK_LIMIT_BYTES,
    )
    script = SCRIPT_WITH_PROGRAM if language.makes_program else SCRIPT
    command = ["/bin/sh", "-c", script, "sh", language.source_name, *language.compile_command]
    return run(
        project,
        command,
        bounds,
        output,
        stdin=output / "source",
        visible=language.compiler_needs,
        cores=cores,
    )


def _message(facts: Facts, output: Path) -> str:
    """The compiler's message, truncated; preceded by what stopped it, if it was stopped."""
    lines = read_text(output / "stderr", PART_BYTES).splitlines()
    beyond = facts.stderr_bytes - PART_BYTES
    if beyond > 0 or len(lines) > HEAD_LINES + TAIL_LINES:
        end = read_text(output / "stderr", PART_BYTES, max(0, beyond)).rstrip().splitlines()
        lines = [*lines[:HEAD_LINES], "...", *end[-TAIL_LINES:]]
    lines = [line if len(line) <= LINE_CHARACTERS else line[:LINE_CHARACTERS] + " ..." for line in lines]
    if facts.outcome != "exited":
        lines = [f"{STOPPED}: {facts.ending}", *lines]
    return "\n".join(lines) or f"the compiler gave no message ({facts.ending})"


def headline(error: str) -> str:
    """The line of a compiler's message that is most useful in a table."""
    lines = error.strip().splitlines()
    if lines[0].startswith(STOPPED):
        return lines[0]
    return next((line for line in lines if "error" in line.lower()), lines[0]).strip()


def _kept(project: Project, key: str) -> tuple[Path, Isolation] | None:
    """An earlier result and how isolated its compiler was; None when there is none that is good enough."""
    for folder in sorted(project.compile_cache.glob(f"{key}-*")):
        isolation = msgspec.json.decode((folder / "isolation.json").read_bytes(), type=Isolation)
        if isolation.is_full or not project.settings.require_isolation:
            return folder, isolation
    return None


def _keep(
    project: Project, key: str, result: Path, name: str, isolation: Isolation
) -> tuple[Path, Isolation]:
    """Puts the result into the cache in one step, beside those of compilers that were isolated otherwise."""
    text = msgspec.json.encode(isolation)
    place = project.compile_cache / f"{key}-{hashlib.sha256(text).hexdigest()[:8]}"
    with scratch_folder(project.compile_cache) as folder:
        new = folder / "new"
        new.mkdir()
        # By a process of its own: a program cannot be started while any process has it open for writing, and a child
        # that another thread starts would inherit this process's descriptor for a moment.
        subprocess.run(["cp", "--", result, new / name], check=True)
        (new / name).chmod(0o755)
        (new / "isolation.json").write_bytes(text)
        try:
            new.rename(place)
        except OSError:  # another judge was faster: its result is the same
            if not place.exists():
                raise
    return place, isolation


def cache_key(source: bytes, language: Language) -> str:
    """The hash of all that the result of compiling this source depends on."""
    parts = [SCRIPT_WITH_PROGRAM, *language.compile_command, *language.run]
    digest = hashlib.sha256("\0".join([*parts, *map(_version_of, language.tools)]).encode())
    digest.update(b"\0" + source)
    return digest.hexdigest()[:32]


@cache
def _version_of(tool: str) -> str:
    done = subprocess.run(
        [find_tool(tool) or tool, "--version"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    )
    return done.stdout
