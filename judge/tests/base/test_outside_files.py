"""Files that anybody may have written: what is no file, too large or unreadable is named, with its line."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.json_text import json_value
from judge.base.outside_files import OF_THE_MACHINE, content_of, reading, text_of
from judge.base.yaml_text import yaml_value


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(40 << 30)


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.fspath(path))


def linked(path: Path) -> None:
    os.mkfifo(path.with_name("fifo"))
    path.symlink_to("fifo")


KINDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, "is a pipe"),
    "folder": (Path.mkdir, "is a folder"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "is a device"),
    "link to a pipe": (linked, "is a pipe"),
    "nothing": (lambda path: None, "No such file"),
    "link round": (lambda path: path.symlink_to(path), "symbolic links"),
    "40 GB": (sparse, "has 42949672960 bytes"),
    "one byte more": (lambda path: path.write_bytes(b"x" * 101), "has 101 bytes: expected at most 100"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_of_that_size_is_not_read(tmp_path: Path, kind: str) -> None:
    make, reason = KINDS[kind]
    make(tmp_path / "given")
    with pytest.raises(JudgeError, match=reason) as caught:
        content_of(tmp_path / "given", 100)
    assert str(tmp_path / "given") in str(caught.value)


def test_a_socket_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path is short
    listening(Path("given"))
    with pytest.raises(JudgeError, match="given is a socket"):
        content_of(Path("given"))


def test_a_file_of_the_size_is_read_through_a_link_too(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 100)
    (tmp_path / "link").symlink_to("file")
    assert content_of(tmp_path / "link", 100) == b"x" * 100


def test_the_line_that_is_no_utf8_is_named(tmp_path: Path) -> None:
    (tmp_path / "given").write_bytes(b"one\ntwo \xff\n")
    with pytest.raises(JudgeError, match="given, line 2, column 5: cannot be read"):
        text_of(tmp_path / "given")
    assert text_of(tmp_path / "given", errors="replace") == "one\ntwo \ufffd\n"


def test_a_full_disk_is_no_fault_of_the_file() -> None:
    for number in OF_THE_MACHINE:
        with pytest.raises(OSError, match="disk"), reading("given"):
            raise OSError(number, "disk")


def test_a_fault_of_the_program_is_not_taken_for_one_of_the_file() -> None:
    with pytest.raises(AssertionError), reading("given"):
        raise AssertionError


YAML_DEFECTS = {
    "a: 1\nb: 2\na: 3\n": (3, "'a' appears twice"),
    "a:\n  b: 1\n  'b': 2\n": (3, "'b' appears twice"),
    "- {1: a, 0x1: b}": (1, "'0x1' appears twice"),
    "x: &x {a: 1}\ny:\n  <<: *x\n  <<: *x\n": (4, "'<<' appears twice"),
    "a: 1\nb: é\x01\n": (2, r"the character U\+0001 must be escaped, in double quotes"),
    "d: !!bool maybe": (1, "is not valid as bool"),
    "d: !!int ''": (1, "is not valid as int"),
    "d: !!timestamp x": (1, "is not valid as timestamp"),
    "d: !!float x": (1, "is not valid as float"),
    "n: " + "9" * 5000: (1, "is not valid as int"),
    "n: 0x" + "f" * 5000: (1, "too many digits"),
    "a: " + "[" * 80_000: (1, "64 deep"),
    "a: " + "{a: " * 80_000: (1, "64 deep"),
    "\n".join("  " * depth + f"a{depth}:" for depth in range(70)): (65, "64 deep"),
    "a: &a [*a]": (1, "is inside what it repeats"),
    "a0: &a0 [x, x]\n"
    + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)): (6, "more than 200000 values"),
    "a: *b": (1, "undefined alias"),
    "a: !!python/object:os.system {}": (1, "could not determine a constructor"),
    "? [a]\n: b": (1, "unhashable"),
}  # fmt: skip


@pytest.mark.parametrize("text", YAML_DEFECTS, ids=lambda text: repr(text[:30]))
def test_yaml_that_cannot_be_made_is_named_with_its_line(text: str) -> None:
    line, reason = YAML_DEFECTS[text]
    with pytest.raises(JudgeError, match=reason) as caught, reading("given"):
        yaml_value(text)
    assert str(caught.value).startswith(f"given, line {line}, column ")
    assert len(str(caught.value)) < 500


def test_yaml_as_it_should_be() -> None:
    text = (
        "base: &base {a: 1, b: [x, 2024-01-31]}\nother: {<<: *base, a: 2}\n" + f"deep: {'[' * 62}{']' * 62}\n"
    )
    value = yaml_value(text)
    assert value["other"]["a"] == 2
    assert value["other"]["b"] is value["base"]["b"]
    assert yaml_value("a: 007\nb: 2024-13-45", as_texts=True) == {"a": "007", "b": "2024-13-45"}
    nulls = "{a: null, b: ~, c: , d: Null, e: 'null', f: '', g: nulls, h: true}"
    texts = {"e": "null", "f": "", "g": "nulls", "h": "true"}
    assert yaml_value(nulls, as_texts=True) == {**dict.fromkeys("abcd"), **texts}
    with pytest.raises(JudgeError, match="line 2"), reading("given"):
        yaml_value("a: 1\na: 2", as_texts=True)


CORE_SCHEMA = {
    "0100": 100,
    "0o100": 64,
    "0x40": 64,
    "0b11": "0b11",
    "1_000": "1_000",
    "1:30": "1:30",
    "5:00:00": "5:00:00",
    "1:30.5": "1:30.5",
    "2024-01-31": "2024-01-31",
    "No": "No",
    "yes": "yes",
    "off": "off",
    "y": "y",
    "true": True,
    "FALSE": False,
    "~": None,
    "Null": None,
    "": None,
    "-12": -12,
    "+7": 7,
    "1e3": 1000.0,
    "1E-2": 0.01,
    ".5": 0.5,
    "1.": 1.0,
    "-.inf": float("-inf"),
    "1.5_0": "1.5_0",
    "=": "=",
    '"0100"': "0100",
    "!!str 0100": "0100",
}


@pytest.mark.parametrize("written", CORE_SCHEMA)
def test_yaml_is_read_by_the_core_schema_of_yaml_1_2(written: str) -> None:
    value = yaml_value(f"key: {written}")["key"]
    assert value == CORE_SCHEMA[written]
    assert type(value) is type(CORE_SCHEMA[written])


JSON_DEFECTS = {
    '{"a": 1,\n "b": 2,\n "a": 3}': (3, "'a' appears twice"),
    '[{"a": 1},\n {"a": 1, "\\u0061": 2}]': (2, "'a' appears twice"),
    '{"a": [],\n "b" 1}': (2, "Expecting ':'"),
    '["x",\n NaN]': (2, "invalid"),
    '["x",\n 1e999]': (2, "out of range"),
    "[1" + "0" * 5000 + "]": (1, "out of range"),
    '["\\ud83d"]': (1, "surrogate"),
    "[" * 100_000: (1, "64 deep"),
    "[\n" + "0," * 1_000_001 + "0]": (2, "more than 1000000 values"),
    '{"a":' * 100_000: (1, "64 deep"),
    "": (1, "Expecting value"),
    "[1]\n]": (2, "Extra data"),
}


@pytest.mark.parametrize("text", JSON_DEFECTS, ids=lambda text: repr(text[:30]))
def test_json_that_is_none_is_named_with_its_line(text: str) -> None:
    line, reason = JSON_DEFECTS[text]
    with pytest.raises(JudgeError, match=reason) as caught, reading("given"):
        json_value(text)
    assert str(caught.value).startswith(f"given, line {line}, column ")


def test_json_as_it_should_be() -> None:
    text = (
        '{"a": {"a": "\\ud83d\\ude00 \\" [{"}, "b": [{"a": 1}, {"a": -0.5e3}], "\\u00e9": '
        + "[" * 63
        + "]" * 63
        + "}"
    )
    value = json_value(text)
    assert value["a"] == {"a": '\U0001f600 " [{'}
    assert value["b"] == [{"a": 1}, {"a": -500}]
