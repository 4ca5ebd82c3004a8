"""A folder is removed whatever lies in it."""

import os
from pathlib import Path

import pytest

from judge.base.trees import remove_tree


def nested(folder: Path, depth: int) -> None:
    """Makes a path of this many folders, longer than a path may be, with a file at the end."""
    folder.mkdir()
    home = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(depth):
            Path("d").mkdir()
            os.chdir("d")
        Path("file").write_text("x")
    finally:
        os.fchdir(home)
        os.close(home)


@pytest.mark.parametrize("depth", [1, 900, 5000])
def test_a_folder_of_any_depth_is_removed(tmp_path: Path, depth: int) -> None:
    folder = tmp_path / "deep"
    nested(folder, depth)
    remove_tree(folder)
    assert not folder.exists()


def test_what_a_link_leads_to_stays(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept/file").write_text("x")
    folder = tmp_path / "folder"
    nested(folder, 2000)
    (folder / "link").symlink_to(tmp_path / "kept")
    remove_tree(folder)
    assert not folder.exists()
    assert (tmp_path / "kept/file").exists()


def test_a_folder_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    remove_tree(tmp_path / "none")
