"""Folders from outside: walked under bounds, and never left by a link or by a name."""

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_files import reading

DEEPEST = 32
"""Folders within each other."""
MOST_FILES = 100_000
"""Files and folders of a whole folder."""
OF_VERSION_CONTROL = (".git", ".hg", ".svn", ".jj")
OF_CONTESTS = ("contest.yaml", "contest.json", "problems.yaml", "problems.json", "problemset.yaml")
MANIFESTS = ("problem.yaml", "problem.xml", "domjudge-problem.ini")
UNPACKED = ".made-from"
"""The name of a file in a folder that a zip file was unpacked into: the one who made that has no other files here."""


def files_below(folder: Path, shown: object = None, *, root: Path | None = None) -> list[Path]:
    """The files in a folder and its folders, by name, but for hidden ones. Raises JudgeError.

    Links are passed over; of those in the package `root` the ones that lead to a file which may be read count as it.
    """
    found: list[Path] = []
    waiting = [(folder, 0)]
    count = 0
    while waiting:
        place, depth = waiting.pop()
        with reading(shown or folder, "Correct that."):
            for entry in os.scandir(place):
                if entry.name.startswith("."):
                    continue
                count += 1
                if count > MOST_FILES:
                    raise JudgeError(f"{shown or folder} has more than {MOST_FILES} files and folders.")
                if entry.is_dir(follow_symlinks=False):
                    if depth == DEEPEST:
                        raise JudgeError(f"{shown or folder}: folders are nested more than {DEEPEST} deep.")
                    waiting.append((Path(entry.path), depth + 1))
                elif entry.is_file(follow_symlinks=False) or (
                    root and entry.is_file() and not fault_of_link(Path(entry.path), root)
                ):
                    found.append(Path(entry.path))
    return sorted(found)


def reach_of(root: Path) -> Path:
    """The folder that links in `root` may lead into: the user's own repository around it, else `root` itself.

    A repository is what version control or a contest keeps together, or a folder with several problems in it. The home
    folder is none, whatever lies in it.
    """
    real = root.resolve()
    home = Path(os.path.expanduser("~")).resolve()  # noqa: PTH111 - which fails for nobody
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
    """Whether a folder beside this one is of a problem, where nobody else can put one."""
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
    """Why what lies at a path in the folder `root`, which may be or pass through a link, is not read; None: it may be.

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
    """The file or folder that a text in the folder names. Raises JudgeError for a name that leads out, by itself or
    through a link."""
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        raise JudgeError(f"{where}: expected a path within {folder}, found {name!r}.")
    with reading(where, "Correct that."):
        if (folder / path).is_symlink() or (folder / path).exists():
            require_inside(folder / path, folder)
    return folder / path


def require_inside(path: Path, folder: Path) -> None:
    """Raises JudgeError for a file or folder that lies outside, however a link leads there."""
    if fault := fault_of_link(path, folder):
        raise JudgeError(f"{path} {fault}. Put a copy of the file there.")
