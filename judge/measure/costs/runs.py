"""Runs of a problem's program whose steps are timed."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Literal

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.processes import require_own_end
from judge.judging.reported import SolverPlan, read_reports
from judge.judging.times import Phases
from judge.machine.cores import taken, usable_cores
from judge.machine.gpus import gpu_taken
from judge.measure.costs.fit import Observation
from judge.project.host import JudgeHost
from judge.project.run_policy import RunPolicy

NS = 1e-9


class SolverChoice(Struct, frozen=True):
    """A way to run the program; `auto` chooses everything itself."""

    solver: str
    cores: int | None = None
    text: Literal["host", "gpu"] | None = None

    @property
    def options(self) -> list[str]:
        cores = [] if self.cores is None else ["--cores", str(self.cores)]
        text = [] if self.text is None else ["--text", self.text]
        return ["--solver", self.solver, *cores, *text]

    @property
    def is_gpu(self) -> bool:
        return self.solver.startswith("gpu-")

    def __str__(self) -> str:
        cores = "" if self.cores is None else f" x{self.cores}"
        return f"{self.solver}{cores}{', text on the GPU' if self.text == 'gpu' else ''}"


AUTO = SolverChoice("auto")


class TimedRun(Struct, frozen=True):
    wall_s: float
    plan: SolverPlan
    steps: dict[str, Observation]
    """Steps by their names."""
    start_s: float = 0.0
    """CUDA's start-up, as far as the program waited for it."""

    def did(self, choice: SolverChoice) -> bool:
        """Whether the text was parsed where that was requested: a problem may be unable to do so on the GPU."""
        return choice.text in (None, self.plan.text)


class CannotRun(Exception):
    """This solver does not accept this input."""


class TakesTooLong(Exception):
    """A run that was stopped."""


@contextmanager
def whole_machine(host: JudgeHost, with_gpu: bool) -> Iterator[None]:
    """Holds all cores, and the GPU, for the `with` block: no other judge runs anything."""
    with (
        taken(usable_cores(), host.tell),
        gpu_taken(host.policy.gpus.first) if with_gpu else nullcontext(),
    ):
        yield


def timed_run(
    host: JudgeHost, problem: str, choice: SolverChoice, path: Path, most_s: float | None = None
) -> TimedRun:
    """The whole program's run, from start to end. Raises CannotRun; TakesTooLong after `most_s`; JudgeError with the
    program's message."""
    command = [str(host.installation.program(problem)), *choice.options, "--phases", "--plan"]
    with path.open("rb") as file:
        begin = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=file,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=_environment(host.policy),
        )
        try:
            _, errors = process.communicate(timeout=most_s)
        except subprocess.TimeoutExpired as error:
            raise TakesTooLong from error
        finally:
            process.kill()
            code = process.wait()
        wall_s = time.perf_counter() - begin
    require_own_end(command[0], code)
    if code == 3:
        raise CannotRun(errors.decode(errors="replace"))
    if code != 0:
        raise JudgeError(f"{' '.join(command)}: {errors.decode(errors='replace').strip()}")
    found = read_reports(errors.decode(errors="replace"), None)
    if found.plan is None or found.phases is None:
        raise JudgeError(f"{' '.join(command)}: expected its plan and phases, found {errors!r}")
    start_s = found.phases.gpu.start_up_ns * NS if found.phases.gpu else 0.0
    return TimedRun(wall_s, found.plan, _observed(wall_s, found.plan, found.phases), start_s)


def _environment(policy: RunPolicy) -> dict[str, str]:
    """The environment with the first of the project's GPUs alone."""
    gpu = str(policy.gpus.first)
    return {**os.environ, "CUDA_DEVICE_ORDER": "PCI_BUS_ID", "CUDA_VISIBLE_DEVICES": gpu}


def _observed(wall_s: float, plan: SolverPlan, phases: Phases) -> dict[str, Observation]:
    """The time of each step of the plan, without those of solvers if several took turns at the parts of a stream."""
    start_ns = phases.gpu.start_up_ns + phases.gpu.hidden_start_up_ns if phases.gpu else 0
    waited_ns = phases.gpu.start_up_ns if phases.gpu else 0
    on_gpu = plan.text == "gpu"
    solve_ns = phases.gpu.kernels_ns if phases.gpu and on_gpu else phases.solve_ns - waited_ns
    whole_ns = phases.read_ns + phases.solve_ns + phases.print_ns
    seconds = {
        "process": wall_s - whole_ns * NS,
        "gpu-process": wall_s - whole_ns * NS,
        "start": start_ns * NS,
        "read": phases.read_ns * NS,
        "gpu-read": phases.read_ns * NS,
        plan.solver: solve_ns * NS,
        "print": phases.print_ns * NS,
        "gpu-print": phases.print_ns * NS,
    }
    if any(step.step not in seconds for step in plan.steps):
        del seconds[plan.solver]
    return {
        step.step: Observation(step.counts, max(0.0, seconds[step.step]))
        for step in plan.steps
        if step.counts and step.step in seconds
    }
