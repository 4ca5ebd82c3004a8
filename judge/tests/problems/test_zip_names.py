"""Zip files as the tools in use write them, told from those that are made to harm; and what is no zip file."""

import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.file_kinds import kind_of
from judge.problems.broken import load_usable
from judge.problems.formats.find import is_package, load_package
from judge.problems.formats.naming import id_of
from judge.problems.formats.zip_names import name_of
from judge.project.host import JudgeHost
from judge.tests.packages import LEGACY, PLAIN, VERSION_2025_09, Files, written, zipped


def entry(raw: bytes, flags: int = 0, extra: bytes = b"") -> zipfile.ZipInfo:
    """An entry as zipfile reads one with these bytes as its name."""
    found = zipfile.ZipInfo("x")
    found.orig_filename = raw.decode("utf-8" if flags & 0x800 else "cp437")
    found.flag_bits, found.extra = flags, extra
    return found


def unicode_path(name: str, raw: bytes) -> bytes:
    field = b"\x01" + struct.pack("<L", zlib.crc32(raw)) + name.encode()
    return struct.pack("<HH", 0x7075, len(field)) + field


NAMES = [
    (entry(b"data/secret/1.in"), "data/secret/1.in"),
    (entry("решение.py".encode(), 0x800), "решение.py"),
    (entry("решение.py".encode()), "решение.py"),  # Finder, bsdtar
    (entry("Größe.py".encode()), "Größe.py"),
    (entry("Решение Ёлка.cpp".encode("cp866")), "Решение Ёлка.cpp"),
    (entry("解答.cpp".encode("gbk")), "解答.cpp"),
    (entry("Größe.py".encode("cp437")), "Größe.py"),
    (entry(b"x", extra=unicode_path("é.py", b"x")), "x"),
    (entry("é".encode("latin-1"), extra=unicode_path("é.py", "é".encode("latin-1"))), "é.py"),
    (entry("é".encode("cp850"), extra=unicode_path("other.py", b"y")), "é"),  # of another name
    (entry(b"./data/1.in"), "data/1.in"),
    (entry(b"./"), ""),
    (entry(b"."), ""),
    (entry(b"a//b/./c/"), "a/b/c/"),
    (entry(b"data\\secret\\1.in"), "data/secret/1.in"),
    (entry(b"data\\secret\\"), "data/secret/"),
    (entry(b"..\\x"), "../x"),
    (entry(b"\\x"), "/x"),
    (entry(b"C:\\x"), "C:/x"),
]


@pytest.mark.parametrize(("given", "name"), NAMES)
def test_a_name_is_read_as_it_was_meant(given: zipfile.ZipInfo, name: str) -> None:
    assert name_of(given) == name


def rezipped(file: Path, files: Files, separator: str, first: str) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        if first == "./":
            archive.writestr("./", "")
        for name, content in files.items():
            info = zipfile.ZipInfo("x")
            info.filename = info.orig_filename = first + name.replace("/", separator)
            archive.writestr(info, content)
        archive.writestr("__MACOSX/._problem.yaml", "a Mac's")
    return file


@pytest.mark.parametrize(("separator", "first"), [("\\", ""), ("/", "./"), ("\\", ".\\"), ("/", "double/")])
def test_a_package_is_the_same_whoever_packed_it(tmp_path: Path, separator: str, first: str) -> None:
    folder = load_package(str(written(tmp_path / "double", VERSION_2025_09)))
    packed = load_package(str(rezipped(tmp_path / "double.zip", VERSION_2025_09, separator, first)))
    assert folder.package
    assert packed.package
    assert [test.name for test in packed.package.tests] == [test.name for test in folder.package.tests]
    assert {*packed.package.submissions} == {*folder.package.submissions}


BAD = [
    ("..\\..\\climbed", "leads out of the archive"),
    ("\\absolute", "leads out of the archive"),
    ("C:\\x", "leads out of the archive"),
    ("./problem.yaml", "appears twice"),
    ("problem.yaml\\x", "is a file, and a folder"),
]


@pytest.mark.parametrize(("name", "message"), BAD)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_what_leads_out_is_refused_however_it_is_written(tmp_path: Path, name: str, message: str) -> None:
    file = zipped(tmp_path / "double.zip", LEGACY)
    with zipfile.ZipFile(file, "a") as archive:
        info = zipfile.ZipInfo("x")
        info.filename = info.orig_filename = name
        archive.writestr(info, "x")
    with pytest.raises(JudgeError, match=message):
        load_package(str(file))


def test_a_zip_file_may_be_called_anything(tmp_path: Path) -> None:
    file = zipped(tmp_path / "double", LEGACY)
    assert is_package(str(file))
    assert load_package(str(file)).id == "double"


KINDS = {
    "pack.tar.gz": (b"\x1f\x8b\x08rest", "a tar archive, compressed by gzip"),
    "pack.gz": (b"\x1f\x8b\x08rest", "a file compressed by gzip"),
    "pack.tar": (b"\0" * 257 + b"ustar\x0000", "a tar archive"),
    "pack.7z": (b"7z\xbc\xaf\x27\x1crest", "a 7z archive"),
    "pack.rar": (b"Rar!\x1a\x07\x01", "a rar archive"),
    "statement.pdf": (b"%PDF-1.7", "a PDF"),
    "notes": (b"words\n", "a text"),
    "nothing": (b"", "an empty file"),
    "bytes": (b"\x00\x01", "a file of bytes that are not text"),
}


@pytest.mark.parametrize("name", KINDS)
def test_any_other_file_is_told_as_what_it_is(tree: JudgeHost, tmp_path: Path, name: str) -> None:
    content, kind = KINDS[name]
    file = tmp_path / name
    file.write_bytes(content)
    assert kind_of(file) == kind
    with pytest.raises(JudgeError, match=f"{name} is {kind}: expected the id of a problem"):
        load_usable(tree, [str(file)])


def test_a_path_that_is_not_there_is_told_with_what_lies_next_to_it(tree: JudgeHost, tmp_path: Path) -> None:
    """The problems of this installation are no help to somebody with a folder."""
    (tmp_path / "gome").mkdir()
    with pytest.raises(JudgeError) as caught:
        load_usable(tree, [str(tmp_path / "gone")])
    assert str(caught.value) == (
        f"{tmp_path}/gone: there is no such folder or zip file. Did you mean '{tmp_path}/gome'?"
    )
    with pytest.raises(JudgeError, match=r"nowhere/x\.zip: there is no such folder or zip file\.$"):
        load_usable(tree, [str(tmp_path / "nowhere/x.zip")])
    with pytest.raises(JudgeError, match=r"unknown problem 'dobule'\. Did you mean 'double'"):
        load_usable(tree, ["dobule"])


NOT_PLAIN = [
    ({"problem.yml": ""}, "problem.yml: the file of a package is called problem.yaml"),
    ({"Problem.XML": ""}, "Problem.XML: the file of a package is called problem.xml"),
    ({"init.yml": ""}, "init.yml: a problem in a format that is not supported, DMOJ"),
    ({"one/problem.yaml": "", "two/problem.yaml": ""}, "a folder of packages, such as one"),
    ({"one/two/problem.xml": ""}, "a folder of packages, such as one/two"),
    ({"output_validators/a.py": ""}, "problem.yaml is missing, in a folder that otherwise looks like"),
    ({"data/sample/3.in": "", "data/sample/3.ans": ""}, "problem.yaml is missing"),
]


@pytest.mark.parametrize(("files", "message"), NOT_PLAIN)
def test_what_is_not_understood_is_no_plain_folder(tmp_path: Path, files: Files, message: str) -> None:
    with pytest.raises(JudgeError, match=message):
        load_package(str(written(tmp_path / "double", {**PLAIN, **files})))
    assert load_package(str(written(tmp_path / "plain", PLAIN))).package


@pytest.mark.parametrize(
    ("name", "expected"), [("Ünï é", "Uni-e"), ("a/../b", "a-..-b"), ("解答", "problem")]
)
def test_what_a_package_goes_by(name: str, expected: str) -> None:
    assert id_of(name) == expected
