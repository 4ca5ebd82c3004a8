"""Pandoc and Typst, which read texts of a problem's author: they run in the sandbox, under limits.

They see the files next to the statement and nothing else of the machine, have no network, and are stopped at a limit.
Both are optional wheels of PyPI: pandoc is a program, Typst a module that a separate Python loads.
"""

import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.next_steps import RunProgram
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.problems.export.tex_classes import PICTURES
from judge.project.build import PACKAGES, SOLVERS, build
from judge.project.host import JudgeHost
from judge.sandbox.run import RunLimits, run

WHEELS = ("pypandoc-binary==1.17", "typst==0.15.2")
LIMITS = RunLimits(
    cpu_ms=20_000, wall_ms=60_000, memory_bytes=2 << 30, output_bytes=64 << 20, work_bytes=64 << 20
)
"""The limits; a statement of ten pages takes a second and 200 MB."""
SAID_BYTES = 2000
IN_FOLDER = 'cd -- "$1" && shift && exec "$@"'
"""The folder that names in a statement are relative to."""
TYPESET = """
import sys, typst
try:
    sys.stdout.buffer.write(typst.compile(sys.stdin.buffer.read(), root=sys.argv[1]))
except RuntimeError as error:
    sys.exit(str(error))
"""
FAMILIES = "import typst; print(*typst.Fonts().families(), sep='\\n')"
SYSTEM, NO_FOLDER = Path("/usr"), Path("/sandbox")
"""The folder that every program sees, and that one starts in if it is shown no other."""


def convert(host: JudgeHost, statement: Path, place: Path, text: str, forms: tuple[str, str]) -> str:
    """The text of this statement in another format of pandoc's. `place`: the problem's folder. Raises JudgeError."""
    bundled = _package("pypandoc")
    pandoc = bundled / "files/pandoc" if bundled else pandoc_of_the_system()
    if pandoc is None:
        raise _missing("pandoc")
    read, written = forms
    command = [pandoc, f"--from={read}", f"--to={written}", "--wrap=preserve"]
    return _run(host, statement, place, command, text.encode()).decode()


def typeset(host: JudgeHost, statement: Path, place: Path, document: bytes) -> bytes:
    """A Typst document as a PDF. Raises JudgeError."""
    return _run_typst(host, statement, place, [TYPESET, statement.parent], document)


def font_families(host: JudgeHost, statement: Path, place: Path) -> set[str]:
    """The names of the fonts that Typst has there."""
    return {*_run_typst(host, statement, place, [FAMILIES], b"").decode().splitlines()}


def pandoc_of_the_system() -> str | None:
    return shutil.which("pandoc")


def _package(name: str) -> Path | None:
    """The folder of an installed package."""
    found = find_spec(name)
    return Path(found.origin).parent if found and found.origin else None


def _missing(name: str) -> JudgeError:
    install = RunProgram((sys.executable, "-m", "pip", "install", *WHEELS), "Install it")
    return JudgeError(f"{name} is missing, which this needs.", install)


def _run_typst(
    host: JudgeHost, statement: Path, place: Path, script: Sequence[str | Path], given: bytes
) -> bytes:
    module, own_modules = _package("typst"), Path(sys.base_prefix).resolve()
    if module is None:
        raise _missing("typst")
    shown = [module] if own_modules.is_relative_to(SYSTEM) else [module, own_modules]
    command = [Path(sys.executable).resolve(), "-P", "-s", "-c", *script]
    return _run(host, statement, place, command, given, shown, [f"PYTHONPATH={module.parent}"])


def _run(
    host: JudgeHost,
    statement: Path,
    place: Path,
    command: Sequence[str | Path],
    given: bytes,
    shown: Sequence[Path] = (),
    environment: Sequence[str] = (),
) -> bytes:
    """The converter's output. Raises JudgeError with its message, or with the limit that ended it."""
    build(host, SOLVERS, problems=[PACKAGES])
    own_files = _own_files(statement, place)
    folder = statement.parent if statement.parent in own_files else NO_FOLDER
    with scratch_folder() as scratch:
        (scratch / "source").write_bytes(given)
        facts = run(
            host,
            ["/bin/sh", "-c", IN_FOLDER, "sh", folder, *command],
            LIMITS,
            scratch,
            stdin=scratch / "source",
            visible=(*own_files, *shown, Path(command[0])),
            environment=environment,
        )
        if not facts.succeeded:
            said = " ".join(read_text(scratch / "stderr", SAID_BYTES).split())
            why = said if facts.outcome == "exited" and said else facts.ending
            raise JudgeError(f"{statement}: the statement cannot be converted: {why}.")
        return (scratch / "stdout").read_bytes()


def _own_files(statement: Path, place: Path) -> list[Path]:
    """The files of the statement's own folder; if that is the problem's folder, its pictures."""
    folder = statement.parent
    if folder.resolve() != place.resolve():
        return [folder]
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix.lower() in PICTURES and path.is_file() and not path.is_symlink()
    )
