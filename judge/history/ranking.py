"""The best solutions of a problem. Only the deciding fields of the attempts are read; attempts that are shown are read
whole."""

import math
import statistics
from collections.abc import Iterator, Sequence

from msgspec import Struct

from judge.judging.times import CLEAR_RATIO, ENOUGH_RUNS
from judge.machine.hardware import machine_name
from judge.store.database import Transaction
from judge.store.history.attempts import Attempt, read_attempts
from judge.store.history.compared import (
    Machine,
    left_out_of,
    newest_tests,
    parts_to_compare,
    problems_of,
    to_compare,
)
from judge.store.history.filters import Filter, one_of
from judge.store.history.queries import Part

RECENT = 5
"""A solution's time is the median of this many of its last accepted attempts."""


class Best(Struct, frozen=True):
    """A solution by its accepted attempts; in a scoring problem, by those with its best points."""

    count: int
    recent_ns: Sequence[int]
    """The times of its last attempts, sorted."""
    attempts: Sequence[Attempt]
    """Oldest first; no more of the last ones than were asked for."""

    @property
    def last(self) -> Attempt:
        return self.attempts[-1]

    @property
    def wall_ns(self) -> int:
        return _median_ns(self.recent_ns)

    def ties_with(self, other: "Best") -> bool:
        """Whether two solutions with the same points are equal: the ranges of their times overlap; if one has too few
        times, whether the times are close."""
        mine, others = self.recent_ns, other.recent_ns
        if min(len(mine), len(others)) < ENOUGH_RUNS:
            return max(self.wall_ns, other.wall_ns) <= CLEAR_RATIO * min(self.wall_ns, other.wall_ns)
        return mine[0] <= others[-1] and others[0] <= mine[-1]


class Ranking(Struct, frozen=True):
    """The solutions of a problem that were judged on one machine and on the newest tests: those with the best points
    first; with the same points, or without points, the fastest first."""

    problem: str
    machine: str
    tests_sha256: str
    solutions: Sequence[Best]
    left_out: int
    """Attempts to compare on this machine with other test data."""


class _Solution(Struct):
    """A solution's attempts with the best points, newest first: their ids and times."""

    merit: float
    ids: list[int]
    times_ns: list[int]

    @property
    def recent_ns(self) -> list[int]:
        return sorted(self.times_ns[:RECENT])


def rankings(
    transaction: Transaction, chosen: Filter, limit: int, most_attempts: int | None
) -> Iterator[Ranking]:
    """One ranking for each problem and machine, with the first `limit` solutions: problems by name; a problem's
    machines by last use.

    `most_attempts`: of each solution. Results on the newest tests in the chosen period are compared, no matter who
    last passed them, or got points for them.
    """
    for problem in problems_of(transaction, chosen):
        tests = newest_tests(transaction, problem, chosen)
        if tests is not None:
            yield from _of_problem(transaction, problem, tests, chosen, limit, most_attempts)


def _of_problem(
    transaction: Transaction,
    problem: str,
    tests: str,
    chosen: Filter,
    limit: int,
    most_attempts: int | None,
) -> Iterator[Ranking]:
    """The rankings of a problem. `tests`: those that are compared."""
    parts = parts_to_compare(problem, chosen)
    left_out = left_out_of(transaction, parts, tests)
    places = _solutions(transaction, parts, tests)
    for machine, others in left_out.items():
        there = places.get(machine, {}).values()
        first = sorted(there, key=lambda one: (-one.merit, _median_ns(one.recent_ns)))[:limit]
        solutions = [_whole(transaction, one, most_attempts) for one in first]
        yield Ranking(problem, machine_name(*machine), tests, solutions, others)


def _solutions(
    transaction: Transaction, parts: Sequence[Part], tests: str
) -> dict[Machine, dict[str, _Solution]]:
    """Solutions by machine, and by the source; a solver, which has no source, by its name."""
    places: dict[Machine, dict[str, _Solution]] = {}
    for number, wall_ns, points, lower_is_better, source, *machine in to_compare(transaction, parts, tests):
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
    """An attempt's merit by its points: more is better, and all without points are equal."""
    if points is None:
        return -math.inf
    return -points if lower_is_better else points


def _whole(transaction: Transaction, one: _Solution, most_attempts: int | None) -> Best:
    ids = one.ids[:most_attempts]
    attempts = read_attempts(transaction, one_of("judgements.id", ids))
    return Best(len(one.ids), one.recent_ns, attempts)


def _median_ns(times_ns: Sequence[int]) -> int:
    return round(statistics.median(times_ns))
