"""What `auto` chooses against the best choice there is, and predicted times against measured ones."""

import time
from collections.abc import Iterator, Mapping
from math import inf
from pathlib import Path
from typing import Literal

from rich.progress import TaskID

from judge.base.console import progress
from judge.base.records import NonNegative, Positive, Record
from judge.base.scratch import scratch_folder
from judge.machine.cores import usable_cores
from judge.measure.costs.inputs import make_input, sizes_of
from judge.measure.costs.measuring import choices_of
from judge.measure.costs.runs import AUTO, CannotRun, Choice, TimedRun, solvers_of, timed_run, whole_machine
from judge.project.paths import Project

LEAST_S = 1.0
"""So long all ways are run at each size, and at least as often as is asked for."""
HOPELESS = 5.0
"""A solver that took so many times as long as the best one, of those for a GPU the best of these, is not run on larger
inputs."""
GPU_HOPELESS = 2.0
"""No solver for a GPU is run where `auto` needs none, and takes so many times less than the shortest run with one."""
WITHIN = 0.15
"""How much longer than the best a choice may take and still be called good."""


class Way(Record, frozen=True):
    """A choice of solver, cores and place of parsing, on one input."""

    choice: str
    """As --solver, --cores and --text are named."""
    predicted_s: NonNegative | None
    """None: the program knows no cost of it."""
    measured_s: NonNegative
    """The shortest of its runs, whole processes."""


class AtSize(Record, frozen=True):
    """One input."""

    size: str
    """As --size has it."""
    auto: Way
    """What was chosen; its time is the shortest of all runs that did the same."""
    ways: tuple[Way, ...]
    """All that were run."""
    costs: str
    """Where the costs came from that it was chosen by."""

    @property
    def best(self) -> Way:
        return min((*self.ways, self.auto), key=lambda way: way.measured_s)

    @property
    def regret(self) -> float:
        """How much longer `auto` took than the best, as a share of that."""
        return self.auto.measured_s / self.best.measured_s - 1


class AutoComparison(Record, frozen=True):
    """Of some problems, by their ids."""

    machine: str
    """Its name."""
    date: str
    """When it was measured: UTC, ISO 8601."""
    repetitions: Positive
    """Of each way, at least."""
    problems: dict[str, tuple[AtSize, ...]]
    """The sizes of problems/<id>/sizes.yaml."""
    format_version: Literal[1] = 1

    @property
    def sizes(self) -> list[AtSize]:
        return [one for at_sizes in self.problems.values() for one in at_sizes]

    @property
    def good(self) -> int:
        """At how many sizes `auto` was as good as the best, within WITHIN."""
        return sum(one.regret <= WITHIN for one in self.sizes)


def compare(
    project: Project, problems: list[str], repetitions: int, with_gpu: bool
) -> dict[str, tuple[AtSize, ...]]:
    """While no other judge runs anything. Raises JudgeError for a program that fails."""
    total = sum(len(_sizes(project, problem, with_gpu)) for problem in problems)
    with (
        scratch_folder() as folder,
        whole_machine(project, with_gpu),
        progress(total, "comparing choices") as bar,
    ):
        found: dict[str, tuple[AtSize, ...]] = {}
        for problem in problems:
            found[problem] = ()
            for at_size in _compare_problem(project, problem, repetitions, with_gpu, folder):
                found[problem] += (at_size,)
                bar.advance(TaskID(0))
    return found


def _sizes(project: Project, problem: str, with_gpu: bool) -> list[str]:
    sizes = sizes_of(project, problem)
    return [*sizes.compare, *(sizes.compare_gpu if with_gpu else ())]


def _compare_problem(
    project: Project, problem: str, repetitions: int, with_gpu: bool, folder: Path
) -> Iterator[AtSize]:
    solvers = [one for one in solvers_of(project, problem) if one.available and (with_gpu or not one.is_gpu)]
    hopeless: set[str] = set()
    gpu_walls: list[float] = []  # on the first input, a small one, little but CUDA's start
    for size in _sizes(project, problem, with_gpu):
        path = make_input(project, problem, size, folder)
        first = timed_run(project, problem, AUTO, path)
        needs_gpu = first.plan.is_gpu or not gpu_walls or first.wall_s * GPU_HOPELESS > min(gpu_walls)
        choices = [
            choice
            for solver in solvers
            if solver.name not in hopeless and (needs_gpu or not solver.is_gpu)
            for choice in choices_of(solver, len(usable_cores()))
        ]
        shortest = _shortest_runs(project, problem, [AUTO, *choices], path, repetitions)
        path.unlink()
        auto = shortest[AUTO]
        of_auto = min(
            (run for run in shortest.values() if _done(run) == _done(auto)), key=lambda run: run.wall_s
        )
        on_cpu, on_gpu = (_shortest_of_solvers(shortest, is_gpu) for is_gpu in (False, True))
        for walls in (on_cpu, on_gpu):
            hopeless |= {name for name, wall_s in walls.items() if wall_s > HOPELESS * min(walls.values())}
        gpu_walls += on_gpu.values()
        yield AtSize(
            size,
            _way(_title(auto), of_auto),
            tuple(_way(str(choice), run) for choice, run in shortest.items() if choice is not AUTO),
            auto.plan.costs,
        )


def _shortest_of_solvers(shortest: Mapping[Choice, TimedRun], on_gpu: bool) -> dict[str, float]:
    """By the solver's name: in seconds, by its best choice."""
    found: dict[str, float] = {}
    for choice, run in shortest.items():
        if choice is not AUTO and run.plan.is_gpu == on_gpu:
            found[choice.solver] = min(found.get(choice.solver, inf), run.wall_s)
    return found


def _shortest_runs(
    project: Project, problem: str, choices: list[Choice], path: Path, repetitions: int
) -> dict[Choice, TimedRun]:
    """In turns, so that what disturbs the machine for a while disturbs all of them."""
    shortest: dict[Choice, TimedRun] = {}
    begin, rounds = time.monotonic(), 0
    while rounds < repetitions or time.monotonic() - begin < LEAST_S:
        for choice in [*choices]:
            try:
                run = timed_run(project, problem, choice, path)
            except CannotRun:
                choices.remove(choice)
                continue
            if not run.did(choice):
                choices.remove(choice)
                continue
            if choice not in shortest or run.wall_s < shortest[choice].wall_s:
                shortest[choice] = run
        rounds += 1
    return shortest


def _done(run: TimedRun) -> tuple[str, str, list[tuple[str, int]]]:
    """What a run did: two that did the same are runs of the same choice, whoever made it."""
    return run.plan.solver, run.plan.text, [(step.step, step.cores) for step in run.plan.steps]


def _way(choice: str, run: TimedRun) -> Way:
    return Way(choice, run.plan.seconds, run.wall_s)


def _title(run: TimedRun) -> str:
    """What `auto` came to: by how many cores each step was done."""
    cores = {step.step: step.cores for step in run.plan.steps}
    read, solve, printed = (cores.get(name, 1) for name in ("read", run.plan.solver, "print"))
    place = ", text on the GPU" if run.plan.text == "gpu" else ""
    return f"{run.plan.solver} x{read}/{solve}/{printed}{place}"
