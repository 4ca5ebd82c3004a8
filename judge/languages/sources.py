"""What is submitted: one file, or a folder of files that belong together."""

import hashlib
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.outside_files import opened, reading
from judge.base.outside_folders import DEEPEST, fault_of_link
from judge.base.stray_files import is_stray
from judge.base.text import one_line
from judge.base.units import mebibytes
from judge.languages.language import Language
from judge.languages.table import SPECIFY_LANGUAGE, by_suffix, language_of

FILES_AT_MOST, PATH_AT_MOST = 300, 200
"""Bounds within which all names fit on a command line."""
BYTES_AT_MOST = 256 << 20
"""The size of all files of a submission, whatever its problem's limit."""
NAME = re.compile(r"""[^-@."$`\\\s][^"$`\\]*""")
"""Permitted names of files and folders: they are passed to compilers, some of which start a shell with them."""


class SourceFile(Struct, frozen=True):
    """A file of a folder that was submitted."""

    name: str
    """Relative to the folder: "util/read.py"."""
    text: str
    """Bytes that are not UTF-8 are kept as surrogates."""

    @property
    def content(self) -> bytes:
        return self.text.encode("utf-8", errors="surrogateescape")


def read_file(path: Path, shown: str, most_bytes: int) -> bytes:
    """The beginning of a file, up to one byte more than `most_bytes`. Raises JudgeError, with the name `shown`."""
    with opened(path, shown) as file:
        content = file.read(min(most_bytes, BYTES_AT_MOST) + 1)
    _require_room(len(content), shown)
    return content


def _require_room(size: int, shown: str) -> None:
    if size > BYTES_AT_MOST:
        raise JudgeError(f"{shown} has more than {mebibytes(BYTES_AT_MOST)}.")


def read_folder(
    folder: Path,
    shown: str,
    most_bytes: int,
    most_files: int = FILES_AT_MOST,
    *,
    package: Path | None = None,
) -> tuple[SourceFile, ...]:
    """The files of a folder by name, read until together they exceed `most_bytes`. Raises JudgeError, with the name
    `shown`.

    Hidden files are ignored; links are refused, as they lead elsewhere. In a folder of a package, a link to a file
    that the package may read, such as a header that problems share, counts as the file.
    """
    files: list[SourceFile] = []
    most, size = min(most_bytes, BYTES_AT_MOST), 0
    for path in _walk(folder, shown, package):
        name = path.relative_to(folder).as_posix()
        if len(files) == most_files:
            raise JudgeError(f"{shown} has more than {most_files} files.")
        if len(name) > PATH_AT_MOST:
            raise JudgeError(f"{shown}/{name}: expected a path of at most {PATH_AT_MOST} characters.")
        content = read_file(path, f"{shown}/{name}", most - size)
        size += len(content)
        _require_room(size, shown)
        files.append(SourceFile(name, content.decode("utf-8", errors="surrogateescape")))
        if size > most:
            break
    if not files:
        raise JudgeError(f"{shown} has no files: there is nothing to judge.")
    return tuple(files)


def _walk(folder: Path, shown: str, package: Path | None, depth: int = 0) -> Iterator[Path]:
    if depth > DEEPEST:
        raise JudgeError(f"{shown}: folders are nested more than {DEEPEST} deep.")
    with reading(shown, "Correct that."):
        entries = sorted(folder.iterdir())
    for path in entries:
        if is_stray(path.name):
            continue
        where = f"{shown}/{path.name}"
        if path.is_symlink():
            _require_readable_link(path, where, package)
        if one_line(path.name) != path.name or not NAME.fullmatch(path.name):
            raise JudgeError(
                f"{where}: expected a name without quotes, $ and \\, that begins with neither - nor @. Rename it."
            )
        if path.is_dir():
            yield from _walk(path, where, package, depth + 1)
        elif path.is_file():
            yield path
        else:
            raise JudgeError(f"{where} is neither a file nor a folder.")


def _require_readable_link(path: Path, where: str, package: Path | None) -> None:
    if package is None:
        raise JudgeError(f"{where} is a link: a folder that is submitted must hold its files itself.")
    if fault := fault_of_link(path, package):
        raise JudgeError(f"{where} {fault}. Remove it, or put a copy of the file there.")
    if path.is_dir():
        raise JudgeError(f"{where} is a link to a folder. Put a copy of the folder there.")


def language_of_folder(files: Sequence[SourceFile], shown: str, chosen: str | None = None) -> Language:
    """The language that `--language` names, or else the one whose suffixes are in the folder."""
    if chosen is not None:
        return language_of(shown, chosen)
    found: dict[str, Language] = {}
    for file in files:
        if row := by_suffix(file.name):
            found[row.id] = row
    for row in found.values():
        if all(other is row or set(other.suffixes) <= set(row.linked_suffixes) for other in found.values()):
            return row
    what = f"files of several languages, {', '.join(sorted(found))}" if found else "no file of a language"
    raise JudgeError(f"{shown} holds {what}.", SPECIFY_LANGUAGE)


MAIN = re.compile(r"\bmain\s*\(")
"""Where a program starts if its files are compiled into one."""


def folders_of_authors(files: Sequence[SourceFile]) -> Mapping[str, Sequence[SourceFile]]:
    """The sources of each subfolder, if the submitted folder is not a solution itself but contains several; else
    none."""
    found: dict[str, list[SourceFile]] = {}
    complete = set()
    for file in files:
        row = by_suffix(file.name)
        if row is None:
            continue
        folder, _, rest = file.name.partition("/")
        if not rest:
            return {}
        found.setdefault(folder, []).append(file)
        if not row.links_files or MAIN.search(file.text):
            complete.add(folder)
    return found if len(complete) > 1 else {}


def digest(files: Sequence[SourceFile]) -> str:
    """The sha256 of a folder: of its files' names and contents."""
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.name}\0{hashlib.sha256(file.content).hexdigest()}\n".encode())
    return total.hexdigest()


def unpack(file: Path, folder: Path) -> None:
    """Unpacks the regular files of a tar archive from a submission's compiler, which may contain anything."""
    import tarfile

    folder.mkdir()
    left = file.stat().st_size  # only a sparse file is larger than its part of the archive
    with reading("what the compiler made", "Compile it yourself."), tarfile.open(file) as tar:
        for entry in tar:
            name = PurePosixPath(entry.name)
            left -= entry.size
            content = tar.extractfile(entry) if entry.isreg() and left >= 0 else None
            if content is None or name.is_absolute() or ".." in name.parts or len(name.parts) > DEEPEST:
                continue
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content.read())


def write_files(contents: Mapping[str, bytes], folder: Path) -> None:
    """Writes files by their names below a folder, creating their folders."""
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def archive(files: Sequence[SourceFile]) -> bytes:
    """The folder as a tar archive."""
    import tarfile

    result = io.BytesIO()
    with tarfile.open(fileobj=result, mode="w") as tar:
        for file in files:
            entry = tarfile.TarInfo(file.name)
            entry.size = len(file.content)
            tar.addfile(entry, io.BytesIO(file.content))
    return result.getvalue()
