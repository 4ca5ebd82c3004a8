"""Measures the cost of operations here: each solver runs on inputs of a few sizes, and costs are fitted to its
steps."""

import time
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path

from msgspec import Struct, field

from judge.base.events import task
from judge.base.scratch import scratch_folder
from judge.judging.program_list import ListedSolver, listed_solvers
from judge.machine.cores import usable_cores
from judge.measure.costs.fit import Observation, fit
from judge.measure.costs.inputs import make_input, sizes_of
from judge.measure.costs.runs import (
    CannotRun,
    SolverChoice,
    TakesTooLong,
    timed_run,
    whole_machine,
)
from judge.measure.costs.store import Steps
from judge.project.host import JudgeHost

PASSES = 2
"""The least number of runs of each solver on each input, repeated as long as there is time: the shortest time of each
step counts."""
TIME_S = 4.0
"""The time for each problem."""
GPU_PASSES = 1
LONG_RUN_S = 0.3
"""A solver that took longer, apart from CUDA's start-up, is not run on larger inputs."""
TOO_LONG_S = 1.5
"""A run that takes longer is stopped, and gives no times."""
GPU_STEPS = {"gpu-process", "start", "gpu-read", "gpu-print"}


VARYING = {"gpu-process", "start"}
"""Steps whose times vary for no known reason: those of CUDA, as it starts and ends. """


class Observations(Struct):
    """The shortest time of each step, by what was done in it: longer ones were disturbed. For steps that vary, all
    times."""

    steps: dict[str, dict[tuple[tuple[str, float], ...], Observation]] = field(default_factory=dict)

    def add(self, steps: dict[str, Observation]) -> None:
        for name, one in steps.items():
            known = self.steps.setdefault(name, {})
            key = tuple(sorted(one.counts.items()))
            if name in VARYING:
                key = (*key, ("times before", len(known)))
            if key not in known or one.seconds < known[key].seconds:
                known[key] = one

    def costs(self) -> Steps:
        return {name: fit([*known.values()]) for name, known in self.steps.items()}


class ProblemCosts(Struct, frozen=True):
    """The costs of one problem; those that need a GPU are separate."""

    cpu: Steps
    gpu: Steps


def measure_costs(host: JudgeHost, problems: Iterable[str], with_gpu: bool) -> dict[str, ProblemCosts]:
    """Costs by the problem's id, measured while no other judge runs anything. Raises JudgeError for a program that
    fails."""
    wanted = [*problems]
    with (
        scratch_folder() as folder,
        whole_machine(host, with_gpu),
        task(host.tell, "timing the solvers", len(wanted)) as progress,
    ):
        found = {}
        for problem in wanted:
            found[problem] = measure_problem(host, problem, folder, with_gpu)
            progress.advance()
    return found


def measure_problem(host: JudgeHost, problem: str, folder: Path, with_gpu: bool) -> ProblemCosts:
    """Runs every solver on every size, unless that takes long. Those for the GPU have sizes of their own, and run once
    on each: most of their time is CUDA's start-up."""
    observations = Observations()
    solvers = [
        one
        for one in listed_solvers(host.installation, host.installation.program(problem))
        if one.available and (with_gpu or not one.device.needs_gpu)
    ]
    sizes = sizes_of(host.installation, problem)

    def observe(on_gpu: bool, sizes: Sequence[str], passes: int, least_s: float) -> None:
        choices = [
            choice
            for solver in solvers
            if solver.device.needs_gpu == on_gpu
            for choice in choices_of(solver, len(usable_cores()))
        ]
        paths = [make_input(host.installation, problem, size, folder) for size in sizes] if choices else []
        _observe(host, problem, choices, paths, passes, least_s, observations)

    observe(False, sizes.calibrate, PASSES, TIME_S)
    observe(True, sizes.calibrate_gpu, GPU_PASSES, 0)
    costs = observations.costs()
    gpu = {name: step for name, step in costs.items() if name in GPU_STEPS or name.startswith("gpu-")}
    return ProblemCosts({name: step for name, step in costs.items() if name not in gpu}, gpu)


def _observe(
    host: JudgeHost,
    problem: str,
    choices: Sequence[SolverChoice],
    paths: Sequence[Path],
    passes: int,
    least_s: float,
    observations: Observations,
) -> None:
    """Runs all of them in turns, as disturbances last for a while: `passes` times or for `least_s`."""
    ends = dict.fromkeys(choices, len(paths))  # of the sizes that each is run on
    begin, done = time.monotonic(), 0
    while choices and (done < passes or time.monotonic() - begin < least_s):
        for (number, path), choice in product(enumerate(paths), choices):
            if number >= ends[choice]:
                continue
            try:
                run = timed_run(host, problem, choice, path, most_s=TOO_LONG_S)
            except CannotRun:
                continue
            except TakesTooLong:
                ends[choice] = number
                continue
            observations.add(run.steps)
            if not run.did(choice):
                ends[choice] = 0
            elif run.wall_s - run.start_s > LONG_RUN_S:
                ends[choice] = min(ends[choice], number + 1)
        done += 1


def choices_of(solver: ListedSolver, cores: int) -> list[SolverChoice]:
    """The different ways to run a solver: one core and all of them, and where the text is parsed."""
    if solver.device.needs_gpu:
        return [SolverChoice(solver.name, cores, "host"), SolverChoice(solver.name, cores, "gpu")]
    return [SolverChoice(solver.name, count) for count in sorted({1, cores})]
