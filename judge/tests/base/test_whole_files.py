"""Files that are replaced in one step."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from judge.base.whole_files import write_in_one_step
from judge.tests.watching import PATIENCE_S


def test_text_and_bytes_replace_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content in ("größer", b"\x00\xff", ""):
        write_in_one_step(file, content)
        assert file.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert list(tmp_path.iterdir()) == [file]


def test_who_has_the_old_file_open_reads_it_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_in_one_step(file, "the old one")
    with file.open("rb", buffering=0) as reader:
        assert reader.read(4) == b"the "
        write_in_one_step(file, "another")
        assert reader.read() == b"old one"
    assert file.read_text() == "another"


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError, match="folder"):
        write_in_one_step(folder, "text")
    assert list(tmp_path.iterdir()) == [folder]


def test_two_threads_write_one_file_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    both_have_written = Barrier(2, timeout=PATIENCE_S)
    replace = Path.replace

    def replace_together(temporary: Path, target: Path) -> Path:
        both_have_written.wait()
        return replace(temporary, target)

    monkeypatch.setattr(Path, "replace", replace_together)
    texts = ["first", "second"]
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda text: write_in_one_step(file, text), texts))
    assert file.read_text() in texts
    assert list(tmp_path.iterdir()) == [file]
