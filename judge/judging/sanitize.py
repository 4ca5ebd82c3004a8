"""Runs a program that a signal killed, or whose answer is wrong, again with sanitizers, which name the line.

AddressSanitizer and UndefinedBehaviorSanitizer write a report to stderr. The program could forge it, as it could the
emulated GPU's findings: it is a hint, and changes no verdict.
"""

from collections.abc import Collection, Sequence

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.judging.prepare import compiled_as, started
from judge.judging.results import Result, TestResult
from judge.judging.sanitizer_report import read_report
from judge.judging.second_look import SecondLook
from judge.judging.solutions import Solution
from judge.judging.stderr_text import authors_names
from judge.judging.verdicts import Verdict
from judge.languages.compile import Compiled, headline
from judge.languages.language import Language
from judge.languages.table import LANGUAGES
from judge.problems.limits import limits_of_a_test
from judge.project.host import JudgeHost
from judge.sandbox.run import run

SANITIZERS = "AddressSanitizer and UndefinedBehaviorSanitizer"
SLOWER, MORE_MEMORY_BYTES = 4, 1 << 30
"""The limits of a program with sanitizers: it takes a few times as long, and more memory."""
ENVIRONMENT = (
    "ASAN_OPTIONS=detect_leaks=0:handle_abort=1:handle_sigfpe=1:color=never:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS=halt_on_error=1:color=never",
)
REPORT_BYTES = 64 * 1024


def was_killed(result: Result) -> bool:
    """Whether a signal ended it, and its language can be compiled with sanitizers."""
    failure = result.first_failure
    killed = failure is not None and failure.facts.outcome == "signaled"
    return killed and result.verdict is Verdict.RTE and _has_sanitizers(result)


def can_be_sanitized(result: Result) -> bool:
    """Whether sanitizers may name a cause: it was killed by a signal, or its answer is wrong."""
    return was_killed(result) or (result.verdict is Verdict.WA and _has_sanitizers(result))


def _has_sanitizers(result: Result) -> bool:
    language = result.solution.language
    return bool(language and language.sanitize)


def require_sanitizers(languages: Collection[Language | None]) -> None:
    """Raises JudgeError if none of the languages has any."""
    if any(language and language.sanitize for language in languages):
        return
    served = ", ".join(one.title for one in LANGUAGES if one.sanitize)
    found = ", ".join(dict.fromkeys(language.title for language in languages if language))
    raise JudgeError(f"--sanitize is for {served}{f', not {found}' if found else ''}.")


def sanitized(host: JudgeHost, result: Result, cores: Sequence[int]) -> SecondLook:
    """Runs the first failing test of such a result again. Precondition: can_be_sanitized."""
    solution, failure = result.solution, result.first_failure
    assert failure is not None
    assert solution.language is not None
    compiled = compiled_as(host, solution, solution.language.sanitized, cores)
    if compiled.error is not None:
        return SecondLook((), f"it did not compile with {SANITIZERS}: {headline(compiled.error)}")
    report = _report(host, solution, compiled, failure, cores)
    found = read_report(report, solution.texts)
    outcome = "nothing found" if found is None else "1 finding"
    return SecondLook((found,) if found else (), f"{failure.test.name} again, with {SANITIZERS}: {outcome}")


def _report(
    host: JudgeHost, solution: Solution, compiled: Compiled, failure: TestResult, cores: Sequence[int]
) -> str:
    allowed = solution.limits()
    limits = limits_of_a_test(replace(allowed, time_s=allowed.time_s * SLOWER), len(cores) or 1)
    limits = replace(limits, memory_bytes=limits.memory_bytes + MORE_MEMORY_BYTES)
    start = started(solution, compiled, failure.test)
    with scratch_folder() as folder:
        run(
            host,
            start.command,
            limits,
            folder,
            stdin=failure.test.input,
            visible=start.visible,
            cores=cores,
            environment=ENVIRONMENT,
        )
        return authors_names(host.installation, solution, read_text(folder / "stderr", REPORT_BYTES))
