"""Clarifications of a contest: the teams' questions, the jury's answers and announcements, and who has seen them."""

from judge.base.records import replace
from judge.store.contest_records import Clarification
from judge.store.database import StorePart
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, note
from judge.store.external_ids import require_free, set_apart
from judge.store.rows import columns

MOST = 2000
"""The most that are shown of a contest at once: the newest."""
FOR_TEAMS = "is_of_jury = 1 AND (to_user_id IS NULL OR to_user_id = ?)"


class Clarifications(StorePart):
    def add(self, new: Clarification) -> Clarification:
        """Raises StoreError for a reply to a question of another contest. An answered question is marked so."""
        with self._database.write(durable=True) as transaction:
            if new.reply_to_id is not None:
                answered = "UPDATE clarifications SET is_answered = 1 WHERE id = ? AND contest_id = ?"
                if not transaction.change(answered, new.reply_to_id, new.contest_id):
                    raise StoreError(f"clarification {new.reply_to_id} is not one of this contest.")
            if new.external_id is not None:
                require_free(transaction, "clarifications", new.contest_id, new.external_id)
            new = transaction.add("clarifications", new, at_utc_ms=new.at_utc_ms or transaction.now_ms)
            if new.external_id is None:
                apart = set_apart(transaction, "clarifications", new.contest_id, new.id)
                new = replace(new, external_id=apart)
            event = Event(
                EventKind.CLARIFICATION,
                user_id=new.to_user_id,
                contest_id=new.contest_id,
                problem_id=new.problem_id,
                data={"number": new.id, "reply_to": new.reply_to_id, "is_of_jury": new.is_of_jury},
            )
            note(transaction, event)
        return new

    def get(self, contest_id: int, number: int) -> Clarification | None:
        sql = f"SELECT {columns(Clarification)} FROM clarifications WHERE id = ? AND contest_id = ?"
        return self._database.record(Clarification, sql, number, contest_id)

    def all(self, contest_id: int) -> list[Clarification]:
        """All, the newest first."""
        return self._found(contest_id, "1 = 1")

    def for_team(self, contest_id: int, user_id: int) -> list[Clarification]:
        """Its own questions, and the jury's messages to it or to all, the newest first."""
        return self._found(contest_id, f"(author_id = ? OR {FOR_TEAMS})", user_id, user_id)

    def public(self, contest_id: int) -> list[Clarification]:
        """The jury's messages to all, the newest first."""
        return self._found(contest_id, "is_of_jury = 1 AND to_user_id IS NULL")

    def open_count(self, contest_id: int) -> int:
        """The number of unanswered questions."""
        sql = (
            "SELECT count(*) FROM clarifications WHERE contest_id = ? AND is_of_jury = 0 AND is_answered = 0"
        )
        return self._database.number(sql, contest_id)

    def see(self, contest_id: int, user_id: int, number: int) -> None:
        """Notes that a team has seen them, up to this one."""
        with self._database.write() as transaction:
            transaction.change(
                "UPDATE contest_teams SET seen_clarification_id = ? WHERE contest_id = ? AND user_id = ? "
                "AND seen_clarification_id < ?",
                number,
                contest_id,
                user_id,
                number,
            )

    def unseen(self, user_id: int) -> dict[str, int]:
        """The number of the jury's messages that a user has not seen, by the name of the contest."""
        sql = (
            "SELECT contests.name, count(*) FROM contest_teams JOIN contests ON contests.id = contest_teams.contest_id "
            "JOIN clarifications ON clarifications.contest_id = contest_teams.contest_id "
            "AND clarifications.id > seen_clarification_id AND is_of_jury = 1 "
            "AND (to_user_id IS NULL OR to_user_id = user_id) WHERE user_id = ? GROUP BY contests.name"
        )
        return {str(name): int(count) for name, count in self._database.rows(sql, user_id)}

    def _found(self, contest_id: int, where: str, *values: object) -> list[Clarification]:
        sql = (
            f"SELECT {columns(Clarification)} FROM clarifications WHERE contest_id = ? AND {where} "
            "ORDER BY id DESC LIMIT ?"
        )
        return self._database.records(Clarification, sql, contest_id, *values, MOST)
