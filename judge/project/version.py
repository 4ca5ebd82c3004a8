"""The version of the judge itself."""

import subprocess
import tomllib
from functools import cache

from judge.project.paths import Project


@cache
def commit_of(project: Project) -> str | None:
    """With -dirty when the tree is not exactly that, at the first call; None outside of a repository of its own."""
    # Also of a checkout that belongs to another user, whose programs are being run anyway.
    trusting = ["-c", f"safe.directory={project.root}"]
    command = ["git", *trusting, "-C", str(project.root), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None


def version_text(project: Project) -> str:
    """Of the release, with the commit where it is known: "0.1.0 (1a2b3c4)"."""
    release = tomllib.loads((project.root / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    commit = commit_of(project)
    return f"{release} ({commit})" if commit else str(release)
