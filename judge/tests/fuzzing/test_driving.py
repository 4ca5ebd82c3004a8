"""The driving itself: which readers fail."""

import re
from collections.abc import Callable

import pytest
from hypothesis import strategies as st

from judge.base.errors import JudgeError
from judge.tests.fuzzing import driving
from judge.tests.fuzzing.driving import drive, mutated

pytestmark = pytest.mark.built


def refuses(_: bytes) -> None:
    raise JudgeError("no")


def raises(content: bytes) -> None:
    content.decode("ascii")


def never_ends(content: bytes) -> None:
    while content:
        pass


def searches_for_ever(_: bytes) -> None:
    re.fullmatch("(a|aa)*b", "a" * 100)


@pytest.mark.parametrize("read", [refuses, len, mutated])
def test_what_returns_or_refuses_is_right(read: Callable[[bytes], object]) -> None:
    drive(mutated([b"one", b"two"]), read)


@pytest.mark.parametrize(
    ("read", "error"),
    [(raises, UnicodeDecodeError), (never_ends, AssertionError), (searches_for_ever, AssertionError)],
)
def test_what_raises_or_takes_long_is_noticed(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[bytes], object], error: type[Exception]
) -> None:
    monkeypatch.setattr(driving, "SLOW_S", 0.02)
    with pytest.raises(error):
        drive(st.just(b"\xff"), read)
