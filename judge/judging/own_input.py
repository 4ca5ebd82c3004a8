"""One run of a solution on any input: nothing decides whether its output is right, and nobody talks to it."""

from collections.abc import Sequence
from pathlib import Path

from judge.base.processes import Stop
from judge.base.scratch import scratch_folder
from judge.judging.attempt import any_output
from judge.judging.one_run import judge_test
from judge.judging.prepare import obstacle_of, prepared
from judge.judging.results import ONLY_COMPILED, Result
from judge.judging.solutions import Solution
from judge.problems.model import TestCase
from judge.project.host import JudgeHost


def run_on_input(
    host: JudgeHost,
    solution: Solution,
    typed: bytes,
    cores: Sequence[int],
    *,
    most_output: int,
    stop: Stop | None = None,
) -> tuple[Result, bytes]:
    """Its result, with one test at most, and the first `most_output` bytes of its output."""
    result = Result(solution, test_count=1)
    result.obstacle = obstacle_of(host, solution)
    if result.obstacle is not None:
        return result, b""
    compiled = prepared(host, solution, cores)
    if compiled.error is not None:
        result.compile_error = compiled.error
        result.obstacle = solution.language.refusal(compiled.error) if solution.language else None
        return result, b""
    if solution.obstacle_to_run is not None:
        result.obstacle = f"{ONLY_COMPILED}: {solution.obstacle_to_run}"
        return result, b""
    with scratch_folder() as folder:
        given, output = folder / "input", folder / "output"
        given.write_bytes(typed)
        test = TestCase("the input", given, Path("/dev/null"))
        ran = judge_test(host, solution, compiled, test, cores, stop=stop, validate=any_output, output=output)
        result.tests.append(ran)
        with output.open("rb") as content:
            return result, content.read(most_output)
