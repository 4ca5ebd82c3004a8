"""Statements in other encodings than UTF-8, declared or not, and files with the marks that Notepad writes."""

import codecs
from pathlib import Path

import pytest

from judge.languages.compile import _given
from judge.languages.table import language_of
from judge.problems.formats.find import load_package
from judge.problems.model import Limits
from judge.problems.statement_text import decoded_text
from judge.tests.packages import DOMJUDGE, LEGACY, VERSION_2025_09, written

TEXTS = [
    ("Größe".encode(), None, "Größe"),
    (codecs.BOM_UTF8 + "Größe".encode(), None, "Größe"),
    (codecs.BOM_UTF16_LE + "Größe".encode("utf-16-le"), None, "Größe"),
    (codecs.BOM_UTF16_BE + "Größe".encode("utf-16-be"), None, "Größe"),
    ("Größe".encode("cp1252"), None, "Größe"),
    ("Сумма чисел".encode("cp1251"), None, "Сумма чисел"),
    ("Größe".encode("cp1251", errors="replace"), "windows-1251", "Gr??e"),
    ("Сумма".encode("koi8-r"), "koi8-r", "Сумма"),
    ("Сумма".encode("cp1251"), "no-such-charset", "Сумма"),
    ("Größe".encode("cp1252"), "utf-8", "Größe"),  # not what is declared
    (
        b'<html><meta charset="iso-8859-2">' + "źle".encode("iso-8859-2"),
        None,
        '<html><meta charset="iso-8859-2">źle',
    ),
    (
        b"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>" + "да".encode("koi8-r"),
        None,
        "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>да",
    ),
    (
        b"\\usepackage[latin2]{inputenc}" + "źle".encode("iso-8859-2"),
        None,
        "\\usepackage[latin2]{inputenc}źle",
    ),
    (b"", None, ""),
    (
        '<meta charset="undefined">Größe'.encode("cp1252"),
        None,
        '<meta charset="undefined">Größe',
    ),  # which Python has as an encoding that always fails
]


@pytest.mark.parametrize(("content", "charset", "text"), TEXTS)
def test_a_statement_is_read_in_its_encoding(
    tmp_path: Path, content: bytes, charset: str | None, text: str
) -> None:
    file = tmp_path / "problem.en.tex"
    file.write_bytes(content)
    assert decoded_text(file, charset) == text


def test_the_name_in_a_statement_is_read_so(tmp_path: Path) -> None:
    statement = "\\problemname{Größe}\nDouble.\n".encode("cp1252")
    files = {**LEGACY, "problem.yaml": "license: cc0\n", "problem_statement/problem.en.tex": statement}
    assert load_package(str(written(tmp_path / "double", files))).title == "Größe"


INIS = [
    ("timelimit = 2 ; seconds\n", 2.0, "double"),
    ('timelimit = \'2.5\' ; seconds\nname = "A \\"quoted\\" name; here"\n', 2.5, 'A "quoted" name; here'),
    ("timelimit=3\nname=A ; comment\nallow_submit = On\nspecial_run = none\n", 3.0, "A"),
    ("; all\n# of it\n[section]\ntimelimit = 4\nspecial_compare =\n", 4.0, "double"),
    ("\ufefftimelimit = 5\r\nname = 'It; is'\r\n", 5.0, "It; is"),
]


@pytest.mark.parametrize(("text", "limit_s", "name"), INIS)
def test_an_ini_is_read_as_by_php(tmp_path: Path, text: str, limit_s: float, name: str) -> None:
    problem = load_package(str(written(tmp_path / "double", DOMJUDGE, **{"domjudge-problem.ini": text})))
    assert (problem.limits.time_s, problem.title) == (limit_s, name)


@pytest.mark.parametrize("files", [LEGACY, VERSION_2025_09])
def test_a_mark_before_yaml_and_other_texts_is_passed_over(tmp_path: Path, files: dict[str, str]) -> None:
    marked = {
        name: f"\ufeff{text}" for name, text in files.items() if name.endswith((".yaml", ".md", ".tex"))
    }
    plain = load_package(str(written(tmp_path / "plain/double", files)))
    found = load_package(str(written(tmp_path / "marked/double", {**files, **marked})))
    assert (found.names, found.limits) == (plain.names, plain.limits)
    domjudge = {**DOMJUDGE, "domjudge-problem.ini": "name = x\n", ".timelimit": "\ufeff7\n"}
    assert load_package(str(written(tmp_path / "dj", domjudge))).limits.time_s == 7


def test_a_mark_before_a_source_does_not_reach_the_compiler() -> None:
    given = _given("\ufeffclass Main {}", language_of("Main.java"), Limits())
    assert not isinstance(given, str)
    assert given.content == b"class Main {}"


def test_files_of_no_language_beside_validators_are_no_validators(tmp_path: Path) -> None:
    beside = {
        f"input_validators/{name}": "words\n"
        for name in (
            "README",
            "README.md",
            "notes.txt",
            "Makefile",
            "data.in",
            "validate.py.bak",
            "Thumbs.db",
        )
    }
    package = load_package(str(written(tmp_path / "double", {**LEGACY, **beside}))).package
    assert package
    assert [program.name for program in package.input_validators] == ["validate.py"]
    noted = [one for one in package.remarks if "is not a program" in one]
    assert [one.split()[0].partition("/")[2] for one in noted] == [
        "Makefile",
        "Thumbs.db",
        "data.in",
        "notes.txt",
        "validate.py.bak",
    ]
