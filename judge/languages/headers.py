"""A language's large header, compiled once for all submissions that begin with it (GCC's precompiled headers).

The resulting program is identical to the byte. A compiler that cannot use the precompiled header, or finds none, reads
the header itself; and compile.py compiles again without it unless the message is plainly about the source.
"""

import fcntl
import hashlib
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.events import Note
from judge.base.scratch import scratch_folder
from judge.base.trees import remove_tree
from judge.base.user_state import state_folder
from judge.languages.compiler import cache_key, identity, run_compiler
from judge.languages.language import Language
from judge.problems.model import Limits
from judge.project.host import JudgeHost

SOURCE = "header.h"
SYSTEM = (Path("/var/lib/dpkg/status"), Path("/usr/include"))
"""Files that change with each package: GCC does not notice that a header has changed since."""
UNUSED_AFTER_S = 24 * 3600.0
# What may precede it in a source. Pragmas and macros before it mean something else if the header is not read after
# them; a backslash may move the end of a comment.
BEFORE = r"(?:\s|//[^\n\\]*\n|/\*[^*\\]*\*+(?:[^*/\\][^*\\]*\*+)*/)*"


def header_folder(
    host: JudgeHost,
    language: Language,
    source: str,
    cores: Sequence[int] = (),
    *,
    system: Sequence[Path] = SYSTEM,
) -> Path | None:
    """The folder of headers for the compiler to search first; None: this source does not begin with the header.

    If it does not exist yet, one of the judges that need it makes it. If it cannot be stored, there is none.
    """
    if not begins_with_header(language, source):
        return None
    try:
        place = state_folder() / "headers"
        if os.pathsep in str(place):  # which would make two of them in a list of folders
            return None
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = place / _key(language, system)
        with _locked(place / f"{folder.name}.lock"):
            if not folder.is_dir():
                _make(host, language, folder, cores)
        os.utime(folder)
    except (OSError, JudgeError):  # for example, the state folder cannot be written: nothing depends on it
        return None
    return folder


def begins_with_header(language: Language, source: str) -> bool:
    header = language.precompiled_header
    if header is None:
        return False
    return re.match(rf"{BEFORE}#[ \t]*include[ \t]*<{re.escape(header)}>", source) is not None


def _key(language: Language, system: Sequence[Path]) -> str:
    depends_on = [cache_key(b"", language, _command(language)), [identity(path) for path in system]]
    return f"{language.id}-{hashlib.sha256(repr(depends_on).encode()).hexdigest()[:32]}"


def _command(language: Language) -> list[str]:
    """The command of a submission, with the header instead of its sources: the options must be the same."""
    return language.compile_command(SOURCE, ["-x", "c++-header", SOURCE])


def _make(host: JudgeHost, language: Language, folder: Path, cores: Sequence[int]) -> None:
    """Makes the header. One that the compiler rejects leaves an empty folder, so that it is not tried each time."""
    host.tell(Note(f"compiling <{language.precompiled_header}>, once for all submissions that begin with it"))
    _remove_unused(folder.parent)
    with scratch_folder(folder.parent) as output:
        (output / "source").write_text(f"#include <{language.precompiled_header}>\n")
        facts = run_compiler(
            host,
            language,
            Limits(),
            output,
            SOURCE,
            _command(language),
            cores,
        )
        if facts.outcome != "exited":  # a limit, exceeded on a busy machine
            raise JudgeError(f"compiling <{language.precompiled_header}>: {facts.ending}")
        new = output / "new"
        compiled = new / f"{language.precompiled_header}.gch"
        compiled.parent.mkdir(parents=True)
        if facts.succeeded:
            (output / "stdout").rename(compiled)
            compiled.chmod(0o644)
        for each in (new, *compiled.parents[: len(compiled.relative_to(new).parts)]):
            each.chmod(0o755)  # the compiler in the sandbox runs as another user
        new.rename(folder)


def _remove_unused(place: Path) -> None:
    """Removes headers of compilers and systems that no longer exist: each takes as much room."""
    for lock in place.glob("*.lock"):
        folder = lock.with_suffix("")
        if folder.is_dir() and time.time() - folder.stat().st_mtime > UNUSED_AFTER_S:
            remove_tree(folder)
            lock.unlink(missing_ok=True)


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Holds this file alone, also among threads."""
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
