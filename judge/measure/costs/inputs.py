"""Inputs for measuring, with the sizes in problems/<id>/sizes.yaml, made by the problem's generator."""

import subprocess
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.processes import finished
from judge.base.suggestions import unknown_name
from judge.problems.yaml_files import read_yaml
from judge.project.installation import Installation


class Sizes(Struct, frozen=True, forbid_unknown_fields=True):
    """The file: sizes in the form of the program's --size, the smallest first."""

    shown: str
    """A size for readers, with {} for each of its numbers: "{} plants in {} x {}"."""
    calibrate: list[str]
    """Sizes of inputs whose times the costs are derived from."""
    compare: list[str]
    """Sizes of inputs on which the choice of `auto` is compared with the best."""
    calibrate_gpu: list[str] = []
    """Sizes with a GPU: those on which its solvers are timed, up to sizes at which more than its start-up counts."""
    compare_gpu: list[str] = []
    """Sizes with a GPU: more inputs to compare on, at which the GPU may be the best."""


def measurable_problems(installation: Installation, wanted: list[str]) -> list[str]:
    """Problems that have sizes, or the named ones of them, by name in order. Raises JudgeError for others."""
    known = sorted(file.parent.name for file in installation.problems.glob("*/sizes.yaml"))
    for name in wanted:
        if name not in known:
            raise unknown_name("problem", name, known)
    return [name for name in known if not wanted or name in wanted]


def sizes_of(installation: Installation, problem: str) -> Sizes:
    return read_yaml(installation.problems / problem / "sizes.yaml", Sizes)


def make_input(installation: Installation, problem: str, size: str, folder: Path) -> Path:
    """A random input of that size. Raises JudgeError with the generator's message."""
    path = folder / f"{problem}-{size}.in"
    if not path.exists():
        with path.open("wb") as file:
            program = installation.tool(problem, "generate")
            done = finished([program, "--size", size], stdout=file, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise JudgeError(f"{program} --size {size}: {done.stderr.strip()}")
    return path
