"""What `verify --verbose` prints about an unexpected result: why it failed, what was found, its time."""

from judge.base.console import out
from judge.base.tables import excerpt
from judge.base.text import one_line
from judge.commands.submit_result import tell_time
from judge.judging.results import Result
from judge.measure.best_solver import telling_test
from judge.project.host import JudgeHost
from judge.reports.terminal.failure_text import print_failure
from judge.reports.terminal.findings_text import findings_text


def explain(host: JudgeHost, result: Result) -> None:
    """Explains a result; a solution that wrongly passed has only its time to show."""
    solution = result.solution
    out.print()
    out.rule(one_line(f"{solution.problem.id} {solution.name}"), style="dim")
    if result.compile_error is not None:
        out.print(excerpt("the compiler's message", result.compile_error, border_style="blue"))
    if result.first_failure:
        out.print()
        print_failure(out, solution.problem, result.first_failure, verbose=True)
    for part in findings_text(result.findings, solution.texts):
        out.print(part)
    test = telling_test(result) if solution.device.is_timed else None
    if test and test.timed:
        tell_time(host, solution, test, None, of_user=False)
