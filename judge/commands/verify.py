"""`judge verify`: every solver and every stored submission of every problem on every test."""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from rich.progress import TaskID

from judge.base.console import err, progress, say
from judge.base.units import plural
from judge.engine.local import LocalEngine
from judge.engine.preparation import Preparation
from judge.engine.progress import with_progress
from judge.history.recorder import Recorder, recording
from judge.judging.emulated_cost import bound_in_verify
from judge.judging.job import Job
from judge.judging.repeat import run_with_gpu_alone, take_turns
from judge.judging.results import Result, TestResult
from judge.judging.selection import Choice, choose
from judge.judging.solutions import Solution
from judge.judging.verdicts_first import JOBS, shares_gpu
from judge.limits.find import TimeLimits, find_time_limits
from judge.limits.margins import margin_warnings
from judge.machine.cores import usable_cores
from judge.measure.gpu_times import runs_to_time, time_alone
from judge.problems.broken import load_usable
from judge.problems.model import Problem
from judge.problems.test_cases import load_test_cases
from judge.problems.time_rule import NO_TIME_OPTIONS, TimeOptions
from judge.project.build import SOLVERS, build
from judge.project.devices import DeviceChoice
from judge.project.paths import Project
from judge.reports.files import ReportFiles
from judge.reports.make import Outcome, report_of
from judge.reports.terminal.report_text import print_report


def verify(
    project: Project,
    choice: Choice,
    files: ReportFiles | None,
    repeat: int = 1,
    time_options: TimeOptions = NO_TIME_OPTIONS,
    gpu_jobs: int = JOBS,
) -> int:
    """The command. Returns the exit status: 0 all as expected, 1 not, or a problem that was named cannot be judged.

    With `repeat` above 1 the solvers are timed that many times, taking turns, on the tests that they passed. Up to
    `gpu_jobs` runs share the GPU while verdicts are determined.
    """
    build(project, SOLVERS)
    problems, broken = load_usable(project, choice.problems)
    start = time.monotonic()
    tests = broken.of_each(problems, lambda problem: load_test_cases(project, problem))
    chosen = choose(project, broken.without(problems), choice, broken)
    preparation = Preparation(project, tests, broken)
    limits = find_time_limits(
        project, broken.without(problems), tests, time_options, broken, preparation.prepare_data
    )
    chosen = [
        replace(solution, problem=limits.problems[solution.problem.id])
        for solution in chosen
        if solution.problem.id in limits.problems
    ]
    verification = _Verification(project, limits, preparation, chosen)
    with recording(project, "verify") as history:
        verification.judge(history, gpu_jobs, only_emulated=choice.device is DeviceChoice.EMULATED)
        verification.time_on_gpu()
        history.keep_times(verification.all_results)
        if repeat > 1:
            verification.time_solvers(repeat)
            history.keep_times(verification.all_results)
    results = verification.results
    outcome = Outcome(
        verification.problems, results, preparation.damage, time.monotonic() - start, left_out=broken.lines
    )
    report = report_of(project, outcome)
    warnings = [
        warning
        for problem in verification.problems
        for warning in margin_warnings(problem, results.get(problem.id, ()))
    ]
    print_report(report, warnings)
    history.tell()
    if files:
        files.write(report)
    return broken.exit_status if report.passed else 1


@dataclass
class _Verification:
    """One `verify` under way: what it judges, and the results so far."""

    project: Project
    limits: TimeLimits
    preparation: Preparation
    chosen: Sequence[Solution]
    results: dict[str, list[Result]] = field(default_factory=lambda: defaultdict(list))
    """By problem id."""

    @property
    def problems(self) -> list[Problem]:
        return self.preparation.broken.without(self.limits.problems.values())

    @property
    def all_results(self) -> list[Result]:
        return [result for results in self.results.values() for result in results]

    def judge(self, history: Recorder, gpu_jobs: int, only_emulated: bool) -> None:
        """Determines the verdicts."""
        timed = sum(solution.device.is_timed for solution in self.chosen)
        if timed:
            history.begin(self.preparation.tests, timed)
        order = {solution.key: number for number, solution in enumerate(self.chosen)}
        # Measuring the limits has judged some of them.
        judged = [result for result in self.limits.results if result.solution.key in order]
        known = {result.solution.key for result in judged}
        left = [solution for solution in self.chosen if solution.key not in known]
        groups = (
            [self._job_of(solution, gpu_jobs, only_emulated) for solution in group]
            for group in self.preparation.in_order(self.problems, left)
        )
        judged_now = LocalEngine(self.project, self.limits.slowdown, gpu_jobs).judge(groups)
        found: list[Result] = []
        for result in with_progress(chain(judged, judged_now), len(self.chosen), "judging", "judged"):
            found.append(result)
            history.keep(result)
        for result in sorted(found, key=lambda one: order[one.solution.key]):
            self.results[result.solution.problem.id].append(result)

    def _job_of(self, solution: Solution, gpu_jobs: int, only_emulated: bool) -> Job:
        problem_id = solution.problem.id
        return Job(
            solution,
            self.preparation.tests[problem_id],
            # A solver runs every test, so that one report shows everything that is wrong with it.
            stop_at_failure=not solution.is_solver,
            work=self.preparation.work.get(problem_id, {}),
            emulated_bound=bound_in_verify(solution, self.project.settings, only_emulated),
            shares_gpu=shares_gpu(solution, gpu_jobs),
        )

    def time_on_gpu(self) -> None:
        """Times the tests whose times are shown or compared, of solutions that shared the GPU: each with exclusive use
        of it."""
        total = sum(len(list(runs_to_time(results))) for results in self.results.values())
        if not total:
            return
        say(f"timing: {plural(total, 'run')}, each with the GPU for itself")
        with progress(total, "timing") as bar:
            for problem_id, results in self.results.items():

                def run(result: Result, test: TestResult, problem_id: str = problem_id) -> TestResult:
                    bar.update(
                        TaskID(0), advance=1, description=f"timing {problem_id} {result.solution.name}"
                    )
                    slowdown = self.limits.slowdown(problem_id)
                    return run_with_gpu_alone(self.project, result, test, usable_cores(), slowdown)

                time_alone(results, run)

    def time_solvers(self, repeat: int) -> None:
        """One run at a time; those of a problem's solvers take turns."""
        chosen = {
            name: [
                result for result in results if result.solution.is_solver and result.solution.device.is_timed
            ]
            for name, results in self.results.items()
        }
        total = sum(max((len(result.tests) for result in results), default=0) for results in chosen.values())
        with progress(total, "timing") as bar:
            for problem_id, results in chosen.items():
                if not err.is_terminal:
                    say(f"timing {problem_id}: {plural(len(results), 'solver')}, {repeat} rounds")

                def on_test(name: str, problem_id: str = problem_id) -> None:
                    bar.update(TaskID(0), advance=1, description=f"timing {problem_id} {name}")

                take_turns(self.project, results, repeat, usable_cores(), on_test)
