"""The size of a picture: as its file says, for the three types of the Contest API, and none for anything else."""

import struct
from pathlib import Path

import pytest
from hypothesis import strategies as st

from judge.base.errors import JudgeError
from judge.contest.extras import load_extras
from judge.contest.picture_size import JPEG, MIMES, PNG, picture_size
from judge.tests.fuzzing.driving import JSON, drive, mutated

SVG = (
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" {}>\n<rect width="7" height="9"/></svg>\n'
)
PEOPLE = b'[{"id": "ute", "name": "Ute", "role": "coach", "team_ids": ["ada"], "sex": null}]'


def png(width: int, height: int) -> bytes:
    return PNG + struct.pack(">I4sII", 13, b"IHDR", width, height) + bytes(9)


def jpeg(width: int, height: int, before: bytes = b"") -> bytes:
    comment = b"\xff\xfe" + struct.pack(">H", 2 + 5) + b"hello"
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)
    return JPEG + before + comment + frame


def svg(attributes: str) -> bytes:
    return SVG.format(attributes).encode()


@pytest.mark.parametrize(
    ("content", "mime", "size"),
    [
        (png(160, 56), "image/png", (160, 56)),
        (png(0, 56), "image/png", None),
        (png(160, 56)[:20], "image/png", None),
        (jpeg(1920, 240), "image/jpeg", (1920, 240)),
        (jpeg(1920, 240, b"\xff\xff\xff\x01"), "image/jpeg", (1920, 240)),
        (jpeg(1920, 240)[:18], "image/jpeg", None),
        (jpeg(1920, 240), "image/png", None),
        (svg('width="160" height="56.4px"'), "image/svg+xml", (160, 56)),
        (svg('viewBox="0 0 8.2 1"'), "image/svg+xml", (8, 1)),
        (svg('viewBox="-1,-1,0.2,0.1"'), "image/svg+xml", (1, 1)),
        (svg('width="100%" height="100%" viewBox="0 0 30 10"'), "image/svg+xml", (30, 10)),
        (svg('width="100%" height="100%"'), "image/svg+xml", None),
        (svg('viewBox="0 0 0 1"'), "image/svg+xml", None),
        (svg('viewBox="0 0 1"'), "image/svg+xml", None),
        (svg('viewBox="0 0 - +"'), "image/svg+xml", None),
        (b"<html><svg", "image/svg+xml", None),
        (b"", "image/png", None),
        (b"", "image/jpeg", None),
    ],
)
def test_the_size_is_as_the_file_says(content: bytes, mime: str, size: tuple[int, int] | None) -> None:
    assert picture_size(content, mime) == size


def test_whatever_the_file_is_it_has_a_size_or_none() -> None:
    seeds = [png(3, 4), jpeg(3, 4), svg('width="3" height="4"'), svg('viewBox="0 0 3 4"'), b"<svg " * 9000]

    def read(mime: str, content: bytes) -> None:
        found = picture_size(content, mime)
        assert found is None or min(found) >= 1

    drive(
        st.tuples(
            st.sampled_from(sorted(set(MIMES.values()))),
            mutated(seeds, (b"viewBox", b"\xff\xc0", b" " * 9999)),
        ),
        read,
    )


def test_whatever_lists_of_people_say(tmp_path: Path) -> None:
    def read(name: str, content: bytes) -> None:
        (tmp_path / name).write_bytes(content)
        try:
            load_extras(tmp_path)
        finally:
            (tmp_path / name).unlink()

    drive(st.tuples(st.sampled_from(["persons.json", "organizations.json"]), mutated([PEOPLE], JSON)), read)
    (tmp_path / "persons.json").write_bytes(PEOPLE)
    assert [one.id for one in load_extras(tmp_path).persons] == ["ute"]


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [('"coach"', '"king"', "role"), ('"ute"', '"u t"', "u t"), ("[{", '{"a": [{', "persons.json")],
)
def test_what_is_wrong_with_a_list_is_said(tmp_path: Path, old: str, new: str, named: str) -> None:
    text = PEOPLE.decode().replace(old, new)
    (tmp_path / "persons.json").write_text(text + "}" if text[0] == "{" else text)
    with pytest.raises(JudgeError, match=named):
        load_extras(tmp_path)
