"""Which attempts are read for a filter, so that an index finds them, newest first: of a million few are looked at.

SQLite knows neither how many attempts an author has nor how rare a verdict is. What is said here is that an author has
few attempts, a name that fits a pattern few if few names fit it, and a verdict fewer than a problem.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from judge.base.text import as_utf8
from judge.history.filters import EVERYTHING, Filter, Where, one_of

COUNTED = 1000
"""Beyond, how many there are is not found out."""
FEW_NAMES = 1000
NEWEST_FIRST = "ORDER BY judged_utc DESC, id DESC"


@dataclass(frozen=True)
class Part:
    """Attempts that an index finds."""

    index: str
    where: Where

    @property
    def source(self) -> str:
        """What stands behind FROM."""
        return f"attempts INDEXED BY {self.index} WHERE {self.where.text}"

    @property
    def joined(self) -> str:
        """The same with the session of each attempt."""
        table = f"attempts INDEXED BY {self.index} CROSS JOIN sessions ON sessions.id = attempts.session"
        return f"{table} WHERE {self.where.text}"


def parts_of(connection: sqlite3.Connection, chosen: Filter, also: Where = EVERYTHING) -> list[Part]:
    """They are together what is chosen; no attempt is in two of them."""
    also &= chosen.dates
    if chosen.authors:
        also &= chosen.of_problem & chosen.of_verdicts & chosen.of_names
        return [Part("attempts_of_an_author", of_author(one) & also) for one in dict.fromkeys(chosen.authors)]
    if chosen.names:
        names = _few_names(connection, chosen)
        if names is not None:
            also &= chosen.of_problem & chosen.of_verdicts
            # No solution has an empty name; of an empty list SQLite makes a walk through the index.
            return [Part("attempts_of_a_name", one_of("name", names or [""]) & also)]
        also &= chosen.of_names
    if chosen.verdicts:
        index = "attempts_of_a_verdict" if chosen.problem is None else "attempts_of_a_problem_and_verdict"
        also &= chosen.of_problem
        return [Part(index, one_of("verdict", [one]) & also) for one in dict.fromkeys(chosen.verdicts)]
    if chosen.problem is not None:
        return [Part("attempts_of_a_problem", chosen.of_problem & also)]
    return [Part("attempts_by_time", also)]


def part_of_session(number: int, chosen: Filter) -> Part:
    return Part("attempts_of_a_session", Where("session = ?", (number,)) & chosen.attempts)


def newest(parts: Sequence[Part], limit: int | None) -> Where:
    """The last of these attempts, as a condition on the ids."""
    most = -1 if limit is None else limit
    each = [
        f"SELECT * FROM (SELECT id, judged_utc FROM {one.source} {NEWEST_FIRST} LIMIT ?)" for one in parts
    ]
    text = f"attempts.id IN (SELECT id FROM ({' UNION ALL '.join(each)}) {NEWEST_FIRST} LIMIT ?)"
    values = [value for one in parts for value in (*one.where.values, most)]
    return Where(text, (*values, most))


def count(connection: sqlite3.Connection, parts: Sequence[Part]) -> int:
    """How many attempts they are; COUNTED + 1: more than COUNTED."""
    found = 0
    for one in parts:
        query = f"SELECT count(*) FROM (SELECT 1 FROM {one.source} LIMIT ?)"
        [(more,)] = connection.execute(query, [*one.where.values, COUNTED + 1])
        found += more
    return min(found, COUNTED + 1)


def count_text(count: int) -> str:
    """ "37", "more than 1000"."""
    return str(count) if count <= COUNTED else f"more than {COUNTED}"


def different_problems(connection: sqlite3.Connection) -> list[str]:
    return _different(connection, "problem", "attempts_of_a_problem", "problem", "problem > value")


def different_authors(connection: sqlite3.Connection) -> list[str]:
    """The next one may be the same in other letters, capital or small."""
    same, other = "author COLLATE NOCASE = value AND author > value", "author COLLATE NOCASE > value"
    order = "author COLLATE NOCASE, author"
    return _different(connection, "author", "attempts_of_an_author", order, same, other)


def _different(
    connection: sqlite3.Connection, column: str, index: str, order: str, *behind: str
) -> list[str]:
    """The values that there are, each looked up in the index. `behind`: where the next one is, in these places."""

    def first(where: str) -> str:
        return f"(SELECT {column} FROM attempts INDEXED BY {index} WHERE {where} ORDER BY {order} LIMIT 1)"

    query = f"""
        WITH RECURSIVE found (value) AS (
            SELECT {first(f"{order.partition(',')[0]} >= ''")}
            UNION ALL
            SELECT coalesce({", ".join(map(first, behind))}, NULL) FROM found WHERE value IS NOT NULL
        ) SELECT value FROM found WHERE value IS NOT NULL"""
    return [value for (value,) in connection.execute(query)]


def of_author(author: str | None) -> Where:
    """Twice, as the index is in the order of the view by author. None: no author is named."""
    name = None if author is None else as_utf8(author)
    return Where("author COLLATE NOCASE IS ? AND author IS ?", (name, name))


def _few_names(connection: sqlite3.Connection, chosen: Filter) -> list[str] | None:
    """Those that fit; None: they are many."""
    where = chosen.in_names
    found = connection.execute(
        f"SELECT name FROM names WHERE {where.text} LIMIT ?", [*where.values, FEW_NAMES + 1]
    ).fetchall()
    return [name for (name,) in found] if len(found) <= FEW_NAMES else None
