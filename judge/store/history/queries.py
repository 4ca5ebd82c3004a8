"""The query plans for a filter: an index finds the attempts, newest first, so that few of a million are read.

SQLite knows neither how many attempts an author has nor how rare a verdict is. The assumptions here: an author has few
attempts, a name pattern that few names match has few, and a verdict has fewer than a problem.
"""

from collections.abc import Sequence

from msgspec import Struct

from judge.base.text import as_utf8
from judge.store.database import Transaction
from judge.store.history.filters import EVERYTHING, IN_SESSIONS, Filter, Where, one_of

COUNTED = 1000
"""The bound of counting: larger numbers are not determined."""
FEW_NAMES = 1000
NEWEST_FIRST = "ORDER BY judgements.ended_utc_ms DESC, judgements.id DESC"
OF_MACHINES = (
    "CROSS JOIN sessions ON sessions.id = judgements.session_id "
    "CROSS JOIN hosts ON hosts.id = sessions.host_id"
)


class Part(Struct, frozen=True):
    """Attempts that one index finds."""

    index: str
    where: Where

    @property
    def source(self) -> str:
        """The text after FROM."""
        return f"judgements INDEXED BY {self.index} WHERE {(self.where & IN_SESSIONS).text}"

    @property
    def joined(self) -> str:
        """Its source, joined with the session and the machine of each attempt."""
        return f"judgements INDEXED BY {self.index} {OF_MACHINES} WHERE {(self.where & IN_SESSIONS).text}"


def parts_of(transaction: Transaction, chosen: Filter, also: Where = EVERYTHING) -> list[Part]:
    """Disjoint parts that together make up the selection."""
    also &= chosen.dates
    if chosen.authors:
        also &= chosen.of_problem & chosen.of_verdicts & chosen.of_names
        return [Part("attempts_of_an_author", of_author(one) & also) for one in dict.fromkeys(chosen.authors)]
    if chosen.names:
        names = _few_names(transaction, chosen)
        if names is not None:
            also &= chosen.of_problem & chosen.of_verdicts
            # No solution has an empty name; for an empty list, SQLite would walk through the index.
            return [Part("attempts_of_a_name", one_of("judgements.name", names or [""]) & also)]
        also &= chosen.of_names
    if chosen.verdicts:
        index = "attempts_of_a_verdict" if chosen.problem is None else "attempts_of_a_problem_and_verdict"
        also &= chosen.of_problem
        return [
            Part(index, one_of("judgements.verdict", [one]) & also) for one in dict.fromkeys(chosen.verdicts)
        ]
    if chosen.problem is not None:
        return [Part("attempts_of_a_problem", chosen.of_problem & also)]
    return [Part("attempts_by_time", also)]


def part_of_session(number: int, chosen: Filter) -> Part:
    return Part("attempts_of_a_session", Where("judgements.session_id = ?", (number,)) & chosen.attempts)


def newest(parts: Sequence[Part], limit: int | None) -> Where:
    """The last of these attempts, as a condition on the ids."""
    most = -1 if limit is None else limit
    each = [
        f"SELECT * FROM (SELECT id, ended_utc_ms FROM {one.source} {NEWEST_FIRST} LIMIT ?)" for one in parts
    ]
    all_of_them = " UNION ALL ".join(each)
    text = f"judgements.id IN (SELECT id FROM ({all_of_them}) ORDER BY ended_utc_ms DESC, id DESC LIMIT ?)"
    values = [value for one in parts for value in (*one.where.values, most)]
    return Where(text, (*values, most))


def count(transaction: Transaction, parts: Sequence[Part]) -> int:
    """The number of these attempts; COUNTED + 1: more than COUNTED."""
    found = 0
    for one in parts:
        query = f"SELECT count(*) FROM (SELECT 1 FROM {one.source} LIMIT ?)"
        [[more]] = transaction.rows(query, *one.where.values, COUNTED + 1)
        found += more
    return min(found, COUNTED + 1)


def count_text(count: int) -> str:
    """ "37", "more than 1000"."""
    return str(count) if count <= COUNTED else f"more than {COUNTED}"


def different_problems(transaction: Transaction) -> list[str]:
    return _different(transaction, "problem", "attempts_of_a_problem", "problem", "problem > value")


def different_authors(transaction: Transaction) -> list[str]:
    """The distinct authors; spellings that differ only in case count as one."""
    same, other = "author COLLATE NOCASE = value AND author > value", "author COLLATE NOCASE > value"
    order = "author COLLATE NOCASE, author"
    return _different(transaction, "author", "attempts_of_an_author", order, same, other)


def _different(transaction: Transaction, column: str, index: str, order: str, *behind: str) -> list[str]:
    """The distinct values, each looked up in the index. `behind`: the condition for the next one, with these
    placeholders."""

    def first(where: str) -> str:
        there = f"judgements INDEXED BY {index} WHERE {where} AND {IN_SESSIONS.text}"
        return f"(SELECT {column} FROM {there} ORDER BY {order} LIMIT 1)"

    query = f"""
        WITH RECURSIVE found (value) AS (
            SELECT {first(f"{order.partition(',')[0]} >= ''")}
            UNION ALL
            SELECT coalesce({", ".join(map(first, behind))}, NULL) FROM found WHERE value IS NOT NULL
        ) SELECT value FROM found WHERE value IS NOT NULL"""
    return [value for (value,) in transaction.rows(query)]


def of_author(author: str | None) -> Where:
    """The condition on the author, stated twice, as the index is in the order of the view by author. None: no author
    is named."""
    name = None if author is None else as_utf8(author)
    return Where("judgements.author COLLATE NOCASE IS ? AND judgements.author IS ?", (name, name))


def _few_names(transaction: Transaction, chosen: Filter) -> list[str] | None:
    """Names that match; None: there are many."""
    where = chosen.in_names
    query = f"SELECT name FROM solution_names WHERE {where.text} LIMIT ?"
    found = transaction.rows(query, *where.values, FEW_NAMES + 1)
    return [name for (name,) in found] if len(found) <= FEW_NAMES else None


def is_there(transaction: Transaction, part: Part) -> bool:
    return transaction.first(f"SELECT 1 FROM {part.source} LIMIT 1", *part.where.values) is not None
