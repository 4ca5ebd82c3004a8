"""`judge submit`: compiles a solution, judges it test by test, explains the first failure."""

from dataclasses import dataclass, field

from judge.base.console import muted, out, print_last
from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.interruption import in_one_piece, telling
from judge.commands.engine_choice import refuse_on_cluster
from judge.commands.kept import tell_kept
from judge.commands.options.submit import PLAIN, SubmitOptions
from judge.commands.submit_result import tell_result, tell_time
from judge.commands.submit_session import SubmitSession
from judge.engine.engine import engine_of
from judge.history.recorder import recording
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result, TestResult
from judge.judging.sanitize import require_sanitizers
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.machine.cores import free_cores, usable_cores
from judge.measure.best_solver import Beside, put_beside, telling_test
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.reports.model import Interruption
from judge.reports.terminal.test_line import name_width_of, test_line
from judge.reports.terminal.verdict_line import verdict_line
from judge.service.intake import submission_in

TESTS_AT_ONCE = 2
"""Each on a core of its own. More would compete for memory bandwidth and make times less meaningful."""


def submit(
    host: JudgeHost,
    problem_name: str,
    file: str,
    options: SubmitOptions = PLAIN,
    files: ReportFiles | None = None,
) -> int:
    """The command. Returns the exit status: 0 accepted, 1 not, including when it was only compiled.

    Without a GPU, CUDA is judged on the emulated one, unless the language was specified: then it is only compiled.
    """
    refuse_on_cluster(host.engine, "--sanitize", options.sanitize)
    solution = submission_in(host, problem_name, file, options.language, options.author)
    if options.sanitize:
        require_sanitizers([solution.language])
    with muted(options.quiet):
        with recording(host, "submit") as history:
            submission = SingleSubmission(host, options.rules, history, options=options, files=files)
            with telling(submission.close_early):
                submission.make_ready(solution.problem, [solution])
                result = submission.judge()
                submission.compare(result)
                submission.look_again()
        with in_one_piece():
            submission.close(result, solution.file_name)
    return 0 if result.is_accepted else 1


NOT_COMPARED = (
    "not compared with stored solvers: they take turns with it on one machine, without --engine slurm"
)


@dataclass
class SingleSubmission(SubmitSession):
    """A `submit` of one solution, whose tests are shown as they are judged."""

    judged_tests: list[TestResult] = field(default_factory=list)
    telling_test: TestResult | None = None
    """The one whose time is worth a look; None: nothing was timed."""
    beside: Beside | None = None
    is_not_compared: bool = False
    """Whether it is put beside no stored solver, though it is accepted."""

    def judge(self) -> Result:
        """Determines the verdict."""
        [solution] = self.solutions
        repeat = self.options.repeat
        if self.host.engine.file:
            return self._judge_on_cluster(self.job_of(solution, repeat))
        alone = solution.device.needs_gpu or repeat > 1
        lanes = [[core] for core in free_cores(1 if alone else TESTS_AT_ONCE)]
        name_width = name_width_of(self.tests, out.width)
        with task(self.host.tell, "compiling", len(self.tests)) as progress:

            def on_compiled() -> None:
                progress.go_on_to("judging")

            def on_test(test: TestResult) -> None:
                progress.advance(test.test.name)
                self.judged_tests.append(test)
                out.print(test_line(test, name_width, out.width, timed=solution.device.is_timed))

            result = judge(
                self.host,
                self.job_of(solution, repeat),
                lanes,
                slowdown=self.slowdown,
                on_compiled=on_compiled,
                on_test=on_test,
            )
        self.know(result)
        return result

    def _judge_on_cluster(self, job: Job) -> Result:
        """The tests are shown when all of them have been judged."""
        name_width = name_width_of(self.tests, out.width)

        def on_test(_: Job, test: TestResult) -> None:
            self.judged_tests.append(test)
            out.print(test_line(test, name_width, out.width, timed=job.solution.device.is_timed))

        engine = engine_of(self.host, on_test=on_test)
        with task(self.host.tell, "on the cluster"):
            [result] = engine.judge([[job]])
        self.know(result)
        return result

    def compare(self, result: Result) -> None:
        """Puts an accepted solution beside the best stored solver. One that is wrong then is wrong."""
        if result.solution.device.is_timed:
            self.telling_test = telling_test(result)
        if self.telling_test is None or result.verdict is not Verdict.AC:
            return
        if self.host.engine.file:
            self.is_not_compared = True
            return
        with task(self.host.tell, "stored solvers") as progress:

            def on_solver(name: str) -> None:
                progress.at(f"for comparison: {name}")

            self.beside = put_beside(
                self.host, result, self.telling_test, self.options.repeat, usable_cores(), on_solver
            )
        if result.verdict is not Verdict.AC:
            self.telling_test = result.first_failure
            self.know(result)

    def close(self, result: Result, file_name: str) -> None:
        """Explains the result and writes the reports; the last line is the verdict.

        Raises JudgeError where it could not be judged, for want of a compiler.
        """
        if result.obstacle and not result.is_only_compiled and result.compile_error is None:
            raise JudgeError(result.obstacle)
        tell_result(result, self.looks.get(result.solution.name, ()), self.options)
        if self.telling_test and (result.verdict is Verdict.AC or self.options.shows_times):
            tell_time(self.host, result.solution, self.telling_test, self.beside)
        if self.is_not_compared:
            out.print(NOT_COMPARED, style="dim")
        self.tell_circumstances()
        self.write_reports()
        print_last(verdict_line(result, file_name, self.tests, self.tests_there_are))

    def close_early(self) -> str:
        """Writes what is known when it is interrupted; returns how far it got. The tests have been printed."""
        with self.knowing:
            planned = len(self.tests) if self.solutions else 0
            interrupted = Interruption(len(self.judged_tests), planned or None, "test")
            if self.solutions and not self.known:
                self._know_in_part(self.solutions[0], interrupted)
            tell_kept(self.history.kept)
            self.write_reports(interrupted)
        return interrupted.text

    def _know_in_part(self, solution: Solution, interrupted: Interruption) -> None:
        """No verdict is known, unless a test has failed."""
        result = Result(solution, tests=list(self.judged_tests), test_count=len(self.tests))
        if result.first_failure:
            self.history.keep(result)
        else:
            result.obstacle = interrupted.text
        self.known[solution.name] = result
