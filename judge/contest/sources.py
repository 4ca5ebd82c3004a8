"""The files of a submission, which an archive keeps as a zip file."""

import zipfile
from pathlib import Path, PurePosixPath

from judge.base.errors import JudgeError
from judge.base.scratch import lasting_folder
from judge.languages.sources import FILES_AT_MOST

MOST_BYTES = 16 << 20
"""Of all files of a submission, unpacked; its problem's own limit is checked when it is judged."""


def source_folder(source: Path) -> Path:
    """A file or a folder as it is; of a zip file a folder with its files, or its only file, until the judge ends."""
    if source.suffix.lower() != ".zip":
        return source
    folder = lasting_folder()
    try:
        with zipfile.ZipFile(source) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > FILES_AT_MOST or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise JudgeError(
                    f"{source}: expected at most {FILES_AT_MOST} files and {MOST_BYTES >> 20} MiB."
                )
            for entry in entries:
                name = PurePosixPath(entry.filename)
                if name.is_absolute() or ".." in name.parts:
                    raise JudgeError(f"{source}: entry {entry.filename!r} leads out of the archive.")
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(entry))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise JudgeError(f"{source}: the zip file cannot be read: {error}.") from error
    files = [path for path in folder.rglob("*") if path.is_file()]
    return files[0] if len(files) == 1 else folder


def is_blank(source: Path) -> bool:
    """Whether a file, or every file of a folder, has nothing but white space: it compiles in no language."""
    files = [path for path in source.rglob("*") if path.is_file()] if source.is_dir() else [source]
    return not any(file.read_bytes().strip() for file in files)
