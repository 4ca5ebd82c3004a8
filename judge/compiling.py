"""Compiling a submission, under limits, once: the result is kept by the hash of all that it depends on."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from judge.languages import Language
from judge.problem import Limits
from judge.project import Project
from judge.runner import RunLimits, read_text, run

MESSAGE_LINES = 40
OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True)
class Compiled:
    """A program that can be started, or the reason why there is none."""

    command: tuple[str, ...]
    """Starts the program, from any working directory."""
    error: str | None = None


def compile_submission(
    project: Project, source: str, file_name: str, language: Language, limits: Limits
) -> Compiled:
    """Compiles `source`; a compile error is a result. The language must be available (language_check)."""
    source_bytes = source.encode("utf-8", errors="surrogateescape")
    if len(source_bytes) > limits.code_bytes:
        return Compiled(
            (),
            f"the source has {len(source_bytes)} bytes, over the limit of {limits.code_bytes}",
        )

    # The plain name keeps what a user typed out of the compiler's command line.
    source_name = f"solution{language.suffixes[0]}" if language.id != "python3" else "solution.py"
    folder = project.compile_cache / _cache_key(source_bytes, source_name, language)
    command = tuple(language.run_command(folder / source_name, folder / "program"))
    if not folder.exists():
        project.compile_cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=project.compile_cache, prefix="compiling-") as name:
            error = _compile_into(project, Path(name), source_bytes, source_name, language, limits)
            if error is not None:
                return Compiled((), error.replace(f"{name}/{source_name}", file_name))
            try:
                Path(name).rename(folder)
            except OSError:  # another judge was faster: its result is the same
                if not folder.exists():
                    raise
            else:
                Path(name).mkdir()  # for TemporaryDirectory to remove
    return Compiled(command)


def _compile_into(
    project: Project, folder: Path, source: bytes, source_name: str, language: Language, limits: Limits
) -> str | None:
    """None when it worked, else the compiler's message, bounded."""
    (folder / source_name).write_bytes(source)
    command = language.compile_command(folder / source_name, folder / "program")
    command[0] = shutil.which(command[0]) or command[0]
    time_ms = round(limits.compilation_time_s * 1000)
    bounds = RunLimits(time_ms, 2 * time_ms, limits.compilation_memory_bytes, OUTPUT_LIMIT_BYTES)
    with tempfile.TemporaryDirectory(prefix="warp-judge-compile-") as log:
        facts = run(project, command, bounds, Path(log), work_dir=folder)
        message = read_text(Path(log) / "stderr") or read_text(Path(log) / "stdout")
    if facts.succeeded:
        return None
    lines = message.rstrip().splitlines()
    if len(lines) > MESSAGE_LINES:
        lines = [*lines[:MESSAGE_LINES], f"... ({len(lines) - MESSAGE_LINES} more lines)"]
    how = f"exit code {facts.exit_code}" if facts.outcome == "exited" else facts.signal_name or facts.outcome
    return "\n".join(lines) or f"the compiler said nothing ({how})"


def _cache_key(source: bytes, source_name: str, language: Language) -> str:
    parts = [source_name, *language.compile, *language.run, _version_of(language.tools[0])]
    digest = hashlib.sha256("\0".join(parts).encode())
    digest.update(b"\0" + source)
    return digest.hexdigest()[:32]


@cache
def _version_of(tool: str) -> str:
    done = subprocess.run(
        [tool, "--version"], capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"}
    )
    return done.stdout.partition("\n")[0]
