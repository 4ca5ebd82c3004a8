"""Users of this machine that root becomes, permanently, so that a process has no more rights than its work needs."""

import grp
import json
import os
import pwd
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.processes import finished
from judge.base.scratch import forget_folders
from judge.machine.control_groups import join

HOME = "/nonexistent"
SHELL = "/usr/sbin/nologin"
UMASK = 0o022


class Account(Struct, frozen=True):
    """A user that root can become: `gid` is the only group."""

    name: str
    uid: int
    gid: int


def account(name: str) -> Account | None:
    """The account of this name, or of the numbers UID:GID, as in a container without names. None: this machine has no
    such user."""
    if found := re.fullmatch(r"(\d{1,9}):(\d{1,9})", name):
        return Account(name, int(found[1]), int(found[2]))
    try:
        known = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(name, known.pw_uid, known.pw_gid)


def made_account(name: str, group: str) -> Account:
    """A system user with that primary group, created if it does not exist. Raises JudgeError."""
    if found := account(name):
        return found
    try:
        grp.getgrnam(group)
    except KeyError:
        _made("groupadd", "--system", group)
    _made(
        "useradd", "--system", "--gid", group, "--no-create-home", "--home-dir", HOME, "--shell", SHELL, name
    )
    found = account(name)
    if found is None:
        raise JudgeError(
            f"there is no user {name}, though useradd has made one: name another one with --users."
        )
    return found


def _made(program: str, *arguments: str) -> None:
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if found is None:
        raise JudgeError(f"{program} is missing: make two users, and name them with --users.")
    done = finished([found, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        said = done.stderr.strip() or f"exit status {done.returncode}"
        raise JudgeError(
            f"{program} {' '.join(arguments)}: {said}. Make two users, and name them with --users."
        )


def become(who: Account, members: Sequence[Path] = ()) -> None:
    """Makes this process that user, permanently, in these control groups."""
    join(members)
    os.setgroups([who.gid])
    os.setresgid(who.gid, who.gid, who.gid)
    os.setresuid(who.uid, who.uid, who.uid)
    os.umask(UMASK)
    forget_folders()


def found_as(who: Account, members: Sequence[Path], look: Callable[[], Sequence[str]]) -> list[str]:
    """What a child process that has become this user finds; the reason if it could not look."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            become(who, members)
            found = [*look()]
        except BaseException as error:
            found = [f"as {who.name}: {error}"]
        with os.fdopen(writing, "w", encoding="utf-8") as told:
            json.dump(found, told)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as told:
        answer = told.read()
    os.waitpid(child, 0)
    return [str(line) for line in json.loads(answer)] if answer else [f"as {who.name}: it was killed"]
