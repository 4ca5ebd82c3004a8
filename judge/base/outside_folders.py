"""Folders from outside, walked within bounds; no link or name leads out of them."""

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_files import reading

DEEPEST = 32
"""The deepest nesting of folders."""
MOST_FILES = 100_000
"""The most files and folders of one tree."""
OF_VERSION_CONTROL = (".git", ".hg", ".svn", ".jj")
OF_CONTESTS = ("contest.yaml", "contest.json", "problems.yaml", "problems.json", "problemset.yaml")
MANIFESTS = ("problem.yaml", "problem.xml", "domjudge-problem.ini")
TIME_LIMIT = ".timelimit"
"""The name of a package's file with its time limit, the only hidden one that a format reads."""
UNPACKED = ".made-from"
"""The name of a file in a folder unpacked from a zip file: links in it cannot lead to other files of its author."""


def files_below(folder: Path, shown: object = None, *, root: Path | None = None) -> list[Path]:
    """The files in a folder and its subfolders, by name, without hidden ones. Raises JudgeError.

    Links are skipped, except links in the package `root` that lead to a readable file: such a link counts as the file.
    """
    return _walked(folder, shown or folder, root, is_package=False)


def files_of_package(folder: Path) -> list[Path]:
    """The files of a package, or of a folder with packages, by name: all that the formats read. Raises JudgeError.

    Links that may be read count as the files and folders to which they lead.
    """
    return _walked(folder, folder, folder, is_package=True)


def _walked(folder: Path, shown: object, root: Path | None, *, is_package: bool) -> list[Path]:
    found: list[Path] = []
    waiting = [(folder, 0)]
    count = 0
    while waiting:
        place, depth = waiting.pop()
        with reading(shown, "Correct that."):
            for entry in os.scandir(place):
                path, is_limit = Path(entry.path), is_package and entry.name == TIME_LIMIT
                if entry.name.startswith(".") and not (is_limit and entry.is_file()):
                    continue
                count += 1
                if count > MOST_FILES:
                    raise JudgeError(f"{shown} has more than {MOST_FILES} files and folders.")
                follows = root is not None and entry.is_symlink() and not fault_of_link(path, root)
                enters = follows and is_package and not leads_back(path, folder)
                if entry.is_dir(follow_symlinks=enters):
                    if depth == DEEPEST:
                        raise JudgeError(f"{shown}: folders are nested more than {DEEPEST} deep.")
                    waiting.append((path, depth + 1))
                elif entry.is_file(follow_symlinks=follows):
                    found.append(path)
    return sorted(found)


def leads_back(link: Path, root: Path) -> bool:
    """Whether a link in the folder `root` leads to a folder on the way to it, links included, or to one that contains
    such a folder."""
    target = link.resolve()
    way = {one.resolve() for one in (root, *link.parents) if one.is_relative_to(root)}
    return any(one.is_relative_to(target) for one in way)


def reach_of(root: Path) -> Path:
    """The folder that links in `root` may lead into: the user's own repository around it, else `root` itself.

    A repository is a tree under version control, a contest, or a folder with several problems. The home folder is
    never one, whatever is in it.
    """
    real = root.resolve()
    home = Path(os.path.expanduser("~")).resolve()  # noqa: PTH111 - which never fails
    around = [real, *(parent for parent in real.parents if parent != Path(parent.root))]
    around = around[: around.index(home)] if home in around else around
    of_contest = None
    for place in around:
        if _has(place, [UNPACKED]):
            return place
        if _has(place, OF_VERSION_CONTROL):
            return place
        if of_contest is None and _has(place, OF_CONTESTS):
            of_contest = place
    if of_contest is None and real.parent in around and _has_other_problems(real):
        return real.parent
    return of_contest or real


def _has(folder: Path, names: Iterable[str]) -> bool:
    return any(os.path.lexists(folder / name) for name in names)


def _has_other_problems(package: Path) -> bool:
    """Whether a folder next to this one holds a problem, in a place where nobody else can put one."""
    try:
        if package.parent.stat().st_mode & stat.S_IWOTH:
            return False
        beside = [
            Path(entry.path) for entry in os.scandir(package.parent) if entry.is_dir(follow_symlinks=False)
        ]
    except OSError:
        return False
    return any(one != package and _has(one, MANIFESTS) for one in beside)


def fault_of_link(path: Path, root: Path, reach: Path | None = None) -> str | None:
    """The reason why a path in the folder `root`, which may be or contain a link, must not be read; None: it may be
    read.

    `reach`: the folder that links may lead into; by default reach_of(root).
    """
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return "is a link that leads nowhere, or round in a circle"
    if target.is_relative_to(root.resolve()):
        return None
    reach = reach or reach_of(root)
    if not target.is_relative_to(reach):
        return "is a link that leads out of the package"
    if any(part.startswith(".") for part in target.relative_to(reach).parts):
        return "is a link that leads to a hidden file"
    return None


def named_inside(folder: Path, name: str, where: str) -> Path:
    """The file or folder that a text in the folder names. Raises JudgeError for a name that leads outside, directly or
    through a link."""
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        raise JudgeError(f"{where}: expected a path within {folder}, found {name!r}.")
    with reading(where, "Correct that."):
        if (folder / path).is_symlink() or (folder / path).exists():
            require_inside(folder / path, folder)
    return folder / path


def require_inside(path: Path, folder: Path) -> None:
    """Raises JudgeError for a file or folder that is outside, whatever links lead there."""
    if fault := fault_of_link(path, folder):
        raise JudgeError(f"{path} {fault}. Put a copy of the file there.")
