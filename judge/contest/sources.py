"""The files of a submission, which an archive stores as a zip file."""

from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_files import opened
from judge.base.outside_folders import files_below
from judge.languages.sources import FILES_AT_MOST
from judge.problems.formats.archive import unpacked

MOST_BYTES = 16 << 20
"""The size of all unpacked files of a submission; its problem's own limit is checked when it is judged."""
ZIPS_IN_EACH_OTHER = 3
"""The number that are open at a time."""


def source_folder(source: Path) -> Path:
    """A file or a folder as it is; for a zip file, a folder with its files, or its only file, until the judge ends.
    That file may be a zip file, too. Raises JudgeError."""
    for _ in range(ZIPS_IN_EACH_OTHER):
        if source.suffix.lower() != ".zip":
            break
        folder = unpacked(source, MOST_BYTES, "a submission", FILES_AT_MOST)
        files = files_below(folder)
        source = files[0] if len(files) == 1 else folder
    return source


def is_blank(source: Path) -> bool:
    """Whether a file, or every file of a folder, is empty or only white space, as far as it is judged: it compiles in
    no language. Raises JudgeError, also for a folder without a file."""
    files = files_below(source) if source.is_dir() else [source]
    if not files:
        raise JudgeError(f"{source}: expected a file, found none in the folder.")
    for path in files:
        with opened(path) as file:
            if file.read(MOST_BYTES).strip():
                return False
    return True
