"""Additions to a contest besides questions and submissions: commentary, and awards that do not follow from its
scoreboard."""

from judge.base.records import replace
from judge.store.catalogue_records import ContestRecord
from judge.store.contest_records import Comment, GivenAward
from judge.store.contests import note_contest
from judge.store.database import StorePart
from judge.store.events import ContestAction
from judge.store.rows import columns, row_of

MOST = 5000
"""The most comments of a contest that are shown: the newest."""


class ContestNotes(StorePart):
    def comments(self, contest_id: int) -> list[Comment]:
        """Comments in the order in which they were made."""
        sql = f"SELECT {columns(Comment)} FROM contest_comments WHERE contest_id = ? ORDER BY id DESC LIMIT ?"
        return list(reversed(self._database.records(Comment, sql, contest_id, MOST)))

    def comment(self, contest: ContestRecord, new: Comment) -> Comment:
        with self._database.write(durable=True) as transaction:
            at_ms = transaction.now_ms
            new = transaction.add("contest_comments", new, contest_id=contest.id, at_utc_ms=at_ms)
            note_contest(transaction, contest, ContestAction.COMMENTED, {"id": str(new.id)})
        return new

    def awards(self, contest_id: int) -> list[GivenAward]:
        sql = f"SELECT {columns(GivenAward)} FROM contest_awards WHERE contest_id = ? ORDER BY award_id"
        return self._database.records(GivenAward, sql, contest_id)

    def give(self, contest: ContestRecord, award: GivenAward) -> None:
        """Gives an award, replacing one with the same id."""
        with self._database.write(durable=True) as transaction:
            row = row_of(replace(award, contest_id=contest.id))
            transaction.put("contest_awards", [row], replacing=("contest_id", "award_id"))
            note_contest(transaction, contest, ContestAction.AWARD_GIVEN, {"id": award.award_id})

    def take_back(self, contest: ContestRecord, award_id: str) -> bool:
        """Takes an award back. Returns whether there was one."""
        with self._database.write(durable=True) as transaction:
            delete = "DELETE FROM contest_awards WHERE contest_id = ? AND award_id = ?"
            if not transaction.change(delete, contest.id, award_id):
                return False
            note_contest(transaction, contest, ContestAction.AWARD_TAKEN_BACK, {"id": award_id})
        return True
