"""The last line of `submit`: verdict, problem, file, and what decided it."""

from collections.abc import Sequence

from rich.text import Text

from judge.base.units import plural
from judge.judging.causes import cause_of, in_words
from judge.judging.findings import WARNED, Finding
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Verdict
from judge.languages.compile import headline
from judge.problems.device import NOT_TIMED
from judge.problems.model import TestCase
from judge.reports.terminal.verdict_text import verdict_text


def verdict_line(
    result: Result, file_name: str, tests: Sequence[TestCase], tests_there_are: int | None = None
) -> Text:
    """One line, however long: `tests` are those selected from all `tests_there_are`."""
    line = line_begin(result.verdict, result.solution.problem.id, file_name)
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
    if result.tests and (how := _remarks(result, tests, tests_there_are or len(tests))):
        line.append(f" ({'; '.join(how)})")
    if result.verdict is Verdict.AC and result.findings:
        line.append("; ").append_text(_warning(result))
    return line


def line_begin(verdict: Verdict, problem_id: str, file_name: str) -> Text:
    return Text.assemble(verdict_text(verdict), f"  {problem_id}  {file_name}  ", style="bold")


def _failure(failure: TestResult, number: str) -> str:
    decision = failure.decision
    reason = with_cause(decision.verdict, decision.reason, failure.findings)
    return f"{failure.test.name} ({number}): {reason}"


def with_cause(verdict: Verdict, reason: str, findings: Sequence[Finding]) -> str:
    """The reason of a failed test, with a finding that explains it."""
    cause = cause_of(findings)
    if cause is None:
        return reason
    # A signal or an exit code is only a consequence, unless the program ended itself or the cause is a guess.
    is_told = verdict is not Verdict.RTE or cause.kind in ("abort", WARNED)
    return f"{reason}; {in_words(cause)}" if is_told and reason else in_words(cause)


def _remarks(result: Result, tests: Sequence[TestCase], tests_there_are: int) -> list[str]:
    """What the verdict does not say about other tests, or about time."""
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
    kind, style = ("rejected by --strict", "bold red") if result.strict else ("warning", "bold yellow")
    return Text(f"{kind}: {warning_words(result.findings)}", style=style)


def warning_words(found: Sequence[Finding]) -> str:
    """The likeliest cause among the findings, and the number of others."""
    first = cause_of(found) or found[0]
    more = f" and {plural(len(found) - 1, 'more finding')}" if len(found) > 1 else ""
    return f"{in_words(first)}{more}"
