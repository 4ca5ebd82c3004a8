"""Tests that have passed, so that they need not run again: stored in the user's cache folder, for all checkouts on a
machine.

A test is identified by its name. It is remembered as long as everything that it read is unchanged, on a machine of the
same kind: the system's packages, the Python environment, the kernel, the processor, the user.
"""

import hashlib
import json
import os
import platform
import re
import shutil
import time
from pathlib import Path
from typing import Any

from msgspec import Struct, field, structs

from judge.base.user_state import cache_folder
from judge.base.whole_files import read_map, write_in_one_step
from judge.machine.cuda_toolkit import DRIVER_FILE
from judge.selftest.reads import Digests

KEPT_OF_ONE = 6
"""The number of passed runs of one test: several branches may be worked on in turns."""
FILES_KEPT = 4000
PACKAGES = Path("/var/lib/dpkg/status")
DECIDING = (
    "WARP_JUDGE_STRANGERS",
    "WARP_JUDGE_IMAGE",
    "WARP_JUDGE_FUZZ_SECONDS",
    "WARP_JUDGE_FUZZ_SEED",
    "WARP_JUDGE_TEST_BUILD",
    "WARP_JUDGE_TEST_SEEDS",
)
"""Variables that decide what a test does."""


class Passed(Struct, frozen=True):
    """A run of a test that passed."""

    wall_s: float
    cpu_s: float
    passed: int
    skips: list[tuple[str, str]] = field(default_factory=list)
    """The tests in it that were skipped, and the reasons."""


def kind_of_machine(root: Path) -> str:
    """A digest of everything besides the project's own files that decides a test's outcome."""
    facts: list[Any] = [
        platform.machine(), platform.release(), platform.python_version(), os.cpu_count(), os.geteuid(),
        re.findall(r"^(?:model name|flags)\s*:.*$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)[:2],
        DRIVER_FILE.read_text() if DRIVER_FILE.exists() else None,
        hashlib.sha256(PACKAGES.read_bytes()).hexdigest() if PACKAGES.exists() else None,
        [_stat(shutil.which(tool)) for tool in ("nvcc", "clang", "gcc", "g++", "java", "node", "slurmctld")],
        sorted(path.name for path in root.glob(".venv/lib/python3*/site-packages/*.dist-info")),
        sorted((name, value) for name, value in os.environ.items() if name in DECIDING),
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _stat(path: str | None) -> list[object]:
    if path is None:
        return []
    found = Path(path).resolve().stat()
    return [str(path), found.st_size, found.st_mtime_ns]


class Memory:
    """What has passed here. With `forgets`, nothing is known; passed tests are stored all the same."""

    def __init__(self, root: Path, forgets: bool = False) -> None:
        self._folder = cache_folder() / "passed"
        self._kind = kind_of_machine(root)
        self._digests = Digests(root)
        self._forgets = forgets
        self._began = time.time()

    def recall(self, name: str) -> Passed | None:
        """The run of this test that passed with the current files; None: it must run."""
        if self._forgets:
            return None
        for run in self._runs(name):
            if run.get("kind") == self._kind and run.get("digest") == self._digests.of_notes(run["reads"]):
                return Passed(
                    **{**run["outcome"], "skips": [tuple(skip) for skip in run["outcome"]["skips"]]}
                )
        return None

    def keep(self, name: str, reads: list[str], outcome: Passed) -> None:
        """Stores a test that has just passed. One that has read nothing is not stored, as nothing would show a change;
        nor one whose files were edited meanwhile, as it is unknown which version it read."""
        digests = Digests(self._digests.root, self._digests)
        if not reads or digests.newest(reads) > self._began:
            return
        digest = digests.of_notes(reads)
        run = {"kind": self._kind, "digest": digest, "reads": reads, "outcome": structs.asdict(outcome)}
        others = [one for one in self._runs(name) if (one["kind"], one["digest"]) != (self._kind, digest)]
        self._folder.mkdir(parents=True, exist_ok=True)
        write_in_one_step(self._file(name), json.dumps({"name": name, "runs": [run, *others][:KEPT_OF_ONE]}))

    def last_wall_s(self, name: str) -> float:
        """The time of this test's last passed run, whatever it read; 0 if there is none."""
        return max((run["outcome"]["wall_s"] for run in self._runs(name)[:1]), default=0.0)

    def make_room(self) -> None:
        """Removes the oldest files if there are too many."""
        files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for file in files[: max(0, len(files) - FILES_KEPT)]:
            file.unlink(missing_ok=True)

    def _runs(self, name: str) -> list[dict[str, Any]]:
        runs = read_map(self._file(name)).get("runs", [])
        return runs if isinstance(runs, list) else []

    def _file(self, name: str) -> Path:
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.json"
