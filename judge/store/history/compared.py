"""Attempts that `judge best` compares: only the deciding columns are read."""

from collections.abc import Sequence
from typing import Any

from judge.store.database import Transaction
from judge.store.history.filters import COMPARED, Filter, Where
from judge.store.history.queries import NEWEST_FIRST, Part, different_problems, of_author

Machine = tuple[str, int, str | None]
"""Its processor, its cores and its GPU."""


def problems_of(transaction: Transaction, chosen: Filter) -> list[str]:
    """Problems that may have something to compare, by name."""
    if chosen.problem is not None:
        return [chosen.problem]
    if not chosen.authors:
        return different_problems(transaction)
    found: set[str] = set()
    for author in chosen.authors:
        part = Part("attempts_of_an_author", of_author(author))
        rows = transaction.rows(f"SELECT DISTINCT problem FROM {part.source}", *part.where.values)
        found.update(problem for (problem,) in rows)
    return sorted(found)


def newest_tests(transaction: Transaction, problem: str, chosen: Filter) -> str | None:
    """The tests of anybody's last attempt in the selected period."""
    part = Part("attempts_to_compare", Where("judgements.problem = ?", (problem,)) & COMPARED & chosen.dates)
    query = f"SELECT data_sha256 FROM {part.source} {NEWEST_FIRST} LIMIT 1"
    row = transaction.first(query, *part.where.values)
    return str(row[0]) if row else None


def parts_to_compare(problem: str, chosen: Filter) -> list[Part]:
    where = Where("judgements.problem = ?", (problem,)) & COMPARED & chosen.of_names & chosen.dates
    if not chosen.authors:
        return [Part("attempts_to_compare", where)]
    return [Part("attempts_of_an_author", of_author(one) & where) for one in dict.fromkeys(chosen.authors)]


def left_out_of(transaction: Transaction, parts: Sequence[Part], tests: str) -> dict[Machine, int]:
    """The number of attempts on other tests, by the machine; the most recently used machine comes first."""
    counts: dict[Machine, int] = {}
    used: dict[Machine, tuple[int, int]] = {}
    for part in parts:
        query = f"""SELECT cpu, cores, gpu, sum(data_sha256 != ?), max(judgements.ended_utc_ms),
            max(judgements.session_id) FROM {part.joined} GROUP BY cpu, cores, gpu"""
        for cpu, cores, gpu, others, *last in transaction.rows(query, tests, *part.where.values):
            of = (cpu, cores, gpu)
            counts[of] = counts.get(of, 0) + others
            used[of] = max(used.get(of, (0, 0)), (last[0], last[1]))
    return {machine: counts[machine] for machine in sorted(used, key=used.__getitem__, reverse=True)}


def to_compare(transaction: Transaction, parts: Sequence[Part], tests: str) -> list[Sequence[Any]]:
    """Newest first: id, wall time, points, whether fewer are better, the source (of a solver, which has none, the
    name), and the machine."""
    columns = (
        "judgements.id, wall_ns, points, lower_is_better, coalesce(judgements.source_sha256, judgements.name), "
        "cpu, cores, gpu, judgements.ended_utc_ms"
    )
    rows = [
        row
        for part in parts
        for row in transaction.rows(
            f"SELECT {columns} FROM {part.joined} AND data_sha256 = ?", *part.where.values, tests
        )
    ]
    rows.sort(key=lambda row: (row[-1], row[0]), reverse=True)
    return [row[:-1] for row in rows]
