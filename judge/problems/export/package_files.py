"""The files of a package that is being made, and what its format cannot express."""

import shutil
import stat
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.scratch import scratch_folder
from judge.problems.export.sources import Sources

ZIP = ".zip"
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every entry, so that the same problem gives the same zip file."""
SCRIPTS = ("build", "run")
"""Names of executable files."""


class PackageFiles(Struct):
    files: dict[str, Path | str] = field(default_factory=dict)
    """Files by their names in the package: each as a path, or as text."""
    lost: list[str] = field(default_factory=list)
    """A line for each thing that the format cannot express."""

    def add(self, name: str, content: Path | str) -> None:
        self.files[name] = content

    def add_files(self, folder: str, files: Mapping[str, Path | str]) -> None:
        self.files |= {f"{folder}/{name}": content for name, content in files.items()}

    def add_program(self, folder: str, program: Sources) -> None:
        """A program next to others: one of several files has a folder of its own."""
        self.add_files(f"{folder}/{program.name}" if program.is_folder else folder, program.files)

    def add_yaml(self, name: str, content: dict[str, Any]) -> None:
        self.add(name, yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100))

    def add_keys(self, name: str, content: dict[str, Any]) -> None:
        """Adds keys to a YAML file that may be there already, without them."""
        self.add(name, f"{self.files.get(name, '')}{yaml.safe_dump(content, sort_keys=False)}")

    def lose(self, *lines: str) -> None:
        self.lost += [line for line in lines if line not in self.lost]

    def write(self, target: Path, folder_in_zip: str) -> None:
        """Writes into a zip file, or a new or empty folder. Raises JudgeError."""
        try:
            if target.suffix.lower() == ZIP:
                self._write_zip(target, folder_in_zip)
            else:
                self._write_folder(target)
        except OSError as error:
            raise JudgeError(f"{error.filename or target} cannot be written: {error.strerror}.") from error

    def _write_folder(self, target: Path) -> None:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise JudgeError(f"{target} exists and is left unchanged: choose another folder, or remove it.")
        for name, content in sorted(self.files.items()):
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                path.write_text(content, encoding="utf-8", newline="")
            else:
                shutil.copyfile(content, path)
            path.chmod(_mode(name))

    def _write_zip(self, target: Path, folder: str) -> None:
        """Writes in one step; an existing file is replaced."""
        with scratch_folder(target.absolute().parent) as scratch:
            new = scratch / "new.zip"
            with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in sorted(self.files.items()):
                    entry = zipfile.ZipInfo(f"{folder}/{name}" if folder else name, EARLIEST)
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    entry.external_attr = (stat.S_IFREG | _mode(name)) << 16
                    if isinstance(content, str):
                        archive.writestr(entry, content.encode())
                        continue
                    with content.open("rb") as source, archive.open(entry, "w") as copy:
                        shutil.copyfileobj(source, copy)
            new.replace(target)


def _mode(name: str) -> int:
    return 0o755 if name.rpartition("/")[2] in SCRIPTS else 0o644


def listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
