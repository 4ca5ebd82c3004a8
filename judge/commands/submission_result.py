"""The result of a submission that was judged remotely, worded like `submit`, as far as the server reports it."""

from collections.abc import Mapping

from rich.text import Text

from judge.base.console import out, print_last
from judge.base.tables import excerpt
from judge.client.told import ToldSubmission, ToldTest
from judge.judging.verdicts import Verdict
from judge.languages.compile import headline
from judge.reports.terminal.advice_text import advice_text
from judge.reports.terminal.counted_line import counted_line
from judge.reports.terminal.failure_text import EXCERPT_LINES, LONG_EXCERPT_LINES, panel, said
from judge.reports.terminal.findings_text import findings_text
from judge.reports.terminal.group_table import group_table
from judge.reports.terminal.verdict_line import line_begin, warning_words, with_cause

NOT_TOLD = "judged; the result is not shown here"


def tell_submission(
    told: ToldSubmission,
    page: str,
    limit_s: float | None = None,
    texts: Mapping[str, str] | None = None,
    sample: Mapping[str, str] | None = None,
    *,
    verbose: bool = False,
) -> None:
    """Shows the submission; the last line is the verdict. `page`: its address; `texts`: of the sources, by file name;
    `sample`: the input and the answer of the first failure, if that is a sample."""
    verdict, judgement = told.verdict, told.judgement
    out.print()
    if told.compile_error is not None:
        out.print(excerpt("the compiler's message", told.compile_error, border_style="blue"))
    elif verdict and judgement:
        failed = [test for test in told.tests if test.failed]
        more = " and more for large tests" if judgement.is_emulated else ""
        out.print(
            counted_line(
                verdict,
                told.score_text,
                judgement.tests_passed,
                judgement.tests_total,
                len(failed),
                max(0, judgement.tests_total - len(told.tests)) if failed else 0,
                how="",
                limit=f"time limit {limit_s:g} s{more}" if limit_s else "",
            )
        )
        if told.scored:
            out.print(group_table(told.scored))
        if failure := told.first_failure:
            if not told.scored:
                out.print()
            _tell_failure(failure, sample or {}, verbose=verbose)
        for part in findings_text(told.findings, texts):
            out.print(part)
        if told.counted:
            for part in advice_text(told.counted.advice, texts, told.counted.tests):
                out.print(part)
    if told.not_told and not told.is_accepted:
        out.print(told.not_told, style="dim", soft_wrap=True)
    out.print(page, style="dim", soft_wrap=True)
    print_last(last_line(told))


def _tell_failure(failure: ToldTest, sample: Mapping[str, str], *, verbose: bool) -> None:
    most = LONG_EXCERPT_LINES if verbose else EXCERPT_LINES
    out.print(Text(f"First failure: {failure.name}: {failure.reason}", style="bold"))
    if "in" in sample:
        out.print(panel("input", sample["in"], most))
    is_wrong = failure.verdict is Verdict.WA
    difference = failure.difference if is_wrong else None
    answer = sample.get("ans") if is_wrong and difference is None else None
    for part in said(
        most,
        transcript=failure.text("transcript"),
        difference=difference,
        answer=answer,
        stdout=failure.text("stdout"),
        stderr=failure.text("stderr"),
    ):
        out.print(part)


def last_line(told: ToldSubmission) -> Text:
    """Verdict, problem, file, and what decided the verdict."""
    verdict, judgement = told.verdict, told.judgement
    if verdict is None or judgement is None:
        return Text(f"--  {told.problem}  {told.file}  {NOT_TOLD}", style="bold")
    line = line_begin(verdict, told.problem, told.file)
    failure = told.first_failure
    if told.score_text:
        line.append(f"{told.score_text}; " if failure else f"{told.score_text}, ")
    if told.compile_error is not None:
        line.append(headline(told.compile_error))
        return line
    if failure:
        number = f"test {failure.run.ordinal} of {max(judgement.tests_total, failure.run.ordinal)}"
        reason = with_cause(failure.verdict, failure.reason, failure.findings)
        line.append(f"{failure.name} ({number})" + (f": {reason}" if reason else ""))
    elif verdict is not Verdict.AC:
        line.append(told.reason or verdict.title)
    elif judgement.tests_total:
        line.append(f"{judgement.tests_passed} of {judgement.tests_total} tests passed")
    else:
        line.append(verdict.title)
    if told.how:
        line.append(f" ({told.how})")
    if verdict is Verdict.AC and told.findings:
        line.append("; ").append(f"warning: {warning_words(told.findings)}", style="bold yellow")
    return line
