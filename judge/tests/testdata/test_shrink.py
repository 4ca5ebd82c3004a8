"""An input gets smaller as long as what is said of it stays true."""

import random

import pytest

from judge.testdata.mutation import mutated
from judge.testdata.shrink import shrunk

ALL = 5000


def counted(text: str) -> bool:
    """N, then N numbers on a line."""
    lines = text.split("\n")
    return (
        len(lines) == 3
        and lines[0].isdigit()
        and lines[1] != ""
        and int(lines[0]) == len(lines[1].split(" "))
    )


def two_rows(text: str) -> bool:
    """N, then two lines of N numbers."""
    lines = text.split("\n")
    return len(lines) == 4 and all(counted(f"{lines[0]}\n{row}\n") for row in lines[1:3])


def panels(text: str) -> bool:
    """T, then T panels of three lines."""
    lines = text.removesuffix("\n").split("\n")
    return lines[0].isdigit() and int(lines[0]) * 3 == len(lines) - 1 > 0


@pytest.mark.parametrize(
    ("text", "holds", "smallest"),
    [
        ("5\n4 8 -15 16 23\n", lambda text: counted(text) and "-" in text, "1\n-1\n"),
        ("3\n7 8 9\n4 5 6\n", two_rows, "1\n0\n0\n"),
        ("2\n1 1\n0 1\n1 0\n9 9\n1 1\n1 1\n", lambda text: panels(text) and "9" in text.split(), "1\n9\n0\n0\n"),
        ("1\n4000000000\n", lambda text: counted(text) and int(text.split()[1]) > 2**31 - 1, "1\n2147483648\n"),
        ("a b\n", lambda text: "b" in text, "b\n"),
    ],
)  # fmt: skip
def test_the_smallest_is_found(text: str, holds: object, smallest: str) -> None:
    assert callable(holds)
    assert shrunk(text, holds, ALL) == smallest


def test_what_cannot_be_smaller_stays() -> None:
    assert shrunk("1\n7\n", lambda text: text == "1\n7\n", ALL) == "1\n7\n"


def test_no_more_is_asked_than_may_be() -> None:
    asked = []

    def holds(text: str) -> bool:
        asked.append(text)
        return False

    assert shrunk("1 2 3 4 5 6 7 8\n" * 20, holds, 10) == "1 2 3 4 5 6 7 8\n" * 20
    assert len(asked) == 10


def test_changes_are_those_of_the_seed() -> None:
    text = "3\n1 2 3\n4 5 6\n"
    made = [mutated(text, random.Random(seed)) for seed in range(50)]
    assert made == [mutated(text, random.Random(seed)) for seed in range(50)]
    assert len(set(made)) > 25
    assert sum(two_rows(one) and one != text for one in made) > 5
