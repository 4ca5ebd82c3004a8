"""What each author has achieved: a row for each problem that they attempted."""

import sqlite3

from judge.base.records import Record
from judge.history.filters import Filter, Where
from judge.history.queries import COUNTED, Part, count, of_author, parts_of

NAMED = Where("author IS NOT NULL")
ORDER = "ORDER BY author COLLATE NOCASE, author, problem"
WHOLE = "verdict = 'AC' AND NOT samples_only"
QUERY = f"""
WITH rows (of_author, of_problem) AS ({{rows}})
SELECT author, problem, attempts, accepted, verdict AS best_verdict, samples_only AS best_samples_only,
    emulated AS best_emulated, tests_passed AS best_passed, tests_total AS best_total, name AS best_name,
    points AS best_points, most_points AS best_most_points, last_verdict, last_utc
FROM (
    SELECT author, problem, verdict, samples_only, emulated, tests_passed, tests_total, name, points, most_points,
        count(*) OVER each AS attempts,
        sum({WHOLE}) OVER each AS accepted,
        first_value(verdict) OVER newest AS last_verdict,
        first_value(judged_utc) OVER newest AS last_utc,
        row_number() OVER (each ORDER BY samples_only, verdict = 'AC' DESC,
            CASE WHEN NOT samples_only THEN points * (1 - 2 * lower_is_better) END DESC,
            1.0 * tests_passed / max(tests_total, 1) DESC, judged_utc DESC, id DESC) AS place
    FROM rows CROSS JOIN attempts INDEXED BY attempts_of_an_author
        ON author COLLATE NOCASE = of_author AND author = of_author AND problem = of_problem
    WHERE {{where}}
    WINDOW each AS (PARTITION BY author, problem), newest AS (each ORDER BY judged_utc DESC, id DESC)
) WHERE place = 1
{ORDER}
"""


class AuthorsProblem(Record, frozen=True):
    """An author's attempts at a problem."""

    author: str
    problem: str
    attempts: int
    accepted: int
    """Attempts, not those on the samples alone."""
    best_verdict: str
    """That of the attempt that was accepted, else of the one with the best points of a scoring problem, else of the one
    that passed the largest part of its tests. Attempts on the samples alone count where there are no others."""
    best_samples_only: bool
    best_emulated: bool
    best_passed: int
    best_total: int
    best_name: str
    best_points: float | None
    """Null: not of a scoring problem, or without a score."""
    best_most_points: float | None
    """Null: without bound."""
    last_verdict: str
    last_utc: str


def read_authors(connection: sqlite3.Connection, chosen: Filter, limit: int | None) -> list[AuthorsProblem]:
    """By author, then by problem; the first `limit` rows."""
    rows = _rows(connection, chosen)
    query = QUERY.format(rows=f"{rows.text} {ORDER} LIMIT ?", where=chosen.attempts.text)
    values = [*rows.values, -1 if limit is None else limit, *chosen.attempts.values]
    return [
        AuthorsProblem(
            **{
                **row,
                "best_samples_only": bool(row["best_samples_only"]),
                "best_emulated": bool(row["best_emulated"]),
            }
        )
        for row in map(dict, connection.execute(query, values))
    ]


def count_rows(connection: sqlite3.Connection, chosen: Filter) -> int:
    """How many there are without a limit; COUNTED + 1: more than COUNTED."""
    rows = _rows(connection, chosen)
    query = f"SELECT count(*) FROM ({rows.text} LIMIT ?)"
    [(found,)] = connection.execute(query, [*rows.values, COUNTED + 1])
    return int(found)


def count_without_author(connection: sqlite3.Connection, chosen: Filter) -> int:
    part = Part("attempts_of_an_author", of_author(None) & chosen.attempts)
    [(found,)] = connection.execute(f"SELECT count(*) FROM {part.source}", part.where.values)
    return int(found)


def _rows(connection: sqlite3.Connection, chosen: Filter) -> Where:
    """The query for the authors and problems of the attempts that are chosen."""
    parts = parts_of(connection, chosen, NAMED)
    if chosen.problem is None and not chosen.authors and count(connection, parts) > COUNTED:
        # In the order of this index: a limit is soon reached.
        parts = [Part("attempts_of_an_author", chosen.attempts & NAMED)]
    each = [f"SELECT DISTINCT author, problem FROM {part.source}" for part in parts]
    text = each[0] if len(each) == 1 else f"SELECT DISTINCT author, problem FROM ({' UNION ALL '.join(each)})"
    return Where(text, tuple(value for part in parts for value in part.where.values))
