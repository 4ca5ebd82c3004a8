#!/usr/bin/env python3
"""Runs the programs in programs/front_end/ on a GPU and records what they do: needs nvcc and a GPU.

Each program is compiled as nvcc does it by default and run three times. Those in right/, and those in wrong/ compiled
with -DREPAIRED, must end with status 0 and print the same each time: that is their NAME.out. Those in wrong/ are also
compiled as they are: nvcc must refuse a program that has comments `// refused: TEXT`, with TEXT at that line; what
becomes of the others is only recorded, and one that hangs is not run again. FOLDER gets front_end.json and
front_end_outputs.tar.gz, an archive of the files NAME.out to be unpacked in programs/front_end/.
"""

import argparse
import concurrent.futures
import io
import json
import os
import re
import shutil
import sys
import tarfile
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from on_a_gpu import Run, gpu_here, marked_faults, options_of, run

PROGRAMS = Path(__file__).resolve().parent / "programs" / "front_end"
LONGEST_COMPILATION = 300.0  # seconds
TIMES = 3


@dataclass
class Result:
    """What became of one program in one form."""

    name: str
    form: str  # right, wrong or repaired
    marks: list[str] = field(default_factory=list)  # of a wrong one: KIND:LINE, or refused:LINE
    compiled: bool = False
    compiler: str = ""  # what nvcc says
    runs: list[Run] = field(default_factory=list)
    agree: bool = False  # all runs ended alike, with the same output
    complaints: list[str] = field(default_factory=list)

    @property
    def output(self) -> str:
        return self.runs[0].output if self.runs else ""


def refusals(source: str) -> list[tuple[int, str]]:
    """Line and text of the errors that nvcc has to report."""
    marked = [
        (number, line.partition("// refused: ")[2]) for number, line in enumerate(source.splitlines(), 1)
    ]
    return [(number, text.strip()) for number, text in marked if text]


def complaints_about_refusal(source: Path, built: Run) -> list[str]:
    """How what nvcc says differs from the comments of a source that it has to refuse."""
    expected = refusals(source.read_text(encoding="utf-8"))
    if built.status == 0:
        return [
            f"expected nvcc to refuse line {number}: {text}; found: it compiles" for number, text in expected
        ]
    said = (built.error + built.output).splitlines()
    missing = [(number, text) for number, text in expected if not any(text in line for line in said)]
    complaints = [f"expected at line {number}: {text}; found no such error" for number, text in missing]
    at_lines = {int(n) for n in re.findall(re.escape(source.name) + r"\((\d+)\): error", "\n".join(said))}
    expected_lines = {number for number, _ in expected}
    if at_lines and at_lines != expected_lines:
        complaints.append(f"expected errors at lines {sorted(expected_lines)}; found {sorted(at_lines)}")
    return complaints


class Trial:
    """All programs, built in one folder and run on the one GPU."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder = folder
        self.options = options
        self.deadline: float = time.monotonic() + options.within

    def compile(self, source: Path, form: str) -> Result:
        text = source.read_text(encoding="utf-8")
        marks = [f"refused:{number}" for number, _ in refusals(text)] + marked_faults(text)
        result = Result(source.stem, form, marks if form == "wrong" else [])
        command: list[str | Path] = [
            self.options.nvcc,
            "-O2",
            "-std=c++17",
            f"-arch={self.options.arch}",
            source,
            "-o",
        ]
        command += [self.program(result), *options_of(text), *(["-DREPAIRED"] if form == "repaired" else [])]
        built = run(command, LONGEST_COMPILATION, self.folder)
        result.compiled = built.status == 0
        result.compiler = (built.error + built.output).replace(str(source), source.name)
        if form == "wrong" and refusals(text):
            result.complaints = complaints_about_refusal(source, built)
        elif not result.compiled:
            result.complaints = [f"expected to compile; nvcc {built.word()}"]
        elif form == "wrong" and not result.marks:
            result.complaints = ["expected a comment `// fault: KIND` or `// refused: TEXT`; found none"]
        return result

    def program(self, result: Result) -> Path:
        return self.folder / f"{result.form}_{result.name}"

    def observe(self, result: Result) -> None:
        """Runs a program, often enough to see whether it always does the same."""
        if time.monotonic() > self.deadline:
            result.complaints.append(f"not run: {self.options.within:g} s had passed (--within)")
            return
        given = self.options.programs / ("right" if result.form == "right" else "wrong") / f"{result.name}.in"
        read = 'exec "$0" <"$1"'
        command = ["sh", "-c", read, str(self.program(result)), str(given if given.exists() else os.devnull)]
        for _ in range(TIMES):
            result.runs.append(run(command, self.options.seconds, self.folder))
            if result.runs[-1].status is None:
                break
        result.agree = all(
            (r.status, r.output) == (result.runs[0].status, result.output) for r in result.runs
        )
        if result.form == "wrong":
            return
        if any(one.status != 0 for one in result.runs):
            result.complaints.append(
                "expected to end with status 0; it " + " / ".join(map(Run.word, result.runs))
            )
        elif not result.agree:
            result.complaints.append(
                "expected the same output each time; found " + different_lines(result.runs)
            )


def different_lines(runs: list[Run]) -> str:
    for number, lines in enumerate(zip(*(one.output.splitlines() for one in runs), strict=False), 1):
        if len(set(lines)) > 1:
            return f"line {number}: " + " / ".join(map(repr, lines))
    return "outputs of different lengths: " + " / ".join(str(len(one.output)) for one in runs)


def archive(results: list[Result], file: Path) -> None:
    """Packs the output of each program that is right, or was repaired, and always prints the same."""
    with tarfile.open(file, "w:gz") as packed:
        for result in results:
            if result.form == "wrong" or result.complaints or not result.runs:
                continue
            member = tarfile.TarInfo(f"{'right' if result.form == 'right' else 'wrong'}/{result.name}.out")
            content = result.output.encode()
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))


def line_of(result: Result) -> str:
    shown = result.output.strip().replace("\n", " | ")[:60]
    if result.compiled and not result.runs:
        what = "compiles, not run"
    elif result.compiled:
        ends = ", ".join(dict.fromkeys(one.word() for one in result.runs))
        what = f"{ends}{'' if result.agree else ', not always the same'}: {shown}"
    else:
        what = "does not compile" if result.complaints else "refused, as expected"
    return f"{result.form:8} {result.name}: {what}" + "".join(f"\n    {text}" for text in result.complaints)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, required=True, help="where the table and the outputs go")
    parser.add_argument("--programs", type=Path, default=PROGRAMS, help="the folder with right/ and wrong/")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--compilers", type=int, default=os.cpu_count() or 1, help="how many at once")
    parser.add_argument("--jobs", type=int, default=4, help="how many programs run at once")
    parser.add_argument("--seconds", type=float, default=20, help="what takes longer is killed")
    parser.add_argument(
        "--within", type=float, default=480, help="no program is started after so many seconds"
    )
    parser.add_argument("--compile-only", action="store_true", help="run nothing: needs no GPU")
    parser.add_argument("names", nargs="*", help="names of programs; all of them without")
    options = parser.parse_args()
    gpu = gpu_here()
    if gpu in ("", "none") and not options.compile_only:
        parser.error("expected a GPU; nvidia-smi found none: run this where one is, or with --compile-only")
    sources = [
        (source, form)
        for room, forms in (("wrong", ("wrong", "repaired")), ("right", ("right",)))
        for source in sorted((options.programs / room).glob("*.cu"))
        for form in forms
        if not options.names or source.stem in options.names
    ]
    if not sources:
        parser.error(f"no programs in {options.programs}; expected right/*.cu and wrong/*.cu")
    with tempfile.TemporaryDirectory() as name:
        trial = Trial(Path(name), options)
        with concurrent.futures.ThreadPoolExecutor(options.compilers) as pool:
            results = list(pool.map(lambda pair: trial.compile(*pair), sources))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            runnable = [result for result in results if result.compiled and not options.compile_only]
            runnable.sort(key=lambda result: any("deadlock" in mark for mark in result.marks))  # those last
            list(pool.map(trial.observe, runnable))
    options.folder.mkdir(parents=True, exist_ok=True)
    table = {"gpu": gpu, "programs": [asdict(result) for result in results]}
    (options.folder / "front_end.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    archive(results, options.folder / "front_end_outputs.tar.gz")
    print("\n".join(map(line_of, results)))
    failed = sum(bool(result.complaints) for result in results)
    print(f"GPU: {gpu}. {len(results)} programs, {failed} with complaints")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
