"""Judgements and runs of a contest for its feed: those that count or did, and those in progress.

Results of a rejudging are reported once it is applied.
"""

from collections.abc import Iterable, Iterator

from judge.store.contest_records import JudgedSubmission
from judge.store.contests import OF_A_JUDGEMENT, OF_A_SUBMISSION
from judge.store.database import StorePart
from judge.store.events import Event, EventKind
from judge.store.external_ids import is_own_number
from judge.store.records import Judgement, Run
from judge.store.rows import columns, record_of

TOLD = (
    f"SELECT {columns(Judgement, 'judgements')} FROM submissions "
    "JOIN judgements ON judgements.submission_id = submissions.id "
    "LEFT JOIN rejudgings ON rejudgings.id = judgements.rejudging_id "
    "WHERE {} AND submissions.state <> 'cancelled' "
    "AND (judgements.rejudging_id IS NULL OR rejudgings.state = 'applied') ORDER BY judgements.id"
)
SUBMITTED = (
    f"SELECT {OF_A_SUBMISSION}, {OF_A_JUDGEMENT} FROM submissions "
    "LEFT JOIN judgements ON judgements.id = judgement_id WHERE submissions.id IN ({})"
)


class ContestJudgements(StorePart):
    def of_contest(self, contest_id: int) -> list[Judgement]:
        """Judgements in the order in which they were begun."""
        return self._database.records(Judgement, TOLD.format("submissions.contest_id = ?"), contest_id)

    def of_submissions(self, numbers: Iterable[int]) -> list[Judgement]:
        return self._database.records_of(Judgement, TOLD.format("submissions.id IN ({})"), numbers)

    def submissions(self, numbers: Iterable[int]) -> list[JudgedSubmission]:
        """Submissions with those that were cancelled."""
        return self._database.records_of(JudgedSubmission, SUBMITTED, numbers)

    def named(self, contest_id: int, wanted: str) -> list[int]:
        """The number of the submission with this id: its external id, or else its number."""
        sql = "SELECT id FROM submissions WHERE contest_id = ? AND external_id = ?"
        with self._database.read() as transaction:
            found = transaction.rows(sql, contest_id, wanted)
            if not found and is_own_number(wanted):
                sql = "SELECT id FROM submissions WHERE contest_id = ? AND id = ? AND external_id IS NULL"
                found = transaction.rows(sql, contest_id, int(wanted))
        return [int(row[0]) for row in found]

    def runs(self, judgement_ids: Iterable[int]) -> Iterator[tuple[int, Run]]:
        """Runs, each with its judgement's number, in parts: a contest has many."""
        of_some = "WHERE judgement_id IN ({}) ORDER BY judgement_id, ordinal"
        sql = f"SELECT judgement_id, {columns(Run)} FROM runs {of_some}"
        for number, *row in self._database.rows_of(sql, judgement_ids):
            yield int(number), record_of(Run, row)

    def runs_between(self, judgement_id: int, first: int, last: int) -> list[tuple[int, Run]]:
        sql = f"SELECT {columns(Run)} FROM runs WHERE judgement_id = ? AND ordinal BETWEEN ? AND ? ORDER BY ordinal"
        found = self._database.records(Run, sql, judgement_id, first, last)
        return [(judgement_id, run) for run in found]

    def begun(self, submission_id: int) -> dict[int, int]:
        """All judgements of a submission that were ever begun, from the log, each with the last of its runs that was
        reported."""
        sql = f"SELECT {columns(Event)} FROM events WHERE submission_id = ? AND kind IN (?, ?) ORDER BY id"
        kinds = (EventKind.JUDGING, EventKind.RUNS)
        found: dict[int, int] = {}
        for event in self._database.records(Event, sql, submission_id, *kinds):
            if event.judgement_id is not None:
                last = (event.data or {}).get("last", 0)
                found[event.judgement_id] = max(found.get(event.judgement_id, 0), last)
        return found
