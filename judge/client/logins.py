"""Logins: the token for each server, in a file that only its owner can read."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import msgspec
from msgspec import Meta

from judge.base.errors import JudgeError
from judge.base.next_steps import NextStep, RunJudge, RunProgram, SetVariable
from judge.base.outside_files import content_of, reading
from judge.base.records import Count, Record, decoded
from judge.base.suggestions import unknown_name
from judge.base.user_state import config_folder
from judge.base.whole_files import write_in_one_step
from judge.client.servers import SCHEME, server_address

MOST_BYTES = 64 * 1024
TOKEN = r"^[\x21-\x7e]{1,200}$"
"""The form of a token, which is sent in a header."""
LIST: NextStep = RunJudge(("login", "URL"), "To log in")


class Login(Record, frozen=True):
    """A server at which its user is logged in."""

    server: Annotated[str, Meta(min_length=1, max_length=500)]
    """Its address: "https://judge.example"."""
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    """The user's name for it."""
    user: Annotated[str, Meta(max_length=200)]
    token: Annotated[str, Meta(pattern=TOKEN)]
    ends_utc_ms: Count
    """When the token ends."""


def logins_folder() -> Path:
    return config_folder() / "logins"


def logins() -> list[Login]:
    """All logins, by name. Raises JudgeError for a file that others can read, or that is invalid."""
    with _keeping():
        files = sorted(logins_folder().glob("*.json"))
    return sorted(map(_read, files), key=lambda one: one.name)


def _read(file: Path) -> Login:
    found = file.stat()
    if stat.S_IMODE(found.st_mode) & 0o077 or found.st_uid != os.geteuid():
        raise JudgeError(
            f"{file} holds a token, and other users can read or write it.",
            RunProgram(("chmod", "600", str(file)), "Make it yours alone"),
        )
    with reading(file, "Remove it, and log in again."):
        login = decoded(content_of(file, MOST_BYTES), Login)
        server_address(login.server, insecure=True)
    return login


def put_login(login: Login) -> Path:
    """Stores a login, in place of another one for the same server. Raises JudgeError if another server has the
    name."""
    if other := next(
        (one for one in logins() if one.name == login.name and one.server != login.server), None
    ):
        raise JudgeError(
            f"--name {login.name}: that is already the name of {other.server} here.",
            RunJudge(("login", login.server, "--name", f"{login.name}-2"), "To give it another name"),
        )
    with _keeping():
        folder = logins_folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
        file = _file_of(login.server)
        write_in_one_step(file, msgspec.json.format(msgspec.json.encode(login)) + b"\n", mode=0o600)
    return file


def forget(login: Login) -> None:
    with _keeping():
        _file_of(login.server).unlink(missing_ok=True)


def _file_of(server: str) -> Path:
    return logins_folder() / f"{quote(server.replace(SCHEME, '-'), safe='[]:')}.json"


def chosen_login(known: Sequence[Login], wanted: str | None, how: str = "by --to NAME") -> Login:
    """The login of this name or server; without one, the only login. Raises JudgeError."""
    if wanted is None:
        if len(known) == 1:
            return known[0]
        if not known:
            raise JudgeError("you are not logged in to any judge.", LIST)
        names = ", ".join(one.name for one in known)
        raise JudgeError(f"you are logged in to {len(known)} judges: say which one {how}. Known: {names}.")
    for one in known:
        if wanted in (one.name, one.server):
            return one
    if SCHEME in wanted or "." in wanted or ":" in wanted:
        server = server_address(wanted, insecure=True)
        for one in known:
            if server == one.server:
                return one
        raise JudgeError(f"you are not logged in to {server}.", RunJudge(("login", server), "To log in"))
    raise unknown_name("judge", wanted, [one.name for one in known], None if known else LIST)


class _keeping:
    """Turns errors of the file system into a JudgeError."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise JudgeError(
                f"logins cannot be kept: {error}", SetVariable("XDG_CONFIG_HOME", "a folder of yours")
            ) from error
