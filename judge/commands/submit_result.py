"""What `submit` prints about a result above the verdict: how many tests, why it failed, what was found."""

from collections.abc import Sequence

from judge.base.console import out, prints_utf8
from judge.base.tables import excerpt
from judge.base.units import plural
from judge.base.user_state import first_time
from judge.commands.options.submit import SubmitOptions
from judge.commands.session_telling import tell_kept
from judge.judging.results import Result, TestResult
from judge.judging.sanitize import was_killed
from judge.judging.second_look import SecondLook
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.limits.known import limit_text
from judge.measure.best_solver import Beside
from judge.measure.ceilings import load_ceilings
from judge.project.host import JudgeHost
from judge.reports.terminal.advice_text import advice_text
from judge.reports.terminal.count_lines import count_lines
from judge.reports.terminal.counted_line import counted_line
from judge.reports.terminal.failure_text import print_failure
from judge.reports.terminal.findings_text import findings_text
from judge.reports.terminal.group_table import group_table
from judge.reports.terminal.submit_text import time_report
from judge.sandbox.isolation import describe
from judge.service.submission_session import SubmissionSession


def tell_circumstances(session: SubmissionSession) -> None:
    """Shows the isolation, and where the results are stored."""
    isolations = [run for result in session.results for run in result.isolations]
    out.print(describe(isolations), style="dim", soft_wrap=True)
    tell_kept(session.history.kept)
    if session.rules.chosen:
        chosen = f"{len(session.tests)} of {plural(session.tests_there_are, 'test')} chosen"
        out.print(f"{chosen}: not stored in the history", style="dim")


def tell_result(result: Result, looks: Sequence[SecondLook], options: SubmitOptions) -> None:
    out.print()
    if result.compile_error is not None:
        by = "the compiler's message" if result.compiler_isolation else "not compiled"
        out.print(excerpt(by, result.compile_error, border_style="blue"))
        return
    if result.lost is not None:
        out.print(result.lost, soft_wrap=True)
    if result.obstacle is not None or result.lost is not None:
        return
    out.print(_counted(result))
    for line in count_lines(result):
        out.print(line, soft_wrap=True)
    if result.left_out:
        out.print(f"{result.left_out_text}; --all judges all", style="bold yellow")
    if result.score:
        out.print(group_table(result.score.groups))  # with an empty line above and below
    if result.first_failure:
        if not result.score:
            out.print()
        print_failure(out, result.solution.problem, result.first_failure, verbose=options.verbose)
        if was_killed(result) and not options.sanitize:
            out.print("--sanitize runs it again with sanitizers, which name the line.", style="bold yellow")
    for look in looks:
        out.print(look.words, style="dim")
    by = "The emulated GPU" if result.solution.device.computes_on_gpu else "The sanitizers"
    for part in findings_text(result.findings, result.solution.texts, by):
        out.print(part)
    if result.counted:
        for part in advice_text(result.counted.advice, result.solution.texts, result.counted.tests):
            out.print(part)


def _counted(result: Result) -> str:
    solution = result.solution
    limit = f"time limit {solution.limits().time_s:g} s and more for large tests"
    return counted_line(
        result.verdict,
        result.score.text if result.score else "",
        result.count(Verdict.AC),
        result.test_count,
        sum(test.failed for test in result.tests),
        result.not_run,
        how=" (--all runs all)",
        limit=limit_text(solution.problem) if solution.device.is_timed else limit,
    )


def tell_time(
    host: JudgeHost, solution: Solution, test: TestResult, beside: Beside | None, *, of_user: bool = True
) -> None:
    """Shows the time. The hint to calibrate is given once, and only if there is a GPU to calibrate."""
    ceilings = load_ceilings(host.hardware, host.tell)

    def hints() -> bool:
        return host.policy.gpus.obstacle is None and first_time("calibrate")

    out.print()
    for part in time_report(
        test,
        beside,
        ceilings,
        on_gpu=solution.device.needs_gpu,
        width=out.width,
        utf8=prints_utf8(),
        of_user=of_user,
        hints=hints,
    ):
        out.print(part)
