"""`judge submit` with several files: a class. Each is judged like any other submission; then one table shows all."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.base.console import complain, out, print_last
from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.text import one_line
from judge.commands.engine_choice import refuse_on_cluster
from judge.commands.options.submit import PLAIN, SubmitOptions
from judge.commands.session_telling import SessionTelling
from judge.commands.submit_result import tell_circumstances, tell_result, tell_time
from judge.history.recorder import Recorder
from judge.judging.results import Result
from judge.judging.sanitize import require_sanitizers
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.measure.best_solver import telling_test
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.reports.model import Interruption
from judge.reports.terminal.class_text import class_line, print_class
from judge.service.class_files import Member
from judge.service.intake import problem_of, solution_in
from judge.service.submission_session import SubmissionSession


def submit_many(
    host: JudgeHost,
    problem_name: str,
    members: Sequence[Member],
    options: SubmitOptions = PLAIN,
    files: ReportFiles | None = None,
) -> int:
    """The command. Returns the exit status: 0 if all are accepted, 1 if not, 2 if a file could not be judged at
    all."""
    refuse_on_cluster(host.engine, "--repeat", options.repeat > 1)
    refuse_on_cluster(host.engine, "--sanitize", options.sanitize)
    problem = problem_of(host, problem_name)
    solutions, refused = _solutions(host, problem, members, options)
    if options.sanitize:
        require_sanitizers([one.language for one in solutions if one.name not in refused])
    history = Recorder(host, "submit", keeps=not options.no_history)
    rules = replace(options.rules, gpu_jobs=options.gpu_jobs)
    session = SubmissionSession(host, history, options.strict, rules=rules, refused=refused)

    def judge() -> None:
        session.prepare(problem, solutions, lambda why: out.print(why, style="dim"))
        session.judge_all()
        session.time(options.repeat)
        session.look_again()

    _ClassTelling(session, files, options).carry_out(judge, quiet=options.quiet)
    if refused:
        return 2
    return 0 if all(result.is_accepted for result in session.results) else 1


def _solutions(
    host: JudgeHost, problem: Problem, members: Sequence[Member], options: SubmitOptions
) -> tuple[list[Solution], dict[str, str]]:
    """Each submission, named by its author, and by name the reasons why some cannot be judged: no author is lost."""
    found: dict[str, Solution] = {}
    refused: dict[str, str] = {}
    places: dict[str, Member] = {}
    for member in members:
        author = options.author or member.author
        try:
            solution = solution_in(host, problem, str(member.path), options.language, author)
        except JudgeError as error:
            name = one_line(f"{author}/{member.path.name}")
            solution = Solution(name=name, problem=problem, expected=Verdict.AC)
            refused[name] = error.message.replace(str(member.path), member.shown)
            complain(f"not judged: {str(error).replace(str(member.path), member.shown)}")
        name = solution.name
        if name in found:
            other = places[name]
            if member.path.resolve() == other.path.resolve():
                raise JudgeError(f"{member.shown} is given twice.")
            raise JudgeError(
                f"{member.shown} and {other.shown} are both called {name}: give each author a folder with a unique "
                "name."
            )
        found[name], places[name] = solution, member
    return [*found.values()], refused


@dataclass
class _ClassTelling(SessionTelling[SubmissionSession]):
    options: SubmitOptions = PLAIN

    def close(self, interrupted: Interruption | None = None) -> None:
        """Writes the reports and shows the table; the last line says how many were accepted."""
        report = self.session.report(interrupted)
        if self.files:
            self.files.write(report)
        if not interrupted and self.options.shows_times:
            for result in self.session.results:
                self._explain(result)
        looks = [f"{name}: {one.words}" for name, found in self.session.looks.items() for one in found]
        print_class(out, report, looks)
        tell_circumstances(self.session)
        print_last(class_line(report))

    def _explain(self, result: Result) -> None:
        """Prints what `submit` says about a single solution, except the comparison with stored solvers."""
        test = telling_test(result) if result.solution.device.is_timed else None
        if not test and not self.options.verbose:
            return  # for example, it did not compile
        out.rule(result.solution.name)
        if self.options.verbose:
            tell_result(result, self.session.looks.get(result.solution.name, ()), self.options)
        if test:
            tell_time(self.session.host, result.solution, test, None)
