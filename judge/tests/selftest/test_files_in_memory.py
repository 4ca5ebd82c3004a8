"""Temporary files lie in memory where there is enough of it, unless the user says where."""

import os
import shutil
import tempfile
from collections import namedtuple
from pathlib import Path

import pytest

from judge.selftest import files_in_memory
from judge.selftest.files_in_memory import NEEDED_BYTES, is_suitable, put_temporary_files_in_memory

Usage = namedtuple("Usage", "free")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like one in memory that has room."""
    folder = tmp_path / "shm"
    folder.mkdir()
    (tmp_path / "mounts").write_text(f"proc /proc proc rw 0 0\ntmpfs {folder} tmpfs rw,nosuid,relatime 0 0\n")
    (tmp_path / "meminfo").write_text(f"MemTotal: 99999999 kB\nMemAvailable: {NEEDED_BYTES >> 10} kB\n")
    for name, file in {
        "IN_MEMORY": folder,
        "MOUNTS": tmp_path / "mounts",
        "MEMORY": tmp_path / "meminfo",
    }.items():
        monkeypatch.setattr(files_in_memory, name, file)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(NEEDED_BYTES))
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
        ("mounts", "tmpfs rw", "ext4 rw"),
        ("mounts", "nosuid", "noexec"),
        ("mounts", "rw,", "ro,"),
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


def test_a_full_one_is_not_suitable(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(NEEDED_BYTES - 1))
    assert not is_suitable(folder)
