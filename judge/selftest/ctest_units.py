"""The test programs of a build as units: what CTest runs, and what each of them depends on."""

import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from msgspec import Struct

from judge.base.processes import output_of
from judge.machine.cores import usable_cores
from judge.selftest.tracked_files import tracked_files
from judge.selftest.units import Runner, Unit, run_commands

WHOLE_OUTPUT = str(1 << 20)
"""Bytes of a test's output that CTest keeps, so that no skip is cut off."""


class CTest(Struct, frozen=True):
    """One test of CTest."""

    name: str
    program: str
    data: tuple[str, ...]
    """The files that it reads or runs, from its property REQUIRED_FILES."""
    labels: tuple[str, ...]
    is_alone: bool
    """Whether CTest would run no other next to it, or none that uses the same GPU."""


def ctests(build: Path) -> list[CTest]:
    """The tests of a build, in CTest's order."""
    told = output_of(["ctest", "--test-dir", str(build), "--show-only=json-v1"])
    return [_ctest(test) for test in json.loads(told)["tests"]]


def _ctest(test: dict[str, Any]) -> CTest:
    properties = {one["name"]: one["value"] for one in test.get("properties", [])}
    command = test.get("command") or [""]
    return CTest(
        test["name"],
        command[0],
        tuple(properties.get("REQUIRED_FILES", ())),
        tuple(properties.get("LABELS", ())),
        bool(properties.get("RUN_SERIAL") or properties.get("RESOURCE_LOCK")),
    )


def ctest_command(build: Path, junit: Path, names: Sequence[str]) -> list[str]:
    """Runs the tests of these names."""
    command = [
        "ctest",
        "--test-dir",
        str(build),
        "--output-on-failure",
        "--parallel",
        str(len(usable_cores())),
    ]
    command += ["--output-junit", str(junit)]
    command += ["--test-output-size-passed", WHOLE_OUTPUT, "--test-output-size-failed", WHOLE_OUTPUT]
    return [*command, "--tests-regex", f"^({'|'.join(map(re.escape, names))})$"]


def ctest_unit(step: str, build: Path, test: CTest, results: Path, dependencies: "Dependencies") -> Unit:
    """A unit of this test alone, for `run_ctest`."""
    junit = results / f"{step}-{test.name}.xml"
    command = ctest_command(build, junit, [test.name])
    return Unit(
        f"{step} {test.name}",
        [command],
        [junit],
        reads=dependencies.notes(test),
        is_alone=test.is_alone,
    )


def run_ctest(root: Path) -> Runner:
    """A runner of such units. A test that CTest skips without a reason, or could not start, has failed."""
    run_command = run_commands(root)

    def run(unit: Unit, log: Path, notes: Path) -> tuple[int, float]:
        status, cpu_s = run_command(unit, log, notes)
        # A Python script that it starts notes what it reads itself, not what the programs do.
        notes.unlink(missing_ok=True)
        [junit] = unit.junits
        has_passed = junit.exists() and all(has_passed_in(junit).values())
        return (status if has_passed else status or 1), cpu_s

    return run


class Dependencies:
    """The dependencies of a build's programs, from ninja: the files of the project, including headers.

    A build may take programs and objects from others, which then have the dependencies of the program with the same
    name.
    """

    def __init__(self, root: Path, builds: Sequence[Path]) -> None:
        self._root = root
        self._headers = {build: dict(_headers(build)) for build in builds}
        self._known: dict[str, list[str]] = {}

    def notes(self, test: CTest) -> list[str]:
        """The sources of the test's program and its data, as notes of what is read; none: unknown."""
        made = self._made_of(test.program)
        data = {note for file in test.data if (note := self._note(Path(file)))}
        data |= {note for file in test.data for note in self._made_of(file)}
        return sorted({*made, *data}) if made else []

    def _made_of(self, file: str) -> list[str]:
        """Notes of the dependencies of a file of a build; none: it is not part of a build, or CTest did not find
        it."""
        for build in self._headers if file else ():
            target = os.path.relpath(file, build)
            if target.startswith(".."):
                continue
            if target not in self._known:
                self._known[target] = sorted(self._sources(target))
            return self._known[target]
        return []

    def _sources(self, target: str) -> set[str]:
        files = set()
        for build, headers in self._headers.items():
            told = _ninja(build, "-t", "inputs", target)
            inputs = {line.strip() for line in told.splitlines() if not line.startswith("ninja:")}
            files |= {build / name for name in inputs}
            files |= {build / header for name in inputs | {target} for header in headers.get(name, ())}
        if files:
            files |= self._of_cmake
        return {note for file in files if (note := self._note(file))}

    @cached_property
    def _of_cmake(self) -> set[Path]:
        """The files that say how each target is made."""
        return {self._root / name for name in tracked_files(self._root, "*CMakeLists.txt", "*.cmake")}

    def _note(self, file: Path) -> str | None:
        """A note of a file of the project; None: it is not a source."""
        relative = os.path.relpath(os.path.normpath(file), self._root)
        return None if relative.startswith(("..", "build", ".venv")) else f"file {relative}"


def _headers(build: Path) -> Iterator[tuple[str, list[str]]]:
    """Each object of a build, with the files that the compiler read for it."""
    for block in _ninja(build, "-t", "deps").split("\n\n"):
        first, *rest = block.splitlines() or [""]
        if ": #deps" in first:
            yield first.split(": #deps")[0], [line.strip() for line in rest]


def _ninja(build: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["ninja", "-C", str(build), *arguments], capture_output=True, text=True, check=False
    )
    return done.stdout if done.returncode == 0 else ""


def has_passed_in(junit: Path) -> dict[str, bool]:
    """Whether each test passed, or was skipped for a stated reason. A test that CTest could not start counts as not
    run there, too, and has failed."""
    found = {}
    for case in ElementTree.parse(junit).iter("testcase"):
        has_reason = "skipped: " in (case.findtext("system-out") or "")
        passed = case.get("status") == "run" or (case.get("status") == "notrun" and has_reason)
        found[case.get("name", "")] = passed and case.find("failure") is None
    return found
