"""The content of the history, as data: sessions and attempts."""

from datetime import datetime
from typing import Any

from judge.base.records import Record, replace
from judge.base.units import plural
from judge.machine.hardware import machine_name
from judge.store.database import Transaction
from judge.store.history.filters import EVERYTHING, IN_SESSIONS, RAN, Where
from judge.store.history.moments import ms_of, utc_text
from judge.store.history.queries import NEWEST_FIRST, OF_MACHINES


class Session(Record, frozen=True):
    """One `verify` or `submit`."""

    id: int
    started_utc: str
    ended_utc: str | None
    """None: it is still running, or was killed."""
    command: str
    planned: int
    """The number of solutions to judge."""
    cpu: str
    cores: int
    memory_bytes: int
    kernel: str
    gpu: str | None
    driver: str | None
    cuda_toolkit: str | None
    given: str
    """What it was given: "double: mine.py", "7 problems: 185 solutions"; empty if an earlier version stored it."""

    @property
    def machine(self) -> str:
        return machine_name(self.cpu, self.cores, self.gpu)

    @property
    def duration_s(self) -> float | None:
        if self.ended_utc is None:
            return None
        return (
            datetime.fromisoformat(self.ended_utc) - datetime.fromisoformat(self.started_utc)
        ).total_seconds()


class Attempt(Record, frozen=True):
    """One solution, judged once. Times and memory are the worst of its tests, the share is the best.

    On the emulated GPU nothing is timed: figures are None there."""

    id: int
    session: int
    command: str
    machine: str
    judged_utc: str
    problem: str
    name: str
    author: str | None
    """The author of what was submitted: "anna" of "anna/mine.cpp"; None: not named."""
    kind: str
    """"solver" or "submission"."""
    language: str | None
    source_sha256: str | None
    """None: a solver, whose sources are the project's."""
    tests_sha256: str
    samples_only: bool
    verdict: str
    expected: str
    as_expected: bool
    reason: str
    tests_passed: int
    tests_total: int
    wall_ns: int | None
    cpu_ns: int | None
    peak_memory_bytes: int | None
    kernels_ns: int | None
    share: float | None
    emulated: bool
    chosen_limit_s: float | None
    """The time limit, where `--time-limit` chose it."""
    points: float | None
    """Points of a scoring problem; None: of another one, or it has no score."""
    most_points: float | None
    """None: unlimited."""
    chosen_factor: float | None
    """The factor of the time limit, where `--time-factor` chose it."""
    lower_is_better: bool
    """Whether fewer points are better."""

    @property
    def accepted(self) -> bool:
        """Whether it was accepted on every test."""
        return self.verdict == "AC" and self.tests_passed == self.tests_total and not self.samples_only

    @property
    def line(self) -> tuple[object, ...]:
        """Attempts in one line show the progress of a solution of this name, on one machine and the same tests."""
        return self.problem, self.kind, self.name, self.machine, self.emulated, self.tests_sha256


def judged_text(problems: int, problem: str, solutions: int, name: str) -> str:
    """ "double: mine.py", "7 problems: 185 solutions". `problem`, `name`: of the only one."""
    where = problem if problems == 1 else plural(problems, "problem")
    return f"{where}: {name if solutions == 1 else plural(solutions, 'solution')}"


YES_OR_NO = ("samples_only", "as_expected", "emulated", "lower_is_better")
SESSION = (
    "sessions.id, started_utc_ms, ended_utc_ms, command, planned, cpu, cores, memory_bytes, kernel, gpu, driver, "
    "cuda_toolkit, given FROM sessions JOIN hosts ON hosts.id = sessions.host_id"
)
ATTEMPT = (
    "judgements.id, judgements.session_id, sessions.command, cpu, cores, gpu, judgements.ended_utc_ms, "
    "judgements.problem, judgements.name, judgements.author, kind, language, judgements.source_sha256, data_sha256, "
    "is_samples_only, verdict, expected, as_expected, reason, tests_passed, tests_total, wall_ns, cpu_ns, "
    "peak_memory_bytes, kernels_ns, ceiling_share, is_emulated, chosen_limit_s, points, most_points, chosen_factor, "
    f"lower_is_better FROM judgements {OF_MACHINES} CROSS JOIN submissions ON submissions.id = submission_id"
)


def read_sessions(transaction: Transaction, where: Where, limit: int) -> list[Session]:
    """The last sessions, the newest first."""
    query = f"SELECT {SESSION} WHERE {where.text} ORDER BY started_utc_ms DESC, sessions.id DESC LIMIT ?"
    return [_session(*row) for row in transaction.rows(query, *where.values, limit)]


def read_session(transaction: Transaction, number: int) -> Session | None:
    found = transaction.first(f"SELECT {SESSION} WHERE sessions.id = ?", number)
    return _session(*found) if found else None


def read_attempts(
    transaction: Transaction, where: Where = EVERYTHING, last: int | None = None
) -> list[Attempt]:
    """Attempts, the oldest first; with `last`, only as many of the newest."""
    query = f"SELECT {ATTEMPT} WHERE {(where & IN_SESSIONS).text} {NEWEST_FIRST} LIMIT ?"
    rows = transaction.rows(query, *where.values, -1 if last is None else last)
    return [_attempt(*row) for row in reversed(rows)]


def read_line(transaction: Transaction, attempt: Attempt, last: int) -> list[Attempt]:
    """The attempts of its line that could run, up to this one; oldest first."""
    where = Where(
        "judgements.problem = ? AND judgements.name = ? AND (judgements.ended_utc_ms, judgements.id) <= (?, ?) "
        "AND kind = ? AND is_emulated = ? AND data_sha256 = ? AND (cpu, cores, gpu) IS "
        "(SELECT cpu, cores, gpu FROM sessions JOIN hosts ON hosts.id = host_id WHERE sessions.id = ?)",
        (
            attempt.problem,
            attempt.name,
            ms_of(datetime.fromisoformat(attempt.judged_utc)),
            attempt.id,
            attempt.kind,
            attempt.emulated,
            attempt.tests_sha256,
            attempt.session,
        ),
    )
    return read_attempts(transaction, where & RAN, last)


def read_result(transaction: Transaction, attempt: Attempt) -> bytes:
    """Its details, as they were stored."""
    sql = "SELECT compressed FROM judgement_details WHERE judgement_id = ?"
    row = transaction.first(sql, attempt.id)
    return bytes(row[0]) if row else b""


def _session(number: int, started_utc_ms: int, ended_utc_ms: int | None, *others: Any) -> Session:
    ended_utc = None if ended_utc_ms is None else utc_text(ended_utc_ms)
    return Session(number, utc_text(started_utc_ms), ended_utc, *others)


def _attempt(
    number: int,
    session: int,
    command: str,
    cpu: str,
    cores: int,
    gpu: str | None,
    ended_utc_ms: int,
    *others: Any,
) -> Attempt:
    machine = machine_name(cpu, cores, gpu)
    attempt = Attempt(number, session, command, machine, utc_text(ended_utc_ms), *others)
    return replace(attempt, **{name: bool(getattr(attempt, name)) for name in YES_OR_NO})
