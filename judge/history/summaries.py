"""What a list of sessions says of each, counted by the database: one session may have a hundred thousand attempts."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from judge.history.filters import Where, one_of
from judge.history.records import Attempt, Session, judged_text, read_attempts

INDEX = "attempts_of_a_session"


@dataclass(frozen=True)
class Summary:
    attempts: int
    judged: str
    """ "double: mine.py", "7 problems: 185 solutions"."""
    accepted: int
    unexpected: int
    """Not as expected."""
    first: Attempt | None
    """Of a `submit`."""


def read_summaries(connection: sqlite3.Connection, sessions: Sequence[Session]) -> dict[int, Summary]:
    """By session; of those that have attempts."""
    of_submit = one_of("session", [session.id for session in sessions if session.command == "submit"])
    firsts = Where(
        f"attempts.id IN (SELECT min(id) FROM attempts INDEXED BY {INDEX} WHERE {of_submit.text} GROUP BY session)",
        of_submit.values,
    )
    first = {attempt.session: attempt for attempt in read_attempts(connection, firsts)}
    where = one_of("session", [session.id for session in sessions])
    query = f"""SELECT session, count(*), count(DISTINCT problem), min(problem), min(name), sum(verdict = 'AC'),
        sum(NOT as_expected) FROM attempts INDEXED BY {INDEX} WHERE {where.text} GROUP BY session"""
    return {
        number: Summary(
            count, judged_text(problems, problem, count, name), accepted, unexpected, first.get(number)
        )
        for number, count, problems, problem, name, accepted, unexpected in connection.execute(
            query, where.values
        )
    }
