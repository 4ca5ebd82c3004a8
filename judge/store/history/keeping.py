"""Stores what a command judges: a session, and each of its attempts as soon as it is known."""

from collections.abc import Mapping, Set
from itertools import count
from typing import Any

from judge.base.records import Record, replace
from judge.base.submission_state import State
from judge.machine.hardware import Hardware
from judge.store.catalogue import Catalogue
from judge.store.catalogue_records import SessionRecord, host_of
from judge.store.compression import packed
from judge.store.database import StorePart, Transaction
from judge.store.history.filters import FILE
from judge.store.judgements import put_detail
from judge.store.records import Judgement, Submission
from judge.store.rows import row_of

Place = tuple[str, str]
"""The names of the problem and the solution."""


class KeptProblem(Record, frozen=True):
    """A problem in the history: two packages may have the same name without being the same problem."""

    id: int
    name: str


class History(StorePart):
    def begin(self, session: SessionRecord, hardware: Hardware) -> int:
        """The number of a new session."""
        catalogue = Catalogue(self._database)
        host = catalogue.put_host(host_of(hardware))
        return catalogue.begin_session(replace(session, host_id=host.id)).id

    def end(self, session: int) -> None:
        Catalogue(self._database).end_session(session)

    def attempts_of(self, session: int) -> dict[Place, int] | None:
        """The numbers of its attempts; None: there is no such session."""
        with self._database.read() as transaction:
            if not transaction.first("SELECT 1 FROM sessions WHERE id = ?", session):
                return None
            rows = transaction.rows("SELECT problem, name, id FROM judgements WHERE session_id = ?", session)
        return {(problem, name): number for problem, name, number in rows}

    def problem(self, problem_id: str, origin: str, own: Set[str], data_sha256: str) -> KeptProblem:
        """The problem under its id, with a number appended if one of our own, or a package from elsewhere, had the
        name first. `origin`: the path of its package; empty: it is one of our own, `own`."""
        with self._database.write() as transaction:
            name = _name(transaction, problem_id, origin, own) if origin else problem_id
            row = {
                "name": name,
                "title": "",
                "origin": origin,
                "data_sha256": data_sha256,
                "added_utc_ms": transaction.now_ms,
            }
            conflict = "ON CONFLICT (name) DO UPDATE SET data_sha256 = excluded.data_sha256"
            return KeptProblem(transaction.insert("problems", row, on_conflict=conflict), name)

    def keep(
        self,
        problem: KeptProblem,
        submission: Submission,
        judgement: Judgement,
        detail: Any,
        attempt: int = 0,
    ) -> int:
        """Commits an attempt, in place of the earlier one with this number unless it is 0; returns its number.
        `detail`: its whole result, as JSON."""
        content = packed(detail, submission.name)
        judged = {
            **row_of(judgement, leave_out=("id", "submission_id")),
            "session_id": submission.session_id,
            "problem": problem.name,
            "name": submission.name,
            "author": submission.author,
        }
        with self._database.write() as transaction:
            if attempt:
                transaction.update("judgements", judged, attempt)
            else:
                attempt = _insert(transaction, replace(submission, problem_id=problem.id), judged)
            put_detail(transaction, attempt, content)
        return attempt


def _insert(transaction: Transaction, submission: Submission, judged: Mapping[str, object]) -> int:
    given = replace(submission, state=State.DONE)
    number = transaction.insert("submissions", row_of(given))
    attempt = transaction.insert("judgements", {**judged, "submission_id": number})
    transaction.change("UPDATE submissions SET judgement_id = ? WHERE id = ?", attempt, number)
    name = submission.name
    sql = f"INSERT INTO solution_names SELECT name, {FILE.format('name')} FROM (SELECT ? AS name) WHERE TRUE"
    transaction.change(f"{sql} ON CONFLICT (name) DO NOTHING", name)
    return attempt


def _name(transaction: Transaction, problem_id: str, origin: str, own: Set[str]) -> str:
    """The name of the package at this path, a new one if it has none yet."""
    for (name,) in transaction.rows("SELECT name FROM problems WHERE origin = ? ORDER BY id", origin):
        if name == problem_id or name.removeprefix(f"{problem_id}-").isdigit():
            return str(name)
    taken = own | {str(name) for (name,) in transaction.rows("SELECT name FROM problems")}
    names = (problem_id if number == 1 else f"{problem_id}-{number}" for number in count(1))
    return next(name for name in names if name not in taken)
