"""`judge clean`: shows what is stored for this user, with sizes, and removes it."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from judge.base.called import JUDGE
from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.scratch import owners_of_folders
from judge.base.tables import Column, FittedTable
from judge.base.trees import remove_tree
from judge.base.units import bytes_text
from judge.commands.install import files_installed
from judge.commands.options.clean import CleanOptions
from judge.project.installation import Installation, is_wheel
from judge.project.kept import DiskSize, KeptFolder, kept_folders, server_data, size_of


def clean(installation: Installation, options: CleanOptions) -> int:
    folders = kept_folders(installation)
    apart = {folder.path for folder in folders} | {server_data()}
    sizes = {folder.path: size_of(folder.path, apart) for folder in folders}
    _show(folders, sizes)
    if options.cache or options.all:
        chosen = [folder for folder in folders if options.all or folder.spares_work]
        _remove(installation, chosen, sizes, options)
    elif folders:
        spared = sum(sizes[folder.path].disk_bytes for folder in folders if folder.spares_work)
        out.print(
            f"Nothing is removed. {JUDGE} clean --cache frees {bytes_text(spared)} and loses no result.",
            soft_wrap=True,
        )
    if options.all:
        _tell_the_rest(installation)
    return 0


def _show(folders: Sequence[KeptFolder], sizes: dict[Path, DiskSize]) -> None:
    rows = [sizes[folder.path] for folder in folders]
    columns = [
        Column("on the disk", [_text(size) for size in rows], 0, right=True),
        Column("what it is", [folder.what for folder in folders], 0, folds=True),
        Column("removed by", ["--cache" if folder.spares_work else "--all" for folder in folders], 1),
        Column("folder", [_from_home(folder.path) for folder in folders], 0, folds=True),
    ]
    out.print(FittedTable("What is stored for you", columns))


def _from_home(path: Path) -> str:
    """The path in the form that a shell reads, short enough for a table."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111  # Path.home() raises if there is none
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else str(path)


def _text(size: DiskSize) -> str:
    return bytes_text(size.disk_bytes) if size.is_whole else f"over {bytes_text(size.disk_bytes)}"


def _remove(
    installation: Installation,
    chosen: Sequence[KeptFolder],
    sizes: dict[Path, DiskSize],
    options: CleanOptions,
) -> None:
    """Raises JudgeError if a judge of this user is running, or if the user does not agree."""
    if running := owners_of_folders(folder.path for folder in chosen):
        raise JudgeError(
            f"Nothing is removed: judges are running (pid {', '.join(map(str, sorted(running)))}), and use these "
            "folders. Wait until they have ended."
        )
    freed = sum(sizes[folder.path].disk_bytes for folder in chosen)
    if not options.yes:
        again = RunJudge(
            ("clean", "--all" if options.all else "--cache", "--yes"), "To remove it without a question"
        )
        if not sys.stdin.isatty():
            raise JudgeError("Nothing is removed: expected a yes from somebody at a terminal.", again)
        if not click.confirm(f"Remove {bytes_text(freed)}?", err=True):
            raise JudgeError("Nothing is removed.")
    for folder in chosen:
        _remove_folder(folder.path)
    for file in files_installed(installation) if options.all else ():
        file.unlink()
        out.print(f"removed {file}", soft_wrap=True)
    out.print(f"{bytes_text(freed)} freed")


def _remove_folder(folder: Path) -> None:
    """Removes a folder, except the data of an online judge in it. Raises JudgeError if anything else is left."""
    if server_data().parent == folder and server_data().exists():
        for entry in folder.iterdir():
            if entry != server_data():
                remove_tree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
        return
    remove_tree(folder)
    if folder.exists():
        raise JudgeError(
            f"{folder}: a part of it cannot be removed. Make sure that all of it belongs to you."
        )


def _tell_the_rest(installation: Installation) -> None:
    """Shows what only the user may remove: the online judge, and the judge itself."""
    if server_data().exists():
        out.print(f"An online judge is kept as it was: rm -r {server_data()}", soft_wrap=True)
    if is_wheel(installation.root):
        out.print(f"The judge itself: {sys.executable} -m pip uninstall warp-judge", soft_wrap=True)
    else:
        size = _text(size_of(installation.root))
        out.print(
            f"The judge itself, {size} with what it has built: rm -r {installation.root}", soft_wrap=True
        )
