"""Comparing files of awkward sizes: the difference may be anywhere."""

from pathlib import Path

import pytest

from judge.base.same_bytes import BLOCK_BYTES, have_same_bytes

SIZES = [0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 2 * BLOCK_BYTES + 7]


def written(folder: Path, name: str, content: bytes) -> Path:
    file = folder / name
    file.write_bytes(content)
    return file


@pytest.mark.parametrize("size", SIZES)
def test_same_contents_in_two_files(tmp_path: Path, size: int) -> None:
    content = bytes(k % 251 for k in range(size))
    one = written(tmp_path, "one", content)
    assert have_same_bytes(one, written(tmp_path, "other", content))
    for other in (content + b"x", content[:-1] + b"\xff", b"\xff" + content[1:]):
        assert not have_same_bytes(one, written(tmp_path, "other", other))
        assert not have_same_bytes(tmp_path / "other", one)


def test_a_file_that_is_not_there_is_the_same_as_none(tmp_path: Path) -> None:
    empty = written(tmp_path, "empty", b"")
    for other in (tmp_path / "none", tmp_path):
        assert not have_same_bytes(empty, other)
        assert not have_same_bytes(other, empty)
