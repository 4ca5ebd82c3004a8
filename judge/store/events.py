"""The log of events: it only grows, and its numbers only rise. The feed, live pages and the audit read it.

A reader that has seen number N and asks for later events misses none: an event becomes visible after every event with
a lower number.
"""

from enum import StrEnum
from typing import Any

from judge.base.records import Record, replace
from judge.store.acting import actor
from judge.store.catalogue_records import Id, UtcMs
from judge.store.database import StorePart, Transaction
from judge.store.records import Submission
from judge.store.rows import columns, row_of

AT_MOST = 1000
"""The most events that are read at once."""


class EventKind(StrEnum):
    USER = "user"
    PROBLEM = "problem"
    CONTEST = "contest"
    """Added or changed. `data`: the ContestAction as `did`, and the new values."""
    CLARIFICATION = "clarification"
    """Asked, answered or announced. `data`: its number."""
    TOKEN = "token"
    """`data`: its number, and whether it was made or revoked."""
    CLASS = "class"
    """`data`: the class, perhaps the assignment, and the action."""
    SUBMITTED = "submitted"
    OWN_RUN = "own-run"
    """A user runs a program on input of their own. `data`: its number, and that of its job."""
    BEGUN = "begun"
    """A job that does not judge. `data`: its number, and the worker."""
    JUDGING = "judging"
    RUNS = "runs"
    """`data`: the first and the last ordinal of the new runs."""
    JUDGED = "judged"
    """Judged: it counts from now on. `data`: its verdict."""
    REJUDGED = "rejudged"
    """Judged again: the result is known, but does not count before its rejudging is applied."""
    GIVEN_BACK = "given-back"
    """The job waits for another worker, and the judgement in progress is discarded."""
    COMPLETED = "completed"
    """A job that does not judge."""
    FAILED = "failed"
    CANCELLED = "cancelled"
    REJUDGING_OPENED = "rejudging-opened"
    REJUDGING_APPLIED = "rejudging-applied"
    REJUDGING_DROPPED = "rejudging-dropped"
    SIGNED_IN = "signed-in"
    """`data`: the method, if it is not the password; whether a code is still awaited."""
    SIGN_IN_REFUSED = "sign-in-refused"
    """`data`: the given name, and the reason."""
    SIGNED_OUT = "signed-out"
    """`data`: the number of the sign-in, or that all of a user's have ended."""
    PASSWORD = "password"
    """A user has a new one."""
    LINK = "link"
    """A link was made that signs its user in once."""
    SECOND_FACTOR = "second-factor"
    """`data`: its outcome."""
    SIGN_UP_LINK = "sign-up-link"
    """`data`: its number, and its outcome."""
    MAIL = "mail"
    """A mail to a user, or the user's address. `data`: its outcome."""
    SETTINGS = "settings"
    """`data`: the changes."""
    REFUSED = "refused"
    """Somebody requested something without the right to it. `data`: the method and the path."""


class ContestAction(StrEnum):
    """What was done to a contest. The log shows each in words (web/contest_log.py)."""

    IMPORTED = "imported"
    MADE = "made"
    SCHEDULED = "scheduled"
    STARTED = "started"
    FEEDBACK = "feedback"
    EXTENDED = "extended"
    """`data`: by how much, which is below 0 if it was shortened."""
    TEAM_EXTENDED = "team-extended"
    FROZEN = "frozen"
    THAWED = "thawed"
    THAW_PLANNED = "thaw-planned"
    CLOCK_STOPPED = "clock-stopped"
    """`data`: the contest time."""
    CLOCK_RESUMED = "clock-resumed"
    """`data`: the contest time, and how long the clock stood."""
    INTERVAL_REMOVED = "interval-removed"
    """`data`: its start and end, on the wall's clock since the start of the contest."""
    INTERVAL_RESTORED = "interval-restored"
    """`data`: likewise."""
    PAUSED = "paused"
    RESUMED = "resumed"
    FINALIZED = "finalized"
    ACCOUNTS = "accounts"
    """`data`: the number of teams, and whether they got passwords or links."""
    BALLOON_DELIVERED = "balloon-delivered"
    COMMENTED = "commented"
    AWARD_GIVEN = "award-given"
    AWARD_TAKEN_BACK = "award-taken-back"


class Event(Record, frozen=True):
    """Something that happened. It names its subject, whose current state is in the other tables."""

    kind: EventKind
    actor_id: Id | None = None
    """The user who did it; null: nobody did, or it is unknown who."""
    user_id: Id | None = None
    contest_id: Id | None = None
    problem_id: Id | None = None
    submission_id: Id | None = None
    judgement_id: Id | None = None
    rejudging_id: Id | None = None
    data: dict[str, Any] | None = None
    address: str | None = None
    """The address from which it was done; null: the judge itself did it."""
    by_staff: bool = False
    """Whether the actor belonged to the staff."""
    at_utc_ms: UtcMs = 0
    """Set by the store."""
    id: Id = 0


def about(submission: Submission, kind: EventKind, **others: Any) -> Event:
    """An event of a submission. `others`: its further fields."""
    return Event(
        kind,
        user_id=submission.user_id,
        contest_id=submission.contest_id,
        problem_id=submission.problem_id,
        submission_id=submission.id,
        **others,
    )


def note(transaction: Transaction, event: Event) -> None:
    who = actor()
    if who is not None:
        who_id = who.user_id if event.actor_id is None else event.actor_id
        event = replace(event, actor_id=who_id, address=who.address, by_staff=who.is_staff)
    transaction.log("events", row_of(replace(event, at_utc_ms=transaction.now_ms)))


class Events(StorePart):
    def after(
        self,
        number: int,
        at_most: int = AT_MOST,
        *,
        contest_id: int | None = None,
        submission_id: int | None = None,
    ) -> list[Event]:
        """Events with a higher number, in order; only those of one contest or submission, if that is given."""
        where, values = "id > ?", [number]
        for column, wanted in (("contest_id", contest_id), ("submission_id", submission_id)):
            if wanted is not None:
                where, values = f"{where} AND {column} = ?", [*values, wanted]
        sql = f"SELECT {columns(Event)} FROM events WHERE {where} ORDER BY id LIMIT ?"
        return self._database.records(Event, sql, *values, min(at_most, AT_MOST))

    def put(self, event: Event) -> None:
        """Records an event that changes nothing else in the store."""
        with self._database.write() as transaction:
            note(transaction, event)

    def last(self) -> int:
        """The number of the last event; 0: there is none."""
        return self._database.number("SELECT coalesce(max(id), 0) FROM events")


class AuditFilter(Record, frozen=True):
    """The events to find: all conditions that are set must hold."""

    kind: EventKind | None = None
    actor_id: Id | None = None
    address: str | None = None
    by_staff: bool = False
    """Actions of the staff alone."""
    since_utc_ms: UtcMs | None = None
    until_utc_ms: UtcMs | None = None
    before: Id | None = None
    """A bound: events have a lower number."""


class Audit(StorePart):
    """The log of people's actions: the events that have addresses."""

    def newest(self, wanted: AuditFilter, at_most: int) -> list[Event]:
        """The newest first."""
        where, values = ["address IS NOT NULL"], list[Any]()
        if wanted.by_staff:
            where.append("by_staff = 1")
        for condition, value in (
            ("kind = ?", wanted.kind),
            ("actor_id = ?", wanted.actor_id),
            ("address = ?", wanted.address),
            ("at_utc_ms >= ?", wanted.since_utc_ms),
            ("at_utc_ms < ?", wanted.until_utc_ms),
            ("id < ?", wanted.before),
        ):
            if value is not None:
                where.append(condition)
                values.append(value)
        sql = f"SELECT {columns(Event)} FROM events WHERE {' AND '.join(where)} ORDER BY id DESC LIMIT ?"
        return self._database.records(Event, sql, *values, min(at_most, AT_MOST))
