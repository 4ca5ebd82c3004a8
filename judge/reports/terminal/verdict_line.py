"""The last line of `submit`: verdict, problem, file, and what decided it."""

from collections.abc import Sequence

from rich.text import Text

from judge.base.units import plural
from judge.judging.causes import cause_of, in_words
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Verdict
from judge.languages.compile import headline
from judge.problems.device import NOT_TIMED
from judge.problems.model import TestCase
from judge.reports.terminal.verdict_text import verdict_text


def verdict_line(
    result: Result, file_name: str, tests: Sequence[TestCase], tests_there_are: int | None = None
) -> Text:
    """One line, however long: `tests` are those that were chosen of all `tests_there_are`."""
    line = Text.assemble(
        verdict_text(result.verdict), f"  {result.solution.problem.id}  {file_name}  ", style="bold"
    )
    failure, score = result.first_failure, result.score
    if score and score.verdict is Verdict.JE and not failure:
        line.append(score.reason)
        return line
    if score:
        line.append(f"{score.text}; " if failure else f"{score.text}, ")
    if result.obstacle is not None:
        line.append(result.obstacle)
    elif result.compile_error is not None:
        line.append(headline(result.compile_error))
    elif failure:
        line.append(_failure(failure, f"test {result.failure_number} of {len(tests)}"))
    else:
        line.append(_passed(result))
    if result.tests and (how := _how(result, tests, tests_there_are or len(tests))):
        line.append(f" ({'; '.join(how)})")
    if result.verdict is Verdict.AC and result.findings:
        line.append("; ").append_text(_warning(result))
    return line


def _failure(failure: TestResult, number: str) -> str:
    where = f"{failure.test.name} ({number})"
    reason = failure.ruling.reason
    if cause := cause_of(failure.findings):
        # A signal or an exit code is only what came of it, unless the program ended itself.
        is_told = failure.ruling.verdict is not Verdict.RTE or cause.kind == "abort"
        reason = f"{reason}; {in_words(cause)}" if is_told else in_words(cause)
    return f"{where}: {reason}"


def _how(result: Result, tests: Sequence[TestCase], tests_there_are: int) -> list[str]:
    """What the verdict does not say of other tests, or of time."""
    how = []
    if len(tests) < tests_there_are:
        how.append(f"{len(tests)} of {plural(tests_there_are, 'test')} chosen")
    if all(test.is_sample for test in tests):
        how.append("samples only")
    if not result.solution.device.is_timed:
        how.append(NOT_TIMED)
    return how


def _passed(result: Result) -> str:
    counted = f"{result.count(Verdict.AC)} of {plural(result.test_count, 'test')} passed"
    left_out = len(result.left_out)
    return f"{counted}, {left_out} too large to emulate (--all)" if left_out else counted


def _warning(result: Result) -> Text:
    found = result.findings
    first = cause_of(found) or found[0]
    more = f" and {plural(len(found) - 1, 'more finding')}" if len(found) > 1 else ""
    kind, style = ("rejected by --strict", "bold red") if result.strict else ("warning", "bold yellow")
    return Text(f"{kind}: {in_words(first)}{more}", style=style)
