"""The kernels of CUDA runs: for each solution those of the run in which kernels took longest."""

from dataclasses import dataclass
from typing import Any

from judge.reports.html.figures import bytes_text, count_text, percent_text, time_text


@dataclass(frozen=True)
class KernelRow:
    name: str
    launches: str
    total: str
    longest: str
    registers: str
    shared: str
    shape: str
    occupancy: str


@dataclass(frozen=True)
class TracedRun:
    solution: str
    test: str
    kernels: tuple[KernelRow, ...]
    facts: tuple[str, ...]
    """What else the trace says, a sentence each."""
    warnings: tuple[str, ...]


def traced_runs(problem: dict[str, Any]) -> list[TracedRun]:
    runs = []
    for result in problem["results"]:
        traces = [
            (test["facts"]["gpu"]["trace"], test["name"])
            for test in result["tests"]
            if test["facts"]["gpu"] and test["facts"]["gpu"]["trace"]
        ]
        if traces:
            runs.append(_traced_run(result["name"], *max(traces, key=lambda item: int(item[0]["busy_ns"]))))
    return runs


def _traced_run(solution: str, trace: dict[str, Any], test: str) -> TracedRun:
    kernels = tuple(_kernel_row(kernel) for kernel in trace["kernels"])
    return TracedRun(solution, test, kernels, tuple(_facts(trace)), tuple(_warnings(trace)))


def _kernel_row(kernel: dict[str, Any]) -> KernelRow:
    launches, completed = kernel["launches"], kernel["completed"]
    occupancy = "unknown" if kernel["occupancy"] is None else percent_text(kernel["occupancy"])
    limit = f", by {kernel['occupancy_limit']}" if kernel["occupancy_limit"] else ""
    known = kernel["block"] is not None and kernel["grid"] is not None
    return KernelRow(
        name=kernel["name"],
        launches=count_text(launches) + (f" ({count_text(completed)} ended)" if completed < launches else ""),
        total=time_text(kernel["total_ns"]),
        longest=time_text(kernel["longest_ns"]),
        registers="unknown" if kernel["registers"] is None else str(kernel["registers"]),
        shared="unknown" if kernel["shared_bytes"] is None else bytes_text(kernel["shared_bytes"]),
        shape=f"{_extent(kernel['grid'])} of {_extent(kernel['block'])}" if known else "unknown",
        occupancy=occupancy + limit,
    )


def _extent(size: list[int]) -> str:
    """ "4096", or "64x64" where there is more than one dimension."""
    last = max((index for index, length in enumerate(size) if length != 1), default=0)
    return "x".join(str(length) for length in size[: last + 1])


def _facts(trace: dict[str, Any]) -> list[str]:
    moves = [
        f"{what} {bytes_text(trace[key]['bytes'])} in {time_text(trace[key]['total_ns'])}"
        for key, what in (
            ("copy_in", "copied in"),
            ("copy_out", "copied out"),
            ("copy_device", "copied on the GPU"),
            ("memset", "filled"),
        )
        if trace[key]["count"]
    ]
    return [
        f"start-up {time_text(trace['start_up_ns'])}",
        *moves,
        f"kernels ran for {time_text(trace['busy_ns'])}",
        f"peak GPU memory {bytes_text(trace['peak_memory_bytes'])}",
    ]


def _warnings(trace: dict[str, Any]) -> list[str]:
    warnings = [
        f"{error['call']} failed with {error['name']}, {error['count']} times, and the program went on"
        for error in trace["errors"]
    ]
    if trace["synchronized_before_exit"] is False:
        warnings.append("it did not wait for the GPU before it ended")
    if not trace["complete"]:
        warnings.append("it did not come to its regular end: this is what was known until then")
    return warnings
