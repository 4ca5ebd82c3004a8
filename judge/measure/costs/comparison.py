"""The choice of `auto` compared with the best choice, and predicted times with measured ones."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Literal

from judge.base.events import Note, task
from judge.base.records import NonNegative, Positive, Record
from judge.base.scratch import scratch_folder
from judge.judging.program_list import ListedSolver, listed_solvers
from judge.judging.times import Spread, spread_of
from judge.machine.cores import usable_cores
from judge.measure.costs.inputs import make_input, sizes_of
from judge.measure.costs.measuring import choices_of
from judge.measure.costs.runs import (
    AUTO,
    CannotRun,
    SolverChoice,
    TakesTooLong,
    TimedRun,
    timed_run,
    whole_machine,
)
from judge.measure.cpu_against_gpu import Ratio, ratio
from judge.project.host import JudgeHost
from judge.project.installation import Installation

LEAST_S = 0.5
MOST_S = 15.0
"""The time in which all choices are run at each size, as often as requested, but at least once."""
LONG_S = 0.1
"""Runs up to this are cheap: none is stopped, and all are repeated."""
SLOW = 1.5
"""A choice that took this many times as long as the shortest is not run again on this input."""
HOPELESS = 5.0
"""A run that takes this many times as long as `auto` is stopped. A solver that was stopped, or took this many times as
long as the best one (for a GPU, the best GPU solver), is not run on larger inputs."""
GPU_HOPELESS = 2.0
"""No solver for a GPU is run if `auto` does not use one and takes this many times less than the shortest run with
one."""
WITHIN = 0.15
"""The factor by which a choice may be slower than the best and still count as good."""
OF_MEMORY = 0.25
"""The largest input, as a share of the machine's memory: a program may hold its numbers twice, and the system keeps the
file."""
NS_A_SECOND = 1e9


class TimedWay(Record, frozen=True):
    """A choice of solver, cores and place of parsing, on one input."""

    choice: str
    """The choice, named like --solver, --cores and --text."""
    predicted_s: NonNegative | None
    """None: the program knows no cost for it."""
    measured_s: NonNegative
    """The shortest of its runs, as whole processes."""
    wall_ns: Spread
    """The median and the spread of these runs."""
    runs: Positive
    """The number of these runs."""

    @property
    def is_gpu(self) -> bool:
        return self.choice.startswith("gpu-")


class AtSize(Record, frozen=True):
    """One input."""

    size: str
    """The size, in the form of --size."""
    auto: TimedWay
    """What was chosen; its time is the shortest of all runs that did the same."""
    ways: tuple[TimedWay, ...]
    """All choices that were run."""
    costs: str
    """The source of the costs that it was chosen by."""

    @property
    def best(self) -> TimedWay:
        return min((*self.ways, self.auto), key=lambda way: way.measured_s)

    @property
    def cpu(self) -> TimedWay | None:
        """The choice on the CPU with the least median; None: none was run."""
        return self._least(False)

    @property
    def gpu(self) -> TimedWay | None:
        """The choice with a GPU with the least median; None: none was run."""
        return self._least(True)

    def _least(self, is_gpu: bool) -> TimedWay | None:
        ways = [way for way in self.ways if way.is_gpu == is_gpu]
        return min(ways, key=lambda way: way.wall_ns.median, default=None)

    @property
    def cpu_against_gpu(self) -> Ratio | None:
        """The best on the CPU against the best with a GPU; None: one of them was not run."""
        if self.cpu is None or self.gpu is None:
            return None
        return ratio(self.cpu.wall_ns, self.gpu.wall_ns, min(self.cpu.runs, self.gpu.runs))

    @property
    def regret(self) -> float:
        """The extra time of `auto` compared with the best, as a share of the best."""
        return self.auto.measured_s / self.best.measured_s - 1


class AutoComparison(Record, frozen=True):
    """The comparison of some problems, by their ids."""

    machine: str
    """Its name."""
    date: str
    """When it was measured: UTC, ISO 8601."""
    repetitions: Positive
    """The least number of runs of each choice, if there was time."""
    commit: str
    """The commit of the programs; empty: unknown."""
    problems: dict[str, tuple[AtSize, ...]]
    """The sizes of problems/<id>/sizes.yaml."""
    format_version: Literal[2] = 2

    @property
    def sizes(self) -> list[AtSize]:
        return [one for at_sizes in self.problems.values() for one in at_sizes]

    @property
    def good(self) -> int:
        """The number of sizes at which `auto` was as good as the best, within WITHIN."""
        return sum(one.regret <= WITHIN for one in self.sizes)


def gpu_wins_from(sizes: Sequence[AtSize]) -> AtSize | None:
    """The size from which on the GPU wins at each larger one, too; None: it does not win at the largest."""
    first = None
    for one in reversed(sizes):
        found = one.cpu_against_gpu
        if found is None or found.winner != "gpu":
            break
        first = one
    return first


def compare(
    host: JudgeHost, problems: list[str], repetitions: int, with_gpu: bool
) -> dict[str, tuple[AtSize, ...]]:
    """Compares while no other judge runs anything. Raises JudgeError for a program that fails."""
    total = sum(len(_sizes(host.installation, problem, with_gpu)) for problem in problems)
    with (
        scratch_folder(host.installation.data.path if with_gpu else None) as folder,
        whole_machine(host, with_gpu),
        task(host.tell, "comparing choices", total) as progress,
    ):
        found: dict[str, tuple[AtSize, ...]] = {}
        for problem in problems:
            found[problem] = ()
            for at_size in _compare_problem(host, problem, repetitions, with_gpu, folder):
                found[problem] += (at_size,)
                progress.advance()
    return found


def _sizes(installation: Installation, problem: str, with_gpu: bool) -> list[str]:
    sizes = sizes_of(installation, problem)
    return [*sizes.compare, *(sizes.compare_gpu if with_gpu else ())]


def _compare_problem(
    host: JudgeHost, problem: str, repetitions: int, with_gpu: bool, folder: Path
) -> Iterator[AtSize]:
    solvers = [
        one
        for one in listed_solvers(host.installation, host.installation.program(problem))
        if one.available and (with_gpu or not one.device.needs_gpu)
    ]
    hopeless: set[str] = set()
    gpu_start_s: float | None = None
    for size in _sizes(host.installation, problem, with_gpu):
        path = _input(host, problem, size, folder)
        if path is None:
            continue
        if gpu_start_s is None:
            gpu_start_s = _gpu_start_s(host, problem, solvers, path)
        first = timed_run(host, problem, AUTO, path)
        needs_gpu = first.plan.is_gpu or first.wall_s * GPU_HOPELESS > gpu_start_s
        choices = [
            choice
            for solver in solvers
            if solver.name not in hopeless and (needs_gpu or not solver.device.needs_gpu)
            for choice in choices_of(solver, len(usable_cores()))
        ]
        runs, stopped = _runs(host, problem, first, choices, path, repetitions)
        path.unlink()
        for is_gpu in (False, True):
            walls = _shortest_of_solvers(runs, stopped, is_gpu)
            hopeless |= {name for name, wall_s in walls.items() if wall_s > HOPELESS * min(walls.values())}
        done = _done(runs[AUTO][0])
        of_auto = [run for each in runs.values() if _done(each[0]) == done for run in each]
        yield AtSize(
            size,
            _way(_title(runs[AUTO][0]), of_auto),
            tuple(_way(str(choice), each) for choice, each in runs.items() if choice is not AUTO),
            runs[AUTO][0].plan.costs,
        )


def _input(host: JudgeHost, problem: str, size: str, folder: Path) -> Path | None:
    """The input; None, after a note: it is too large for this machine's memory."""
    path = make_input(host.installation, problem, size, folder)
    if path.stat().st_size <= OF_MEMORY * host.hardware.memory_bytes:
        return path
    path.unlink()
    host.tell(
        Note(f"{problem} {size} is left out: its input has over {OF_MEMORY:.0%} of the machine's memory")
    )
    return None


def _gpu_start_s(host: JudgeHost, problem: str, solvers: Sequence[ListedSolver], path: Path) -> float:
    """The time of a run with a GPU on a small input: little but CUDA's start-up. Infinite without a solver for one."""
    for solver in solvers:
        if solver.device.needs_gpu:
            with suppress(CannotRun):
                return timed_run(host, problem, SolverChoice(solver.name, text="host"), path).wall_s
    return inf


def _shortest_of_solvers(
    runs: Mapping[SolverChoice, Sequence[TimedRun]], stopped: set[SolverChoice], on_gpu: bool
) -> dict[str, float]:
    """The shortest time by the solver's name: in seconds, by its best choice; infinite if all of its choices were
    stopped."""
    found = {choice.solver: inf for choice in stopped if choice.is_gpu == on_gpu}
    for choice, each in runs.items():
        if choice is not AUTO and choice.is_gpu == on_gpu:
            found[choice.solver] = min(found.get(choice.solver, inf), _shortest_s(each))
    return found


def _runs(
    host: JudgeHost, problem: str, first: TimedRun, choices: list[SolverChoice], path: Path, repetitions: int
) -> tuple[dict[SolverChoice, list[TimedRun]], set[SolverChoice]]:
    """The runs of `auto`, which has been run once, and of the choices. They take turns, so that a temporary disturbance
    affects all of them. Second: the choices that were stopped before they ended."""
    runs, stopped = {AUTO: [first]}, set()
    most_s = max(HOPELESS * first.wall_s, LONG_S)
    left = [AUTO, *choices]
    begin, rounds, passed_s = time.monotonic(), 0, 0.0
    while rounds == 0 or passed_s < (MOST_S if rounds < repetitions else LEAST_S):
        for choice in [*left]:
            try:
                run = timed_run(host, problem, choice, path, None if choice is AUTO else most_s)
            except CannotRun:
                left.remove(choice)
                continue
            except TakesTooLong:
                left.remove(choice)
                if choice not in runs:
                    stopped.add(choice)
                continue
            if not run.did(choice):
                left.remove(choice)
                continue
            runs.setdefault(choice, []).append(run)
        enough_s = max(SLOW * min(map(_shortest_s, runs.values())), LONG_S)
        left = [choice for choice in left if choice is AUTO or _shortest_s(runs[choice]) <= enough_s]
        rounds += 1
        passed_s = time.monotonic() - begin
    return runs, stopped


def _shortest_s(runs: Sequence[TimedRun]) -> float:
    return min(run.wall_s for run in runs)


def _done(run: TimedRun) -> tuple[str, str, list[tuple[str, int]]]:
    """What a run did: two runs that did the same count as runs of the same choice."""
    return run.plan.solver, run.plan.text, [(step.step, step.cores) for step in run.plan.steps]


def _way(choice: str, runs: Sequence[TimedRun]) -> TimedWay:
    walls = spread_of([round(run.wall_s * NS_A_SECOND) for run in runs])
    return TimedWay(choice, runs[0].plan.seconds, _shortest_s(runs), walls, len(runs))


def _title(run: TimedRun) -> str:
    """The choices that `auto` made: the number of cores for each step."""
    cores = {step.step: step.cores for step in run.plan.steps}
    read, solve, printed = (cores.get(name, 1) for name in ("read", run.plan.solver, "print"))
    place = ", text on the GPU" if run.plan.text == "gpu" else ""
    return f"{run.plan.solver} x{read}/{solve}/{printed}{place}"
