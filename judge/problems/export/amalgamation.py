"""C++ programs that include the project's own headers, each as one source file that compiles alone.

A header is inserted where it is first included, and all the sources that belong to it at the end: NAME.cpp, and those
NAME_*.cpp that include it. {fmt}, which other judges may lack, is inserted from the system's headers.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from judge.base.errors import JudgeError

INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<(fmt/[^>]+)>).*')
ONCE = re.compile(r"[ \t]*#[ \t]*pragma[ \t]+once.*")
SYSTEM = (Path("/usr/include"), Path("/usr/local/include"))
OF_FMT = "fmt/"


class Amalgamation:
    """One program."""

    def __init__(self, root: Path, system: Iterable[Path] = SYSTEM) -> None:
        """`root`: the folder that the names of the project's headers are relative to."""
        self._root = root
        self._system = tuple(system)
        self._seen: set[Path] = set()
        self._sources: list[Path] = []
        """Sources that belong to the inserted headers."""

    def of(self, sources: Iterable[Path]) -> str:
        """Raises JudgeError for a missing header."""
        wanted = sorted(sources)
        lines = ["#define FMT_HEADER_ONLY 1"]
        for path in wanted:
            self._add(path, lines)
        while self._sources:
            self._add(self._sources.pop(0), lines)
        used = lines[1:] if not any(OF_FMT in str(path) for path in self._seen) else lines
        return "\n".join(used) + "\n"

    def _add(self, path: Path, lines: list[str]) -> None:
        if path in self._seen:
            return
        self._seen.add(path)
        for line in path.read_text(encoding="utf-8").splitlines():
            if ONCE.fullmatch(line):
                continue
            match = INCLUDE.fullmatch(line)
            if match is None:
                lines.append(line)
                continue
            header = self._find(match[1] or match[2], path)
            self._add(header, lines)
            self._sources += sources_of(header)

    def _find(self, name: str, where: Path) -> Path:
        for folder in (where.parent, self._root, *self._system):
            if (folder / name).is_file():
                return folder / name
        raise JudgeError(f"{where}: the header {name} is not found, so that the program cannot stand alone.")


def sources_of(header: Path) -> list[Path]:
    """The source files next to a header that belong to it."""
    parts = [
        path
        for path in sorted(header.parent.glob(f"{header.stem}_*.cpp"))
        if f'{header.name}"' in path.read_text(encoding="utf-8")
    ]
    return [path for path in (header.with_suffix(".cpp"), *parts) if path.is_file()]


def is_self_contained(source: Path) -> bool:
    """Whether it includes only a compiler's own headers, and files next to it."""
    for line in source.read_text(encoding="utf-8", errors="replace").splitlines():
        match = INCLUDE.fullmatch(line)
        if match and (match[2] or not (source.parent / match[1]).is_file()):
            return False
    return True
