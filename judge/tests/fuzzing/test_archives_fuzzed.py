"""Zip files in which bytes were changed, by each method of compression, and those with names of any kind."""

import io
import stat
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import strategies as st

from judge.base.errors import JudgeError
from judge.contest.sources import is_blank, source_folder
from judge.problems.formats.find import load_package
from judge.tests.fuzzing.driving import drive, mutated
from judge.tests.packages import DOMJUDGE, RIGHT

pytestmark = pytest.mark.built

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
SIGNS = (
    b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06", b"PK\x07\x08", b"\xff\xff\xff\xff", bytes(4), b"../",
)  # fmt: skip
PARTS = (
    "a", "b", "..", ".", "", "/", "\\", "C:", "d" * 300, "\0", "\u202e", "\n", "é", "a/" * 40, "main.py",
)  # fmt: skip
NAMES = st.lists(st.sampled_from(PARTS), max_size=4).map("/".join)


def archive_of(files: dict[str, str | bytes], method: int) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


@pytest.mark.parametrize("method", METHODS)
def test_a_damaged_package(tmp_path: Path, method: int) -> None:
    file = tmp_path / "package.zip"
    content = archive_of(dict(DOMJUDGE), method)
    file.write_bytes(content)
    assert load_package(str(file)).id == "dbl"

    def read(content: bytes) -> None:
        file.write_bytes(content)
        load_package(str(file), tmp_path / "made")

    drive(mutated([content], SIGNS), read)


@pytest.mark.parametrize("method", METHODS)
def test_a_damaged_submission(tmp_path: Path, method: int) -> None:
    file = tmp_path / "files.zip"
    contents = [
        archive_of({"main.py": RIGHT}, method),
        archive_of({"a/b.py": RIGHT * 400, "c.h": ""}, method),
    ]
    file.write_bytes(contents[0])
    assert not is_blank(source_folder(file))

    def read(content: bytes) -> None:
        file.write_bytes(content)
        is_blank(source_folder(file))

    drive(mutated(contents, SIGNS), read)


def test_names_and_kinds_of_entries(tmp_path: Path) -> None:
    """Nothing is written outside of the folder, whatever the entries are called."""
    file = tmp_path / "files.zip"
    kinds = st.sampled_from([stat.S_IFREG, stat.S_IFLNK, stat.S_IFIFO, stat.S_IFDIR, 0])
    outside = Path("/tmp/warp-judge-written-by-a-zip-file")

    def read(entries: list[tuple[str, int]]) -> None:
        with warnings.catch_warnings(), zipfile.ZipFile(file, "w") as archive:
            warnings.simplefilter("ignore")
            for name, kind in entries:
                entry = zipfile.ZipInfo(name)
                entry.external_attr = (kind | 0o777) << 16
                archive.writestr(entry, str(outside))
        try:
            is_blank(source_folder(file))
        finally:
            assert not outside.exists()

    drive(st.tuples(st.lists(st.tuples(NAMES, kinds), max_size=4)), read)


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_submission(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "files.zip"
    file.write_bytes(content)
    with pytest.raises(JudgeError, match=r"files\.zip"):
        source_folder(file)
