"""The kernels of CUDA runs: for each solution, those of the run in which kernels took longest."""

from msgspec import Struct

from judge.base.units import bytes_text, percent
from judge.judging.times import trace_of
from judge.reports.gpu_words import gpu_notes
from judge.reports.html.figures import count_text, time_text
from judge.reports.model import ProblemReport
from judge.sandbox.facts import RunFacts
from judge.sandbox.gpu_trace import Extent, GpuTrace, Kernel


class KernelRow(Struct, frozen=True):
    name: str
    launches: str
    total: str
    longest: str
    registers: str
    shared: str
    shape: str
    occupancy: str


class TracedRun(Struct, frozen=True):
    solution: str
    test: str
    kernels: tuple[KernelRow, ...]
    facts: tuple[str, ...]
    """Other facts from the trace, a sentence each."""
    notes: tuple[str, ...]
    """Remarks for its author."""


def traced_runs(problem: ProblemReport) -> list[TracedRun]:
    runs = []
    for result in problem.results:
        traces = [(trace, test) for test in result.tests if (trace := trace_of(test.facts))]
        if traces:
            trace, test = max(traces, key=lambda item: item[0].busy_ns)
            runs.append(_traced_run(result.name, test.name, trace, test.facts))
    return runs


def traced(solution: str, test: str, facts: RunFacts) -> TracedRun | None:
    """None: there is no trace of this run."""
    trace = trace_of(facts)
    return _traced_run(solution, test, trace, facts) if trace else None


def _traced_run(solution: str, test: str, trace: GpuTrace, facts: RunFacts) -> TracedRun:
    kernels = tuple(_kernel_row(kernel) for kernel in trace.kernels)
    notes = tuple(note.text for note in gpu_notes(facts))
    return TracedRun(solution, test, kernels, tuple(_facts(trace)), notes)


def _kernel_row(kernel: Kernel) -> KernelRow:
    launches, completed = kernel.launches, kernel.completed
    occupancy = "unknown" if kernel.occupancy is None else percent(kernel.occupancy)
    limit = f", by {kernel.occupancy_limit}" if kernel.occupancy_limit else ""
    shape = (
        f"{_extent(kernel.grid)} of {_extent(kernel.block)}" if kernel.grid and kernel.block else "unknown"
    )
    return KernelRow(
        name=kernel.name,
        launches=count_text(launches) + (f" ({count_text(completed)} ended)" if completed < launches else ""),
        total=time_text(kernel.total_ns),
        longest=time_text(kernel.longest_ns),
        registers="unknown" if kernel.registers is None else str(kernel.registers),
        shared="unknown" if kernel.shared_bytes is None else bytes_text(kernel.shared_bytes),
        shape=shape,
        occupancy=occupancy + limit,
    )


def _extent(size: Extent) -> str:
    """ "4096", or "64x64" if there is more than one dimension."""
    last = max((index for index, length in enumerate(size) if length != 1), default=0)
    return "x".join(str(length) for length in size[: last + 1])


def _facts(trace: GpuTrace) -> list[str]:
    moves = [
        f"{what} {bytes_text(moved.bytes)} in {time_text(moved.total_ns)}"
        for moved, what in (
            (trace.copy_in, "copied in"),
            (trace.copy_out, "copied out"),
            (trace.copy_device, "copied on the GPU"),
            (trace.memset, "filled"),
        )
        if moved.count
    ]
    return [
        f"start-up {time_text(trace.start_up_ns)}",
        *moves,
        f"kernels ran for {time_text(trace.busy_ns)}",
        f"peak GPU memory {bytes_text(trace.peak_memory_bytes)}",
    ]
