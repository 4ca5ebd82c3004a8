"""A checkout, or a part of it, that belongs to somebody else: the user who runs the judge must be able to write to
build/."""

import os
import pwd
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.next_steps import RunProgram
from judge.project.installation import Installation

WRITTEN = ("", ".judge-lock", "build.ninja", "submissions", "self-tests", "known-junk", "testdata")
"""What the judge writes to, by its path in build/. After a run by root, only root can write to such files."""


def obstacle_to_write(installation: Installation) -> JudgeError | None:
    """Why this user cannot build or judge in this checkout; None if no reason is known."""
    me = _name(os.geteuid())
    places = (
        [installation.build / path for path in WRITTEN]
        if installation.build.exists()
        else [installation.build.parent]
    )
    for place in places:
        if not _is_permitted(os.F_OK, place) or _is_permitted(os.W_OK, place) or _is_read_only(place):
            continue
        found = f"{me} cannot write to {place}, which belongs to {_owner(place)}"
        if installation.root.stat().st_uid != os.geteuid():
            # Git, too, refuses what belongs to another user.
            trust = ("git", "config", "--global", "--add", "safe.directory", f"{installation.root}/.git")
            clone = ("git", "clone", str(installation.root))
            return JudgeError(found, RunProgram(trust, "Use a checkout of your own", clone))
        return JudgeError(
            found, RunProgram(("sudo", "chown", "-R", me, str(installation.root)), "Make it writable")
        )
    return None


def warning_to_root(installation: Installation) -> str | None:
    """A warning for root in the checkout of a user, who could not continue from there."""
    if os.geteuid() != 0 or installation.root.stat().st_uid == 0:
        return None
    owner = _owner(installation.root)
    return (
        f"this checkout belongs to {owner}: what root builds here, {owner} cannot change; "
        f"afterwards: chown -R {owner} {installation.root}"
    )


def _is_permitted(what: int, place: Path) -> bool:
    return os.access(place, what, effective_ids=True)


def _is_read_only(place: Path) -> bool:
    """Whether its file system is read-only, for every owner."""
    return bool(os.statvfs(place).f_flag & os.ST_RDONLY)


def _owner(place: Path) -> str:
    return _name(place.stat().st_uid)


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:  # a user whom this machine does not know
        return str(user)
