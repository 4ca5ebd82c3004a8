"""The version of the judge itself."""

import subprocess

from judge.project import Project


def commit_of(project: Project) -> str | None:
    """With -dirty when the tree is not exactly that; None outside of a repository of its own."""
    command = ["git", "-C", str(project.root), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None
