"""Building and running the benchmark programs of kernels/bench, which answer with Google Benchmark's JSON."""

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.base.console import progress
from judge.base.errors import JudgeError
from judge.project.build import BENCHMARKS, build
from judge.project.paths import Project


def build_benchmark(project: Project, name: str) -> bool:
    """Builds build/benchmarks/<name>; False when this build has no such program: one for the GPU, without CUDA."""
    build(project, "runner", extras=[BENCHMARKS])
    target = f"benchmark-{name}"
    if target not in _targets(project):
        return False
    build(project, target)
    return True


def run_benchmark(
    project: Project,
    name: str,
    options: Sequence[str],
    *,
    title: str = "measuring",
    cores: Sequence[int] = (),
    environment: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Its JSON output. Pinned to `cores`, where any are given. Raises JudgeError when it fails, with the reason."""
    program = project.build / "benchmarks" / name
    with tempfile.TemporaryDirectory() as folder, progress(None, title):
        result = Path(folder) / "result.json"
        done = subprocess.run(
            [*_pinned(cores), str(program), *options, f"--benchmark_out={result}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
            check=False,
        )
        if done.returncode != 0:
            raise JudgeError(done.stderr.strip() or f"{program} ended with {done.returncode}")
        content: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
        return content


def benchmark_families(project: Project, name: str) -> set[str]:
    """What a built program measures: the first parts of its rows' names."""
    program = project.build / "benchmarks" / name
    listing = subprocess.run(
        [program, "--benchmark_list_tests"], capture_output=True, text=True, check=False
    ).stdout
    return {line.split("/")[0] for line in listing.splitlines() if "/" in line}


def measured_runs(output: dict[str, Any]) -> list[dict[str, Any]]:
    """The repetitions of all rows, without what is computed of them. Raises JudgeError for one that failed."""
    for run in output["benchmarks"]:
        if run.get("error_occurred"):
            raise JudgeError(f"benchmark {run['name']}: {run.get('error_message', 'failed')}")
    return [run for run in output["benchmarks"] if run["run_type"] == "iteration"]


def _pinned(cores: Sequence[int]) -> list[str]:
    return ["taskset", "--cpu-list", ",".join(map(str, cores))] if cores else []


def _targets(project: Project) -> set[str]:
    listing = subprocess.run(
        ["cmake", "--build", str(project.build), "--target", "help"],
        capture_output=True,
        text=True,
        check=False,
    )
    return {line.split(":")[0] for line in listing.stdout.splitlines()}
