"""The best solutions of a problem. Of the attempts only what decides is read; those that are shown are read whole."""

import math
import sqlite3
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.history.filters import COMPARED, Filter, Where, one_of
from judge.history.queries import Part, different_problems, of_author
from judge.history.records import Attempt, read_attempts
from judge.judging.times import CLEAR_RATIO, ENOUGH_RUNS
from judge.machine.hardware import machine_name

RECENT = 5
"""A solution's time is the median of this many of its last accepted attempts."""
Machine = tuple[str, int, str | None]


@dataclass(frozen=True)
class Best:
    """A solution by its accepted attempts; of a scoring problem by those with its best points."""

    count: int
    recent_ns: Sequence[int]
    """The times of its last ones, sorted."""
    attempts: Sequence[Attempt]
    """Oldest first; not more of the last ones than was asked for."""

    @property
    def last(self) -> Attempt:
        return self.attempts[-1]

    @property
    def wall_ns(self) -> int:
        return _median_ns(self.recent_ns)

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


@dataclass
class _Solution:
    """Its attempts with the best points, newest first: their ids and times."""

    merit: float
    ids: list[int]
    times_ns: list[int]

    @property
    def recent_ns(self) -> list[int]:
        return sorted(self.times_ns[:RECENT])


def rankings(
    connection: sqlite3.Connection, chosen: Filter, limit: int, most_attempts: int | None
) -> Iterator[Ranking]:
    """One for each problem and machine, with the first `limit` solutions: problems by name, of a problem the machine
    used last first.

    `most_attempts`: of each solution. What is compared are results on the newest tests of the time that was chosen,
    whoever was the last to pass them, or to get points for them.
    """
    for problem in _problems(connection, chosen):
        where = Where("problem = ?", (problem,)) & COMPARED & chosen.dates
        query = (
            f"SELECT tests_sha256 FROM attempts INDEXED BY attempts_to_compare WHERE {where.text} "
            "ORDER BY judged_utc DESC, id DESC LIMIT 1"
        )
        for (tests,) in connection.execute(query, where.values).fetchall():
            yield from _of_problem(connection, problem, tests, chosen, limit, most_attempts)


def _problems(connection: sqlite3.Connection, chosen: Filter) -> list[str]:
    if chosen.problem is not None:
        return [chosen.problem]
    if not chosen.authors:
        return different_problems(connection)
    found: set[str] = set()
    for author in chosen.authors:
        where = of_author(author)
        query = f"SELECT DISTINCT problem FROM attempts INDEXED BY attempts_of_an_author WHERE {where.text}"
        found.update(problem for (problem,) in connection.execute(query, where.values))
    return sorted(found)


def _of_problem(
    connection: sqlite3.Connection,
    problem: str,
    tests: str,
    chosen: Filter,
    limit: int,
    most_attempts: int | None,
) -> Iterator[Ranking]:
    """`tests`: those that are compared."""
    parts = _parts(problem, chosen)
    left_out = _left_out(connection, parts, tests)
    places = _solutions(connection, parts, tests)
    for machine, others in left_out.items():
        there = places.get(machine, {}).values()
        first = sorted(there, key=lambda one: (-one.merit, _median_ns(one.recent_ns)))[:limit]
        solutions = [_whole(connection, one, most_attempts) for one in first]
        yield Ranking(problem, machine_name(*machine), tests, solutions, others)


def _parts(problem: str, chosen: Filter) -> list[Part]:
    where = Where("problem = ?", (problem,)) & COMPARED & chosen.of_names & chosen.dates
    if not chosen.authors:
        return [Part("attempts_to_compare", where)]
    return [Part("attempts_of_an_author", of_author(one) & where) for one in dict.fromkeys(chosen.authors)]


def _left_out(connection: sqlite3.Connection, parts: Sequence[Part], tests: str) -> dict[Machine, int]:
    """How many attempts are on other tests, by the machine; the one used last comes first."""
    counts: dict[Machine, int] = {}
    used: dict[Machine, str] = {}
    for part in parts:
        query = f"""SELECT cpu, cores, gpu, sum(tests_sha256 != ?), max(judged_utc || ' ' || session)
            FROM {part.joined} GROUP BY cpu, cores, gpu"""
        for *machine, others, last in connection.execute(query, (tests, *part.where.values)):
            of = (machine[0], machine[1], machine[2])
            counts[of] = counts.get(of, 0) + others
            used[of] = max(used.get(of, ""), last)
    return {machine: counts[machine] for machine in sorted(used, key=used.__getitem__, reverse=True)}


def _solutions(
    connection: sqlite3.Connection, parts: Sequence[Part], tests: str
) -> dict[Machine, dict[str, _Solution]]:
    """By machine, and by the source; of a solver, which has none, by the name."""
    rows = [
        row
        for part in parts
        for row in connection.execute(
            f"""SELECT judged_utc, attempts.id, wall_ns, points, lower_is_better, coalesce(source_sha256, name),
            cpu, cores, gpu FROM {part.joined} AND tests_sha256 = ?""",
            (*part.where.values, tests),
        )
    ]
    rows.sort(key=lambda row: (row[0], row[1]), reverse=True)
    places: dict[Machine, dict[str, _Solution]] = {}
    for _, number, wall_ns, points, lower_is_better, source, *machine in rows:
        there = places.setdefault((machine[0], machine[1], machine[2]), {})
        merit = _merit(points, lower_is_better=bool(lower_is_better))
        known = there.get(source)
        if known is None or merit > known.merit:
            known = there[source] = _Solution(merit, [], [])
        if merit == known.merit:
            known.ids.append(number)
            known.times_ns.append(wall_ns)
    return places


def _merit(points: float | None, *, lower_is_better: bool) -> float:
    """Of an attempt, by its points, more is better; the same for all that have none."""
    if points is None:
        return -math.inf
    return -points if lower_is_better else points


def _whole(connection: sqlite3.Connection, one: _Solution, most_attempts: int | None) -> Best:
    ids = one.ids[:most_attempts]
    attempts = read_attempts(connection, one_of("attempts.id", ids))
    return Best(len(one.ids), one.recent_ns, attempts)


def _median_ns(times_ns: Sequence[int]) -> int:
    return round(statistics.median(times_ns))
