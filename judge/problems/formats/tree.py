"""The files of a package, all found before any is read: no link may lead out of the user's own repository, or form a
cycle. A link that does is reported when something is read through it."""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.outside_folders import DEEPEST, MOST_FILES, fault_of_link, leads_back
from judge.problems.model import Remark, unused

PASSED_OVER = re.compile(r"[.-].*|__pycache__")
"""Names that are only for other tools, by the formats' general requirements."""


class Tree(Struct, frozen=True, dict=True):
    root: Path
    files: tuple[str, ...]
    """Relative to the root, by name."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Links that must not be read through, with the reason, by name."""

    def __truediv__(self, name: str) -> Path:
        return self.root / name

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.files)

    def has(self, name: str) -> bool:
        """Raises JudgeError for a link that must not be read through."""
        self._require(name, ())
        return name in self._known

    def listed(self, folder: str) -> list[str]:
        """The files in a folder and its subfolders, without reading any; "" is the package itself."""
        return [name for name in self.files if name.startswith(f"{folder}/" if folder else "")]

    def below(self, folder: str, endings: tuple[str, ...] = ("",)) -> list[str]:
        """Files below, where those are read that have such a suffix, or are in a folder that has. Raises JudgeError
        for a link that must not be read through."""
        self._require(folder, endings)
        return self.listed(folder)

    def _require(self, name: str, endings: tuple[str, ...]) -> None:
        for link, reason in self.refused.items():
            is_below = not name or link.startswith(f"{name}/")
            is_read = any(part.endswith(endings) for part in link.split("/")) or (self.root / link).is_dir()
            if link == name or name.startswith(f"{link}/") or (endings and is_below and is_read):
                raise JudgeError(f"{self.root / link} {reason}")

    def entries(self, folder: str = "") -> list[str]:
        """The names of the direct entries of a folder."""
        prefix = f"{folder}/" if folder else ""
        names = (*self.files, *(name for name in self.refused if not PASSED_OVER.fullmatch(Path(name).name)))
        inside = (name.removeprefix(prefix) for name in names if name.startswith(prefix))
        return sorted({name.partition("/")[0] for name in inside})

    def programs(self, folder: str) -> tuple[Path, ...]:
        """Programs: each a file or a folder. Raises JudgeError for a link that must not be read through."""
        self._require(folder, ("",))
        return tuple(self.root / folder / name for name in self.entries(folder))


def tree_of(root: Path, reach: Path | None = None) -> Tree:
    """`reach`: the folder that links may lead into; by default the user's own repository around the package. Raises
    JudgeError for entries that are neither files nor folders."""
    files = []
    refused: dict[str, str] = {}
    for number, name in enumerate(_walk(root, reach, "", 0, refused), start=1):
        if number > MOST_FILES:
            raise JudgeError(f"{root}: the package has more than {MOST_FILES} files and folders.")
        if not name.endswith("/"):
            files.append(name)
    if not files:
        raise JudgeError(f"{root}: the folder has no files: expected a problem package.")
    return Tree(root, tuple(sorted(files)), refused)


def _walk(root: Path, reach: Path | None, folder: str, depth: int, refused: dict[str, str]) -> Iterator[str]:
    """Files, and folders with a slash after the name. Links that lead out or form a cycle become `refused`."""
    if depth > DEEPEST:
        raise JudgeError(f"{root}/{folder}: folders are nested more than {DEEPEST} deep.")
    try:
        entries = list(os.scandir(root / folder))
    except OSError as error:
        raise JudgeError(f"{root / folder}: {error.strerror}.") from error
    for entry in entries:
        where = f"{root / folder / entry.name}"
        if entry.is_symlink() and (fault := _fault_of(Path(entry.path), root, reach)):
            refused[f"{folder}{entry.name}"] = fault
            continue
        if PASSED_OVER.fullmatch(entry.name):
            continue
        if not entry.name.isprintable():
            raise JudgeError(f"{where!r}: the name is not readable UTF-8. Rename it.")
        mode = entry.stat().st_mode
        if stat.S_ISDIR(mode):
            yield f"{folder}{entry.name}/"
            yield from _walk(root, reach, f"{folder}{entry.name}/", depth + 1, refused)
        elif stat.S_ISREG(mode):
            yield f"{folder}{entry.name}"
        else:
            raise JudgeError(f"{where} is neither a file nor a folder. Remove it.")


def _fault_of(link: Path, root: Path, reach: Path | None) -> str | None:
    """The reason why a link must not be read through, and what to do; None: it may be."""
    if fault := fault_of_link(link, root, reach):
        return f"{fault}. Remove it, or put a copy of the file there."
    if leads_back(link, root):
        return "is a link to a folder that contains it. Remove it."
    return None


def unknown_entries(tree: Tree, known: Iterable[str]) -> tuple[Remark, ...]:
    """A remark for each entry at the top of the package that its format does not know."""
    return tuple(
        unused(name, "is not used: the format does not know it")
        for name in tree.entries()
        if name not in known
    )
