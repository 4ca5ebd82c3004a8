"""What the history holds, as data: sessions, attempts, and the best of them."""

import math
import sqlite3
import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judge.base.records import Record
from judge.base.units import plural
from judge.history.filters import COMPARED, EVERYTHING, RAN, Where
from judge.judging.times import CLEAR_RATIO, ENOUGH_RUNS
from judge.machine.hardware import machine_name

RECENT = 5
"""A solution's time is the median of this many of its last accepted attempts."""


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
    def merit(self) -> float:
        """By its points, more is better; the same for all that have none."""
        if self.points is None:
            return -math.inf
        return -self.points if self.lower_is_better else self.points

    @property
    def line(self) -> tuple[object, ...]:
        """Attempts in one line show the progress of a solution of this name, on one machine and the same tests."""
        return self.problem, self.kind, self.name, self.machine, self.emulated, self.tests_sha256

    @property
    def solution(self) -> tuple[object, ...]:
        """The same source is the same solution, under any name."""
        return self.problem, self.source_sha256 or self.name, self.machine, self.tests_sha256


@dataclass(frozen=True)
class Best:
    """A solution with all of its accepted attempts, oldest first; of a scoring problem those with its best points."""

    attempts: list[Attempt]

    @property
    def last(self) -> Attempt:
        return self.attempts[-1]

    @property
    def recent_ns(self) -> list[int]:
        return sorted(attempt.wall_ns for attempt in self.attempts[-RECENT:] if attempt.wall_ns is not None)

    @property
    def wall_ns(self) -> int:
        return round(statistics.median(self.recent_ns))

    def ties_with(self, other: "Best") -> bool:
        """Of two with the same points: whether the ranges of their times overlap; where one has too few, whether they
        are near each other."""
        mine, others = self.recent_ns, other.recent_ns
        if min(len(mine), len(others)) < ENOUGH_RUNS:
            return max(self.wall_ns, other.wall_ns) <= CLEAR_RATIO * min(self.wall_ns, other.wall_ns)
        return mine[0] <= others[-1] and others[0] <= mine[-1]


@dataclass(frozen=True)
class Ranking:
    """The solutions of a problem that were judged on one machine and on the newest tests: those with the best points
    first, of the same points, or of a problem without, the fastest."""

    problem: str
    machine: str
    tests_sha256: str
    solutions: Sequence[Best]
    left_out: int
    """Attempts to compare on this machine with other test data."""


def judged_text(problems: Collection[str], names: Sequence[str]) -> str:
    """ "double: mine.py", "7 problems: 185 solutions"."""
    where = next(iter(problems)) if len(problems) == 1 else plural(len(problems), "problem")
    return f"{where}: {names[0] if len(names) == 1 else plural(len(names), 'solution')}"


def read_sessions(connection: sqlite3.Connection, where: Where, limit: int) -> list[Session]:
    """The last ones, newest first."""
    query = f"SELECT * FROM sessions WHERE {where.text} ORDER BY id DESC LIMIT ?"
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
        f"WHERE {where.text} ORDER BY attempts.id DESC LIMIT ?"
    )
    rows = connection.execute(query, [*where.values, -1 if last is None else last])
    return [_attempt(dict(row)) for row in rows][::-1]


def read_line(connection: sqlite3.Connection, attempt: Attempt, last: int) -> list[Attempt]:
    """The attempts of its line that could run, up to this one; oldest first."""
    where = Where(
        "problem = ? AND name = ? AND attempts.id <= ? AND kind = ? AND emulated = ? AND tests_sha256 = ? "
        "AND (cpu, cores, gpu) IS (SELECT cpu, cores, gpu FROM sessions WHERE id = ?)",
        (
            attempt.problem,
            attempt.name,
            attempt.id,
            attempt.kind,
            attempt.emulated,
            attempt.tests_sha256,
            attempt.session,
        ),
    )
    return read_attempts(connection, where & RAN, last)


def count_attempts(connection: sqlite3.Connection, where: Where) -> int:
    [(count,)] = connection.execute(f"SELECT count(*) FROM attempts WHERE {where.text}", where.values)
    return int(count)


def newest_tests(connection: sqlite3.Connection, where: Where) -> dict[str, str]:
    """Of each problem the tests that were last passed, or gave points."""
    query = (
        # SQLite takes a column that stands beside max() from the row that has the maximum.
        f"SELECT problem, tests_sha256, max(id) FROM attempts WHERE {(COMPARED & where).text} GROUP BY problem"
    )
    return {problem: tests for problem, tests, _ in connection.execute(query, where.values)}


def _attempt(row: dict[str, Any]) -> Attempt:
    machine = machine_name(row.pop("cpu"), row.pop("cores"), row.pop("gpu"))
    for key in ("samples_only", "as_expected", "emulated", "lower_is_better"):
        row[key] = bool(row[key])
    return Attempt(machine=machine, **row)


def rank(attempts: Sequence[Attempt], newest_tests: Mapping[str, str]) -> list[Ranking]:
    """A ranking for each problem and machine: problems by name, of a problem the machine used last first.

    `attempts` are COMPARED ones; `newest_tests` by problem are those on which they are compared.
    """
    places: dict[tuple[str, str], list[Attempt]] = {}
    for attempt in reversed(attempts):
        places.setdefault((attempt.problem, attempt.machine), []).append(attempt)
    rankings = []
    for (problem, machine), there in sorted(places.items(), key=lambda item: item[0][0]):
        solutions: dict[tuple[object, ...], list[Attempt]] = {}
        comparable = [attempt for attempt in reversed(there) if attempt.tests_sha256 == newest_tests[problem]]
        for attempt in comparable:
            solutions.setdefault(attempt.solution, []).append(attempt)
        ranked = sorted(map(_best, solutions.values()), key=lambda best: (-best.last.merit, best.wall_ns))
        left_out = len(there) - len(comparable)
        rankings.append(Ranking(problem, machine, newest_tests[problem], ranked, left_out))
    return rankings


def _best(attempts: Sequence[Attempt]) -> Best:
    merit = max(attempt.merit for attempt in attempts)
    return Best([attempt for attempt in attempts if attempt.merit == merit])
