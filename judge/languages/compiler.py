"""A compiler, as it is started in the sandbox, and the dependencies of its results."""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from judge.languages.language import SANDBOX_PATH, Language, tool_path
from judge.problems.model import Limits
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts
from judge.sandbox.run import RunLimits, run

OUTPUT_LIMIT_BYTES = 528 << 20
"""The bounds of the program's size, and of the compiler's messages: DOMjudge's, for tables of half a GiB."""
WORK_LIMIT_BYTES = 1088 << 20
"""Room for the program and for its object file."""
PROCESSES = 64

# Run by sh: $1 is the source's name, "." for a folder, the rest is the compiler's command line.
UNPACK = 'if [ "$1" = . ]; then tar -xf - --no-same-owner; else cat >"$1"; fi || exit'
SCRIPT = f'{UNPACK}; shift; "$@" >&2'
SCRIPT_WITH_PROGRAM = f"{SCRIPT} && if [ -d program ]; then tar -C program -cf - .; else cat program; fi"


def run_compiler(
    host: JudgeHost,
    language: Language,
    limits: Limits,
    output: Path,
    name: str,
    command: Sequence[str],
    cores: Sequence[int] = (),
    *,
    headers: Path | None = None,
    sees: Sequence[Path] = (),
) -> Facts:
    """Compiles the file `source` of the folder `output`; the program becomes `stdout` there, the messages `stderr`.

    In the sandbox the source is called `name`. `headers`: a folder that is searched for headers before the system's.
    `sees`: other folders that the compiler reads. A compiler that was killed by anything but a limit, as the system
    does when memory is short, is started again.
    """
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
    start = partial(
        run,
        host,
        ["/bin/sh", "-c", script, "sh", name, *command],
        bounds,
        output,
        stdin=output / "source",
        visible=(*language.compiler_sees, *([headers] if headers else []), *sees),
        cores=cores,
        environment=[f"CPLUS_INCLUDE_PATH={headers}"] if headers else (),
    )
    facts = start()
    return start() if facts.signal_name == "SIGKILL" and facts.outcome == "signaled" else facts


def cache_key(source: bytes, language: Language, command: Sequence[str]) -> str:
    """The hash of everything that the result of compiling this source depends on."""
    tools = [identity(Path(tool_path(tool) or shutil.which(tool) or tool)) for tool in language.tools]
    # A toolkit is more than one file, and only some start quickly enough to be asked each time.
    version = version_of(tuple(language.version_command)) if language.toolkit else None
    shown = [str(path) for path in language.compiler_sees]
    facts = [SCRIPT_WITH_PROGRAM, *command, *language.run, shown, tools, version]
    digest = hashlib.sha256(repr(facts).encode("utf-8", errors="surrogateescape"))
    digest.update(b"\0" + source)
    return digest.hexdigest()[:32]


def identity(path: Path) -> list[object] | None:
    """Identifies a file: if any of these differs, it is another file or was written to. None: it does not exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return [str(path.resolve()), found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns]


@cache
def version_of(command: tuple[str, ...]) -> str:
    """The version that this command reports; empty if it cannot be started."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PATH": SANDBOX_PATH, "LC_ALL": "C"},
        )
    except OSError:
        return ""
    return done.stdout or done.stderr


def version_line(language: Language) -> str | None:
    """The line with a version in the output of its version command."""
    said = version_of(tuple(language.version_command))
    return next((line.strip()[:80] for line in said.splitlines() if re.search(r"\d+\.\d+", line)), None)
