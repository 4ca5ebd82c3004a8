"""The files of a package, all found before any is read: none lies outside of its folder, and links do not go round."""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from judge.base.errors import JudgeError

MOST_FILES = 100_000
"""Of one package."""
DEEPEST = 32
"""Folders within each other."""
PASSED_OVER = re.compile(r"[.-].*|__pycache__")
"""Names that a package has only for other tools, by the formats' general requirements."""


@dataclass(frozen=True)
class Tree:
    root: Path
    files: tuple[str, ...]
    """Relative to the root, by name."""

    def __truediv__(self, name: str) -> Path:
        return self.root / name

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.files)

    def has(self, name: str) -> bool:
        return name in self._known

    def below(self, folder: str) -> list[str]:
        """The files in a folder and its folders."""
        return [name for name in self.files if name.startswith(f"{folder}/")]

    def entries(self, folder: str = "") -> list[str]:
        """The names of what lies directly in a folder."""
        prefix = f"{folder}/" if folder else ""
        inside = (name.removeprefix(prefix) for name in self.files if name.startswith(prefix))
        return sorted({name.partition("/")[0] for name in inside})

    def programs(self, folder: str) -> tuple[Path, ...]:
        """Each a file or a folder."""
        return tuple(self.root / folder / name for name in self.entries(folder))


def tree_of(root: Path) -> Tree:
    """Raises JudgeError for a link that leads out or round, and for what is neither a file nor a folder."""
    files = []
    for number, name in enumerate(_walk(root, root.resolve(), "", 0), start=1):
        if number > MOST_FILES:
            raise JudgeError(f"{root}: the package has more than {MOST_FILES} files and folders.")
        if not name.endswith("/"):
            files.append(name)
    if not files:
        raise JudgeError(f"{root}: the folder has no files: expected a problem package.")
    return Tree(root, tuple(sorted(files)))


def _walk(root: Path, real: Path, folder: str, depth: int) -> Iterator[str]:
    """Files, and folders with a slash behind the name."""
    if depth > DEEPEST:
        raise JudgeError(f"{root}/{folder}: folders lie more than {DEEPEST} deep.")
    try:
        entries = list(os.scandir(root / folder))
    except OSError as error:
        raise JudgeError(f"{root / folder}: {error.strerror}.") from error
    for entry in entries:
        where = f"{root / folder / entry.name}"
        if PASSED_OVER.fullmatch(entry.name):
            continue
        if not entry.name.isprintable():
            raise JudgeError(f"{where!r}: the name is not readable UTF-8. Rename it.")
        if entry.is_symlink():
            _check_link(Path(entry.path), real, where)
        mode = entry.stat().st_mode
        if stat.S_ISDIR(mode):
            yield f"{folder}{entry.name}/"
            yield from _walk(root, real, f"{folder}{entry.name}/", depth + 1)
        elif stat.S_ISREG(mode):
            yield f"{folder}{entry.name}"
        else:
            raise JudgeError(f"{where} is neither a file nor a folder. Remove it.")


def _check_link(link: Path, real: Path, where: str) -> None:
    try:
        target = link.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise JudgeError(f"{where} is a link that leads nowhere, or round in a circle. Remove it.") from error
    if not target.is_relative_to(real):
        raise JudgeError(f"{where} is a link that leads out of the package. Put a copy of the file there.")
    if link.parent.resolve().is_relative_to(target):
        raise JudgeError(f"{where} is a link to a folder that it lies in. Remove it.")


def unknown_entries(tree: Tree, known: Iterable[str]) -> tuple[str, ...]:
    """A remark for each entry at the top of the package that its format does not know."""
    return tuple(
        f"{name} is not used: the format does not know it" for name in tree.entries() if name not in known
    )
