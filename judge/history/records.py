"""What the history holds, as data: sessions and attempts."""

import sqlite3
from datetime import datetime
from typing import Any

from judge.base.records import Record
from judge.base.units import plural
from judge.history.filters import EVERYTHING, RAN, Where
from judge.machine.hardware import machine_name


class Session(Record, frozen=True):
    """One `verify` or `submit`."""

    id: int
    started_utc: str
    ended_utc: str | None
    """None: it is still running, or was killed."""
    command: str
    planned: int
    """Solutions that were to be judged."""
    cpu: str
    cores: int
    memory_bytes: int
    kernel: str
    gpu: str | None
    driver: str | None
    cuda_toolkit: str | None
    given: str
    """What was to be judged: "double: mine.py", "7 problems: 185 solutions"; empty where an earlier version kept it."""

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
    """Of what was submitted: "anna" of "anna/mine.cpp"; None: not named."""
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
    """Of a scoring problem; None: of another one, or it has no score."""
    most_points: float | None
    """None: without bound."""
    chosen_factor: float | None
    """That of the time limit, where `--time-factor` chose it."""
    lower_is_better: bool
    """Whether fewer points are better."""

    @property
    def accepted(self) -> bool:
        """On every test."""
        return self.verdict == "AC" and self.tests_passed == self.tests_total and not self.samples_only

    @property
    def line(self) -> tuple[object, ...]:
        """Attempts in one line show the progress of a solution of this name, on one machine and the same tests."""
        return self.problem, self.kind, self.name, self.machine, self.emulated, self.tests_sha256


def judged_text(problems: int, problem: str, solutions: int, name: str) -> str:
    """ "double: mine.py", "7 problems: 185 solutions". `problem`, `name`: of the only one."""
    where = problem if problems == 1 else plural(problems, "problem")
    return f"{where}: {name if solutions == 1 else plural(solutions, 'solution')}"


def read_sessions(connection: sqlite3.Connection, where: Where, limit: int) -> list[Session]:
    """The last ones, newest first."""
    query = f"SELECT * FROM sessions WHERE {where.text} ORDER BY started_utc DESC, id DESC LIMIT ?"
    return [Session(**row) for row in connection.execute(query, [*where.values, limit])]


def read_session(connection: sqlite3.Connection, number: int) -> Session | None:
    found = connection.execute("SELECT * FROM sessions WHERE id = ?", [number]).fetchone()
    return Session(**found) if found else None


def read_attempts(
    connection: sqlite3.Connection, where: Where = EVERYTHING, last: int | None = None
) -> list[Attempt]:
    """Oldest first; if `last` is given, only as many of the newest."""
    query = (
        "SELECT attempts.*, sessions.command, sessions.cpu, sessions.cores, sessions.gpu "
        "FROM attempts JOIN sessions ON sessions.id = attempts.session "
        f"WHERE {where.text} ORDER BY judged_utc DESC, attempts.id DESC LIMIT ?"
    )
    rows = connection.execute(query, [*where.values, -1 if last is None else last])
    return [_attempt(dict(row)) for row in rows][::-1]


def read_line(connection: sqlite3.Connection, attempt: Attempt, last: int) -> list[Attempt]:
    """The attempts of its line that could run, up to this one; oldest first."""
    where = Where(
        "problem = ? AND name = ? AND (judged_utc, attempts.id) <= (?, ?) AND kind = ? AND emulated = ? "
        "AND tests_sha256 = ? AND (cpu, cores, gpu) IS (SELECT cpu, cores, gpu FROM sessions WHERE id = ?)",
        (
            attempt.problem,
            attempt.name,
            attempt.judged_utc,
            attempt.id,
            attempt.kind,
            attempt.emulated,
            attempt.tests_sha256,
            attempt.session,
        ),
    )
    return read_attempts(connection, where & RAN, last)


def _attempt(row: dict[str, Any]) -> Attempt:
    machine = machine_name(row.pop("cpu"), row.pop("cores"), row.pop("gpu"))
    for key in ("samples_only", "as_expected", "emulated", "lower_is_better"):
        row[key] = bool(row[key])
    return Attempt(machine=machine, **row)
