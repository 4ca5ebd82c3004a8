"""The ladder of an operation's techniques: benchmark results of the kernels, and their distance from the best.

A ladder file is one JSON object: what was measured, where and by which command, and a row for each variant at each
size. `judge bench` writes it; the tables of kernels/laboratory are made from the committed one.
"""

import json
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from judge.base.errors import JudgeError
from judge.base.records import Record, as_json, json_text, replace
from judge.base.whole_files import write_text
from judge.measure.benchmarks import BenchmarkOutput, BenchmarkRun
from judge.measure.stored_results import read_result

LIBRARIES = ("gpu-cublas", "gpu-cublaslt", "gpu-cublasxt", "gpu-cub", "cpu-primesieve", "cpu-m4ri")
"""Variants that call a library: the others of their operation are compared with them."""
COPY = "device-copy"
"""The row of a copy that moves as many bytes as its operation at the same size; also a ceiling with that name."""
PEERS = (*LIBRARIES, COPY)
"""Rows that are not techniques of ours."""
CEILING = "ceiling"
DIGITS = 6
"""The digits of a time or a rate in a ladder file."""


class Rung(Record, frozen=True):
    """One variant at one size: the median of the time of one call, and the quartiles around it, by the GPU's clock for
    a call on device memory, otherwise by the wall clock."""

    operation: str
    element: str
    variant: str
    size: int
    time_ns: float
    low_ns: float
    high_ns: float
    rate: float
    unit: str
    ceiling: str
    share: float | None
    """The share of the ceiling measured for this GPU in the same process; None: not measured. If the ceiling is a
    copy, and one of as many bytes was measured, too, it is the share of that."""


class Ladder(Record, frozen=True):
    """All rungs of one measurement."""

    machine: dict[str, str]
    command: str
    date: str
    commit: str
    repetitions: int
    rungs: list[Rung]
    format_version: Literal[1] = 1

    def groups(self) -> dict[tuple[str, str], list[Rung]]:
        """The rungs of each operation and element type, in the order measured."""
        groups: dict[tuple[str, str], list[Rung]] = defaultdict(list)
        for rung in self.rungs:
            groups[rung.operation, rung.element].append(rung)
        return groups

    def library(self, rung: Rung) -> Rung | None:
        """The rung of the fastest library for the same operation, type and size."""
        place = rung.operation, rung.element, rung.size
        found = [
            other
            for other in self.rungs
            if other.variant in LIBRARIES and (other.operation, other.element, other.size) == place
        ]
        return min(found, key=lambda other: other.time_ns, default=None)


def read_benchmark(output: BenchmarkOutput, command: str, commit: str) -> Ladder:
    """The ladder from Google Benchmark's JSON, with repetitions. Raises JudgeError if a row was not measured."""
    runs: dict[str, list[BenchmarkRun]] = defaultdict(list)
    # Interleaved repetitions are reported in the order in which they end; the indices are those of the tables.
    for run in sorted(output.measured, key=_place):
        runs[run.run_name].append(run)
    ceilings = {}
    for name, repeated in runs.items():
        if name.startswith(CEILING + "/"):
            ceilings[name.split("/")[1]] = max(_rate(run)[0] for run in repeated)
    rungs = [
        _rung(name, repeated, ceilings | _copy_as_large(name, runs))
        for name, repeated in runs.items()
        if not name.startswith(CEILING)
    ]
    # The process measured more ceilings than these operations need.
    used = {rung.ceiling for rung in rungs}
    ceilings = {name: rate for name, rate in ceilings.items() if name in used}
    context = output.context
    machine = {key: str(context[key]) for key in _MACHINE_KEYS if key in context}
    machine |= {f"ceiling {name}": f"{value:.1f}" for name, value in ceilings.items()}
    # A row that takes a minute is measured once.
    repetitions = max((len(repeated) for repeated in runs.values()), default=0)
    return Ladder(machine, command, str(context["date"]), commit, repetitions, rungs)


def write_ladder(ladder: Ladder, file: Path) -> None:
    """Writes one rung per line, with as many digits as a measurement has."""
    rungs = ",\n".join(f"  {json.dumps(_rounded(as_json(rung)))}" for rung in ladder.rungs)
    text = json_text(replace(ladder, rungs=[]))
    write_text(file, text.replace('"rungs": []', f'"rungs": [\n{rungs}\n ]'))


def _rounded(rung: dict[str, object]) -> dict[str, object]:
    return {
        name: float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
        for name, value in rung.items()
    }


def read_ladder(file: Path) -> Ladder:
    """Raises JudgeError if the file is not a ladder of this format."""
    return read_result(file, Ladder)


def techniques(rungs: Iterable[Rung]) -> list[Rung]:
    """The rungs of our own techniques."""
    return [rung for rung in rungs if rung.variant not in PEERS]


def largest_sizes(rungs: Iterable[Rung]) -> list[Rung]:
    """The rungs of one operation and type: every variant at the largest size that it was measured at."""
    largest: dict[str, Rung] = {}
    for rung in rungs:
        if rung.variant not in largest or rung.size > largest[rung.variant].size:
            largest[rung.variant] = rung
    return list(largest.values())


_MACHINE_KEYS = ("gpu", "compute_capability", "multiprocessors", "cuda_driver", "cuda_toolkit")
_NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def _place(run: BenchmarkRun) -> tuple[int, int]:
    return run.family_index, run.per_family_instance_index


def _rate(run: BenchmarkRun) -> tuple[float, str]:
    if run.rate is None:
        raise JudgeError(f"benchmark {run.name} reports none of GB/s, GFLOP/s and M/s")
    return run.rate


def _copy_as_large(name: str, runs: dict[str, list[BenchmarkRun]]) -> dict[str, float]:
    """The ceiling: the median of the copy of the row's operation, type and size, if there is one."""
    operation, element, _, *rest = name.split("/")
    repeated = runs.get("/".join([operation, element, COPY, *rest]))
    return {COPY: statistics.median(_rate(run)[0] for run in repeated)} if repeated else {}


def _rung(name: str, repeated: Sequence[BenchmarkRun], ceilings: dict[str, float]) -> Rung:
    operation, element, variant, size = name.split("/")[:4]
    times = [run.real_time * _NANOSECONDS[run.time_unit] for run in repeated]
    low, middle, high = statistics.quantiles(times, method="inclusive") if len(times) > 1 else times * 3
    rate = statistics.median(_rate(run)[0] for run in repeated)
    ceiling = repeated[0].label
    share = rate / ceilings[ceiling] if ceiling in ceilings else None
    return Rung(
        operation, element, variant, int(size), middle, low, high, rate, _rate(repeated[0])[1], ceiling, share
    )
