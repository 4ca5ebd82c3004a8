"""`judge bench OPERATION --with FILE`: a user's function next to ours, checked first, on a GPU or the emulated one."""

import re
from pathlib import Path

from judge.base.console import err, out, say
from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.commands.bench import ladder_table, measure
from judge.commands.options.bench import BenchOptions
from judge.commands.shown_run import tell_findings, tell_not_compiled
from judge.judging.attempt import any_output
from judge.judging.one_run import RunConditions, judge_test
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.languages.compile import Compiled
from judge.machine.cores import free_cores
from judge.measure.given_kernels import contract_of, harness_of, rung_of
from judge.measure.ladder import Ladder, read_ladder, write_ladder
from judge.problems.model import TestCase
from judge.project.host import JudgeHost
from judge.service.lone_program import lone_program
from judge.service.single_run import compiled_to_run

TIME_S = 300.0
MEMORY_BYTES = 8 << 30


def bench_with(host: JudgeHost, options: BenchOptions, given: Path) -> int:
    """The command. Returns the exit status: 1 if the function is wrong, or something was found in it."""
    operation, contract = contract_of(options.operations)
    here = lone_program(
        host, [str(given), *harness_of(operation)], time_s=TIME_S, memory_bytes=MEMORY_BYTES, emulated=False
    )
    solution = here.solution
    compiled = compiled_to_run(host, solution)
    if compiled.error is not None:
        tell_not_compiled(solution, compiled)
        if re.search(rf"\b{contract.function}\b", compiled.error):
            err.print(
                f"expected {contract.signature};\nwhich makes {contract.does}, all in memory of the GPU",
                soft_wrap=True,
            )
        return 1
    checked, said = _ran(host, solution, compiled, "check")
    tell_findings(solution, checked)
    if checked.decision.verdict is not Verdict.AC or checked.findings:
        why = said.strip() or checked.decision.reason or "see what was found"
        out.print(f"{given.name} is no {operation} yet: {why}", style="bold", soft_wrap=True)
        return 1
    if solution.device.is_emulated:
        obstacle = host.policy.gpus.obstacle or "there is no GPU"
        out.print(
            f"{given.name}: correct at each size on the emulated GPU, without findings. Not timed: {obstacle}",
            soft_wrap=True,
        )
        return 0
    ladder = (
        read_ladder(options.stored) if options.stored else measure(host, [operation], options.repetitions)
    )
    ladder = with_rungs(host, solution, compiled, ladder, operation, given.stem, options.repetitions)
    if options.json:
        write_ladder(ladder, options.json)
    out.print(
        ladder_table(f"{operation}, {contract.element}", ladder.groups()[operation, contract.element], ladder)
    )
    return 0


def with_rungs(
    host: JudgeHost,
    solution: Solution,
    compiled: Compiled,
    ladder: Ladder,
    operation: str,
    name: str,
    repetitions: int,
) -> Ladder:
    """The ladder with the function's rungs. Raises JudgeError if it cannot be timed."""
    say(f"timing {name}; nothing else should use the GPU in the meantime")
    rungs = list(ladder.rungs)
    for size in contract_of([operation])[1].sizes:
        timed, printed = _ran(host, solution, compiled, "time", str(size), str(repetitions))
        if timed.decision.verdict is not Verdict.AC:
            raise JudgeError(f"{name}, size {size}: {printed.strip() or timed.decision.reason}")
        rungs.append(rung_of(operation, name, size, printed, ladder))
    return replace(ladder, rungs=rungs)


def _ran(host: JudgeHost, solution: Solution, compiled: Compiled, *arguments: str) -> tuple[TestResult, str]:
    """One run of the program, and its output."""
    test = TestCase(
        "the check" if arguments == ("check",) else "the timing",
        Path("/dev/null"),
        Path("/dev/null"),
        args=arguments,
    )
    conditions = RunConditions(most_s=TIME_S, alone=not solution.device.is_emulated)
    with scratch_folder() as folder:
        result = judge_test(
            host,
            solution,
            compiled,
            test,
            free_cores(1),
            conditions,
            validate=any_output,
            output=folder / "output",
        )
        return result, (folder / "output").read_text(encoding="utf-8", errors="replace")
