"""The files that `judge contest` writes: a page, one JSON file, or a folder of files like a contest package's."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of, text_of
from judge.base.outside_folders import files_below
from judge.base.records import json_text
from judge.base.whole_files import put_in_one_step, write_in_one_step
from judge.contest.api import files_of
from judge.contest.model import Contest
from judge.contest.sources import MOST_BYTES
from judge.problems.export.package_files import EARLIEST

WRITTEN = ".written-of"
"""The file that says of which contest the others in the folder were written."""


def require_writable(file: Path | None) -> None:
    """Reports files that cannot be written before anything is judged."""
    if file is not None and file != Path("-"):
        if file.is_dir():
            raise JudgeError(f"{file} is a folder: expected the name of a file to write.")
        if not file.parent.is_dir():
            raise JudgeError(f"{file}: the folder {file.parent} does not exist; create it first.")


def require_own_folder(folder: Path | None, contest: Contest) -> None:
    """Refuses folders with files that are not of an earlier call for this contest: they would be overwritten."""
    if folder is None or not folder.exists():
        return
    if folder.resolve() == contest.folder.resolve():
        raise JudgeError(f"{folder} is the contest itself: expected another folder to write to.")
    if not folder.is_dir():
        raise JudgeError(f"{folder} is a file: expected a folder to write to.")
    found = sorted(path.name for path in folder.iterdir())
    if not found:
        return
    mark = folder / WRITTEN
    if not mark.is_file() or text_of(mark).strip() != contest.id:
        raise JudgeError(
            f"{folder / found[0]}: expected a new or empty folder to write to, or one that --api has written for the "
            f"contest {contest.id}. Name another folder, or remove this one."
        )


def write_package(folder: Path, contest: Contest, endpoints: Mapping[str, Any]) -> dict[str, str]:
    """Writes a file for each endpoint, and the files of submissions that an endpoint names; removes others. Returns
    the submissions whose files cannot be read, with the reasons."""
    unreadable = {}
    folder.mkdir(parents=True, exist_ok=True)
    write_in_one_step(folder / WRITTEN, f"{contest.id}\n")
    for name, content in endpoints.items():
        write_in_one_step(folder / f"{name}.json", json_text(content))
    shown = {file.href for row in endpoints["submissions"] for file in row.files or ()}
    for earlier in folder.glob(
        files_of("*")
    ):  # of an earlier call, perhaps of submissions that no longer exist
        if earlier.relative_to(folder).as_posix() not in shown:
            earlier.unlink()
    for one in contest.submissions:
        target = folder / files_of(one.id)
        if files_of(one.id) in shown and one.source is not None:
            try:
                content = zipped(one.source)
            except JudgeError as error:
                unreadable[one.id] = str(error)
                continue
            put_in_one_step(target, content)
    return unreadable


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """A zip file, with the same bytes whenever it is made from the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, EARLIEST), content)
    return made.getvalue()


def zipped(source: Path) -> bytes:
    """The files of a submission, at the root of the archive. Raises JudgeError."""
    if source.suffix == ".zip":
        return content_of(source, MOST_BYTES)
    files, left = {}, MOST_BYTES
    for path in files_below(source) if source.is_dir() else [source]:
        name = path.relative_to(source).as_posix() if source.is_dir() else f"main{source.suffix}"
        files[name] = content_of(path, left)
        left -= len(files[name])
    return zip_of(files)
