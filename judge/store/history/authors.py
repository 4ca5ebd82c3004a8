"""What each author has achieved: a row for each problem that they attempted."""

from typing import Any

from judge.base.records import Record
from judge.store.database import Transaction
from judge.store.history.filters import IN_SESSIONS, Filter, Where
from judge.store.history.moments import utc_text
from judge.store.history.queries import COUNTED, Part, count, of_author, parts_of

NAMED = Where("judgements.author IS NOT NULL")
ORDER = "ORDER BY author COLLATE NOCASE, author, problem"
WHOLE = "verdict = 'AC' AND is_samples_only = 0"
QUERY = f"""
WITH rows (of_author, of_problem) AS ({{rows}})
SELECT author, problem, attempts, accepted, verdict, is_samples_only, is_emulated, tests_passed, tests_total, name,
    points, most_points, last_verdict, last_utc_ms
FROM (
    SELECT author, problem, verdict, is_samples_only, is_emulated, tests_passed, tests_total, name, points, most_points,
        count(*) OVER each AS attempts,
        sum({WHOLE}) OVER each AS accepted,
        first_value(verdict) OVER newest AS last_verdict,
        first_value(ended_utc_ms) OVER newest AS last_utc_ms,
        row_number() OVER (each ORDER BY is_samples_only, verdict = 'AC' DESC,
            CASE WHEN is_samples_only = 0 THEN points * (1 - 2 * lower_is_better) END DESC,
            1.0 * tests_passed / max(tests_total, 1) DESC, ended_utc_ms DESC, id DESC) AS place
    FROM rows CROSS JOIN judgements INDEXED BY attempts_of_an_author
        ON author COLLATE NOCASE = of_author AND author = of_author AND problem = of_problem
    WHERE {{where}}
    WINDOW each AS (PARTITION BY author, problem), newest AS (each ORDER BY ended_utc_ms DESC, id DESC)
) WHERE place = 1
{ORDER}
"""


class AuthorsProblem(Record, frozen=True):
    """An author's attempts at a problem."""

    author: str
    problem: str
    attempts: int
    accepted: int
    """The number of attempts, without those on the samples alone."""
    best_verdict: str
    """The verdict of the accepted attempt; else of the one with the best points, in a scoring problem; else of the one
    that passed the largest part of its tests. Attempts on the samples alone count if there are no others."""
    best_samples_only: bool
    best_emulated: bool
    best_passed: int
    best_total: int
    best_name: str
    best_points: float | None
    """Null: not of a scoring problem, or without a score."""
    best_most_points: float | None
    """Null: unlimited."""
    last_verdict: str
    last_utc: str


def read_authors(transaction: Transaction, chosen: Filter, limit: int | None) -> list[AuthorsProblem]:
    """Rows by author, then by problem; the first `limit` rows."""
    rows = _rows(transaction, chosen)
    where = chosen.attempts & IN_SESSIONS
    query = QUERY.format(rows=f"{rows.text} {ORDER} LIMIT ?", where=where.text)
    values = [*rows.values, -1 if limit is None else limit, *where.values]
    return [_authors_problem(*row) for row in transaction.rows(query, *values)]


def _authors_problem(*row: Any) -> AuthorsProblem:
    fields = dict(zip(AuthorsProblem.__struct_fields__, row, strict=True))
    for name in ("best_samples_only", "best_emulated"):
        fields[name] = bool(fields[name])
    fields["last_utc"] = utc_text(fields["last_utc"])
    return AuthorsProblem(**fields)


def count_rows(transaction: Transaction, chosen: Filter) -> int:
    """The number of rows without a limit; COUNTED + 1: more than COUNTED."""
    rows = _rows(transaction, chosen)
    query = f"SELECT count(*) FROM ({rows.text} LIMIT ?)"
    [[found]] = transaction.rows(query, *rows.values, COUNTED + 1)
    return int(found)


def count_without_author(transaction: Transaction, chosen: Filter) -> int:
    part = Part("attempts_of_an_author", of_author(None) & chosen.attempts)
    [[found]] = transaction.rows(f"SELECT count(*) FROM {part.source}", *part.where.values)
    return int(found)


def _rows(transaction: Transaction, chosen: Filter) -> Where:
    """The query for the authors and problems of the selected attempts."""
    parts = parts_of(transaction, chosen, NAMED)
    if chosen.problem is None and not chosen.authors and count(transaction, parts) > COUNTED:
        # In the order of this index, so that a limit is soon reached.
        parts = [Part("attempts_of_an_author", chosen.attempts & NAMED)]
    each = [f"SELECT DISTINCT author, problem FROM {part.source}" for part in parts]
    text = each[0] if len(each) == 1 else f"SELECT DISTINCT author, problem FROM ({' UNION ALL '.join(each)})"
    return Where(text, tuple(value for part in parts for value in part.where.values))
