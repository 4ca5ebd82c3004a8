"""The version of the judge itself."""

import subprocess
import tomllib
from functools import cache

from judge.project.installation import Installation


@cache
def commit_of(installation: Installation) -> str | None:
    """The commit, with -dirty when the tree is not exactly that, at the first call; None outside of a repository of
    its own."""
    if not (
        installation.root / ".git"
    ).exists():  # a folder of another project's, such as one that has a .venv
        return None
    # Also of a checkout that belongs to another user, whose programs are being run anyway.
    trusting = ["-c", f"safe.directory={installation.root}"]
    command = [
        "git",
        *trusting,
        "-C",
        str(installation.root),
        "describe",
        "--always",
        "--dirty",
        "--exclude=*",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None


def version_text(installation: Installation) -> str:
    """The version of the release, with the commit where it is known: "0.1.0 (1a2b3c4)"."""
    release = tomllib.loads((installation.root / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    commit = commit_of(installation)
    return f"{release} ({commit})" if commit else str(release)
