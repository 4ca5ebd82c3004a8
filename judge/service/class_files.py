"""The submissions of a class: which files and folders are a submission each, and whose.

A class is given as files and folders, as a folder with a subfolder for each author, or as a zip file of that, in the
form of course platforms.
"""

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.events import Listener, Warned
from judge.base.scratch import lasting_folder
from judge.base.stray_files import is_stray
from judge.base.units import plural
from judge.languages.sources import MAIN
from judge.languages.table import by_suffix
from judge.problems.formats.archive import unpacked
from judge.service.platform_names import MOODLE_TEXT, ZIP, authors_by, no_programs, of_files, of_folder

MOST_BYTES = 1 << 30
"""The size of an unpacked zip file with a class."""
MOST_LOOKED_AT = 2000
"""The files of a folder that are examined to see whether it is a class."""
HEAD_BYTES = 256 * 1024
"""The part of a source that is examined."""
OF_NOBODY = ("src", "source", "sources", "code", "solution", "submission")
"""Folders that authors add."""
HANDED_IN_WRONGLY = frozenset(".rar .7z .tar .gz .tgz .bz2 .xz .ipynb .doc .docx .odt .rtf .pages".split())
"""Suffixes of files that students hand in with a program but that are not part of one."""

NOTHING_MOVED: Mapping[Path, Path] = {}


class Member(Struct, frozen=True):
    """A submission of a class."""

    path: Path
    author: str
    shown: str
    """Its path as the user knows it."""


def members_of(given: Sequence[str], tell: Listener) -> list[Member] | None:
    """The submissions in these files and folders, in order; None: they are one solution."""
    if "-" in given:
        if len(given) > 1:
            raise JudgeError("several solutions are files or folders: standard input is only one.")
        return None
    found: list[tuple[Path, str]] = []
    moved: dict[Path, Path] = {}
    is_class = len(given) > 1
    for name in given:
        folder = _folder_of(Path(name), moved)
        if folder is not None and holds_several(folder):
            is_class = True
            inside = _together([*_inside(folder, tell)], folder, moved)
            found += [(path, f"{name.rstrip('/')}/{shown}") for path, shown in inside]
        else:
            found.append((Path(name), name))
    if not is_class:
        return None
    authors = authors_of([path for path, _ in found], moved)
    return [Member(path, author, shown) for (path, shown), author in zip(found, authors, strict=True)]


def _folder_of(path: Path, moved: dict[Path, Path]) -> Path | None:
    """The folder itself, or the one that a zip file was made of, which `moved` gets, too; None: it is neither."""
    if path.is_dir():
        return path
    if path.suffix.lower() != ZIP or not path.is_file():
        return None
    folder = unpacked(path, MOST_BYTES, "submissions")
    moved[folder] = path.resolve().with_suffix("")
    entries = _visible(folder)
    return entries[0] if len(entries) == 1 and entries[0].is_dir() else folder


def holds_several(folder: Path) -> bool:
    """Whether a folder is not a solution itself but contains several: folders of authors, or independent files."""
    entries = _visible(folder)
    if named := of_files([path.name for path in entries if path.is_file()]):
        return len({one.student for one in named.values()}) > 1
    sources = [path for path in entries if by_suffix(path.name) and path.is_file()]
    if not sources:
        return sum(_is_whole(path) for path in entries) > 1
    return len(sources) > 1 and _stand_alone(sources)


def _is_whole(path: Path) -> bool:
    """Whether the content of a folder of a class is a solution."""
    if path.suffix.lower() == ZIP:
        return True
    if not path.is_dir():
        return False
    files = [*islice(_files(path), MOST_LOOKED_AT)]
    return any(file.suffix.lower() == ZIP or _is_program(file) for file in files) or (
        not any(by_suffix(file.name) for file in files)
        and any(file.suffix.lower() in HANDED_IN_WRONGLY for file in files)
    )


def _is_program(file: Path) -> bool:
    """Whether a source is a complete program."""
    row = by_suffix(file.name)
    if row is None or file.is_symlink():  # links are not followed; the author is told
        return row is not None
    return not row.links_files or MAIN.search(_head(file)) is not None


def _stand_alone(sources: Sequence[Path]) -> bool:
    """Whether each of these is a program that neither starts another nor is started by one."""
    if not all(map(_is_program, sources)):
        return False
    names = {path.name for path in sources}
    rows = [row for path in sources if (row := by_suffix(path.name))]
    if any(entry in names for row in rows for entry in row.entry_points):
        return False
    words = {path: set(re.findall(r"\w+", _head(path))) for path in sources}
    return not any(other.stem in words[path] for path in sources for other in sources if other != path)


def _head(file: Path) -> str:
    try:
        with file.open("rb") as content:
            return content.read(HEAD_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return ""


def _visible(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not is_stray(path.name))


def _files(folder: Path) -> Iterator[Path]:
    """The files below a folder, and links that do not lead to a folder."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not is_stray(name))
        for name in sorted(names):
            path = Path(place, name)
            if not is_stray(name) and (path.is_file() or path.is_symlink()):
                yield path


def _inside(folder: Path, tell: Listener) -> Iterator[Path]:
    """Each author's submission; in a folder with one file, that file.

    No author is lost: files that are not programs are included, too, unless they are next to the authors' folders;
    then they are named.
    """
    entries = _visible(folder)
    are_folders = any(path.is_dir() for path in entries)
    texts = _texts_beside_files(entries)
    others = {*no_programs([path.name for path in entries if path.is_file()])}
    for path in entries:
        if are_folders and path.is_file() and path.suffix.lower() != ZIP and not by_suffix(path.name):
            tell(Warned(f"{path.name} is not a submission: it is next to the folders of the authors"))
            continue
        if path in texts:
            tell(Warned(f"{path.name} is not a submission: its author has handed in files, too"))
            continue
        if path.is_file() and path.name in others:
            tell(Warned(f"{path.name} is not a submission: it is next to the programs of the authors"))
            continue
        yield _only_file(path) or path


def _together(paths: Sequence[Path], folder: Path, moved: dict[Path, Path]) -> Iterator[tuple[Path, str]]:
    """Each path with the name by which it is shown.

    On a platform without folders, several files may be one student's program: they are put into a folder of their own,
    which `moved` gets, under the names that the student gave them.
    """
    named = of_files([path.name for path in paths if path.parent == folder and path.is_file()])
    programs: dict[tuple[str, ...], list[Path]] = {}
    for path in paths:
        key = named[path.name].program if path.name in named else (str(path),)
        programs.setdefault(key, []).append(path)
    for files in programs.values():
        first, *others = files
        shown = str(first.relative_to(folder))
        if others:
            made = lasting_folder()
            moved[made] = _place_of(folder / shown, moved).parent
            first = made / named[first.name].folder
            first.mkdir()
            for file in files:
                own = first / named[file.name].own_name
                shutil.copyfile(file, first / file.name if own.exists() else own, follow_symlinks=False)
            shown += f" and {plural(len(others), 'other file')}"
        yield first, shown


def _texts_beside_files(entries: Sequence[Path]) -> set[Path]:
    """Folders in which Moodle puts the online texts of students who also handed in files."""
    named = {path: one for path in entries if (one := of_folder(path.name))}
    counts = Counter((one.author, one.number) for one in named.values())
    return {
        path for path, one in named.items() if one.kind == MOODLE_TEXT and counts[one.author, one.number] > 1
    }


def _only_file(path: Path) -> Path | None:
    """The only file of a folder, or its only zip file apart from non-programs such as a README. A folder with a link
    is refused as a whole."""
    inside = _visible(path) if path.is_dir() and not path.is_symlink() else []
    if any(one.is_symlink() for one in inside):
        return None
    if not all(one.is_file() and not by_suffix(one.name) for one in inside):
        return inside[0] if len(inside) == 1 and inside[0].is_file() else None
    zips = [one for one in inside if one.suffix.lower() == ZIP]
    found = zips if len(zips) == 1 else inside
    return found[0] if len(found) == 1 else None


def authors_of(paths: Sequence[Path], moved: Mapping[Path, Path] = NOTHING_MOVED) -> list[str]:
    """Whose each of these is, by the folder that it lies in; of a folder or a zip file in the one of the class, by that
    itself. `moved`: what folders stand for that the judge made, such as a zip file's, which is called as the file is.

    Folders between an author's and the file, like `src` in class/anna/src/main.cpp, are ignored.
    """
    places = [_place_of(path, moved) for path in paths]
    class_folder = Path(os.path.commonpath([place.parent for place in places]))
    files = of_files([place.name for place in places if place.parent == class_folder and not place.is_dir()])
    folders = [
        (place.name,)
        if place.parent == class_folder and place.name in files
        else _folders_of(place, class_folder, is_folder=path.is_dir())
        for place, path in zip(places, paths, strict=True)
    ]
    while all(len(parts) > 1 for parts in folders) and len({parts[-1] for parts in folders}) == 1:
        folders = [parts[:-1] for parts in folders]
    count = len(set(folders))
    for at in (-1, 0):
        names = [parts[at] for parts in folders]
        if len(set(names)) == count:
            return authors_by((name, files.get(name) or of_folder(name)) for name in names)
    return ["/".join(parts) for parts in folders]


def _place_of(path: Path, moved: Mapping[Path, Path]) -> Path:
    """Its absolute path. A link is not followed: it is whose folder it lies in, wherever it leads."""
    for folder in path.parents:
        if folder in moved:
            return moved[folder] / path.relative_to(folder)
    return path.parent.resolve() / path.name if path.name not in ("", "..") else path.resolve()


def _folders_of(place: Path, class_folder: Path, *, is_folder: bool) -> tuple[str, ...]:
    parts = place.relative_to(class_folder).parts
    if len(parts) == 1:
        if is_folder:
            return parts
        return (place.stem if place.suffix.lower() == ZIP else class_folder.name,)
    named = parts[:-1]
    while len(named) > 1 and named[-1].lower() in OF_NOBODY:
        named = named[:-1]
    return named
