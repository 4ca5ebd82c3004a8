"""What each author has achieved: a row for each problem that they attempted."""

import sqlite3

from judge.base.records import Record
from judge.history.filters import Where

WHOLE = "verdict = 'AC' AND NOT samples_only"
QUERY = f"""
SELECT author, problem, attempts, accepted, verdict AS best_verdict, samples_only AS best_samples_only,
    emulated AS best_emulated, tests_passed AS best_passed, tests_total AS best_total, name AS best_name,
    points AS best_points, most_points AS best_most_points, last_verdict, last_utc
FROM (
    SELECT author, problem, verdict, samples_only, emulated, tests_passed, tests_total, name, points, most_points,
        count(*) OVER each AS attempts,
        sum({WHOLE}) OVER each AS accepted,
        first_value(verdict) OVER newest AS last_verdict,
        first_value(judged_utc) OVER newest AS last_utc,
        row_number() OVER (each ORDER BY {WHOLE} DESC, verdict = 'AC' DESC,
            CASE WHEN NOT samples_only THEN points * (1 - 2 * lower_is_better) END DESC,
            1.0 * tests_passed / max(tests_total, 1) DESC, id DESC) AS place
    FROM attempts WHERE author IS NOT NULL AND {{}}
    WINDOW each AS (PARTITION BY author, problem), newest AS (each ORDER BY id DESC)
) WHERE place = 1
ORDER BY author COLLATE NOCASE, author, problem
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
    that passed the largest part of its tests."""
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


def read_authors(connection: sqlite3.Connection, where: Where) -> list[AuthorsProblem]:
    """By author, then by problem."""
    rows = map(dict, connection.execute(QUERY.format(where.text), where.values))
    return [
        AuthorsProblem(
            **{
                **row,
                "best_samples_only": bool(row["best_samples_only"]),
                "best_emulated": bool(row["best_emulated"]),
            }
        )
        for row in rows
    ]
