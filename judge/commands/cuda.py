"""`judge cuda`: any CUDA program, run once, with what the emulated GPU finds in it."""

import sys
from collections.abc import Mapping
from pathlib import Path

from judge.base.console import err
from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.records import json_text
from judge.base.scratch import scratch_folder
from judge.base.whole_files import write_text
from judge.commands.options.cuda import CudaOptions
from judge.commands.shown_run import copy_input, show_output, tell_findings, tell_not_compiled, tell_run
from judge.judging.advice import advice_of
from judge.judging.attempt import any_output
from judge.judging.counters import Counters, with_resources
from judge.judging.kernel_resources import KernelResources, kernel_resources
from judge.judging.late_streams import LateOrder, compared_environment, late_order, may_be_late
from judge.judging.one_run import RunConditions, judge_test
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.languages.compile import Compiled
from judge.languages.table import language_named
from judge.machine.cores import free_cores
from judge.problems.model import TestCase
from judge.project.host import JudgeHost
from judge.reports.cuda_report import CudaReport
from judge.reports.html.cuda_page import cuda_page
from judge.reports.terminal.advice_text import advice_text
from judge.reports.terminal.counters_text import counters_tables
from judge.service.lone_program import LANGUAGE, lone_program
from judge.service.prepared_problem import emulated_twin
from judge.service.single_run import compiled_to_run

NO_REGISTERS = "Registers are not counted, so occupancy is computed as if there were always enough: {}."

MOST_LATE_S = 2.0
"""CPU time that a further run may take besides twice that of the first: a host may poll for what is late for ever."""
MOST_COMPARED_BYTES = 4 << 20


def cuda(host: JudgeHost, options: CudaOptions) -> int:
    """The command. Its stdout is the program's; everything else goes to stderr. Returns the exit status: 0 if the
    program ended with 0 and nothing was found, else 1."""
    if options.with_files is not None and not options.with_files.is_dir():
        raise JudgeError(f"{options.with_files}: expected a folder of files for the program, found none.")
    here = lone_program(
        host, options.files, time_s=options.time_limit_s, memory_bytes=options.memory_bytes,
        emulated=options.device is not None,
    )  # fmt: skip
    if here.stand_in:
        err.print(here.stand_in.replace("judged", "run"), style="dim")
    with scratch_folder() as folder:
        test = TestCase(
            "the run", _input(options.stdin, folder), Path("/dev/null"), args=options.arguments,
            files=options.with_files and options.with_files.resolve(),
        )  # fmt: skip
        conditions = RunConditions(most_s=options.time_limit_s, counts=options.counters)
        report = _report(host, here.solution, test, conditions, folder / "output", options.late_streams)
        if options.json:
            write_text(options.json, json_text(report))
        if options.html:
            write_text(options.html, cuda_page(report, here.solution.file_name, here.solution.texts))
    is_right = report.facts is not None and report.facts.succeeded and not report.findings
    return 0 if is_right and not any(one.what for one in report.late_orders) else 1


def _input(given: Path | None, folder: Path) -> Path:
    """The program's standard input: the file, piped input, or nothing at a terminal."""
    if given is not None:
        if given.is_file():
            return given
        if given.is_dir() or not given.exists():
            raise JudgeError(f"{given}: expected a file with the program's input, found none.")
        with given.open("rb") as source:  # /dev/null, or a pipe of the shell's <(...)
            copy_input(source, folder / "input")
        return folder / "input"
    if sys.stdin is None or sys.stdin.isatty():
        return Path("/dev/null")
    copy_input(sys.stdin.buffer, folder / "input")
    return folder / "input"


def _report(
    host: JudgeHost,
    solution: Solution,
    test: TestCase,
    conditions: RunConditions,
    output: Path,
    late_streams: int | None,
) -> CudaReport:
    """Runs the program; one that ran on a real GPU runs again on the emulated one. Reports the outcome."""
    device = solution.device.value
    compiled = compiled_to_run(host, solution)
    if compiled.error is not None:
        tell_not_compiled(solution, compiled)
        return CudaReport(device, compiled.error)
    result = _run(host, solution, compiled, test, conditions, output)
    show_output(output)
    tell_run(solution, result, compares=False)
    looked = result if solution.device.is_emulated else _looked_at(host, solution, test, conditions, output)
    if looked is None:
        return CudaReport(device, None, result.facts)
    if late_streams is None:
        late_streams = 1 if may_be_late(solution.texts.values()) else 0
    late: tuple[LateOrder, ...] = ()
    if solution.device.is_emulated and result.decision.verdict is Verdict.AC and late_streams:
        late = _late_orders(host, solution, compiled, test, (result, _output(output)), late_streams)
        for told in dict.fromkeys(one.told for one in late if one.what):  # most orders show the same
            err.print(told, style="bold yellow")
    launches, note = looked.launches, ""
    if launches:
        resources, note = _resources(host, solution)
        launches = with_resources(launches, resources)
    counted = Counters(looked.counters, launches)
    advice = advice_of([counted])
    for part in (*counters_tables(counted), *advice_text(advice, solution.texts)):
        err.print(part)
    if note:
        err.print(note, style="dim")
    return CudaReport(
        device, None, result.facts, looked.findings, counted.lines, counted.launches, note, advice, late
    )


def _late_orders(
    host: JudgeHost,
    solution: Solution,
    compiled: Compiled,
    test: TestCase,
    first: tuple[TestResult, bytes],
    count: int,
) -> tuple[LateOrder, ...]:
    """What the program does with streams as late as CUDA allows, in so many orders."""
    most_s = MOST_LATE_S + 2 * first[0].facts.cpu_ns / 1e9

    def run(seed: int | None) -> tuple[TestResult, bytes]:
        with scratch_folder() as folder:
            conditions = RunConditions(most_s=most_s, emulated_environment=compared_environment(seed))
            result = _run(host, solution, compiled, test, conditions, folder / "output")
            return result, _output(folder / "output")

    with task(host.tell, "running it with late streams"):
        again = run(None)
        return tuple(late_order(seed, first, again, run(seed)) for seed in range(1, count + 1))


def _output(file: Path) -> bytes:
    with file.open("rb") as output:
        return output.read(MOST_COMPARED_BYTES)


def _resources(host: JudgeHost, solution: Solution) -> tuple[Mapping[str, KernelResources], str]:
    """What nvcc's assembler says of the program's kernels, and a sentence about it."""
    nvcc = language_named(LANGUAGE)
    if nvcc is None or nvcc.missing_tools:
        return {}, NO_REGISTERS.format("nvcc is missing")
    with task(host.tell, "counting registers"):
        found = kernel_resources(
            host,
            solution.files or solution.source,
            solution.file_name,
            nvcc,
            solution.problem.limits,
            free_cores(1),
        )
    if not found:
        return {}, NO_REGISTERS.format("nvcc does not compile this program")
    return found, "Registers are those that nvcc's assembler takes for compute capability 9.0."


def _looked_at(
    host: JudgeHost, solution: Solution, test: TestCase, conditions: RunConditions, output: Path
) -> TestResult | None:
    """The emulated GPU's report on a program that ran on a real one; None: it cannot run there."""
    twin = emulated_twin(host, solution)
    if twin is None:
        return None
    compiled = compiled_to_run(host, twin)
    if compiled.error is not None:
        err.print("not checked on the emulated GPU: it does not compile there", style="dim")
        return None
    again = _run(host, twin, compiled, test, conditions, output)
    ended = (
        "it ran"
        if again.decision.verdict is Verdict.AC
        else f"{again.decision.verdict}: {again.decision.reason}"
    )
    err.print(f"again, on the emulated GPU: {ended}", style="dim")
    tell_findings(twin, again)
    return again


def _run(
    host: JudgeHost,
    solution: Solution,
    compiled: Compiled,
    test: TestCase,
    conditions: RunConditions,
    output: Path,
) -> TestResult:
    return judge_test(
        host, solution, compiled, test, free_cores(1), conditions, validate=any_output, output=output
    )
