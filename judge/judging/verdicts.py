"""Decides verdicts: their table, and the one pure function that turns the facts of a run into one. Nothing else
decides one.

To add a verdict: a member of Verdict and a branch in `decide`.
"""

import re
from collections.abc import Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import force_setattr

from judge.languages.language import Language
from judge.sandbox.facts import LIMITS_IN_WORDS, Facts


class Verdict(Enum):
    """A verdict, by its code; docs/judging.md explains each."""

    AC = "AC", "accepted", "green", 1, "accepted"
    PA = "PA", "partially accepted", "yellow", 2, "partially_accepted"
    CLE = "CLE", "count limit exceeded", "yellow", 3, "count_limit_exceeded"
    WA = "WA", "wrong answer", "red", 4, "wrong_answer"
    TLE = "TLE", "time limit exceeded", "yellow", 6, "time_limit_exceeded"
    MLE = "MLE", "memory limit exceeded", "yellow", 7, "memory_limit_exceeded"
    OLE = "OLE", "output limit exceeded", "yellow", 5, "output_limit_exceeded"
    RTE = "RTE", "run-time error", "magenta", 8, "run_time_error"
    CE = "CE", "compile error", "blue", 9, "compile_error"
    JE = "JE", "judge error: not the solution's fault", "bold red", 10, None
    SKIP = "SKIP", "skipped: cannot run here", "dim", 0, None

    title: str
    style: str
    """Rich style; the code is always printed too, so that it reads without colour."""
    priority: int
    """The priority: of several verdicts the highest stands for all, in the order of problemtools' default grader."""
    folder: str | None
    """The folder under submissions/ that expects this verdict."""

    def __new__(cls, code: str, title: str, style: str, priority: int, folder: str | None) -> "Verdict":
        verdict = object.__new__(cls)
        verdict._value_ = code
        verdict.title, verdict.style, verdict.priority, verdict.folder = title, style, priority, folder
        return verdict

    @property
    def code(self) -> str:
        return str(self.value)


def expected_verdict(folder: str) -> Verdict | None:
    """The verdict that a folder under submissions/ stands for."""
    return next((verdict for verdict in Verdict if verdict.folder == folder), None)


def overall(verdicts: Sequence[Verdict]) -> Verdict:
    """The worst of several: skipped only when all were."""
    return max(verdicts, key=lambda verdict: verdict.priority)


class Validation(Struct, frozen=True):
    """A validator's decision: its exit code (42 accepts, 43 rejects), and the reason."""

    exit_code: int | None
    """None: it was killed, at a limit or by a signal, or failed with an exit code that its rules do not know."""
    message: str
    """Its reason for 43; for codes other than 42 and 43, what went wrong with it."""
    is_final: bool = False
    """Whether the decision came while the solution was still running."""
    points: str | None = None
    """The points of a testlib checker, as it writes them."""
    share: str | None = None
    """The points as a share of the maximum."""

    @property
    def accepted(self) -> bool:
        return self.exit_code == 42

    @property
    def decides(self) -> bool:
        """Whether it counts however the solution ended: it rejected before the solution ended, or the validator
        failed."""
        return (self.is_final and self.rejected) or not (self.accepted or self.rejected)

    @property
    def rejected(self) -> bool:
        return self.exit_code == 43


class Decision(Struct, frozen=True):
    """A verdict with its reason."""

    verdict: Verdict
    reason: str
    """One line for people, also if a validator wrote several; empty for AC."""

    def __post_init__(self) -> None:
        lines = (line.strip() for line in self.reason.splitlines())
        force_setattr(self, "reason", "; ".join(filter(None, lines)))


LIMIT_VERDICTS = {
    "cpu-limit": Verdict.TLE,
    "wall-limit": Verdict.TLE,
    "memory-limit": Verdict.MLE,
    "output-limit": Verdict.OLE,
    "file-limit": Verdict.OLE,
    "process-limit": Verdict.RTE,
    "gpu-memory-limit": Verdict.MLE,
}
"""Verdicts by the runner's outcome."""
SOLVER_CANNOT_RUN = 3
INTO_FILES = "it printed nothing and wrote into files: write to standard output"


def decide(
    facts: Facts,
    validation: Validation | None,
    stderr: str,
    is_solver: bool,
    cpu_limit_ns: int | None = None,
    language: Language | None = None,
    place: str | None = None,
) -> Decision:
    """The verdict of one run. `validation` is None if the run ended without an answer.

    `cpu_limit_ns`: the time limit, which is lower than the one at which the runner killed it; beyond it the program
    was too slow, whatever else it did. `is_solver`: the program is a stored one, whose exit code 3 means "cannot run
    here" (reason on stderr). `language`: that of a submission; its row knows the messages of its run-time system.
    `place`: where in the submission those point.
    """
    is_too_slow = cpu_limit_ns is not None and facts.cpu_ns > cpu_limit_ns
    if validation is not None and validation.decides and not (validation.rejected and is_too_slow):
        return decision_of(validation)
    last_words = stderr.strip().splitlines()[-1][:200] if stderr.strip() else ""
    if language and language.error_line:
        last_words = _line_with(language.error_line, stderr) or last_words
    if facts.outcome == "start-failed":
        # A submission's language passed its self-test, so a failure to start is the submission's fault.
        verdict = Verdict.JE if is_solver else Verdict.RTE
        return Decision(verdict, f"the program did not start: {facts.message}")
    if cpu_limit_ns is not None and is_too_slow:
        ended = " when it was killed" if facts.outcome == "cpu-limit" else ""
        used = f"{facts.cpu_ns / 1e9:.3f} s{ended}, limit {cpu_limit_ns / 1e9:.3f} s"
        return Decision(Verdict.TLE, f"CPU time {used}")
    if facts.outcome in LIMIT_VERDICTS:
        return Decision(LIMIT_VERDICTS[facts.outcome], facts.ending)
    if not facts.succeeded and language and language.memory_exhausted:
        said = _line_with(language.memory_exhausted, stderr)
        if said is not None:
            return Decision(Verdict.MLE, f"{LIMITS_IN_WORDS['memory-limit']}: {said}")
    if facts.outcome == "signaled":
        return Decision(Verdict.RTE, facts.ending + (f": {last_words}" if last_words else ""))
    if facts.outcome != "exited":
        return Decision(Verdict.JE, f"the runner reported an unknown outcome '{facts.outcome}'")
    if facts.exit_code == SOLVER_CANNOT_RUN and is_solver:
        return Decision(Verdict.SKIP, last_words.partition("cannot run: ")[2] or last_words)
    if facts.exit_code != 0 and place and last_words:
        return Decision(Verdict.RTE, f"{place}: {last_words}")
    if facts.exit_code != 0:
        return Decision(Verdict.RTE, facts.ending + (f": {last_words}" if last_words else ""))
    if validation is None:
        return Decision(Verdict.JE, "the output was not validated")
    decision = decision_of(validation)
    emulated = language is not None and language.device.is_emulated  # which stores its findings there
    if decision.verdict is Verdict.WA and facts.work_bytes and not facts.stdout_bytes and not emulated:
        return Decision(Verdict.WA, f"{decision.reason}; {INTO_FILES}")
    return decision


def decision_of(validation: Validation) -> Decision:
    """The decision of a run of which only the validator's word counts."""
    if validation.accepted:
        return Decision(Verdict.AC, "")
    if validation.rejected:
        return Decision(Verdict.WA, validation.message or "the validator gave no reason")
    return Decision(Verdict.JE, validation.message)


def _line_with(pattern: str, text: str) -> str | None:
    """The first line in which the pattern is found."""
    return next((line.strip()[:200] for line in text.splitlines() if re.search(pattern, line)), None)
