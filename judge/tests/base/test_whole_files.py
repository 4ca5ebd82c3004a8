"""Files that are replaced in one step."""

from pathlib import Path

import pytest

from judge.base.whole_files import write_in_one_step


def test_text_and_bytes_replace_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content in ("größer", b"\x00\xff", ""):
        write_in_one_step(file, content)
        assert file.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert list(tmp_path.iterdir()) == [file]


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError, match="folder"):
        write_in_one_step(folder, "text")
    assert list(tmp_path.iterdir()) == [folder]
