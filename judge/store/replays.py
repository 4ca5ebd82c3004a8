"""A contest with its files in a folder, in a store of its own: submissions, their judgements, and which of these
count.

No job waits in a queue: each judgement is stored as soon as it is known.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.base.records import Record, replace
from judge.base.submission_state import State
from judge.store.catalogue_records import UNPREPARED, ContestRecord, Sha256
from judge.store.database import StorePart, Transaction
from judge.store.judgements import Judgements, make_count, put_runs
from judge.store.records import Judgement, Run, Submission
from judge.store.rejudgings import Rejudging, RejudgingState
from judge.store.rows import columns, record_of, row_of

CONTEST_ID = 1
"""The only contest of such a store."""
AS_SUBMITTED = ("problem_id", "name", "author", "language", "submitted_utc_ms")
"""Columns of a submission that always follow the contest's files."""
JUDGED = (
    f"SELECT external_id, {columns(Judgement, 'judgements')} FROM judgements "
    "JOIN submissions ON submissions.id = submission_id LEFT JOIN rejudgings ON rejudgings.id = rejudging_id WHERE"
)
HOLDS = "(rejudging_id IS NULL OR rejudgings.state = 'applied')"
"""Whether it counts, or did until another replaced it."""


class ReplayKey(Record, frozen=True):
    """The inputs of a judgement, which is valid as long as both are unchanged."""

    source_sha256: Sha256
    """The digest of the source and its language."""
    data_sha256: Sha256
    """The digest of the problem's test data, its output validators and its limits."""


class ReplayedJudgement(Struct, frozen=True):
    submission_id: str
    """The id in the contest's files."""
    judgement: Judgement
    """Its source's digest is that of a ReplayKey. Its own id is 0 until it is stored."""
    runs: Sequence[Run] = ()

    @property
    def key(self) -> ReplayKey:
        assert self.judgement.source_sha256
        return ReplayKey(self.judgement.source_sha256, self.judgement.data_sha256)


class Replays(StorePart):
    def put(
        self, contest: ContestRecord, titles: Mapping[str, str], submissions: Sequence[tuple[str, Submission]]
    ) -> None:
        """Stores the current state of the contest's files: the titles of problems by name, and each submission with
        its problem's name. Submissions that are no longer there stay in the store."""
        with self._database.write(durable=True) as transaction:
            row = {**row_of(contest), "id": CONTEST_ID}
            transaction.insert(
                "contests", row, on_conflict=f"ON CONFLICT (id) DO UPDATE SET {_excluded_values(row)}"
            )
            numbers = {name: _put_problem(transaction, name, title) for name, title in titles.items()}
            transaction.put(
                "submissions",
                [
                    row_of(replace(one, problem_id=numbers[problem], contest_id=CONTEST_ID))
                    for problem, one in submissions
                ],
                on_conflict="ON CONFLICT (contest_id, external_id) WHERE external_id IS NOT NULL "
                f"DO UPDATE SET {_excluded_values(AS_SUBMITTED)}",
            )

    def counting(self) -> list[ReplayedJudgement]:
        """Judgements that count, without their runs."""
        with self._database.read() as transaction:
            return _judgements(transaction, "counts = 1")

    def of(self, rejudging: int) -> list[ReplayedJudgement]:
        """Judgements of a rejudging, without their runs."""
        with self._database.read() as transaction:
            return _judgements(transaction, "rejudging_id = ?", rejudging)

    def all(self) -> list[ReplayedJudgement]:
        """Judgements with their runs, in the order in which they were made; none of a rejudging that was given up."""
        with self._database.read() as transaction:
            found = _judgements(transaction, f"{HOLDS} OR rejudgings.state = 'open'")
        runs = Judgements(self._database).runs
        return [replace(one, runs=runs(one.judgement.id)) for one in found]

    def keep(self, judged: ReplayedJudgement, rejudging: int | None = None) -> None:
        """Commits a judgement. Without a rejudging it counts from now on, in place of any other of its submission."""
        with self._database.write(durable=True) as transaction:
            number = _number(transaction, judged.submission_id)
            of = {"submission_id": number, "rejudging_id": rejudging}
            new = transaction.add("judgements", judged.judgement, **of)
            put_runs(transaction, new, judged.runs, {})
            if rejudging is None:
                make_count(transaction, new)

    def recall(self, keys: Mapping[str, ReplayKey]) -> set[str]:
        """The submissions, among these, that have a judgement with this key, which counts from now on; those with
        other keys no longer do."""
        with self._database.write(durable=True) as transaction:
            counting = {one.submission_id: one for one in _judgements(transaction, "counts = 1")}
            found = {name for name, one in counting.items() if keys.get(name) == one.key}
            for name in keys.keys() - found:
                key = keys[name]
                number = _number(transaction, name)
                if name in counting:
                    _make_none_count(transaction, number)
                of_key = "submission_id = ? AND judgements.source_sha256 = ? AND data_sha256 = ?"
                values = (number, key.source_sha256, key.data_sha256)
                if earlier := _judgements(transaction, f"{of_key} AND {HOLDS}", *values):
                    make_count(transaction, earlier[-1].judgement)
                    found.add(name)
        return found & keys.keys()

    def unfinished(self) -> Rejudging | None:
        """The rejudging that does not count yet; its reason says what it covers."""
        sql = f"SELECT {columns(Rejudging)} FROM rejudgings WHERE state = 'open' ORDER BY id DESC"
        return self._database.record(Rejudging, sql)

    def begin_rejudging(self, of: str) -> int:
        """The number of a new one; an unfinished one is given up."""
        with self._database.write(durable=True) as transaction:
            _end(transaction, "state = 'open'", RejudgingState.DROPPED)
            return transaction.insert("rejudgings", row_of(Rejudging(of, created_utc_ms=transaction.now_ms)))

    def end_rejudging(self, number: int) -> None:
        """Makes all of its judgements count in place of the earlier ones."""
        with self._database.write(durable=True) as transaction:
            for one in _judgements(transaction, "rejudging_id = ?", number):
                make_count(transaction, one.judgement)
            _end(transaction, f"id = {number}", RejudgingState.APPLIED)


def _excluded_values(names: Sequence[str] | Mapping[str, object]) -> str:
    return ", ".join(f"{name} = excluded.{name}" for name in names)


def _put_problem(transaction: Transaction, name: str, title: str) -> int:
    row = {
        "name": name,
        "title": title,
        "origin": "",
        "data_sha256": UNPREPARED,
        "added_utc_ms": transaction.now_ms,
    }
    return transaction.insert(
        "problems", row, on_conflict=f"ON CONFLICT (name) DO UPDATE SET {_excluded_values(['title'])}"
    )


def _number(transaction: Transaction, submission_id: str) -> int:
    sql = "SELECT id FROM submissions WHERE contest_id = ? AND external_id = ?"
    [[number]] = transaction.rows(sql, CONTEST_ID, submission_id)
    return int(number)


def _judgements(transaction: Transaction, where: str, *values: object) -> list[ReplayedJudgement]:
    rows = transaction.rows(f"{JUDGED} {where} ORDER BY judgements.id", *values)
    return [ReplayedJudgement(name, record_of(Judgement, row)) for name, *row in rows]


def _make_none_count(transaction: Transaction, number: int) -> None:
    transaction.change("UPDATE judgements SET counts = 0 WHERE submission_id = ? AND counts = 1", number)
    change = "UPDATE submissions SET state = ?, judgement_id = NULL WHERE id = ?"
    transaction.change(change, State.QUEUED, number)


def _end(transaction: Transaction, which: str, state: RejudgingState) -> None:
    change = f"UPDATE rejudgings SET state = ?, ended_utc_ms = ? WHERE {which}"
    transaction.change(change, state, transaction.now_ms)
