"""Passwords: which are taken as new ones, and that nobody signs in without one."""

import asyncio

import pytest

from judge.web.passwords import LONGEST, Passwords, weakness


def test_a_password_is_right_for_its_own_hash_alone() -> None:
    async def answers() -> list[bool]:
        passwords = Passwords()
        hashed = await passwords.hashed("correct horse")
        pairs = (
            ("correct horse", hashed),
            ("Correct horse", hashed),
            ("", hashed),
            ("correct horse", "no hash"),
        )
        return [await passwords.is_right(password, known) for password, known in pairs]

    assert asyncio.run(answers()) == [True, False, False, False]


@pytest.mark.parametrize("password", ["", "anything"])
def test_an_account_without_a_password_takes_none(password: str) -> None:
    """A password is refused even if it is the one whose hash is verified in its place, to take as long."""
    assert not asyncio.run(Passwords().is_right(password, None))


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("seven 7", "password_length"),
        ("eight  8", ""),
        ("x" * LONGEST, ""),
        ("x" * (LONGEST + 1), "password_length"),
        ("password", "password_common"),
        ("PassWord", "password_common"),
        ("Anna-Meier", "password_own_name"),
        ("anna-meier 2", ""),
    ],
)
def test_what_is_easy_to_guess_is_refused(password: str, why: str) -> None:
    assert weakness(password, "anna-meier") == why
