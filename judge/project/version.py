"""The version of the judge itself."""

import subprocess
from functools import cache

from judge.project.installation import Installation, is_wheel

BEFORE_THE_FIRST_TAG = "0.1.0"


@cache
def commit_of(installation: Installation) -> str | None:
    """The commit, with -dirty when the tree was not exactly that at the first call; None where it is no repository."""
    return _described(installation, "--always", "--dirty", "--exclude=*")


def release_of(installation: Installation) -> str:
    """The release that this is, or that came before: "1.0.0"; of a wheel what pip calls it."""
    if is_wheel(installation.root):
        from importlib import metadata  # takes a twentieth of a start

        return metadata.version("warp-judge")
    tag = _described(installation, "--tags", "--match=v[0-9]*.[0-9]*.[0-9]*", "--abbrev=0")
    return tag.removeprefix("v") if tag else BEFORE_THE_FIRST_TAG


def version_text(installation: Installation) -> str:
    """The release, with the commit where it is known: "1.0.0 (1a2b3c4)"."""
    release, commit = release_of(installation), commit_of(installation)
    return f"{release} ({commit})" if commit else release


def _described(installation: Installation, *options: str) -> str | None:
    """What git says of a checkout; None where it says nothing."""
    if not (
        installation.root / ".git"
    ).exists():  # a folder of another project's, such as one that has a .venv
        return None
    # Also of a checkout that belongs to another user, whose programs are being run anyway.
    trusting = ["-c", f"safe.directory={installation.root}"]
    command = ["git", *trusting, "-C", str(installation.root), "describe", *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None
