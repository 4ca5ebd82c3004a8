"""`judge backup` and `judge restore`: the data folder of an online judge in one file, and back."""

import hashlib
from pathlib import Path

from judge.base.console import out
from judge.base.units import bytes_text, plural
from judge.commands.serve_folder import default_data
from judge.store.backups import back_up, restore


def backup(file: Path, data: Path | None) -> int:
    data = data or default_data()
    manifest = back_up(data, file, _tell_left_out)
    with file.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    out.print(
        f"{file}: {plural(len(manifest.parts), 'file')} of {data}, {bytes_text(file.stat().st_size)}",
        soft_wrap=True,
    )
    out.print(f"sha256 {digest}", soft_wrap=True)
    return 0


def _tell_left_out(link: Path, fault: str) -> None:
    out.print(f"left out: {link} {fault}", style="yellow", soft_wrap=True)


def restored(file: Path, data: Path) -> int:
    manifest = restore(file, data)
    out.print(f"{data}: {plural(len(manifest.parts), 'file')}, each as it was backed up", soft_wrap=True)
    out.print(f"judge serve --data {data} goes on with it", soft_wrap=True)
    return 0
