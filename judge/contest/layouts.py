"""The contest in a folder of any layout, or in a zip file of one."""

import hashlib
import shutil
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_files import opened, text_of
from judge.base.outside_folders import UNPACKED
from judge.base.scratch import scratch_folder
from judge.contest.archive_layout import is_archive, load_archive
from judge.contest.model import Contest
from judge.contest.own_layout import MANIFEST, load_own
from judge.problems.formats.archive import unpacked

ZIP = ".zip"
MOST_BYTES = 16 << 30
"""The size of all unpacked files of a contest."""


def contest_folder(given: Path) -> Path:
    """The folder itself; for a zip file NAME.zip, the folder NAME next to it, which is created at first use and holds
    the judgements from then on. Raises JudgeError."""
    if given.suffix.lower() != ZIP or not given.is_file():
        return given
    folder = given.with_suffix("")
    with opened(given) as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    mark = folder / UNPACKED
    if mark.is_file() and text_of(mark, errors="replace").strip() == digest:
        return folder
    if folder.exists():
        raise JudgeError(
            f"{folder} exists and was not made of this {given.name}: name the folder, or move it away, with the "
            "judgements in it."
        )
    made = unpacked(given, MOST_BYTES, "a contest")
    entries = [path for path in made.iterdir() if path.name[0] != "."]
    is_inside = len(entries) == 1 and entries[0].is_dir() and not entries[0].is_symlink()
    inner = entries[0] if is_inside else made
    (inner / UNPACKED).unlink(missing_ok=True)  # which the zip file may contain as a link
    try:
        # Whole before it gets its name: the move may be a copy from another file system, and break off.
        with scratch_folder(folder.parent) as near:
            whole = near / folder.name
            shutil.move(inner, whole)
            (whole / UNPACKED).write_text(f"{digest}\n")
            whole.rename(folder)
    except shutil.Error as error:
        raise JudgeError(f"{folder} cannot be made: {error.args[0][0][2]}.") from error
    except OSError as error:
        raise JudgeError(f"{folder} cannot be made: {error.strerror}.") from error
    return folder


def require_contest(given: Path) -> None:
    """Raises JudgeError for a path that is neither the folder of a contest nor a zip file. Reads no file, and unpacks
    none."""
    if given.suffix.lower() == ZIP and given.is_file():
        return
    if not given.is_dir():
        raise JudgeError(
            f"{given} is not a folder: expected that of a contest, with {MANIFEST}, or a zip file of it."
        )
    if not is_archive(given) and not (given / MANIFEST).is_file():
        raise JudgeError(
            f"{given / MANIFEST} is missing: it says when the contest begins, its problems and teams."
        )


def load_contest(given: Path) -> Contest:
    """Raises JudgeError with the file, the line, what was expected and what was found."""
    folder = contest_folder(given)
    require_contest(folder)
    return load_archive(folder) if is_archive(folder) else load_own(folder)
