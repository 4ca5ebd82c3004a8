"""Times of runs as data: phases of a solver, a spread over repetitions, and the parts of a run's wall time."""

from collections.abc import Sequence
from typing import Literal

from judge.base.records import Count, Record
from judge.sandbox.facts import RunFacts
from judge.sandbox.gpu_trace import GpuTrace

ENOUGH_RUNS = 4
"""The least number of runs for a spread: with fewer, too little is known. After three runs each, two identical
programs differ one time in ten."""
CLEAR_RATIO = 1.5
"""The ratio that must be exceeded to name a winner if the spread is unknown."""
ENOUGH_FOR_QUARTILES = 8
TICK_NS = 4_000_000
"""The tick of Linux at 250 Hz."""


class GpuPhases(Record, frozen=True):
    """Parts of a GPU solver's solving, by the host's clock."""

    start_up_ns: Count
    """Context and device memory, in ns; the part hidden by reading is not counted."""
    copy_in_ns: Count
    """Copies to the GPU, in ns."""
    kernels_ns: Count
    """Launching the kernels and waiting for them, in ns."""
    copy_out_ns: Count
    """Copies from the GPU, in ns."""
    hidden_start_up_ns: Count = 0
    """The part of the context's start-up that reading hid, in ns; it is not part of solving."""


class Phases(Record, frozen=True):
    """A solver's own report; docs/problem-programs.md. One phase follows the other."""

    read_ns: Count
    """Reading the input, in ns."""
    solve_ns: Count
    """Solving, in ns."""
    print_ns: Count
    """Printing the output, in ns."""
    gpu: GpuPhases | None = None
    """Null: a CPU solver."""

    @property
    def total_ns(self) -> int:
        return self.read_ns + self.solve_ns + self.print_ns


class Spread(Record, frozen=True):
    """Median and quartiles over repeated runs, in ns. Each is a measured value: quartiles that fall between two are
    rounded outward.

    Quartiles of a few runs say too little about the next run: for fewer than eight, they are the least and the
    greatest.
    """

    low: Count
    """Lower quartile, in ns; the least of up to seven values."""
    median: Count
    """Median, in ns."""
    high: Count
    """Upper quartile, in ns; the greatest of up to seven values."""

    def overlaps(self, other: "Spread") -> bool:
        return self.low <= other.high and other.low <= self.high


def spread_of(values: Sequence[int]) -> Spread:
    """The spread of one or more values; with two in the middle, the median is the lower one."""
    ordered = sorted(values)
    last = len(ordered) - 1
    outer = 0 if len(ordered) < ENOUGH_FOR_QUARTILES else last // 4
    return Spread(ordered[outer], ordered[last // 2], ordered[last - outer])


def median_run(runs: Sequence[RunFacts]) -> int:
    """The index of the run with the median wall time; with two in the middle, the shorter one."""
    return sorted(range(len(runs)), key=lambda index: runs[index].wall_ns)[(len(runs) - 1) // 2]


def kernels_ns(facts: RunFacts, phases: Phases | None) -> int | None:
    """The time in which kernels ran: from the trace, else from the solver; None: unknown, or none ran.

    A solver's own figure is the host's, with the launch and the loading of the kernel: 16 us for a kernel that takes
    3.
    """
    trace = trace_of(facts)
    if trace:
        return trace.busy_ns or None
    return (phases.gpu.kernels_ns or None) if phases and phases.gpu else None


def solve_ns(facts: RunFacts, phases: Phases | None) -> int | None:
    """The time from the data in the host's memory to the result there, without the start-up of CUDA; None: unknown."""
    if phases:
        return max(phases.solve_ns - (phases.gpu.start_up_ns if phases.gpu else 0), 0) or None
    trace = trace_of(facts)
    if trace is None or not trace.busy_ns:
        return None
    return trace.copy_in.total_ns + trace.busy_ns + trace.copy_out.total_ns


def trace_of(facts: RunFacts) -> GpuTrace | None:
    return facts.gpu.trace if facts.gpu else None


Source = Literal["trace", "phases", "process"]


class TimePart(Record, frozen=True):
    """A part of a run's time."""

    name: str
    """A name such as "read", "start-up", "kernels"."""
    ns: Count
    """The time in ns."""


class TimeSplit(Record, frozen=True):
    """The parts of a run's wall time; docs/timing.md."""

    parts: tuple[TimePart, ...]
    """Parts in their order in time, if they have one, including those of 0 ns. Their sum exceeds the wall time if
    parts overlap."""
    wall_ns: Count
    """The wall time, in ns."""
    source: Source
    """The source: the trace, the solver's phases, or the operating system."""

    @property
    def sum_ns(self) -> int:
        return sum(part.ns for part in self.parts)

    @property
    def overlapping(self) -> bool:
        """Whether parts ran at the same time (streams, threads), so that their sum exceeds the wall time.

        A small excess is only the difference of two clocks: the system counts a process's time by its own tick.
        """
        tick_ns = TICK_NS if self.source == "process" else 0
        return self.sum_ns > 1.05 * self.wall_ns + tick_ns


def time_split(facts: RunFacts, phases: Phases | None = None) -> TimeSplit:
    """The split of any run: by its phases for a stored solver, else by its trace if it used CUDA, else by process."""
    trace = trace_of(facts)
    if phases:
        return _split(facts, "phases", _phase_parts(phases), "start and end", first=True)
    if trace:
        return _split(facts, "trace", _trace_parts(trace), "rest")
    return _split(facts, "process", [("user", facts.user_ns), ("system", facts.system_ns)], "idle")


def _phase_parts(phases: Phases) -> list[tuple[str, int]]:
    gpu = phases.gpu
    if gpu is None:
        return [("read", phases.read_ns), ("solve", phases.solve_ns), ("print", phases.print_ns)]
    known = gpu.start_up_ns + gpu.copy_in_ns + gpu.kernels_ns + gpu.copy_out_ns
    beside = min(gpu.hidden_start_up_ns, phases.read_ns)
    return [
        *([("read beside start-up", beside)] if beside else []),
        ("read", phases.read_ns - beside),
        ("start-up", gpu.start_up_ns),
        ("copy in", gpu.copy_in_ns),
        ("kernels", gpu.kernels_ns),
        ("copy out", gpu.copy_out_ns),
        ("rest of solve", max(phases.solve_ns - known, 0)),
        ("print", phases.print_ns),
    ]


def _trace_parts(trace: GpuTrace) -> list[tuple[str, int]]:
    within = trace.copy_device.total_ns + trace.memset.total_ns
    parts = [
        ("before CUDA", trace.before_cuda_ns),
        ("start-up", trace.start_up_ns),
        ("copy in", trace.copy_in.total_ns),
        ("kernels", trace.busy_ns),
        ("copy out", trace.copy_out.total_ns),
    ]
    return [*parts[:4], ("copy, fill", within), *parts[4:]] if within else parts


def _split(
    facts: RunFacts, source: Source, parts: list[tuple[str, int]], remainder: str, *, first: bool = False
) -> TimeSplit:
    """The part of the wall time that no other part explains is a part too."""
    left = TimePart(remainder, max(facts.wall_ns - sum(ns for _, ns in parts), 0))
    known = [TimePart(name, ns) for name, ns in parts]
    return TimeSplit(tuple([left, *known] if first else [*known, left]), facts.wall_ns, source)
