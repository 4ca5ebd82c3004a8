"""The summary of each session in a list, counted by the database: a session may have a hundred thousand attempts."""

from collections.abc import Sequence

from msgspec import Struct

from judge.store.database import Transaction
from judge.store.history.attempts import Attempt, Session, judged_text, read_attempts
from judge.store.history.filters import IN_SESSIONS, Where, one_of

INDEX = "attempts_of_a_session"


class Summary(Struct, frozen=True):
    attempts: int
    judged: str
    """ "double: mine.py", "7 problems: 185 solutions"."""
    accepted: int
    unexpected: int
    """The number of unexpected results."""
    first: Attempt | None
    """The first attempt of a `submit`."""


def read_summaries(transaction: Transaction, sessions: Sequence[Session]) -> dict[int, Summary]:
    """Summaries by session, for those with attempts."""
    submits = [session.id for session in sessions if session.command == "submit"]
    # No session has the number 0; for an empty list, SQLite would not use the index.
    of_submit = one_of("judgements.session_id", submits or [0]) & IN_SESSIONS
    firsts = Where(
        f"judgements.id IN (SELECT min(id) FROM judgements INDEXED BY {INDEX} WHERE {of_submit.text} "
        "GROUP BY session_id)",
        of_submit.values,
    )
    first = {attempt.session: attempt for attempt in read_attempts(transaction, firsts)}
    where = one_of("judgements.session_id", [session.id for session in sessions]) & IN_SESSIONS
    query = f"""SELECT session_id, count(*), count(DISTINCT problem), min(problem), min(name), sum(verdict = 'AC'),
        sum(NOT as_expected) FROM judgements INDEXED BY {INDEX} WHERE {where.text} GROUP BY session_id"""
    return {
        number: Summary(
            count, judged_text(problems, problem, count, name), accepted, unexpected, first.get(number)
        )
        for number, count, problems, problem, name, accepted, unexpected in transaction.rows(
            query, *where.values
        )
    }
