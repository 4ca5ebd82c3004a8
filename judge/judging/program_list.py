"""The list of a problem program's solvers, as the program prints it with --list --json (docs/problem-programs.md)."""

from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.processes import finished
from judge.base.records import Record, decoded
from judge.problems.device import Device
from judge.project.installation import Installation


class ListedSolver(Record, frozen=True):
    """A solver, as its program lists it."""

    name: str
    idea: str
    available: bool
    reason: str
    """Why the solver is not available."""
    largest_size: int | None
    uses_all_cores: bool

    @property
    def device(self) -> Device:
        """The device that it computes on, with which its name begins."""
        return Device.GPU if self.name.startswith("gpu-") else Device.CPU

    @property
    def obstacle(self) -> str | None:
        return None if self.available else self.reason


class SolverList(Record, frozen=True, forbid_unknown_fields=False):
    """The part of the list that the judge needs."""

    solvers: list[ListedSolver]


def listed_solvers(installation: Installation, program: Path) -> list[ListedSolver]:
    """The rows of a program's list, from the program itself."""
    command = f"{installation.show(program)} --list --json"
    done = finished([program, "--list", "--json"], capture_output=True)
    if done.returncode != 0:
        words = done.stderr.decode(errors="replace")
        raise JudgeError(f"{command} failed (exit {done.returncode}): {words}")
    try:
        return decoded(done.stdout, SolverList).solvers
    except (ValueError, RecursionError) as error:
        raise JudgeError(
            f"{command} printed no list of solvers: {error}; see docs/problem-programs.md"
        ) from error
