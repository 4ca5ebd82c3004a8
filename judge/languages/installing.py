"""Installing languages: Debian packages by apt-get, wheels by pip into the judge's own environment."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import IO

from msgspec import Struct

from judge.base.called import JUDGE
from judge.base.errors import JudgeError
from judge.base.next_steps import RunProgram
from judge.base.processes import finished
from judge.languages.language import Language

INSTALL = ("install", "-y", "-q", "--no-install-recommends")
"""Arguments of apt-get."""
PATIENT = ("-o", "DPkg::Lock::Timeout=600")
"""Options that make it wait for another apt-get."""
TO_FETCH = re.compile(r"^Need to get (?:.+/)?(.+) of archives", re.MULTILINE)
TO_KEEP = re.compile(r"^After this operation, (.+) of additional disk space", re.MULTILINE)
UNKNOWN = re.compile(
    r"^E: (Unable to locate package .*|Package '.*' has no installation candidate)", re.MULTILINE
)


class AptPlan(Struct, frozen=True):
    """The effect that apt-get would have."""

    download: str = ""
    """The size of the download: "76.6 MB"; empty: none, or unknown."""
    disk: str = ""
    """The additional disk space."""
    problem: str | None = None
    """The reason why it would fail."""


def apt_plan(packages: Sequence[str]) -> AptPlan:
    """The effect of installing these packages, by this machine's package lists. Changes nothing."""
    if shutil.which("apt-get") is None:
        return AptPlan(problem="this is not Debian or Ubuntu: there is no apt-get")
    done = finished(
        ["apt-get", *INSTALL, "--print-uris", *packages],
        capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"},
    )  # fmt: skip
    if done.returncode != 0:
        unknown = UNKNOWN.search(done.stderr)
        said = done.stderr.strip().rpartition("\n")[2].removeprefix("E: ")
        return AptPlan(problem=unknown[1] if unknown else said or f"apt-get failed (exit {done.returncode})")
    fetched, kept = TO_FETCH.search(done.stdout), TO_KEEP.search(done.stdout)
    return AptPlan(fetched[1] if fetched else "", kept[1] if kept else "")


def install_all(languages: Iterable[Language | None]) -> str | None:
    """A line with the one command that installs all missing languages; None unless there are several."""
    missing = {row for row in languages if row and row.missing_tools and (row.packages or row.wheels)}
    if len(missing) < 2:
        return None
    ids = " ".join(sorted(row.id for row in missing))
    return f"{len(missing)} languages are not installed; all at once: {JUDGE} languages --install {ids}"


def apt_get(messages: IO[str], *arguments: str) -> None:
    """Runs apt-get as root, or with sudo; its output goes to `messages`. Raises JudgeError if that is impossible, or
    if it fails."""
    command = ["apt-get", *PATIENT, *arguments]
    if shutil.which("apt-get") is None:
        raise JudgeError("This is not Debian or Ubuntu: install the equivalent packages yourself.")
    if os.geteuid() != 0:
        if shutil.which("sudo") is None:
            as_root = RunProgram(tuple(_shown(command)), "As root")
            raise JudgeError("Only root may install packages, and sudo is missing", as_root)
        command = ["sudo", "env", "DEBIAN_FRONTEND=noninteractive", *command]
    _run(command, {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, messages)


def pip_install(messages: IO[str], wheels: Sequence[str]) -> None:
    """Installs into the environment that runs the judge. Raises JudgeError if it has none of its own, or if pip fails.

    It compiles them: programs may only read there, and would compile all their imports in each run.
    """
    if sys.prefix == sys.base_prefix:
        raise JudgeError(
            f"The judge runs without an environment of its own (WARP_JUDGE_SETUP=off): install {', '.join(wheels)} "
            f"for {sys.executable} yourself."
        )
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    _run([*pip, *wheels], dict(os.environ), messages)


def _run(command: Sequence[str], environment: dict[str, str], messages: IO[str]) -> None:
    done = finished(command, stdin=subprocess.DEVNULL, stdout=messages, env=environment)
    if done.returncode != 0:
        shown = shlex.join(_shown(command))
        raise JudgeError(f"Nothing is installed: {shown} failed (exit {done.returncode}).")


def _shown(command: Sequence[str]) -> list[str]:
    """The command as a user would type it."""
    return [word for word in command if word not in PATIENT]
