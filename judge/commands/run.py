"""`judge run`: one run of a solution in the sandbox on any input, its output shown and, with an answer, compared."""

import shutil
import sys
from pathlib import Path
from typing import BinaryIO

from rich.text import Text

from judge.base.console import err, out
from judge.base.errors import JudgeError
from judge.base.scratch import scratch_folder
from judge.base.tables import excerpt
from judge.base.text import printable
from judge.base.units import mebibytes, seconds
from judge.commands.options.run import RunOptions
from judge.judging.attempt import any_output
from judge.judging.findings import gathered
from judge.judging.one_run import judge_test
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.limits.known import limited_unmeasured
from judge.machine.cores import free_cores
from judge.problems.device import NOT_TIMED
from judge.problems.model import TestCase
from judge.problems.test_choice import chosen_test
from judge.problems.time_rule import TimeOptions
from judge.project.host import JudgeHost
from judge.reports.terminal.findings_text import findings_text
from judge.reports.terminal.verdict_text import verdict_text
from judge.service.intake import problem_of, require_program
from judge.service.prepared_problem import loaded_tests
from judge.service.single_run import compiled_to_run, solution_to_run

INPUT_BYTES = 1 << 30
"""What is read of standard input: an input may have no end."""


def run(host: JudgeHost, options: RunOptions) -> int:
    """The command. Its stdout is the solution's; all else goes to stderr. Returns the exit status: 0 it ran, or its
    output is right; 1 not.

    The input is standard input, or that of the test.
    """
    test_name, answer = options.test_name, options.answer
    if test_name is not None and answer is not None:
        raise JudgeError("--test brings an answer of its own: leave out --answer, or the test.")
    if test_name is None and options.file == "-":
        raise JudgeError("standard input cannot be solution and input: give the solution as a file.")
    if answer is not None and not answer.is_file():
        raise JudgeError(f"{answer}: expected a file with the right output, found none.")
    problem = problem_of(host, options.problem)
    require_program(problem, "run")
    problem = limited_unmeasured(host, problem, TimeOptions(options.time_limit_s))
    here = solution_to_run(host, problem, options.file, options.language)
    solution = here.solution
    if here.stand_in:
        err.print(here.stand_in, style="dim")
    with scratch_folder() as folder:
        if test_name is not None:
            test = chosen_test(problem.id, loaded_tests(host, problem), test_name)
        else:
            _copy_input(sys.stdin.buffer, folder / "input")
            test = TestCase("the input", folder / "input", answer or Path("/dev/null"))
        compiled = compiled_to_run(host, solution)
        if compiled.error is not None:
            err.print(_headline(Verdict.CE, solution))
            title = "the compiler's message" if compiled.isolation else "not compiled"
            err.print(excerpt(title, compiled.error, border_style="blue"))
            return 1
        compares = test_name is not None or answer is not None
        output, validate = folder / "output", None if compares else any_output
        result = judge_test(host, solution, compiled, test, free_cores(1), validate=validate, output=output)
        _show_output(output)
    _tell(solution, result, compares=compares)
    return 0 if result.ruling.verdict is Verdict.AC else 1


def _copy_input(source: BinaryIO, file: Path) -> None:
    """Standard input, to its end, into the file."""
    if source.isatty():
        err.print("Type the input, then Ctrl-D at the beginning of a line:", style="dim")
    left = INPUT_BYTES
    with file.open("wb") as copy:
        while part := source.read(min(left + 1, 1 << 20)):
            left -= len(part)
            if left < 0:
                raise JudgeError(f"the input is longer than {INPUT_BYTES >> 20} MiB, the most that is read.")
            copy.write(part)


def _show_output(file: Path) -> None:
    """As it is, for a pipe or a file; a terminal would obey control characters in it."""
    with file.open("rb") as output:
        if not sys.stdout.isatty():
            sys.stdout.flush()
            shutil.copyfileobj(output, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        text = printable(output.read().decode("utf-8", errors="replace"))
    out.out(text, end="" if text.endswith("\n") or not text else "\n")


def _tell(solution: Solution, result: TestResult, *, compares: bool) -> None:
    """The verdict, or without an answer that it ran, with its figures."""
    if result.stderr_excerpt.strip():
        err.print(excerpt("standard error", result.stderr_excerpt.rstrip()))
    facts = result.facts
    figures = NOT_TIMED
    if solution.device.is_timed:
        figures = f"{seconds(facts.wall_ns)} wall, {seconds(facts.cpu_ns)} CPU, {mebibytes(facts.peak_memory_bytes)}"
    ran = result.ruling.verdict is Verdict.AC and not compares
    reason = f": {result.ruling.reason}" if result.ruling.reason else ""
    headline = _headline(None if ran else result.ruling.verdict, solution)
    headline.append(f"{reason} ({figures})")
    err.print(headline, soft_wrap=True)
    for part in findings_text(gathered([(result.test.name, result.findings)]), solution.texts):
        err.print(part)


def _headline(verdict: Verdict | None, solution: Solution) -> Text:
    """None: it ran, and nothing says whether it is right."""
    code = verdict_text(verdict) if verdict else Text("ran")
    return Text.assemble(code, f"  {solution.problem.id}  {solution.file_name}", style="bold")
