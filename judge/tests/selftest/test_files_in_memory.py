"""Temporary files lie in memory where there is enough of it, unless the user says where."""

import os
import tempfile
from collections import namedtuple
from pathlib import Path

import pytest

from judge.selftest import files_in_memory
from judge.selftest.files_in_memory import NEEDED_BYTES, is_suitable, put_temporary_files_in_memory

State = namedtuple("State", "f_flag f_bavail f_frsize")
ROOMY = State(os.ST_NOSUID, NEEDED_BYTES >> 12, 4096)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like one in memory that has room."""
    folder = tmp_path / "shm"
    folder.mkdir()
    (tmp_path / "mounts").write_text(
        f"1 0 0:1 / / rw - ext4 disk rw\n2 1 0:2 / {folder} rw - tmpfs tmpfs rw\n"
    )
    (tmp_path / "meminfo").write_text(f"MemTotal: 99999999 kB\nMemAvailable: {NEEDED_BYTES >> 10} kB\n")
    for name, file in {
        "IN_MEMORY": folder,
        "MOUNTS": tmp_path / "mounts",
        "MEMORY": tmp_path / "meminfo",
    }.items():
        monkeypatch.setattr(files_in_memory, name, file)
    monkeypatch.setattr(os, "statvfs", lambda _: ROOMY)
    monkeypatch.setattr(tempfile, "tempdir", "/elsewhere")
    monkeypatch.delenv("TMPDIR", raising=False)
    return folder


def test_they_lie_in_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "")  # to be restored
    monkeypatch.delenv("TMPDIR")
    put_temporary_files_in_memory()
    assert tempfile.gettempdir() == os.environ["TMPDIR"] == str(folder)


def test_the_users_choice_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/of/the/user")
    put_temporary_files_in_memory()
    assert os.environ["TMPDIR"] == "/of/the/user"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("mounts", "- tmpfs", "- ext4"),
        ("mounts", "shm ", "other "),
        ("meminfo", f"{NEEDED_BYTES >> 10}", f"{(NEEDED_BYTES >> 10) - 1}"),
        ("meminfo", "MemAvailable", "MemFree"),
    ],
)
def test_another_place_is_not_suitable(folder: Path, file: str, old: str, new: str) -> None:
    assert is_suitable(folder)
    place = folder.parent / file
    place.write_text(place.read_text().replace(old, new))
    assert not is_suitable(folder)


@pytest.mark.parametrize(
    "state",
    [
        ROOMY._replace(f_flag=os.ST_NOEXEC),
        ROOMY._replace(f_flag=os.ST_RDONLY),
        ROOMY._replace(f_bavail=ROOMY.f_bavail - 1),
    ],
    ids=["without programs", "read-only", "full"],
)
def test_one_that_takes_no_files_is_not_suitable(
    folder: Path, monkeypatch: pytest.MonkeyPatch, state: State
) -> None:
    assert is_suitable(folder)
    monkeypatch.setattr(os, "statvfs", lambda _: state)
    assert not is_suitable(folder)
