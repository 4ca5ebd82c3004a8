"""What a class of CUDA submissions costs on a real GPU: a hundred to three problems, half of them right.

Start it with: .venv/bin/python -m judge.tests.bench_gpu_class [--gpu-jobs N] [--every N]
The others are wrong, crash, or do not end, a third each: most of them are variants of stored submissions. Each problem
is one `judge submit PROBLEM FOLDER`, timed from its start to its end, with compiling and with the times after the
verdicts. It is judged once before, with one submission, so that the problem is prepared. Each verdict is compared
with the one that the file name says. A run is a run of a submission's program; one that is timed afterwards has two.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import click

from judge.project.installation import this_installation
from judge.reports.files import read_report

ROOT = this_installation().root
SPIN = "__global__ void spin(volatile int* go_on) { while (*go_on == 0) {} }\n"
SPINS = "int* go_on; cudaMalloc(&go_on, 4); cudaMemset(go_on, 0, 4); spin<<<1, 1>>>(go_on); cudaDeviceSynchronize();"
LOOPS = "volatile bool goes_on = true; while (goes_on) {}"


@dataclass(frozen=True)
class Stored:
    """The stored submissions that a problem's class is made from."""

    problem: str
    size: int
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    crashing: tuple[str, ...]
    slow: str

    def text(self, folder: str, name: str) -> str:
        return (ROOT / "problems" / self.problem / "submissions" / folder / f"{name}.cu").read_text()

    def submissions(self) -> Iterator[tuple[str, str]]:
        """The expected verdicts and the sources, mixed."""
        kinds = ["AC", "WA", "AC", "RTE", "AC", "TLE"]
        numbers = {kind: count() for kind in kinds}
        for place in range(self.size):
            kind = kinds[place % len(kinds)]
            number = next(numbers[kind])
            yield kind, f"// {place}\n{self._source(kind, number)}"

    def _source(self, kind: str, number: int) -> str:
        def one_of(folder: str, names: tuple[str, ...]) -> str:
            return self.text(folder, names[number % len(names)])

        if kind == "AC":
            return one_of("accepted", self.right)
        if kind == "WA":
            return one_of("wrong_answer", self.wrong)
        if kind == "RTE":
            return one_of("run_time_error", self.crashing)
        if number % 3 == 2:
            return self.text("time_limit_exceeded", self.slow)
        endless = SPINS if number % 3 else LOOPS
        return re.sub(
            r"^int main\(\) \{\n",
            lambda main: SPIN + main[0] + endless,
            self.text("accepted", self.right[0]),
            flags=re.M,
        )


CLASS = (
    Stored(
        "vector-add",
        34,
        ("one_thread_each",),
        ("last_block_missing",),
        ("counting_down", "small_device_array"),
        "copy_each",
    ),
    Stored(
        "vector-sum",
        33,
        ("shared_tree", "four_at_a_time"),
        ("int_atomics",),
        ("no_whole_block",),
        "pocket_calculator",
    ),
    Stored(
        "transpose",
        33,
        ("tiles",),
        ("unchecked_launch", "out_of_bounds"),
        ("printed_in_place",),
        "launch_for_each_column",
    ),
)


@dataclass
class Cost:
    submissions: int = 0
    runs: int = 0
    time_s: float = 0.0

    def row(self, title: str) -> str:
        a_run_ms = 1000 * self.time_s / self.runs
        a_minute = 60 * self.submissions / self.time_s
        counts = f"{self.submissions} | {self.runs:,}"
        return f"| {title} | {counts} | {self.time_s:.0f} s | {a_run_ms:.0f} ms | {a_minute:.1f} |"


def judged(problem: str, given: Path, gpu_jobs: int, report: Path) -> float:
    """Judges a file or a folder. Returns the wall time in seconds."""
    start_s = time.monotonic()
    command = [sys.executable, "-m", "judge", "submit", problem, str(given), "--gpu-jobs", str(gpu_jobs)]
    options = ["--no-history", "--json", str(report)]
    done = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        raise click.ClickException(f"judge submit {problem} {given}: exit {done.returncode}\n{done.stderr}")
    return time.monotonic() - start_s


@click.command(help=__doc__)
@click.option("--gpu-jobs", default=8, show_default=True, help="Submissions that share the GPU.")
@click.option("--every", default=1, show_default=True, help="Judge every Nth submission.")
def main(gpu_jobs: int, every: int) -> None:
    total = Cost()
    surprises = []
    with tempfile.TemporaryDirectory() as folder:
        for stored in CLASS:
            files = {}
            for place, (expected, source) in enumerate(stored.submissions()):
                if place % every == 0:
                    file = Path(folder, stored.problem, f"s{place:02}", f"{expected.lower()}.cu")
                    file.parent.mkdir(parents=True)
                    file.write_text(source)
                    files[f"s{place:02}/{file.name}"] = expected
            report = Path(folder, f"{stored.problem}.json")
            one = ROOT / "problems" / stored.problem / "submissions" / "accepted" / f"{stored.right[0]}.cu"
            judged(stored.problem, one, gpu_jobs, report)
            time_s = judged(stored.problem, Path(folder, stored.problem), gpu_jobs, report)
            results = read_report(report).problems[0].results
            tests = [test for result in results for test in result.tests]
            timed = sum(test.timed for test in tests) if gpu_jobs > 1 else 0
            cost = Cost(len(results), len(tests) + timed, time_s)
            click.echo(cost.row(stored.problem))
            total = Cost(
                total.submissions + cost.submissions, total.runs + cost.runs, total.time_s + cost.time_s
            )
            surprises += [
                f"{stored.problem} {result.name}: {result.verdict.code}, expected {files[result.name]}"
                for result in results
                if result.verdict.code != files[result.name]
            ]
    click.echo(total.row(f"`--gpu-jobs {gpu_jobs}`"))
    if surprises:
        raise click.ClickException("\n".join(surprises))


if __name__ == "__main__":
    main()
