"""Contests that are held here: created, changed while they last, and read for their scoreboards.

Every change is recorded in the log, with its actor and the new values: a scoreboard of any past moment follows from
that.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from judge.base.records import replace
from judge.store.accounts import add_user
from judge.store.catalogue_records import Contestant, ContestProblemRecord, ContestRecord, ProblemRecord, User
from judge.store.contest_records import ContestGroup, ContestTeam, HeldContest, JudgedSubmission
from judge.store.database import StorePart, Transaction
from judge.store.errors import ChangedMeanwhile, StoreError
from judge.store.events import ContestAction, Event, EventKind, note
from judge.store.jobs import hold_jobs, release_jobs
from judge.store.rows import columns, record_of, row_of

MOST_SUBMISSIONS = 200_000
"""The most problems of a contest, on its scoreboard."""
BOTH = f"{columns(ContestRecord, 'contests')}, {columns(HeldContest, 'held_contests')}"
HELD = f"SELECT {BOTH} FROM held_contests JOIN contests ON contests.id = held_contests.contest_id"
OF_A_SUBMISSION = (
    "submissions.id, user_id, submissions.problem_id, submitted_utc_ms, language, state, external_id, "
    "submissions.name"
)
OF_A_JUDGEMENT = "verdict, points, most_points, points_by_group, judgements.id"
HeldState = tuple[ContestRecord, HeldContest]


class OpenContest(Struct, frozen=True):
    """A contest that is not over, in its state at one moment."""

    contest: ContestRecord
    held: HeldContest
    longest_extension_ms: int
    """The extension of a team."""
    problem_ids: frozenset[int]
    now_ms: int

    @property
    def is_running(self) -> bool:
        start = self.contest.start_utc_ms
        return start is not None and start <= self.now_ms

    @property
    def is_over(self) -> bool:
        """Whether it has ended for every team."""
        end = self.contest.end_utc_ms(self.longest_extension_ms)
        return end is not None and end <= self.now_ms


class Contests(StorePart):
    def hold(
        self,
        contest: ContestRecord,
        held: HeldContest,
        problems: Sequence[tuple[ContestProblemRecord, ProblemRecord]],
        teams: Sequence[tuple[Contestant, ContestTeam]],
        groups: Sequence[ContestGroup] = (),
        did: ContestAction = ContestAction.IMPORTED,
        accounts: Sequence[User] = (),
    ) -> ContestRecord:
        """Adds a contest with its problems, teams and groups, whose records refer to it by 0, and the problems that the
        store does not have yet: nobody sees them before they belong to it. `accounts`: new ones, one for each team;
        none: the teams have theirs. Raises StoreError if a contest or an account has such a name."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("contests")
            if transaction.first("SELECT 1 FROM contests WHERE name = ?", contest.name):
                raise StoreError(
                    f"there is a contest called {contest.name} already: give this one another id."
                )
            if accounts:
                users = [add_user(transaction, user).id for user in accounts]
                teams = [
                    (replace(one, user_id=user_id), replace(team, user_id=user_id))
                    for (one, team), user_id in zip(teams, users, strict=True)
                ]
            contest = transaction.add("contests", contest)
            own = {"contest_id": contest.id}
            transaction.put("held_contests", [row_of(replace(held, **own))])
            numbers = [problem.id or _added(transaction, problem) for _, problem in problems]
            parts = [
                replace(one, problem_id=number, **own)
                for (one, _), number in zip(problems, numbers, strict=True)
            ]
            transaction.put("contest_problems", [row_of(one) for one in parts])
            transaction.put("contestants", [row_of(replace(one, **own)) for one, _ in teams])
            transaction.put("contest_teams", [row_of(replace(one, **own)) for _, one in teams])
            transaction.put("contest_groups", [row_of(replace(one, **own)) for one in groups])
            note_contest(transaction, contest, did, _times(contest))
        return contest

    def named(self, name: str) -> tuple[ContestRecord, HeldContest] | None:
        return next(iter(self._found("WHERE contests.name = ?", name)), None)

    def all(self) -> list[tuple[ContestRecord, HeldContest]]:
        """The latest first."""
        return self._found("ORDER BY coalesce(start_utc_ms, 0) DESC, contests.id DESC")

    def last_event(self, contest_id: int) -> int:
        """The number of the last event of the contest: data derived from it is valid until there is another."""
        sql = "SELECT coalesce(max(id), 0) FROM events WHERE contest_id = ?"
        return self._database.number(sql, contest_id)

    def longest_extension(self, contest_id: int) -> int:
        sql = "SELECT coalesce(max(extension_ms), 0) FROM contest_teams WHERE contest_id = ?"
        return self._database.number(sql, contest_id)

    def not_over(self, now_ms: int | None = None) -> list[OpenContest]:
        """Contests that have not ended for every team at this time, or have no start time yet. `now_ms`: None: the
        store's time."""
        longest = "SELECT coalesce(max(extension_ms), 0) FROM contest_teams WHERE contest_id = contests.id"
        own = len(ContestRecord.__struct_fields__)
        with self._database.read() as transaction:
            now_ms = transaction.now_ms if now_ms is None else now_ms
            rows = transaction.rows(
                f"SELECT {BOTH}, ({longest}) FROM held_contests "
                "JOIN contests ON contests.id = held_contests.contest_id "
                f"WHERE start_utc_ms IS NULL OR start_utc_ms + duration_ms + ({longest}) > ? "
                "OR (removed_intervals <> '[]' AND finalized_utc_ms IS NULL)",
                now_ms,
            )
            having = "SELECT problem_id FROM contest_problems WHERE contest_id = ?"
            found = [
                OpenContest(
                    record_of(ContestRecord, row[:own]),
                    record_of(HeldContest, row[own:-1]),
                    int(row[-1]),
                    frozenset(one[0] for one in transaction.rows(having, row[own - 1])),
                    now_ms,
                )
                for row in rows
            ]
        return [one for one in found if not one.is_over]

    def problems(self, contest_id: int) -> list[tuple[ContestProblemRecord, ProblemRecord]]:
        """Problems in the order of the scoreboard."""
        sql = (
            f"SELECT {columns(ContestProblemRecord, 'contest_problems')}, {columns(ProblemRecord, 'problems')} "
            "FROM contest_problems JOIN problems ON problems.id = problem_id WHERE contest_id = ? ORDER BY ordinal"
        )
        return self._database.joined((ContestProblemRecord, ProblemRecord), sql, contest_id)

    def teams(self, contest_id: int) -> list[tuple[ContestTeam, Contestant, User]]:
        """Teams in the order in which their accounts were made."""
        sql = (
            f"SELECT {columns(ContestTeam, 'contest_teams')}, {columns(Contestant, 'contestants')}, "
            f"{columns(User, 'users')} FROM contest_teams JOIN users ON users.id = contest_teams.user_id "
            "JOIN contestants ON contestants.contest_id = contest_teams.contest_id "
            "AND contestants.user_id = contest_teams.user_id "
            "WHERE contest_teams.contest_id = ? ORDER BY contest_teams.user_id"
        )
        return self._database.joined((ContestTeam, Contestant, User), sql, contest_id)

    def groups(self, contest_id: int) -> list[ContestGroup]:
        """Groups in the order of the contest's files."""
        sql = f"SELECT {columns(ContestGroup)} FROM contest_groups WHERE contest_id = ? ORDER BY ordinal"
        return self._database.records(ContestGroup, sql, contest_id)

    def team(self, contest_id: int, user_id: int) -> ContestTeam | None:
        sql = f"SELECT {columns(ContestTeam)} FROM contest_teams WHERE contest_id = ? AND user_id = ?"
        return self._database.record(ContestTeam, sql, contest_id, user_id)

    def change(
        self,
        before: HeldState,
        after: HeldState,
        did: ContestAction,
        *,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        """Stores `after`. `data`: more about the action than the new times. Raises ChangedMeanwhile if the state is no
        longer `before`."""
        contest, held = after
        with self._database.write(durable=True) as transaction:
            if _state(transaction, contest.id) != before:
                raise ChangedMeanwhile(
                    f"{contest.name} has been changed meanwhile: look at it again, and repeat what is still needed."
                )
            for table, key, row in (
                ("contests", "id", row_of(contest)),
                ("held_contests", "contest_id", row_of(held, ("contest_id",))),
            ):
                transaction.update(table, row, contest.id, key)
            note_contest(transaction, contest, did, {**_times(contest), **(data or {})})

    def note(self, contest: ContestRecord, did: ContestAction, data: Mapping[str, Any]) -> None:
        """Records an action that changes nothing of the contest."""
        with self._database.write(durable=True) as transaction:
            note_contest(transaction, contest, did, data)

    def extend_team(self, contest: ContestRecord, user_id: int, extension_ms: int) -> None:
        with self._database.write(durable=True) as transaction:
            change = "UPDATE contest_teams SET extension_ms = ? WHERE contest_id = ? AND user_id = ?"
            if not transaction.change(change, extension_ms, contest.id, user_id):
                raise StoreError(f"user {user_id} is not a team of {contest.name}.")
            data = {"extension_ms": extension_ms}
            note_contest(transaction, contest, ContestAction.TEAM_EXTENDED, data, user_id=user_id)

    def paused(self, contest_id: int) -> set[int]:
        """The problems that are not judged at the moment."""
        rows = self._database.rows("SELECT problem_id FROM paused_problems WHERE contest_id = ?", contest_id)
        return {row[0] for row in rows}

    def pause(self, contest: ContestRecord, problem_id: int) -> None:
        """Pauses a problem: submissions are stored, and wait; those in progress are finished. A repetition changes
        nothing."""
        with self._database.write(durable=True) as transaction:
            row = {"contest_id": contest.id, "problem_id": problem_id}
            transaction.put("paused_problems", [row], on_conflict="ON CONFLICT DO NOTHING")
            hold_jobs(transaction, problem_id)
            note_contest(transaction, contest, ContestAction.PAUSED, problem_id=problem_id)

    def resume(self, contest: ContestRecord, problem_id: int) -> None:
        with self._database.write(durable=True) as transaction:
            delete = "DELETE FROM paused_problems WHERE contest_id = ? AND problem_id = ?"
            transaction.change(delete, contest.id, problem_id)
            release_jobs(transaction, problem_id)
            note_contest(transaction, contest, ContestAction.RESUMED, problem_id=problem_id)

    def judged(self, contest_id: int) -> list[JudgedSubmission]:
        """Submissions, in order, with what counts; without cancelled ones."""
        sql = (
            f"SELECT {OF_A_SUBMISSION}, {OF_A_JUDGEMENT} FROM submissions "
            "LEFT JOIN judgements ON judgements.id = judgement_id WHERE contest_id = ? AND state <> 'cancelled' "
            "ORDER BY submitted_utc_ms, submissions.id LIMIT ?"
        )
        return self._database.records(JudgedSubmission, sql, contest_id, MOST_SUBMISSIONS)

    def languages_used(self, contest_id: int) -> set[str | None]:
        """Languages of the submissions; None: outputs without a program."""
        sql = "SELECT DISTINCT language FROM submissions WHERE contest_id = ?"
        return {row[0] for row in self._database.rows(sql, contest_id)}

    def judged_at(self, contest_id: int, at_utc_ms: int) -> list[JudgedSubmission]:
        """Submissions and judgements until a moment, as they were known then, from the log."""
        of_it = f"SELECT {OF_A_JUDGEMENT} FROM judgements WHERE id = ?"
        said = (
            "SELECT submission_id, judgement_id FROM events WHERE contest_id = ? AND kind = ? AND at_utc_ms <= ? "
            "ORDER BY id"
        )
        with self._database.read() as transaction:
            rows = transaction.rows(
                f"SELECT {OF_A_SUBMISSION} FROM submissions WHERE contest_id = ? AND submitted_utc_ms <= ? "
                "AND state <> 'cancelled' ORDER BY submitted_utc_ms, submissions.id LIMIT ?",
                contest_id,
                at_utc_ms,
                MOST_SUBMISSIONS,
            )
            rows_said = transaction.rows(said, contest_id, EventKind.JUDGED, at_utc_ms)
            last = {row[0]: row[1] for row in rows_said}
            nothing = [None] * 5
            judgements = {number: transaction.first(of_it, wanted) for number, wanted in last.items()}
        return [record_of(JudgedSubmission, [*row, *(judgements.get(row[0]) or nothing)]) for row in rows]

    def delivered(self, contest_id: int) -> set[tuple[int, int]]:
        """Balloons that their teams have received: user and problem."""
        sql = "SELECT user_id, problem_id FROM balloons_delivered WHERE contest_id = ?"
        return {(user_id, problem_id) for user_id, problem_id in self._database.rows(sql, contest_id)}

    def deliver(self, contest: ContestRecord, user_id: int, problem_id: int) -> None:
        with self._database.write(durable=True) as transaction:
            row = {"contest_id": contest.id, "user_id": user_id, "problem_id": problem_id}
            transaction.put("balloons_delivered", [row], on_conflict="ON CONFLICT DO NOTHING")
            did = ContestAction.BALLOON_DELIVERED
            note_contest(transaction, contest, did, user_id=user_id, problem_id=problem_id)

    def open_rejudgings(self, contest_id: int) -> list[int]:
        """Numbers of open rejudgings with a submission of the contest."""
        sql = (
            "SELECT DISTINCT rejudging_id FROM rejudgings JOIN jobs ON jobs.rejudging_id = rejudgings.id "
            "JOIN submissions ON submissions.id = submission_id WHERE rejudgings.state = 'open' AND contest_id = ?"
        )
        return sorted(row[0] for row in self._database.rows(sql, contest_id))

    def events(self, contest_id: int, at_most: int = 500) -> list[Event]:
        """Actions of the staff, the newest first."""
        sql = (
            f"SELECT {columns(Event)} FROM events WHERE contest_id = ? AND kind IN (?, ?) AND by_staff = 1 "
            "ORDER BY id DESC LIMIT ?"
        )
        kinds = (EventKind.CONTEST, EventKind.CLARIFICATION)
        return self._database.records(Event, sql, contest_id, *kinds, at_most)

    def _found(self, where: str, *values: object) -> list[tuple[ContestRecord, HeldContest]]:
        return self._database.joined((ContestRecord, HeldContest), f"{HELD} {where}", *values)


def note_contest(
    transaction: Transaction,
    contest: ContestRecord,
    did: ContestAction,
    data: Mapping[str, Any] | None = None,
    **of: Any,
) -> None:
    """Records an action on a contest. `of`: the ids of the user and the problem that it is about."""
    about = {"did": did.value, **(data or {})}
    note(transaction, Event(EventKind.CONTEST, contest_id=contest.id, data=about, **of))


def _state(transaction: Transaction, contest_id: int) -> HeldState:
    """The current state, which no other transaction changes until this one ends."""
    contest = transaction.get(ContestRecord, "contests", contest_id, "contest", to_change=True)
    sql = f"SELECT {columns(HeldContest)} FROM held_contests WHERE contest_id = ?"
    [held] = transaction.records(HeldContest, sql, contest_id)
    return contest, held


def _added(transaction: Transaction, problem: ProblemRecord) -> int:
    return transaction.insert("problems", row_of(replace(problem, added_utc_ms=transaction.now_ms)))


def _times(contest: ContestRecord) -> dict[str, Any]:
    names = ("start_utc_ms", "duration_ms", "freeze_ms", "removed_intervals")
    return {name: to_builtins(getattr(contest, name)) for name in names}
