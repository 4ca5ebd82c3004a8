"""One run of a test: the limits, the run in the sandbox, validation, the verdict."""

import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from judge.base.processes import Stop
from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.judging.answers import with_answer
from judge.judging.attempt import Attempted, RunAttempt, RunSolution, Validate
from judge.judging.causes import explaining
from judge.judging.connections import queues_of
from judge.judging.counted import by_counts, counted
from judge.judging.counters import COUNTERS_ENVIRONMENT, NOTHING_COUNTED, read_counters
from judge.judging.difference import Difference, first_difference
from judge.judging.error_place import error_place
from judge.judging.findings import ENVIRONMENT, FILE_NAME, Finding, read_findings
from judge.judging.given_points import scored
from judge.judging.input_file import with_input_file
from judge.judging.prepare import started
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.static_validation import validated_statically
from judge.judging.stderr_text import EXCERPT_BYTES, authors_names, both_ends, reports_in
from judge.judging.verdicts import Decision, Verdict, decide
from judge.judging.warned import warned_of
from judge.languages.compile import Compiled
from judge.problems.limits import cpu_limit_ns, limits_of_a_test
from judge.problems.model import Limits, TestCase
from judge.problems.work import Work
from judge.project.host import JudgeHost
from judge.sandbox.run import run


class RunConditions(Struct, frozen=True):
    """The conditions under which a test is run."""

    alone: bool = False
    """Run while no other run of any judge on this machine is in progress."""
    slowdown: float = 1.0
    """The factor by which the time limit is raised."""
    most_s: float | None = None
    """A lower time limit, at which the run is killed."""
    shares_gpu: bool = False
    """Run next to others on the GPU; then it is not timed."""
    counts: bool = False
    """The emulated GPU counts what kernels do to memory."""
    emulated_environment: tuple[str, ...] = ()
    """Further variables of a program that runs on the emulated GPU."""

    def limits(self, solution: Solution, work: Work | None) -> Limits:
        """The limits may depend on the test's work."""
        allowed = solution.limits(work)
        allowed = replace(allowed, time_s=allowed.time_s * self.slowdown)
        if self.most_s is not None and self.most_s < allowed.time_s:
            allowed = replace(allowed, time_s=self.most_s, overrun_factor=1.0)
        return allowed


ORDINARY = RunConditions()
ALONE = RunConditions(alone=True)


def judge_test(
    host: JudgeHost,
    solution: Solution,
    compiled: Compiled,
    test: TestCase,
    cores: Sequence[int],
    conditions: RunConditions = ORDINARY,
    *,
    stop: Stop | None = None,
    work: Work | None = None,
    validate: Validate | None = None,
    output: Path | None = None,
) -> TestResult:
    """Runs one test once, on these cores, and judges it.

    `validate`: decides in place of the problem's validators; then nobody talks to the solution either.
    `output`: where its whole standard output is left.
    """
    if test.is_static:
        return validated_statically(host, solution, test)
    core_count = len(cores) or 1
    allowed = conditions.limits(solution, work)
    limits = limits_of_a_test(allowed, core_count, solution.device)
    limit_ns = cpu_limit_ns(allowed, core_count, solution.device)
    if solution.language:
        limits = solution.language.allowed(limits)
    emulated = solution.device.is_emulated
    counts = emulated and (conditions.counts or bool(solution.problem.count_rules))
    counters = COUNTERS_ENVIRONMENT if counts else []
    environment: Sequence[str] = (
        [*ENVIRONMENT, *counters, *conditions.emulated_environment] if emulated else queues_of(solution)
    )
    start = started(solution, compiled, test)
    with scratch_folder() as folder:
        run_solution: RunSolution = partial(
            run,
            host,
            compiled.command if solution.is_answers else start.command,
            limits,
            folder,
            visible=start.visible,
            cores=cores,
            environment=environment,
            keep=FILE_NAME if emulated else None,
            alone=conditions.alone,
            gpu_shared=conditions.shares_gpu,
            stop=stop,
        )
        if solution.is_answers:
            run_solution, validate = with_answer(solution, test, folder, run_solution, validate)
        ran = Attempted(host, solution.problem, test, folder, limits, run_solution, cores).attempt(validate)
        said = reports_in(host.installation, solution, compiled, ran.facts, folder / "stderr")
        decision = decide(
            ran.facts,
            ran.validation,
            said.words,
            solution.is_solver,
            limit_ns,
            solution.language,
            error_place(solution, said.words),
        )
        if not start.has_files:
            decision = with_input_file(decision, solution)
        scoring, points = solution.problem.scoring, None
        if scoring and (validate is None or solution.is_answers) and test.name in scoring.tests:
            decision, points = scored(scoring.tests[test.name], decision, ran.given)
        found = NOTHING_COUNTED
        if counts:
            found = read_counters(folder / FILE_NAME, partial(authors_names, host.installation, solution))
        decision = by_counts(
            decision,
            counted(solution.problem.count_rules, test.name, found, solution.texts),
            launched=bool(found.launches),
        )
        passed = decision.verdict is Verdict.AC
        if output is not None:
            shutil.copyfile(folder / "stdout", output)
        return TestResult(
            test=test,
            decision=decision,
            facts=ran.facts,
            stdout_excerpt="" if passed else read_text(folder / "stdout", EXCERPT_BYTES),
            stderr_excerpt=both_ends(said.words),
            repetitions=(ran.facts,),
            phases=said.phases,
            repeated_phases=(said.phases,),
            work=said.work,
            timed=not conditions.shares_gpu,
            findings=_findings(host, solution, folder, decision)
            if emulated
            else warned_of(compiled.warnings, decision.verdict, tuple(solution.texts)),
            counters=found.lines,
            launches=found.launches,
            difference=_difference(solution, test, folder, decision, ran),
            transcript="" if passed else ran.transcript,
            points=points,
            cpu_limit_ns=limit_ns if solution.device.is_timed else None,
        )


def _findings(host: JudgeHost, solution: Solution, folder: Path, decision: Decision) -> tuple[Finding, ...]:
    found = read_findings(folder / FILE_NAME, partial(authors_names, host.installation, solution))
    return explaining(found, decision.verdict)


def _difference(
    solution: Solution, test: TestCase, folder: Path, decision: Decision, ran: RunAttempt
) -> Difference | None:
    if decision.verdict is not Verdict.WA or ran.transcript:
        return None
    token_by_token = not solution.problem.output_validators
    return first_difference(decision.reason, test.answer, folder / "stdout", token_by_token=token_by_token)
