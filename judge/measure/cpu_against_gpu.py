"""The best CPU solver against the best GPU solver of a problem, for each size. Pure functions on results.

The rules are in docs/timing.md: which solver is best, what is compared with what, and when no winner is named.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from judge.base.records import Count, Positive, Record
from judge.judging.results import Result, TestResult
from judge.judging.times import CLEAR_RATIO, ENOUGH_RUNS, Spread, kernels_ns, solve_ns, spread_of
from judge.judging.verdicts import Verdict

SHOWN_SIZES = 5
"""The number of sizes in the terminal, from the largest: below them, start-up takes all the time. After sharing the
GPU, only these are timed."""

NO_TIMES = "the GPU solvers ran on the emulated GPU, which is not timed"


class Ratio(Record, frozen=True, rename={"value": "ratio"}):
    """CPU against GPU."""

    value: Annotated[float, Meta(gt=0)]
    """How many times as long the CPU takes as the GPU."""
    winner: Literal["cpu", "gpu"] | None
    """The device that is faster beyond doubt; null: a tie, within the measurement's accuracy."""


class Side(Record, frozen=True):
    """The best solver of one device at this test."""

    solver: str
    """Its name."""
    runs: Positive
    """Timed runs."""
    wall_ns: Spread
    """The whole program."""
    solve_ns: Spread | None
    """The time from the data in the host's memory to the result there, without CUDA's start-up; null: unknown."""
    compute_ns: Spread | None
    """The solving of a CPU solver, the kernels of a GPU solver; null: unknown."""


class ComparisonRow(Record, frozen=True):
    """One size."""

    test: str
    """The test of this size."""
    size: Count
    """The size in size_unit."""
    size_unit: str
    """What sizes are counted in."""
    cpu: Side
    """The best solver that computes on the CPU."""
    gpu: Side
    """The best solver that computes on the GPU."""
    whole_program: Ratio | None
    """The whole program; null: one of the times is not known."""
    with_copies: Ratio | None
    """Solving, including copies to and from the GPU; null: one of the times is not known."""
    compute: Ratio | None
    """Computing alone: solving against kernels; null: one of the times is not known."""

    @property
    def runs(self) -> int:
        """The number of timed runs behind each figure."""
        return min(self.cpu.runs, self.gpu.runs)


class WinsFrom(Record, frozen=True):
    """The first test from which on the GPU wins."""

    test: str
    """Its name."""
    size: Count
    """Its size."""


class GpuWinsFrom(Record, frozen=True):
    """The size from which on the GPU wins at each larger one too."""

    whole_program: WinsFrom | None
    """The whole program. Null: it does not win at the largest size here."""
    with_copies: WinsFrom | None
    """Solving, including copies to and from the GPU. Null: it does not win at the largest size here."""
    compute: WinsFrom | None
    """Computing alone: solving against kernels. Null: it does not win at the largest size here."""


class Comparison(Record, frozen=True):
    """The best CPU solver against the best GPU solver, by size; docs/timing.md."""

    rows: tuple[ComparisonRow, ...]
    """Rows from the smallest size to the largest."""
    missing: str | None
    """Why there are no rows; null: there are, or there is nothing to compare."""
    gpu_wins_from: GpuWinsFrom
    """The size from which on the GPU wins at each larger one too."""


def comparison_of(rows: Sequence[ComparisonRow], missing: str | None = None) -> Comparison:
    wins = GpuWinsFrom(
        whole_program=_wins_from(rows, lambda row: row.whole_program),
        with_copies=_wins_from(rows, lambda row: row.with_copies),
        compute=_wins_from(rows, lambda row: row.compute),
    )
    return Comparison(tuple(rows), missing, wins)


def _wins_from(
    rows: Sequence[ComparisonRow], measure: Callable[[ComparisonRow], Ratio | None]
) -> WinsFrom | None:
    """The first row from which on the GPU wins in every row; None: there is none here."""
    first = None
    for row in reversed(rows):
        found = measure(row)
        if found is None or found.winner != "gpu":
            break
        first = WinsFrom(row.test, row.size)
    return first


def row_of(test: str, size: int, size_unit: str, cpu: Side, gpu: Side) -> ComparisonRow:
    """The comparison of two solvers at one size."""
    runs = min(cpu.runs, gpu.runs)
    return ComparisonRow(
        test,
        size,
        size_unit,
        cpu,
        gpu,
        whole_program=ratio(cpu.wall_ns, gpu.wall_ns, runs),
        with_copies=ratio(cpu.solve_ns, gpu.solve_ns, runs),
        compute=ratio(cpu.compute_ns, gpu.compute_ns, runs),
    )


def ratio(cpu: Spread | None, gpu: Spread | None, runs: int) -> Ratio | None:
    """None if one of the times is unknown or missing. `runs`: the number of timed runs behind each spread."""
    if cpu is None or gpu is None or min(cpu.median, gpu.median) <= 0:
        return None
    value = cpu.median / gpu.median
    if not differ(cpu, gpu, runs):
        return Ratio(value, None)
    return Ratio(value, "gpu" if value > 1 else "cpu")


def differ(one: Spread, other: Spread, runs: int) -> bool:
    """Whether one is faster beyond doubt, after this many runs of each; both medians are above 0."""
    if runs >= ENOUGH_RUNS:
        return not one.overlaps(other)
    return not 1 / CLEAR_RATIO <= one.median / other.median <= CLEAR_RATIO


def compare(results: Iterable[Result]) -> Comparison:
    """Compares the results of the solvers of one problem, without submissions and emulated results."""
    solvers = [result for result in results if result.solution.is_solver]
    gpu = [result for result in solvers if result.solution.device.needs_gpu]
    emulated = [result for result in solvers if result.solution.device.is_emulated]
    cpu = [result for result in solvers if not result.solution.device.computes_on_gpu]
    if cpu and emulated and all(result.obstacle for result in gpu):
        return comparison_of((), NO_TIMES)
    if not gpu or not cpu:
        return comparison_of(())
    rows = []
    for name, size, unit in size_classes(cpu, gpu):
        best_cpu, best_gpu = best(cpu, name), best(gpu, name)
        if best_cpu and best_gpu:
            rows.append(row_of(name, size, unit, best_cpu, best_gpu))
    return comparison_of(rows, None if rows else _why_none(cpu, gpu))


def size_classes(cpu: Iterable[Result], gpu: Iterable[Result]) -> list[tuple[str, int, str]]:
    """The largest test of each power of ten among those that both passed, from small to large: name, size and unit.

    Of tests with the same size, the first by name.
    """
    known = _passed_sizes(cpu)
    both = {name: known[name] for name in sorted(known.keys() & _passed_sizes(gpu).keys())}
    largest: dict[int, tuple[str, int, str]] = {}
    for name, (size, unit) in both.items():
        digits = len(str(size))
        if digits not in largest or size > largest[digits][1]:
            largest[digits] = (name, size, unit)
    return [largest[digits] for digits in sorted(largest)]


def _passed_sizes(results: Iterable[Result]) -> dict[str, tuple[int, str]]:
    return {
        test.test.name: (test.work.size, test.work.size_unit)
        for result in results
        for test in result.tests
        if test.work and test.decision.verdict is Verdict.AC
    }


def best(results: Iterable[Result], test_name: str) -> Side | None:
    """The solver with the least solving time, including copies but not start-up; if that is not known for all, the one
    with the least wall time. None: none passed the test."""
    sides = [
        _side(result.solution.name, result.solution.device.needs_gpu, test)
        for result in results
        for test in result.tests
        if test.test.name == test_name and test.decision.verdict is Verdict.AC and test.timed
    ]
    solving = [side.solve_ns for side in sides if side.solve_ns]
    if len(solving) == len(sides):
        return min(sides, key=lambda side: side.solve_ns.median if side.solve_ns else 0, default=None)
    return min(sides, key=lambda side: side.wall_ns.median, default=None)


def _side(solver: str, on_gpu: bool, test: TestResult) -> Side:
    solving = _spread(solve_ns(facts, phases) for facts, phases in test.runs)
    kernels = _spread(kernels_ns(facts, phases) for facts, phases in test.runs)
    walls = spread_of([facts.wall_ns for facts, _ in test.runs])
    return Side(solver, len(test.runs), walls, solving, kernels if on_gpu else solving)


def _spread(values: Iterable[int | None]) -> Spread | None:
    """None if a run's time is unknown."""
    found = list(values)
    known = [value for value in found if value is not None]
    return spread_of(known) if known and len(known) == len(found) else None


def _why_none(cpu: Sequence[Result], gpu: Sequence[Result]) -> str:
    obstacles = [result.obstacle for result in gpu if result.obstacle]
    if len(obstacles) == len(gpu):
        return obstacles[0]
    if not _passed_sizes(cpu) or not _passed_sizes(gpu):
        return "on one of the two, no solver passed a test and reported its size"
    return "no test was passed on both"
