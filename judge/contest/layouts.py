"""The contest in a folder, in whichever layout it is."""

from pathlib import Path

from judge.base.errors import JudgeError
from judge.contest.archive_layout import is_archive, load_archive
from judge.contest.model import Contest
from judge.contest.own_layout import MANIFEST, load_own


def load_contest(folder: Path) -> Contest:
    """Raises JudgeError with the file, the line, what was expected and what was found."""
    if not folder.is_dir():
        raise JudgeError(f"{folder} is no folder: expected that of a contest, with {MANIFEST}.")
    if is_archive(folder):
        return load_archive(folder)
    if not (folder / MANIFEST).is_file():
        raise JudgeError(
            f"{folder / MANIFEST} is missing: it says when the contest begins, its problems and teams."
        )
    return load_own(folder)
