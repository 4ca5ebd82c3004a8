#!/usr/bin/env python3
"""Runs the programs in programs/ on a GPU, to compare with the emulated device: needs nvcc, compute-sanitizer, a GPU.

Those in right/ have to print what NAME.out holds, as they do on the emulated device; with --write, NAME.out becomes
what the GPU gave. Those in faulty/ have to, too, when compiled with -DREPAIRED; they are also run as they are, to see
what the device makes of the fault, and under each tool of compute-sanitizer. The table goes to standard output, and to
FOLDER/on_a_gpu.{md,json}.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent / "programs"
TOOLS = {
    "memcheck": ["--leak-check", "full"],
    "racecheck": ["--racecheck-report", "all"],
    "initcheck": [],
    "synccheck": [],
}
TOOLS_FOR_RIGHT = ("memcheck", "racecheck")
LONGEST_RUN = 25.0  # seconds; what hangs is killed then
LONGEST_LOOK = 60.0  # under compute-sanitizer


@dataclass
class Run:
    """How a process ended."""

    status: int | None  # None: killed, it took too long
    output: str
    error: str

    def word(self) -> str:
        if self.status is None:
            return "hangs"
        if self.status < 0:
            return signal.Signals(-self.status).name
        return "ends" if self.status == 0 else f"exit status {self.status}"


@dataclass
class Row:
    """What became of one program."""

    name: str
    about: str
    faults: list[str] = field(default_factory=list)  # KIND:LINE, as the emulated device finds them
    compiled: bool = False
    gpu: str = ""
    sanitizer: dict[str, str] = field(default_factory=dict)
    notes: str = ""


def run(command: Iterable[str | Path], limit: float, folder: Path) -> Run:
    """Runs a command in a process group of its own, which is killed as a whole after `limit` seconds."""
    process = subprocess.Popen(
        [str(word) for word in command],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        encoding="utf-8", errors="replace",
    )  # fmt: skip
    try:
        output, error = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, error = process.communicate()
        return Run(None, output, error)
    return Run(process.returncode, output, error)


def options_of(source: str) -> list[str]:
    """The libraries that the comment `nvcc ...` of a source names."""
    command = re.search(r"nvcc (.*)", source)
    return [word for word in command.group(1).split() if word.startswith("-l")] if command else []


def about(source: str) -> str:
    """The comment that a source begins with."""
    line = source.partition("\n")[0].strip("/* ")
    return line.partition(" nvcc ")[0].strip()


def marked_faults(source: str) -> list[str]:
    faults = []
    for number, line in enumerate(source.splitlines(), 1):
        _, _, kinds = line.partition("// fault: ")
        faults += [f"{kind.strip()}:{number}" for kind in kinds.split(",") if kind.strip()]
    return faults


def words_of_sanitizer(tool: str, result: Run, source: str) -> str:
    """The first error that compute-sanitizer reports, its line in the source and how many there are."""
    if result.status is None:
        return "hangs"
    told = [
        line.removeprefix("=========").strip()
        for line in result.output.splitlines()
        if line.startswith("===")
    ]
    summaries = [line for line in told if "SUMMARY" in line]
    if not summaries:
        return "no summary: " + (result.error.strip() or result.output.strip())[-200:]
    counts = [
        int(n.replace(",", ""))
        for line in summaries
        for n in re.findall(r"([\d,]+) (?:error|hazard|byte)", line)
    ]
    if not any(counts):
        return "nothing"
    first = next((line for line in told if line and line != "COMPUTE-SANITIZER"), "")
    place = re.search(re.escape(source) + r":(\d+)", result.output)
    return shortened(first) + (f", line {place.group(1)}" if place else "")


def shortened(words: str) -> str:
    """What compute-sanitizer says without the addresses and what is the same for all."""
    words = re.sub(r" (detected )?at (__shared__|0x).*", "", words)
    return re.sub(r" \(error \d+\) due to .* on CUDA API call to (\w+).*", r" by \1", words)[:110]


class Trial:
    """All programs, built in one folder and run on the one GPU."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder = folder
        self.options = options
        self.deadline: float = time.monotonic() + options.seconds

    def limit(self, longest: float) -> float:
        return max(0.1, min(longest, self.deadline - time.monotonic()))

    def compile(self, source: Path, program: Path, *more: str) -> Run:
        text = source.read_text(encoding="utf-8")
        return run(
            [self.options.nvcc, "-arch=native", "-O2", "-std=c++17", "--extended-lambda", "-lineinfo", source,
             "-o", program, *options_of(text), *more],
            self.limit(120), self.folder,
        )  # fmt: skip

    def look(self, tool: str, program: Path, source: Path) -> str:
        if time.monotonic() > self.deadline - 1:
            return "not run: no time left"
        if not self.options.sanitizer:
            return "not there"
        command = [self.options.sanitizer, "--tool", tool, *TOOLS[tool], program]
        return words_of_sanitizer(tool, run(command, self.limit(LONGEST_LOOK), self.folder), source.name)

    def right(self, source: Path) -> Row:
        row = Row(source.stem, about(source.read_text(encoding="utf-8")))
        program = self.folder / "right" / source.stem
        built = self.compile(source, program)
        row.compiled = built.status == 0
        if not row.compiled:
            row.notes = (built.error + built.output)[-400:]
            return row
        outcome = run([program], self.limit(LONGEST_RUN), self.folder)
        stored = source.with_suffix(".out")
        same = stored.exists() and stored.read_text(encoding="utf-8") == outcome.output
        row.gpu = "same output" if same else "other output"
        if outcome.status != 0:
            row.gpu = outcome.word()
            row.notes = outcome.error[-200:]
        elif not same:
            row.notes = first_difference(
                stored.read_text(encoding="utf-8") if stored.exists() else "", outcome.output
            )
            if self.options.write:
                stored.write_text(outcome.output, encoding="utf-8")
        row.sanitizer = {tool: self.look(tool, program, source) for tool in TOOLS_FOR_RIGHT}
        return row

    def faulty(self, source: Path) -> Row:
        text = source.read_text(encoding="utf-8")
        row = Row(source.stem, about(text), marked_faults(text))
        program, repaired = self.folder / "faulty" / source.stem, self.folder / "repaired" / source.stem
        built = [self.compile(source, program), self.compile(source, repaired, "-DREPAIRED")]
        row.compiled = all(one.status == 0 for one in built)
        if not row.compiled:
            row.notes = "".join(one.error + one.output for one in built)[-400:]
            return row
        outcome = run([program], self.limit(LONGEST_RUN), self.folder)
        control = run([repaired], self.limit(LONGEST_RUN), self.folder)
        shown = (outcome.output.strip() or outcome.error.strip()).replace("\n", " ")
        row.gpu = f"{outcome.word()}: {shown[:70]}".rstrip(": ")
        stored = source.with_suffix(".out").read_text(encoding="utf-8")
        if control.status != 0 or control.output != stored:
            row.notes = f"repaired, it {control.word()}: {first_difference(stored, control.output)}"
        row.sanitizer = {tool: self.look(tool, program, source) for tool in TOOLS}
        return row


def gpu_here() -> str:
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    if not shutil.which(query[0]):
        return "none"
    found = subprocess.run(query, capture_output=True, text=True, check=False)
    return found.stdout.partition("\n")[0]


def first_difference(expected: str, found: str) -> str:
    for number, (one, other) in enumerate(
        itertools.zip_longest(expected.splitlines(), found.splitlines()), 1
    ):
        if one != other:
            return f"line {number}: stored {one!r}, GPU {other!r}"
    return "they differ in the ends of lines"


def table(rows: list[Row], *, faulty: bool) -> str:
    head = ["program", "about", *(["emulated device"] if faulty else []), "GPU", "compute-sanitizer"]
    lines = [head, ["---"] * len(head)]
    for row in rows:
        gpu = (row.gpu if row.compiled else "does not compile") + (f" ({row.notes})" if row.notes else "")
        looks: dict[str, list[str]] = {}  # tools by what they say
        for tool, words in row.sanitizer.items():
            looks.setdefault(words, []).append(tool)
        told = [f"{', '.join(tools)}: {words}" for words, tools in looks.items() if words != "nothing"]
        finding = [", ".join(row.faults)] if faulty else []
        lines.append([f"`{row.name}`", row.about, *finding, gpu, "; ".join(told) or "nothing"])
    escaped = [[cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in escaped)


def report(gpu: str, right: list[Row], faulty: list[Row]) -> str:
    same = sum(row.gpu == "same output" for row in right)
    repaired = sum(row.compiled and not row.notes for row in faulty)
    return (
        f"GPU: {gpu}. {same} of {len(right)} right programs and {repaired} of {len(faulty)} repaired ones print the "
        "same as on the emulated device.\n\n" + table(right, faulty=False) + "\n" + table(faulty, faulty=True)
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="store what the GPU prints as NAME.out")
    parser.add_argument("--folder", type=Path, help="write on_a_gpu.md and on_a_gpu.json there")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--sanitizer", default=shutil.which("compute-sanitizer"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=220, help="what is not done by then is left out")
    parser.add_argument("programs", nargs="*", help="names of programs; all of them without")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = Path(name)
        trial = Trial(folder, options)

        def rows(kind: str, function: Callable[[Path], Row]) -> list[concurrent.futures.Future[Row]]:
            (folder / kind).mkdir()
            sources = sorted((PROGRAMS / kind).glob("*.cu"))
            chosen = [path for path in sources if not options.programs or path.stem in options.programs]
            return [pool.submit(function, source) for source in chosen]

        (folder / "repaired").mkdir()
        faulty = rows("faulty", trial.faulty)  # they take longer
        right = rows("right", trial.right)
        right_rows, faulty_rows = [job.result() for job in right], [job.result() for job in faulty]
    text = report(gpu_here(), right_rows, faulty_rows)
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
        (options.folder / "on_a_gpu.md").write_text(text, encoding="utf-8")
        rows_as_json = {
            "right": [asdict(row) for row in right_rows],
            "faulty": [asdict(row) for row in faulty_rows],
        }
        (options.folder / "on_a_gpu.json").write_text(
            json.dumps(rows_as_json, indent=1) + "\n", encoding="utf-8"
        )
    print(text)
    agrees = all(row.gpu == "same output" for row in right_rows) and not any(row.notes for row in faulty_rows)
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main())
