"""The files of the judge's own tests as units."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from judge.base.scratch import made_with_this_process
from judge.base.trees import remove_tree
from judge.selftest.reads import noting, tests_environment
from judge.selftest.shared_folder import SHARED
from judge.selftest.units import Unit

SERVER = Path(__file__).parent / "pytest_server.py"
TESTS = "judge/tests"
BUILT = re.compile(r"\bmark\.built\b")
WHOLLY_BUILT = re.compile(r"^pytestmark = (?:\[[^\]]*|.*)\bmark\.built\b", re.MULTILINE)


def test_files(root: Path) -> list[str]:
    """The files of tests, relative to the root."""
    return sorted(str(path.relative_to(root)) for path in (root / TESTS).rglob("test_*.py"))


def without_built(root: Path, files: Sequence[str], *, anywhere: bool = False) -> list[str]:
    """Files without the mark `built` on all their tests, which run programs of the build; `anywhere`: files without the
    mark on any test."""
    pattern = BUILT if anywhere else WHOLLY_BUILT
    return [file for file in files if not pattern.search((root / file).read_text(encoding="utf-8"))]


def pytest_unit(
    step: str,
    files: Sequence[str],
    results: Path,
    options: tuple[str, ...] = (),
    environment: Mapping[str, str] | None = None,
    *,
    reads_build: bool = True,
) -> Unit:
    short = files[0].removeprefix(f"{TESTS}/")
    place = short.removesuffix(".py").replace("/", "-")
    junit = results / f"{place}.xml"
    arguments = [*files, f"--junitxml={junit}", *options]
    return Unit(f"{step} {short}", [arguments], [junit], environment or {}, reads_build=reads_build)


class PytestServer:
    """A process that runs such units, one after another; it starts with the first."""

    def __init__(self, root: Path, shared: Path) -> None:
        self._root, self._shared = root, shared
        self._started: subprocess.Popen[str] | None = None

    def _process(self) -> subprocess.Popen[str]:
        if self._started is None:
            self._started = subprocess.Popen(
                [sys.executable, "-P", str(SERVER)],
                cwd=self._root,
                env=tests_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        return self._started

    def __call__(self, unit: Unit, log: Path, notes: Path) -> tuple[int, float]:
        environment = {**noting(notes, self._root), SHARED: str(self._shared), **unit.environment}
        place = (
            self._shared / f"tests-{zlib.crc32(unit.name.encode()):08x}"
        )  # a name in which no test finds a word
        job = {
            "arguments": [*unit.commands[0], f"--basetemp={place}"],
            "environment": environment,
            "path": environment["PYTHONPATH"].split(os.pathsep),
            "log": str(log),
        }
        process = self._process()
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        if answer["status"] == 0:
            # Now, as removing all of them at the end would keep one core busy for minutes.
            shutil.rmtree(place, ignore_errors=True)
        return answer["status"], answer["cpu_s"]

    def end(self) -> None:
        if self._started and self._started.stdin:
            self._started.stdin.close()
            self._started.wait()


@contextmanager
def pytest_servers(root: Path, number: int) -> Iterator[list[PytestServer]]:
    """Starts this many servers, which end with the `with` block."""
    with ExitStack() as started:
        shared = made_with_this_process(Path(tempfile.gettempdir()), "wj-tests-")
        started.callback(remove_tree, shared)
        servers = [PytestServer(root, shared) for _ in range(number)]
        for server in servers:
            started.callback(server.end)
        yield servers
