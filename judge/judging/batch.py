"""All tests of a problem answered by one solver process: a GPU's driver is started once, not for each test.

This gives only verdicts, no times. Tests that failed or were not reached are run again separately
(docs/problem-programs.md, "Many inputs in one process").
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.judging.reported import read_reports
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.validators import validate_output
from judge.judging.verdicts import Verdict, decide
from judge.languages.compile import Compiled
from judge.problems.answered import Answered, read_answers, write_list
from judge.problems.limits import limits_of_a_test
from judge.problems.model import TestCase
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts
from judge.sandbox.run import run

MOST_OUTPUT_BYTES = 4 << 30


def judge_batch(
    host: JudgeHost, solver: Solution, compiled: Compiled, tests: Sequence[TestCase], cores: Sequence[int]
) -> dict[str, TestResult]:
    """The tests that the solver passed, or cannot run, by name; none of them is timed. The GPU may be shared."""
    limits = limits_of_a_test(solver.limits(), len(cores) or 1, solver.device)
    limits = replace(
        limits,
        cpu_ms=limits.cpu_ms * len(tests),
        wall_ms=limits.wall_ms * len(tests),
        output_bytes=min(limits.output_bytes * len(tests), MOST_OUTPUT_BYTES),
    )
    with scratch_folder() as folder:
        inputs = folder / "inputs"
        write_list(inputs, [test.input for test in tests])
        facts = run(
            host,
            [*compiled.command, "--batch", inputs],
            limits,
            folder,
            visible=[*compiled.visible, inputs, *(test.input for test in tests)],
            cores=cores,
            gpu_shared=True,
        )
        answered = read_answers(folder / "stderr")
        found = {}
        for test, answer, output in _outputs(tests, answered, folder):
            result = _judged(host, solver, test, answer, output, facts)
            if result.decision.verdict in (Verdict.AC, Verdict.SKIP):
                found[test.name] = result
        return found


def _outputs(
    tests: Sequence[TestCase], answered: Mapping[str, Answered], folder: Path
) -> Iterator[tuple[TestCase, Answered, Path]]:
    """The tests that were answered, each with its part of the output, up to the first unanswered one."""
    part = folder / "answer"
    with (folder / "stdout").open("rb") as outputs:
        for test in tests:
            answer = answered.get(str(test.input))
            if answer is None:
                return
            part.write_bytes(outputs.read(answer.stdout_bytes))
            yield test, answer, part


def _judged(
    host: JudgeHost, solver: Solution, test: TestCase, answer: Answered, output: Path, batch: Facts
) -> TestResult:
    facts = replace(
        batch,
        outcome="exited",
        exit_code=answer.exit_code,
        signal_name=None,
        user_ns=0,
        system_ns=0,
        wall_ns=answer.wall_ns,
        stdout_bytes=answer.stdout_bytes,
        stderr_bytes=0,
        contention=None,
        gpu=None,
        message=None,
    )
    said = read_reports(answer.reports, solver.name)
    validation = validate_output(host, solver.problem, test, output) if facts.succeeded else None
    words = answer.message or ""
    return TestResult(
        test=test,
        decision=decide(facts, validation, words, solver.is_solver),
        facts=facts,
        stdout_excerpt="",
        stderr_excerpt=words,
        phases=said.phases,
        work=said.work,
        timed=False,
    )
