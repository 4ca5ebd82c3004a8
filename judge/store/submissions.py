"""Submissions: stored together with their source and their job, and found."""

from collections.abc import Sequence

from judge.base.priority import Priority
from judge.base.records import replace
from judge.base.sqlite import MOST_WHOLE
from judge.base.submission_state import State
from judge.store.acting import actor_id
from judge.store.database import StorePart, Transaction
from judge.store.errors import StoreError
from judge.store.events import EventKind, about, note
from judge.store.external_ids import require_free, set_apart
from judge.store.jobs import place_of, queue_job
from judge.store.queue_records import JobKind, JobRecord, Place, Resource
from judge.store.records import FileRecord, Submission
from judge.store.rows import columns, row_of
from judge.store.sources import files_of, pack, put_files

ONCE = "coalesce(user_id, 0), client_key"
OF_A_KEY = f"SELECT {columns(Submission)} FROM submissions WHERE ({ONCE}) = (?, ?) AND client_key IS NOT NULL"


class Submissions(StorePart):
    def submit(
        self,
        submission: Submission,
        files: Sequence[FileRecord],
        *,
        priority: Priority = Priority.PRACTICE,
        resource: Resource = Resource.CORE,
    ) -> Submission:
        """Stores it with its source and queues its job: all or nothing, and durable when this returns.

        If its user has used its `client_key` before, the earlier one is returned: a client that got no answer may ask
        again.
        """
        source = pack(files)
        with self._database.write(durable=True) as transaction:
            new = replace(
                submission,
                submitted_utc_ms=submission.submitted_utc_ms or transaction.now_ms,
                source_sha256=source.sha256 or submission.source_sha256,
                state=State.QUEUED,
                judgement_id=None,
            )
            _require_all(transaction, new)
            if new.contest_id is not None and new.external_id is not None:
                require_free(transaction, "submissions", new.contest_id, new.external_id)
            number = transaction.insert(
                "submissions",
                row_of(new),
                on_conflict=f"ON CONFLICT ({ONCE}) WHERE client_key IS NOT NULL DO NOTHING",
            )
            if not number:
                [before] = transaction.records(Submission, OF_A_KEY, new.user_id or 0, new.client_key)
                _require_same(before, new)
                return before
            new = replace(new, id=number)
            if new.contest_id is not None and new.external_id is None:
                apart = set_apart(transaction, "submissions", new.contest_id, number)
                new = replace(new, external_id=apart)
            with transaction.together():
                put_files(transaction, number, source)
                queue_job(transaction, JobRecord(JobKind.JUDGE, resource, priority, submission_id=number))
            note(transaction, about(new, EventKind.SUBMITTED, actor_id=actor_id() or new.user_id))
        return new

    def get(self, number: int) -> Submission:
        """Raises NotInStore if there is none."""
        with self._database.read() as transaction:
            return read_submission(transaction, number)

    def of_key(self, user_id: int, client_key: str) -> Submission | None:
        """The submission for which the user has used this `client_key`."""
        return self._database.record(Submission, OF_A_KEY, user_id, client_key)

    def require_same(self, before: Submission, again: Submission, files: Sequence[FileRecord]) -> None:
        """Raises StoreError if what is submitted `again`, by the same key, is something else."""
        _require_same(before, replace(again, source_sha256=pack(files).sha256))

    def newest(
        self,
        *,
        user_id: int | None = None,
        problem_id: int | None = None,
        before: int | None = None,
        at_most: int = 50,
    ) -> list[Submission]:
        """The newest first, those with a number below `before`; only those of one user or to one problem, if that is
        given."""
        where, values = "id < ?", [MOST_WHOLE if before is None else before]
        for column, wanted in (("user_id", user_id), ("problem_id", problem_id)):
            if wanted is not None:
                where, values = f"{where} AND {column} = ?", [*values, wanted]
        sql = f"SELECT {columns(Submission)} FROM submissions WHERE {where} ORDER BY id DESC LIMIT ?"
        return self._database.records(Submission, sql, *values, at_most)

    def judged_of(self, problem_id: int) -> list[int]:
        """The numbers of the problem's submissions that were judged, or failed."""
        sql = "SELECT id FROM submissions WHERE problem_id = ? AND state IN ('done', 'failed') ORDER BY id"
        return [row[0] for row in self._database.rows(sql, problem_id)]

    def not_ended(self, at_most: int = 200) -> list[Submission]:
        """Submissions in progress, then those that wait, in the order in which they are claimed."""
        sql = (
            f"SELECT {columns(Submission, 'submissions')} FROM jobs JOIN submissions ON submissions.id = submission_id "
            "WHERE jobs.state = '{}' AND rejudging_id IS NULL ORDER BY priority, queued_utc_ms, jobs.id LIMIT ?"
        )
        with self._database.read() as transaction:
            return [
                submission
                for state in ("running", "queued")
                for submission in transaction.records(Submission, sql.format(state), at_most)
            ]

    def verdicts_of(self, user_id: int) -> dict[tuple[int, int | None], set[str]]:
        """Verdicts that count of a user's submissions, by problem and assignment."""
        sql = (
            "SELECT DISTINCT problem_id, assignment_id, verdict FROM submissions "
            "JOIN judgements ON judgements.id = judgement_id WHERE user_id = ?"
        )
        found: dict[tuple[int, int | None], set[str]] = {}
        for problem_id, assignment_id, verdict in self._database.rows(sql, user_id):
            found.setdefault((problem_id, assignment_id), set()).add(verdict)
        return found

    def open_count(self, user_id: int) -> int:
        """The number of a user's submissions that are waiting or in progress."""
        sql = "SELECT count(*) FROM submissions WHERE user_id = ? AND state IN ('queued', 'judging')"
        return self._database.number(sql, user_id)

    def files(self, number: int) -> list[FileRecord]:
        """Files by name; none for a solver, whose sources are the project's."""
        with self._database.read() as transaction:
            return files_of(transaction, number)

    def place(self, number: int) -> Place | None:
        """Its place in the queue; None: it is not waiting there."""
        with self._database.read() as transaction:
            return place_of(transaction, "submission_id = ? AND rejudging_id IS NULL", number)

    def languages(self, numbers: Sequence[int]) -> dict[int, str | None]:
        """Languages by the number of the submission; missing submissions are left out."""
        places = ", ".join("?" * len(numbers))
        sql = f"SELECT id, language FROM submissions WHERE id IN ({places})"
        return {int(number): language for number, language in self._database.rows(sql, *numbers)}


def read_submission(transaction: Transaction, number: int, *, to_change: bool = False) -> Submission:
    return transaction.get(Submission, "submissions", number, "submission", to_change=to_change)


def _require_all(transaction: Transaction, submission: Submission) -> None:
    named = {
        "problem": submission.problem_id,
        "user": submission.user_id,
        "contest": submission.contest_id,
        "session": submission.session_id,
        "assignment": submission.assignment_id,
    }
    named = {what: number for what, number in named.items() if number is not None}
    are_there = ", ".join(f"EXISTS (SELECT 1 FROM {what}s WHERE id = ?)" for what in named)
    [found] = transaction.rows(f"SELECT {are_there}", *named.values())
    for (what, number), is_there in zip(named.items(), found, strict=True):
        if not is_there:
            raise StoreError(
                f"{what} {number} is not in the store: add it before anything is submitted to it."
            )


def _require_same(before: Submission, again: Submission) -> None:
    """What counts for a contest may be repeated after its end. What was submitted before is none of its submissions."""
    names = ["problem_id", "language", "source_sha256"]
    names += ["contest_id"] if before.contest_id is None and again.contest_id is not None else []
    for name in names:
        if getattr(before, name) != getattr(again, name):
            raise StoreError(
                f"the key {again.client_key!r} is that of submission {before.id}, which has another {name}: "
                "make up a new key for each submission."
            )
