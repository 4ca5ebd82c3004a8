"""The best CPU solver against the best GPU solver of a problem, for each size. Pure functions on results.

The rules are in docs/timing.md: who is the best, what is compared with what, and when no winner is named.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from judge.judging.results import Result, TestResult
from judge.judging.times import CLEAR_RATIO, ENOUGH_RUNS, Spread, kernels_ns, solve_ns, spread_of
from judge.judging.verdicts import Verdict

Device = Literal["cpu", "gpu"]
SHOWN_SIZES = 5
"""The largest, in the terminal: below them all time is start-up. Of what shared the GPU no others are timed."""

NO_TIMES = "the GPU solvers ran on the emulated GPU, which is not timed"


@dataclass(frozen=True)
class Ratio:
    """How many times as long the CPU takes as the GPU, and who is faster beyond doubt."""

    value: float
    winner: Device | None
    """None: a tie, as far as was measured."""

    @property
    def tie(self) -> bool:
        return self.winner is None


@dataclass(frozen=True)
class Side:
    """The best solver of one device at one test."""

    solver: str
    runs: int
    wall_ns: Spread
    """The whole program."""
    solve_ns: Spread | None
    """From the data in the host's memory to the result there; without CUDA's start-up."""
    compute_ns: Spread | None
    """Of a CPU solver its solving, of a GPU solver its kernels. None: not known."""


@dataclass(frozen=True)
class Row:
    """One size."""

    test: str
    size: int
    size_unit: str
    cpu: Side
    gpu: Side

    @property
    def whole_program(self) -> Ratio | None:
        return ratio(self.cpu.wall_ns, self.gpu.wall_ns, self.runs)

    @property
    def with_copies(self) -> Ratio | None:
        return ratio(self.cpu.solve_ns, self.gpu.solve_ns, self.runs)

    @property
    def compute(self) -> Ratio | None:
        return ratio(self.cpu.compute_ns, self.gpu.compute_ns, self.runs)

    @property
    def runs(self) -> int:
        return min(self.cpu.runs, self.gpu.runs)

    @property
    def whole_program_ratio(self) -> float | None:
        return self.whole_program.value if self.whole_program else None

    @property
    def compute_ratio(self) -> float | None:
        return self.compute.value if self.compute else None

    @property
    def tie(self) -> bool:
        """Whether no winner can be named for the whole program."""
        return self.whole_program is None or self.whole_program.tie


@dataclass(frozen=True)
class Comparison:
    """Of one problem."""

    rows: tuple[Row, ...]
    """From the smallest size to the largest."""
    missing: str | None = None
    """Why there are no rows; None: there are, or there is nothing to compare in this problem."""

    def wins_from(self, measure: Callable[[Row], Ratio | None]) -> Row | None:
        """The first row from which on the GPU wins in every row; None: it does not here."""
        first = None
        for row in reversed(self.rows):
            found = measure(row)
            if found is None or found.winner != "gpu":
                break
            first = row
        return first


def ratio(cpu: Spread | None, gpu: Spread | None, runs: int) -> Ratio | None:
    """None where one of the times is not known, or none at all. `runs`: timed runs that each spread is of."""
    if cpu is None or gpu is None or min(cpu.median, gpu.median) <= 0:
        return None
    value = cpu.median / gpu.median
    if not differ(cpu, gpu, runs):
        return Ratio(value, None)
    return Ratio(value, "gpu" if value > 1 else "cpu")


def differ(one: Spread, other: Spread, runs: int) -> bool:
    """Whether one is the faster beyond doubt, after so many runs of each; both medians are above 0."""
    if runs >= ENOUGH_RUNS:
        return not one.overlaps(other)
    return not 1 / CLEAR_RATIO <= one.median / other.median <= CLEAR_RATIO


def compare(results: Iterable[Result]) -> Comparison:
    """Of the solvers of one problem; submissions among the results are left out, and what was emulated."""
    solvers = [result for result in results if result.solution.is_solver]
    gpu = [result for result in solvers if result.solution.device.needs_gpu]
    emulated = [result for result in solvers if result.solution.device.is_emulated]
    cpu = [result for result in solvers if not result.solution.device.computes_on_gpu]
    if cpu and emulated and all(result.obstacle for result in gpu):
        return Comparison((), NO_TIMES)
    if not gpu or not cpu:
        return Comparison(())
    rows = []
    for name, size, unit in size_classes(cpu, gpu):
        best_cpu, best_gpu = best(cpu, name), best(gpu, name)
        if best_cpu and best_gpu:
            rows.append(Row(name, size, unit, best_cpu, best_gpu))
    return Comparison(tuple(rows), None if rows else _why_none(cpu, gpu))


def size_classes(cpu: Iterable[Result], gpu: Iterable[Result]) -> list[tuple[str, int, str]]:
    """Of the tests that both passed the largest of each power of ten, from small to large: name, size and unit.

    Of tests of one size it is the first by name.
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
        if test.work and test.ruling.verdict is Verdict.AC
    }


def best(results: Iterable[Result], test_name: str) -> Side | None:
    """The solver that takes least for solving, copies included and start-up not; else, where that is not known of
    all, the one with the least wall time. None: none passed the test."""
    sides = [
        _side(result.solution.name, result.solution.device.needs_gpu, test)
        for result in results
        for test in result.tests
        if test.test.name == test_name and test.ruling.verdict is Verdict.AC and test.timed
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
    """None where it is not known of every run."""
    found = list(values)
    known = [value for value in found if value is not None]
    return spread_of(known) if known and len(known) == len(found) else None


def _why_none(cpu: Sequence[Result], gpu: Sequence[Result]) -> str:
    obstacles = [result.obstacle for result in gpu if result.obstacle]
    if len(obstacles) == len(gpu):
        return obstacles[0]
    if not _passed_sizes(cpu) or not _passed_sizes(gpu):
        return "on one of the two no solver passed a test and told its size"
    return "no test was passed on both"
