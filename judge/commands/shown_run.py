"""One run of a program as a command shows it: its input, its output unchanged, and remarks about it."""

import shutil
import sys
from pathlib import Path
from typing import BinaryIO

from rich.text import Text

from judge.base.console import err, out
from judge.base.errors import JudgeError
from judge.base.tables import excerpt
from judge.base.text import printable
from judge.base.units import mebibytes, seconds
from judge.judging.findings import gathered
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.languages.compile import Compiled
from judge.problems.device import NOT_TIMED
from judge.reports.terminal.findings_text import findings_text
from judge.reports.terminal.verdict_text import verdict_text

INPUT_BYTES = 1 << 30
"""The most that is read of standard input, which may have no end."""


def copy_input(source: BinaryIO, file: Path) -> None:
    """Copies standard input, to its end, into the file."""
    if source.isatty():
        err.print("Type the input, then Ctrl-D at the beginning of a line:", style="dim")
    left = INPUT_BYTES
    with file.open("wb") as copy:
        while part := source.read(min(left + 1, 1 << 20)):
            left -= len(part)
            if left < 0:
                raise JudgeError(f"the input is longer than {INPUT_BYTES >> 20} MiB, the most that is read.")
            copy.write(part)


def show_output(file: Path) -> None:
    """Prints the output unchanged, for a pipe or a file; a terminal would obey control characters in it."""
    with file.open("rb") as output:
        if not sys.stdout.isatty():
            sys.stdout.flush()
            shutil.copyfileobj(output, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        text = printable(output.read().decode("utf-8", errors="replace"))
    out.out(text, end="" if text.endswith("\n") or not text else "\n")


def tell_not_compiled(solution: Solution, compiled: Compiled) -> None:
    """Prints the verdict and the compiler's message."""
    err.print(headline(Verdict.CE, solution))
    title = "the compiler's message" if compiled.isolation else "not compiled"
    err.print(excerpt(title, compiled.error or "", border_style="blue"))


def tell_run(solution: Solution, result: TestResult, *, compares: bool) -> None:
    """Prints the verdict, or without an answer that it ran, with its figures and findings."""
    if result.stderr_excerpt.strip():
        err.print(excerpt("standard error", result.stderr_excerpt.rstrip()))
    facts = result.facts
    figures = NOT_TIMED
    if solution.device.is_timed:
        figures = f"{seconds(facts.wall_ns)} wall, {seconds(facts.cpu_ns)} CPU, {mebibytes(facts.peak_memory_bytes)}"
    ran = result.decision.verdict is Verdict.AC and not compares
    reason = f": {result.decision.reason}" if result.decision.reason else ""
    line = headline(None if ran else result.decision.verdict, solution)
    line.append(f"{reason} ({figures})")
    err.print(line, soft_wrap=True)
    tell_findings(solution, result)


def tell_findings(solution: Solution, result: TestResult) -> None:
    """Prints the emulated GPU's findings, with the lines of the source."""
    for part in findings_text(gathered([(result.test.name, result.findings)]), solution.texts):
        err.print(part)


def headline(verdict: Verdict | None, solution: Solution) -> Text:
    """The headline; None: it ran, and nothing says whether it is right."""
    code = verdict_text(verdict) if verdict else Text("ran")
    return Text.assemble(code, f"  {solution.problem.id}  {solution.file_name}", style="bold")
