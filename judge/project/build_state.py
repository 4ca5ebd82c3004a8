"""Whether build/ is unchanged since the last successful build, in milliseconds: ninja needs a quarter of a second.

Everything that a build depends on is compared: the source files, the programs that it made, the system's packages,
toolkit and GPU. If anything differs, ninja finds out what that means.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from judge.base.whole_files import read_map, write_in_one_step
from judge.machine.cuda_toolkit import DRIVER_FILE
from judge.project.installation import Installation

SOURCES = ("base", "runner", "kernels", "problems")
PACKAGES = Path("/var/lib/dpkg/status")
INCLUDED_IN = {
    "judge-solvers": ("judge-data", "judge-programs", "all"),
    "judge-data": ("judge-programs", "all"),
    "judge-programs": ("all",),
    "cuda-device-module": ("judge-programs", "all"),
}
"""Targets that include others. Those of one problem, which end with its id, do the same among themselves."""
MADE = ("", "emulated", "problem-tools", "cuda-emulator", "gpu-trace")
"""Folders of build/ whose programs are compared."""


def is_current(installation: Installation, target: str) -> bool:
    """Whether nothing has changed since `target` was built; False if that is unknown."""
    known = _read(installation)
    built = [name for name in _bringing(target) if name in known]
    if not built:
        return False
    facts = _Facts(installation)
    return any(known[name] == facts.digest(name) for name in built)


def _step_and_problem(target: str) -> tuple[str, str]:
    """ "judge-data" and "matmul"; the target itself and an empty text if it is for all problems."""
    step = next((name for name in INCLUDED_IN if target.startswith(f"{name}-")), target)
    return step, target.removeprefix(step).removeprefix("-")


def _bringing(target: str) -> list[str]:
    """The target and those that include it."""
    step, problem = _step_and_problem(target)
    more = INCLUDED_IN.get(step, ())
    return [target, *(f"{name}-{problem}" for name in more), step, *more] if problem else [target, *more]


def keep_state(installation: Installation, target: str) -> None:
    """Stores that `target` has been built. What was known about other targets is kept as far as it is still valid.
    With the last of the problems, the whole step is built."""
    facts = _Facts(installation)
    others = {name: known for name, known in _read(installation).items() if known == facts.digest(name)}
    built = {**others, target: facts.digest(target)}
    step, problem = _step_and_problem(target)
    of_each = [f"{step}-{manifest.parent.name}" for manifest in installation.problems.glob("*/problem.yaml")]
    if problem and all(any(name in built for name in _bringing(one)) for one in of_each):
        built[step] = facts.digest(step)
    write_in_one_step(installation.build / "judge-built.json", json.dumps(built))


def _read(installation: Installation) -> dict[str, str]:
    return read_map(installation.build / "judge-built.json")


class _Facts:
    """The current facts of the tree and the machine."""

    def __init__(self, installation: Installation) -> None:
        self._of_all = [
            [str(node) for node in installation.cuda.gpu_nodes],
            DRIVER_FILE.read_text() if DRIVER_FILE.exists() else None,
            [_stat(place) for place in installation.cuda.toolkits()],
            str(installation.cuda.cccl_headers),
            _stat(PACKAGES),
            _stat(installation.root / "CMakeLists.txt"),
            _stat(installation.build / "build.ninja"),
            [sorted(_files(installation.root / folder)) for folder in SOURCES],
        ]
        self._made = {
            Path(file[0]).relative_to(installation.build): file
            for folder in MADE
            for file in _files(installation.build / folder, deep=bool(folder))
            if file[3]
        }
        self._problems = {folder.name for folder in installation.problems.glob("*/")}

    def digest(self, target: str) -> str:
        """The digest of everything that the target depends on, and of what it makes: others may be building the
        rest."""
        made = sorted(file for path, file in self._made.items() if self._may_make(target, path))
        return hashlib.sha256(json.dumps([self._of_all, made]).encode()).hexdigest()

    def _may_make(self, target: str, path: Path) -> bool:
        step, problem = _step_and_problem(target)
        if step in ("judge-solvers", "judge-data") and path.parts[0] in ("emulated", "cuda-emulator"):
            return False
        if step == "judge-solvers" and path.name == "validate-input":
            return False
        owner = path.parts[1 if path.parts[0] in ("emulated", "problem-tools") else 0]
        return not problem or owner == problem or owner not in self._problems


def _stat(path: Path) -> list[object] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return [str(path), found.st_size, found.st_mtime_ns]


def _files(folder: Path, deep: bool = True) -> Iterator[tuple[str, int, int, bool]]:
    """Path, size, modification time, and whether it is made to be run or linked."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if deep and not entry.is_symlink():
                yield from _files(Path(entry.path))
            continue
        try:
            found = entry.stat()
        except OSError:  # a dangling link
            continue
        made = bool(found.st_mode & 0o111) or entry.name.endswith(".a")
        yield entry.path, found.st_size, found.st_mtime_ns, made
