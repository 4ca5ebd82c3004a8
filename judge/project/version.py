"""The version of the judge itself."""

import subprocess
from functools import cache

from judge.project.installation import Installation, is_wheel

BEFORE_THE_FIRST_TAG = "0.1.0"


@cache
def commit_of(installation: Installation) -> str | None:
    """The commit, with -dirty if the tree differed from it at the first call; None if it is not a repository."""
    return _described(installation, "--always", "--dirty", "--exclude=*")


def release_of(installation: Installation) -> str:
    """This release, or the last one before: "1.0.0"; for a wheel, pip's version."""
    if is_wheel(installation.root):
        from importlib import metadata  # takes a twentieth of a start

        return metadata.version("warp-judge")
    tag = _described(installation, "--tags", "--match=v[0-9]*.[0-9]*.[0-9]*", "--abbrev=0")
    return tag.removeprefix("v") if tag else BEFORE_THE_FIRST_TAG


def version_text(installation: Installation) -> str:
    """The release, with the commit if it is known: "1.0.0 (1a2b3c4)"."""
    release, commit = release_of(installation), commit_of(installation)
    return f"{release} ({commit})" if commit else release


def _described(installation: Installation, *options: str) -> str | None:
    """Git's description of a checkout; None if there is none."""
    if not (
        installation.root / ".git"
    ).exists():  # the folder belongs to another project, for example one that has a .venv
        return None
    # A checkout that belongs to another user is accepted too, as its programs run anyway.
    trusting = ["-c", f"safe.directory={installation.root}"]
    command = ["git", *trusting, "-C", str(installation.root), "describe", *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None
