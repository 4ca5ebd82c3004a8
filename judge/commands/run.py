"""`judge run`: one run of a solution in the sandbox on any input, with its output shown and, if there is an answer,
compared."""

import sys
from pathlib import Path

from judge.base.console import err
from judge.base.errors import JudgeError
from judge.base.scratch import scratch_folder
from judge.commands.options.run import RunOptions
from judge.commands.shown_run import copy_input, show_output, tell_not_compiled, tell_run
from judge.judging.attempt import any_output
from judge.judging.one_run import judge_test
from judge.judging.verdicts import Verdict
from judge.limits.known import limited_unmeasured
from judge.machine.cores import free_cores
from judge.problems.model import TestCase
from judge.problems.test_choice import chosen_test
from judge.problems.time_rule import TimeOptions
from judge.project.host import JudgeHost
from judge.service.intake import problem_of, require_program
from judge.service.prepared_problem import loaded_tests
from judge.service.single_run import compiled_to_run, solution_to_run


def run(host: JudgeHost, options: RunOptions) -> int:
    """The command. Its stdout is the solution's; everything else goes to stderr. Returns the exit status: 0 if it ran,
    or its output is right; else 1.

    The input is standard input, or that of the test.
    """
    test_name, answer = options.test_name, options.answer
    if test_name is not None and answer is not None:
        raise JudgeError("--test brings an answer of its own: leave out --answer, or the test.")
    if test_name is None and options.file == "-":
        raise JudgeError(
            "standard input cannot be both the solution and its input: give the solution as a file."
        )
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
            copy_input(sys.stdin.buffer, folder / "input")
            test = TestCase("the input", folder / "input", answer or Path("/dev/null"))
        compiled = compiled_to_run(host, solution)
        if compiled.error is not None:
            tell_not_compiled(solution, compiled)
            return 1
        compares = test_name is not None or answer is not None
        output, validate = folder / "output", None if compares else any_output
        result = judge_test(host, solution, compiled, test, free_cores(1), validate=validate, output=output)
        show_output(output)
    tell_run(solution, result, compares=compares)
    return 0 if result.decision.verdict is Verdict.AC else 1
