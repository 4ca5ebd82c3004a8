"""`judge submit`: compiles a solution, judges it test by test, explains the first failure."""

from dataclasses import dataclass

from judge.base.console import out, print_last
from judge.base.errors import JudgeError
from judge.commands.engine_choice import refuse_on_cluster
from judge.commands.options.submit import PLAIN, SubmitOptions
from judge.commands.session_telling import SessionTelling, tell_kept
from judge.commands.submit_result import tell_circumstances, tell_result, tell_time
from judge.history.recorder import Recorder
from judge.judging.results import TestResult
from judge.judging.sanitize import require_sanitizers
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.reports.model import Interruption
from judge.reports.terminal.test_line import name_width_of, test_line
from judge.reports.terminal.verdict_line import verdict_line
from judge.service.intake import submission_in
from judge.service.single_submission import SingleSubmission

NOT_COMPARED = (
    "not compared with stored solvers: they take turns with it on one machine, without --engine slurm"
)


def submit(
    host: JudgeHost,
    problem_name: str,
    file: str,
    options: SubmitOptions = PLAIN,
    files: ReportFiles | None = None,
) -> int:
    """The command. Returns the exit status: 0 if accepted, else 1, including when it was only compiled.

    Without a GPU, CUDA is judged on the emulated one, unless the language was specified: then it is only compiled.
    """
    refuse_on_cluster(host.engine, "--sanitize", options.sanitize)
    solution = submission_in(host, problem_name, file, options.language, options.author)
    if options.sanitize:
        require_sanitizers([solution.language])
    return submit_solution(host, solution, options, files)


def submit_solution(
    host: JudgeHost, solution: Solution, options: SubmitOptions, files: ReportFiles | None
) -> int:
    """The command, after the solution was read."""
    session = SingleSubmission(
        host, Recorder(host, "submit", keeps=not options.no_history), options.strict, rules=options.rules
    )
    told = SubmitTelling(session, files, options)

    def judge() -> None:
        session.prepare(solution.problem, [solution], lambda why: out.print(why, style="dim"))
        session.judge_tests(options.repeat, told.tell_test)
        session.compare(options.repeat)
        session.look_again()

    told.carry_out(judge, quiet=options.quiet)
    return 0 if session.result.is_accepted else 1


@dataclass
class SubmitTelling(SessionTelling[SingleSubmission]):
    """Shows the tests as they are judged."""

    options: SubmitOptions = PLAIN

    def __post_init__(self) -> None:
        if self.files:
            super().__post_init__()

    def tell_test(self, test: TestResult) -> None:
        [solution] = self.session.solutions
        name_width = name_width_of(self.session.tests, out.width)
        out.print(test_line(test, name_width, out.width, timed=solution.device.is_timed))

    def close(self, interrupted: Interruption | None = None) -> None:
        """Explains the result and writes the reports; the last line is the verdict.

        Raises JudgeError if it could not be judged, for lack of a compiler.
        """
        session = self.session
        result, solution = session.result, session.result.solution
        if result.obstacle and not result.is_only_compiled and result.compile_error is None:
            raise JudgeError(result.obstacle)
        tell_result(result, session.looks.get(solution.name, ()), self.options)
        if session.telling_test and (result.verdict is Verdict.AC or self.options.shows_times):
            tell_time(session.host, solution, session.telling_test, session.beside)
        if session.is_not_compared:
            out.print(NOT_COMPARED, style="dim")
        tell_circumstances(session)
        if self.files:
            self.files.write(session.report())
        print_last(verdict_line(result, solution.file_name, session.tests, session.tests_there_are))

    def close_early(self) -> str:
        """Writes what is known on an interruption; returns how far it got. The tests have been printed."""
        with self.session.knowing:
            interrupted = self.session.interrupted()
            tell_kept(self.session.history.kept)
            if self.files:
                self.files.write(self.session.report(interrupted))
        return interrupted.text
