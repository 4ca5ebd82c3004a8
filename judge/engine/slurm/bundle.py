"""Bundles of the files that nodes without the checkout need (store.py, unpack.py).

There is one bundle of the judge itself with the Python packages that it needs, one for each problem with the tests
that are judged, and one for each program that is compiled where the judge runs.
"""

import importlib.metadata
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.engine.slurm.unpack import PACKAGES
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import SUFFIXES
from judge.project.installation import Installation

ORIGINS = "packages"
"""The folder in a problem's bundle that holds the package, under its own name."""
BUILD = "build"
TESTS = "judge/tests/"
PROJECT_FILE = "pyproject.toml"
NOT_SENT = ("__pycache__", ".git")
NOT_IMPORTED = "nvidia-"
"""Prefixes of dependencies that only compilers need."""
OF_ALL = ("runner", "compare", "cpu-workload", "gpu-memory-meter", "gpu-trace")
"""Files in the build folder that judging needs, whatever the problem."""


def judge_files(installation: Installation) -> dict[str, Path]:
    """Files by their paths in the bundle."""
    code = {
        path: file
        for path, file in _below(installation.root / "judge", "judge")
        if not path.startswith(TESTS)
    }
    project_file = installation.root / PROJECT_FILE
    return code | {PROJECT_FILE: project_file} | _packages(project_file) | _of_build(installation, OF_ALL)


def problem_files(installation: Installation, problem: Problem, tests: Sequence[TestCase]) -> dict[str, Path]:
    """Files by their paths in the bundle. Raises JudgeError if its programs would not run on the nodes."""
    if package := problem.package:
        origin = package.origin
        assert origin is not None
        found = dict(_below(origin, f"{ORIGINS}/{origin.name}"))
        named = {origin: f"{ORIGINS}/{origin.name}", installation.build: BUILD}
    else:
        _check_toolkit(installation, problem)
        data = installation.committed_data(problem.id)
        of_tests = dict(_below(data, f"testdata/{problem.id}"))
        kept = {path: file for path, file in of_tests.items() if file.suffix not in SUFFIXES}
        found = dict(_below(problem.folder, f"problems/{problem.id}")) | kept
        found |= _of_build(
            installation, (problem.id, f"emulated/{problem.id}", f"problem-tools/{problem.id}")
        )
        named = {installation.build: BUILD, installation.root: ""}
    found |= _of_build(installation, OF_ALL)
    for test in tests:
        for file in (test.input, test.answer):
            place = next((folder for folder in named if file.is_relative_to(folder)), None)
            if place is not None and file.is_file():
                found[str(Path(named[place]) / file.relative_to(place))] = file
    return found


def program_files(folder: Path) -> dict[str, Path]:
    """Files of a compiled program, by their paths in the bundle."""
    return dict(_below(folder, ""))


def _below(place: Path, name: str) -> Iterator[tuple[str, Path]]:
    """The files of a folder, or a single file, with their paths in the bundle. Links are followed."""
    if place.is_file():
        yield name, place
        return
    for folder, folders, files in os.walk(place, followlinks=True):
        here = Path(folder)
        folders[:] = [one for one in folders if one not in NOT_SENT and not _leads_back(here / one)]
        for file in files:
            if (here / file).is_file():
                yield str(Path(name) / (here / file).relative_to(place)), here / file


def _leads_back(folder: Path) -> bool:
    return folder.is_symlink() and folder.absolute().is_relative_to(folder.resolve())


def _of_build(installation: Installation, names: Sequence[str]) -> dict[str, Path]:
    """The files of the build with these names, or in folders with these names, as far as they exist."""
    return {
        path: file
        for name in names
        if (installation.build / name).exists()
        for path, file in _below(installation.build / name, f"{BUILD}/{name}")
    }


def _packages(project_file: Path) -> dict[str, Path]:
    """The files of the Python packages that the judge depends on, and of those that they depend on."""
    wanted = tomllib.loads(project_file.read_text(encoding="utf-8"))["project"]["dependencies"]
    found: dict[str, Path] = {}
    known: set[str] = set()
    while wanted:
        name = re.split(r"[^\w.-]", wanted.pop(), maxsplit=1)[0].lower().replace("_", "-")
        if name in known or name.startswith(NOT_IMPORTED):
            continue
        known.add(name)
        files, requires = _distribution(name)
        found |= files
        wanted += requires
    return found


def _distribution(name: str) -> tuple[Mapping[str, Path], Sequence[str]]:
    """The package's files, and what it requires on this machine without extras."""
    try:
        distribution = importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return {}, ()  # a marker that does not apply here: another Python, another system
    if distribution.files is None:
        raise JudgeError(
            f"'project: bundle': the files of the Python package {name} are not known: expected the environment that "
            "the judge sets up in .venv.",
            RunJudge(("doctor",), "Set it up, without WARP_JUDGE_SETUP=off"),
        )
    files = {
        f"{PACKAGES}/{file}": Path(str(file.locate()))
        for file in distribution.files
        if ".." not in file.parts and "__pycache__" not in file.parts
    }
    requires = [one for one in distribution.requires or () if "extra ==" not in one]
    return {path: file for path, file in files.items() if file.is_file()}, requires


def _check_toolkit(installation: Installation, problem: Problem) -> None:
    """Raises JudgeError if a problem's program was built with a CUDA toolkit that the nodes do not see: it loads that
    toolkit's libraries."""
    nvcc = installation.cuda.nvcc
    if problem.has_program and nvcc is not None and nvcc.is_relative_to(installation.root):
        raise JudgeError(
            f"'project: bundle': the CUDA toolkit lies in {installation.show(nvcc.parent.parent)}, which the nodes "
            "do not see: expected one under a path that they have as well. Name it by CUDACXX, or leave out 'project'."
        )
