"""`judge verify`: every solver and every stored submission of every problem on every test."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from rich.text import Text

from judge.base.console import err, have_one_reader, muted, out, print_last, say, warn
from judge.base.events import task
from judge.base.interruption import in_one_piece, telling
from judge.base.records import replace
from judge.base.units import plural
from judge.commands.engine_choice import refuse_on_cluster
from judge.commands.kept import tell_kept
from judge.commands.options.verify import PLAIN, VerifyOptions
from judge.commands.verify_explained import explain
from judge.engine.engine import engine_of
from judge.engine.preparation import GroupPreparation
from judge.engine.progress import with_progress
from judge.history.recorder import Recorder, recording
from judge.judging.emulated_cost import bound_in_verify
from judge.judging.job import Job
from judge.judging.repeat import run_with_gpu_alone, take_turns
from judge.judging.results import Result, TestResult
from judge.judging.selection import Choice, check_requirement, choose, has_data_alone
from judge.judging.solutions import Solution
from judge.judging.verdicts_first import JOBS, shares_gpu
from judge.languages.installing import install_all
from judge.limits.find import TimeLimits, find_time_limits
from judge.limits.margins import margin_warnings
from judge.machine.cores import usable_cores
from judge.measure.gpu_times import runs_to_time, time_alone
from judge.problems.broken import BrokenProblems, load_usable
from judge.problems.large import TIME_LIMIT_S, enlarged
from judge.problems.model import Problem
from judge.problems.test_cases import load_test_cases
from judge.problems.time_rule import NO_TIME_OPTIONS, TimeOptions
from judge.project.build import SOLVERS
from judge.project.devices import DeviceChoice
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.reports.make import JudgingOutcome, prepare_report, report_of
from judge.reports.model import Interruption, Report
from judge.reports.terminal.junk_text import junk_table, repeat_lines
from judge.reports.terminal.report_text import closing_line, failure_lines, print_report
from judge.testdata.known_junk import JunkReport
from judge.testdata.stale import stale_data
from judge.testdata.try_junk import has_tools, try_junk


def verify(
    host: JudgeHost,
    choice: Choice,
    files: ReportFiles | None,
    repeat: int = 1,
    time_options: TimeOptions = NO_TIME_OPTIONS,
    gpu_jobs: int = JOBS,
    options: VerifyOptions = PLAIN,
) -> int:
    """The command. Returns the exit status: 0 all as expected, 1 not, or a problem that was named cannot be judged.

    With `repeat` above 1 the solvers are timed that many times, taking turns, on the tests that they passed. Up to
    `gpu_jobs` runs share the GPU while verdicts are determined.
    """
    refuse_on_cluster(host.engine, "--repeat", repeat > 1)
    refuse_on_cluster(host.engine, "--large", choice.large)
    check_requirement(host.policy, choice)
    if host.engine.file:
        gpu_jobs = 1  # each job has a GPU of its own
    with muted(options.quiet):
        with recording(host, "verify") as history:
            verification = _Verification(host, history, files, options)
            with telling(verification.close_early):
                problems, broken = load_usable(host, choice.problems, SOLVERS)
                verification.prepare(problems, choice, broken, time_options)
                verification.judge(gpu_jobs, only_emulated=choice.device is DeviceChoice.EMULATED)
                verification.look_for_stale_data()
                verification.try_junk()
                verification.time_on_gpu()
                history.keep_times(verification.all_results)
                if repeat > 1:
                    verification.time_solvers(repeat)
                    history.keep_times(verification.all_results)
        with in_one_piece():
            report = verification.close(None)
    return broken.exit_status if report.passed else 1


@dataclass
class _Verification:
    """One `verify` under way: what it judges, and the results so far."""

    host: JudgeHost
    history: Recorder
    files: ReportFiles | None
    options: VerifyOptions = PLAIN
    start: float = field(default_factory=time.monotonic)
    limits: TimeLimits = field(default_factory=lambda: TimeLimits({}))
    preparation: GroupPreparation = field(init=False)
    chosen: Sequence[Solution] = ()
    known: dict[tuple[str, str], Result] = field(default_factory=dict)
    """By the solution's key, in the order in which they came."""
    stale: list[str] = field(default_factory=list)
    """A line for each problem whose test data explain its failures: they would be made differently now."""
    junk: dict[str, list[JunkReport]] = field(default_factory=dict)
    """What came of it, by problem id."""
    knowing: threading.Lock = field(default_factory=threading.Lock)
    """Held while a result becomes known."""

    def __post_init__(self) -> None:
        prepare_report(self.host)
        self.preparation = GroupPreparation(self.host, {}, BrokenProblems(self.host, ()))

    @property
    def problems(self) -> list[Problem]:
        return self.preparation.broken.without(self.limits.problems.values())

    @property
    def results(self) -> dict[str, list[Result]]:
        """Results that are known, in the order of the solutions that were chosen, by problem id."""
        found: dict[str, list[Result]] = {}
        for solution in self.chosen:
            if result := self.known.get(solution.key):
                found.setdefault(solution.problem.id, []).append(result)
        return found

    @property
    def all_results(self) -> list[Result]:
        return [result for results in self.results.values() for result in results]

    def know(self, result: Result) -> None:
        """A verdict is known. Of a solution that is known already it is the one that counts."""
        with self.knowing:
            result.strict = self.options.strict
            self.known[result.solution.key] = result
            self.history.keep(result)

    def close(self, interrupted: Interruption | None) -> Report:
        """Tells what is known, and writes the reports that were asked for. The last line is what it amounts to."""
        results = self.results
        duration_s = time.monotonic() - self.start
        outcome = JudgingOutcome(
            self.problems,
            results,
            self.preparation.damage,
            duration_s,
            interrupted,
            left_out=self.preparation.broken.lines,
        )
        report = report_of(self.host, outcome)
        warnings = [
            warning
            for problem in ([] if interrupted else self.problems)
            for warning in margin_warnings(problem, results.get(problem.id, ()))
        ]
        warnings += self.stale
        if advice := install_all(one.solution.language for one in self.all_results if one.obstacle):
            warnings.append(advice)
        try:
            for problem_id, tried in self.junk.items():
                if table := junk_table(problem_id, tried):
                    out.print(table)
                warnings += repeat_lines(problem_id, tried)
            print_report(out, report, warnings)
            if self.options.verbose and not interrupted:
                for result in self.all_results:
                    if not result.as_expected:
                        explain(self.host, result)
            out.print(report.isolation, style="dim", soft_wrap=True)
            tell_kept(self.history.kept)
        finally:  # also where nothing can be printed
            if self.files:
                self.files.write(report)
        if self.options.quiet:
            for line in [*map(Text, self.stale), *failure_lines(report)]:
                print_last(line)
        print_last(closing_line(report, all_asked_for=self.preparation.broken.exit_status == 0))
        return report

    def close_early(self) -> str:
        """As much as is known when it is interrupted."""
        with self.knowing:
            interrupted = Interruption(len(self.all_results), len(self.chosen) or None, "solution")
            self.close(interrupted)
        return "" if have_one_reader() else interrupted.text

    def prepare(
        self,
        problems: Sequence[Problem],
        choice: Choice,
        broken: BrokenProblems,
        time_options: TimeOptions,
    ) -> None:
        """Finds the time limits, for which some solutions may have to be judged."""
        if choice.large:
            enlarging = broken.of_each(problems, enlarged)
            problems = [enlarging[problem.id] for problem in broken.without(problems)]
            time_options = replace(time_options, limit_s=time_options.limit_s or TIME_LIMIT_S)
        tests = broken.of_each(problems, lambda problem: load_test_cases(self.host.installation, problem))
        chosen = choose(self.host, broken.without(problems), choice, broken)
        self.preparation = GroupPreparation(self.host, tests, broken)
        problems = broken.without(problems)
        for problem in problems:
            for remark in problem.package.remarks if problem.package else ():
                warn(f"{problem.id}: {remark}")
            if has_data_alone(problem):
                warn(
                    f"{problem.id}: the package has no submissions: its data and its validators are checked alone"
                )
        self.limits = TimeLimits({problem.id: problem for problem in problems})
        self.chosen = chosen
        if chosen and not choice.large:  # lists of the best compare the newest tests of each problem
            self.history.begin(problems, tests, [one.name for one in chosen])
        keys = {solution.key for solution in chosen}

        def on_result(result: Result) -> None:
            if result.solution.key in keys:
                self.know(result)

        self.limits = find_time_limits(
            self.host, problems, tests, time_options, broken, self.preparation.prepare_data, on_result
        )
        limited = self.limits.problems
        self.chosen = [
            replace(one, problem=limited[one.problem.id]) for one in chosen if one.problem.id in limited
        ]

    def judge(self, gpu_jobs: int, only_emulated: bool) -> None:
        """Determines the verdicts."""
        # Measuring the limits has judged some of them.
        judged = [result for result in self.limits.results if result.solution.key in self.known]
        left = [solution for solution in self.chosen if solution.key not in self.known]
        groups = (
            [self._job_of(solution, gpu_jobs, only_emulated) for solution in group]
            for group in self.preparation.in_order(self.problems, left)
        )
        engine = engine_of(self.host, self.limits.slowdown, gpu_jobs)
        results = chain(judged, engine.judge(groups))
        for result in with_progress(self.host.tell, results, len(self.chosen), "judging"):
            self.know(result)

    def _job_of(self, solution: Solution, gpu_jobs: int, only_emulated: bool) -> Job:
        problem_id = solution.problem.id
        return Job(
            solution,
            self.preparation.tests[problem_id],
            # A solver runs every test, so that one report shows everything that is wrong with it.
            stop_at_failure=not solution.is_solver,
            work=self.preparation.work.get(problem_id, {}),
            emulated_bound=bound_in_verify(solution, self.host.policy, only_emulated),
            shares_gpu=shares_gpu(solution, gpu_jobs) and not solution.problem.is_large,
            skips_slow=solution.problem.is_large,
        )

    def look_for_stale_data(self) -> None:
        for problem_id, results in self.results.items():
            if line := stale_data(self.host, results[0].solution.problem, results):
                self.stale.append(f"{problem_id}: {line}")

    def try_junk(self) -> None:
        """Gives malformed inputs and outputs to the problems' own validators."""
        for problem in self.problems:
            if problem.is_large:
                continue
            is_checked = self.results.get(problem.id) or has_data_alone(problem)
            if is_checked and (problem.package or has_tools(self.host, problem)):
                with self.preparation.broken.guard(problem.id):
                    self.junk[problem.id] = try_junk(self.host, problem)

    def time_on_gpu(self) -> None:
        """Times the tests whose times are shown or compared, of solutions that shared the GPU: each with exclusive use
        of it."""
        total = sum(len(list(runs_to_time(results))) for results in self.results.values())
        if not total:
            return
        say(f"timing: {plural(total, 'run')}, each with the GPU for itself")
        with task(self.host.tell, "timing", total) as progress:
            for problem_id, results in self.results.items():

                def run(result: Result, test: TestResult, problem_id: str = problem_id) -> TestResult:
                    progress.advance(f"timing {problem_id} {result.solution.name}")
                    slowdown = self.limits.slowdown(problem_id)
                    return run_with_gpu_alone(self.host, result, test, usable_cores(), slowdown)

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
        with task(self.host.tell, "timing", total) as progress:
            for problem_id, results in chosen.items():
                if not err.is_terminal:
                    say(f"timing {problem_id}: {plural(len(results), 'solver')}, {repeat} rounds")

                def on_test(name: str, problem_id: str = problem_id) -> None:
                    progress.advance(f"timing {problem_id} {name}")

                take_turns(self.host, results, repeat, usable_cores(), on_test)
