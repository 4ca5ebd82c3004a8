"""The files of the project itself: those that git knows or would add."""

from pathlib import Path

from judge.base.processes import output_of


def tracked_files(root: Path, *patterns: str) -> list[str]:
    """Names relative to the root, of files that exist; `patterns`: only those that match one, in all folders. Nothing
    that others make meanwhile, such as a build, is looked at."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns]
    return [name for name in output_of(command, cwd=root).split("\0") if name and (root / name).exists()]
