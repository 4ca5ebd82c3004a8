"""Builds and runs the benchmark programs of kernels/bench, which answer with Google Benchmark's JSON."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.processes import finished
from judge.base.records import decoded
from judge.base.scratch import scratch_folder
from judge.project.build import BENCHMARKS, build
from judge.project.host import JudgeHost
from judge.project.installation import Installation


class BenchmarkRun(Struct, frozen=True, rename={"gbs": "GB/s", "gflops": "GFLOP/s", "millions": "M/s"}):
    """One row of Google Benchmark's JSON, with the fields used here."""

    name: str
    run_name: str
    run_type: str
    """"iteration", or "aggregate": computed from the others."""
    real_time: float = 0.0
    """The time in `time_unit`."""
    cpu_time: float = 0.0
    time_unit: Literal["ns", "us", "ms", "s"] = "ns"
    threads: int = 1
    family_index: int = 0
    per_family_instance_index: int = 0
    label: str = ""
    gbs: float | None = None
    gflops: float | None = None
    millions: float | None = None
    error_occurred: bool = False
    error_message: str = "failed"

    @property
    def rate(self) -> tuple[float, str] | None:
        """The benchmark's count per second, and its unit."""
        for rate, unit in ((self.gbs, "GB/s"), (self.gflops, "GFLOP/s"), (self.millions, "M/s")):
            if rate is not None:
                return rate, unit
        return None


class BenchmarkOutput(Struct, frozen=True):
    context: dict[str, object]
    """The program's facts about the machine: numbers, or texts."""
    benchmarks: list[BenchmarkRun]

    @property
    def measured(self) -> list[BenchmarkRun]:
        """The repetitions of all rows, without aggregates. Raises JudgeError for one that failed."""
        for run in self.benchmarks:
            if run.error_occurred:
                raise JudgeError(f"benchmark {run.name}: {run.error_message}")
        return [run for run in self.benchmarks if run.run_type == "iteration"]


def build_benchmark(host: JudgeHost, name: str) -> bool:
    """Builds build/benchmarks/<name>; False if this build has no such program: one for the GPU, without CUDA."""
    build(host, "runner", extras=[BENCHMARKS])
    target = f"benchmark-{name}"
    if target not in _targets(host.installation):
        return False
    build(host, target)
    return True


def run_benchmark(
    host: JudgeHost,
    name: str,
    options: Sequence[str],
    *,
    title: str = "measuring",
    cores: Sequence[int] = (),
    environment: Mapping[str, str] | None = None,
) -> BenchmarkOutput:
    """The JSON output. Pinned to `cores`, if any are given. Raises JudgeError with the reason on failure."""
    program = host.installation.build / "benchmarks" / name
    pinned = ["taskset", "--cpu-list", ",".join(map(str, cores))] if cores else []
    with scratch_folder() as folder, task(host.tell, title):
        result = folder / "result.json"
        done = finished(
            [*pinned, str(program), *options, f"--benchmark_out={result}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        if done.returncode != 0:
            raise JudgeError(done.stderr.strip() or f"{program} ended with {done.returncode}")
        return decoded(result.read_bytes(), BenchmarkOutput)


def benchmark_families(installation: Installation, name: str) -> set[str]:
    """The families that a built program measures: the first parts of its rows' names."""
    program = installation.build / "benchmarks" / name
    listing = finished([program, "--benchmark_list_tests"], capture_output=True, text=True).stdout
    return {line.split("/")[0] for line in listing.splitlines() if "/" in line}


def _targets(installation: Installation) -> set[str]:
    command = ["cmake", "--build", str(installation.build), "--target", "help"]
    listing = finished(command, capture_output=True, text=True)
    return {line.split(":")[0] for line in listing.stdout.splitlines()}
