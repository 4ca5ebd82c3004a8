"""Checksums of test files: read once, and again whenever a file was written to."""

import os
from pathlib import Path

import pytest

from judge.base.whole_files import read_map
from judge.problems import checksums
from judge.problems.checksums import known_checksums
from judge.problems.manifest import sha256_of
from judge.project.host import JudgeHost


def test_a_file_is_read_again_only_when_it_was_written_to(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checksums, "SETTLED_NS", 0)
    read: list[Path] = []

    def counted(path: Path) -> str:
        read.append(path)
        return sha256_of(path)

    monkeypatch.setattr(checksums, "sha256_of", counted)
    file = tmp_path / "01.in"

    def checksum() -> str:
        read.clear()
        with known_checksums(tree.installation.data, "double") as checksum_of:
            return checksum_of(file)

    file.write_text("1\n")
    times = file.stat()
    first = checksum()
    assert first == sha256_of(file)
    assert read == [file]
    assert checksum() == first
    assert read == []
    file.write_text("2\n")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))  # the same size, and the old time
    assert checksum() == sha256_of(file) != first
    assert read == [file]


def test_what_was_written_just_now_is_not_trusted(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "01.in"
    file.write_text("1\n")
    monkeypatch.setattr(checksums, "SETTLED_NS", 10**18)
    with known_checksums(tree.installation.data, "double") as checksum:
        checksum(file)
    assert not (tree.installation.build / "checksums/double.json").exists()


def test_files_that_are_gone_are_forgotten(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A zip file is unpacked at another place each time."""
    monkeypatch.setattr(checksums, "SETTLED_NS", 0)
    gone, there = tmp_path / "gone.in", tmp_path / "there.in"
    for file in (gone, there):
        file.write_text("1\n")
        with known_checksums(tree.installation.data, "double") as checksum_of:
            checksum_of(file)
        gone.unlink(missing_ok=True)
    assert [*read_map(tree.installation.build / "checksums/double.json")] == [str(there)]
