"""Contests that are held here, as far as their viewers may see them: the page of one, its scoreboard, its
clarifications."""

from collections.abc import Sequence

from msgspec import Struct

from judge.base.priority import Priority
from judge.base.records import replace
from judge.contest.awards import Award, awards_of
from judge.contest.scoreboard import Scoreboard
from judge.service.contest_board import load
from judge.service.contest_rules import Phase, closed_by, contest_of, frozen_from_utc_ms, is_frozen, phase_of
from judge.service.kept_contests import KeptContests
from judge.service.refusals import NotForViewer, Refused, refusing
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Contestant, ContestProblemRecord, ContestRecord, ProblemRecord, User
from judge.store.contest_clock import RemovedInterval
from judge.store.contest_records import Clarification, ContestTeam, HeldContest
from judge.store.store import Store

CATEGORIES = ("general", "sysops", "operations")
"""Categories of clarifications, besides one for each problem."""


class SeenContest(Struct, frozen=True):
    """A contest, as far as its viewer may see it."""

    contest: ContestRecord
    held: HeldContest
    phase: Phase
    now_ms: int
    team: ContestTeam | None
    """The viewer's team; None: the viewer takes no part."""
    problems: Sequence[tuple[ContestProblemRecord, ProblemRecord]]
    """Empty before the start, except for the staff."""
    paused: frozenset[int]
    """Problems that are paused."""
    is_frozen: bool
    """Whether the public scoreboard is frozen."""
    longest_extension_ms: int

    @property
    def start_utc_ms(self) -> int | None:
        return self.contest.start_utc_ms

    @property
    def end_utc_ms(self) -> int | None:
        """The end for the viewer's own team, else for all that have no time of their own; None: unknown, as the start
        is, or the contest's clock stands."""
        return self.contest.end_utc_ms(self.team.extension_ms if self.team else 0)

    @property
    def since_start_ms(self) -> int:
        """The time in the contest; below 0: it has not begun."""
        return -1 if self.contest.clock is None else self.contest.clock.contest_ms(self.now_ms)

    @property
    def stopped(self) -> RemovedInterval | None:
        """The interval in which the clock stands now; None: it runs, or the contest does not."""
        clock = self.contest.clock
        return clock.interval_at(self.now_ms) if clock is not None and self.phase is Phase.RUNNING else None

    @property
    def left_ms(self) -> int:
        """The contest time that is left for the viewer's own team, else for all that have no time of their own."""
        extension_ms = self.team.extension_ms if self.team else 0
        return max(0, self.contest.duration_ms + extension_ms - max(0, self.since_start_ms))

    @property
    def removed(self) -> list[tuple[RemovedInterval, int]]:
        """Intervals that do not count, each with the contest time at its start."""
        clock = self.contest.clock
        if clock is None:
            return []
        return [(one, clock.contest_ms(one.start_utc_ms)) for one in clock.removed]

    @property
    def has_begun(self) -> bool:
        return self.phase not in (Phase.UNSCHEDULED, Phase.BEFORE)

    def next_change_utc_ms(self) -> int | None:
        """The time when visibility changes without an event; None: never again."""
        start = self.contest.start_utc_ms
        if start is None:
            return None
        ends = (self.contest.end_utc_ms(extension) for extension in (0, self.longest_extension_ms))
        moments = [start, *ends, frozen_from_utc_ms(self.contest), self.held.thawed_utc_ms]
        return min((one for one in moments if one is not None and one > self.now_ms), default=None)


class Balloon(Struct, frozen=True):
    """A problem that a team has solved."""

    team: ContestTeam
    contestant: Contestant
    user: User
    problem: ContestProblemRecord
    problem_name: str
    time_ms: int
    is_first: bool
    is_after_freeze: bool
    is_delivered: bool


class SeenContests:
    """The contests as viewers see them, for any number of threads."""

    def __init__(self, store: Store) -> None:
        self._store, self._kept = store, KeptContests(store)

    def all(self, viewer: Viewer) -> list[SeenContest]:
        """The latest first."""
        return [self._seen(viewer, contest, held) for contest, held in self._store.contests.all()]

    def get(self, viewer: Viewer, name: str) -> SeenContest:
        """Raises Refused if there is none of this name."""
        found = self._store.contests.named(name)
        if found is None:
            raise NotForViewer(f"there is no contest called {name} here.")
        return self._seen(viewer, *found)

    def _seen(self, viewer: Viewer, contest: ContestRecord, held: HeldContest) -> SeenContest:
        contests, now_ms = self._store.contests, self._store.now_ms()
        longest = contests.longest_extension(contest.id)
        phase = phase_of(contest, held, now_ms, longest)
        is_open = viewer.is_staff or phase not in (Phase.UNSCHEDULED, Phase.BEFORE)
        return SeenContest(
            contest,
            held,
            phase,
            now_ms,
            None if viewer.user_id is None else contests.team(contest.id, viewer.user_id),
            contests.problems(contest.id) if is_open else (),
            frozenset(contests.paused(contest.id)) if is_open else frozenset(),
            is_frozen(contest, held, now_ms),
            longest,
        )

    def entry(
        self, viewer: Viewer, problem: ProblemRecord, priority: Priority, now_ms: int
    ) -> tuple[int | None, Priority]:
        """The contest that a submission counts for, which may be none. Raises Refused if submitting is not permitted
        now."""
        contests = self._store.contests.not_over(now_ms)
        assert viewer.user_id is not None
        teams = {
            one.contest.id: self._store.contests.team(one.contest.id, viewer.user_id) for one in contests
        }
        mine = frozenset(number for number, team in teams.items() if team is not None)
        found = contest_of(problem.id, contests, mine)
        if found is not None:
            team = teams[found.contest.id]
            end_ms = found.contest.end_utc_ms(team.extension_ms if team else 0)
            if end_ms is not None and now_ms >= end_ms:
                raise Refused(f"{found.contest.title} is over for you; others still take part.")
            return found.contest.id, Priority.CONTEST
        if closed := closed_by(viewer, problem.id, contests):
            raise Refused(f"while {closed.contest.title} lasts, only its teams submit to this problem.")
        return None, priority

    def counts(self, viewer: Viewer, problem_id: int) -> bool:
        """Whether what the viewer submits to this problem now counts for a contest."""
        problem = self._store.catalogue.get(ProblemRecord, problem_id)
        try:
            contest_id, _ = self.entry(viewer, problem, Priority.PRACTICE, self._store.now_ms())
        except Refused:
            return False
        return contest_id is not None

    def require_permitted(self, contest_id: int, language: str) -> None:
        permitted = self._store.catalogue.get(ContestRecord, contest_id).languages
        if permitted is not None and language not in permitted:
            raise Refused(f"the contest permits {', '.join(permitted)}, found {language}.")

    def board(
        self, viewer: Viewer, seen: SeenContest, *, at_ms: int | None = None, as_public: bool = False
    ) -> Scoreboard:
        """The scoreboard as far as the viewer may see it. `at_ms`: at that time of the contest, as it was known then;
        `as_public`: shows the staff what the public sees."""
        contest, clock, shown_ms = seen.contest, seen.contest.clock, seen.since_start_ms
        known = None
        if at_ms is not None and clock is not None and at_ms < shown_ms:
            known, shown_ms = clock.last_utc_ms(at_ms), at_ms
        loaded = (
            self._kept.load(contest) if known is None else load(self._store, contest, known_at_utc_ms=known)
        )
        hides = seen.is_frozen and (as_public or not viewer.is_staff)
        return loaded.board(shown_ms, is_frozen=hides)

    def awards(self, viewer: Viewer, seen: SeenContest) -> list[Award]:
        """Raises Refused for viewers who may not know them yet."""
        if not viewer.is_staff and (seen.phase is not Phase.FINAL or seen.is_frozen):
            raise NotForViewer("the awards are known once the results are final.")
        if not seen.has_begun:
            return []
        given = [one for one in self._store.contest_notes.awards(seen.contest.id) if one.team_ids]
        teams = {one.id: one for one in self._kept.load(seen.contest).contest.teams} if given else {}
        return [
            *awards_of(self.board(viewer, seen)),
            *(
                Award(one.award_id, tuple(teams[team] for team in one.team_ids), citation=one.citation)
                for one in given
            ),
        ]

    def balloons(self, viewer: Viewer, seen: SeenContest) -> list[Balloon]:
        """Balloons for the staff: the solved problems of each team, the latest first."""
        require_staff(viewer)
        if not seen.has_begun:
            return []
        contests = self._store.contests
        loaded = self._kept.load(seen.contest)
        board = loaded.board(loaded.contest.last_ms, is_frozen=False)
        teams = {
            team.team_id: (team, contestant, user)
            for team, contestant, user in contests.teams(seen.contest.id)
        }
        problems = {problem.name: one for one, problem in contests.problems(seen.contest.id)}
        delivered = contests.delivered(seen.contest.id)
        frozen_from = board.contest.frozen_from_ms
        found = []
        for row in board.rows:
            team, contestant, user = teams[row.team.id]
            for cell in row.cells:
                if not cell.is_solved or cell.time_ms is None:
                    continue
                problem = problems[cell.problem_id]
                found.append(
                    Balloon(
                        team,
                        contestant,
                        user,
                        problem,
                        cell.problem_id,
                        cell.time_ms,
                        cell.is_first,
                        frozen_from is not None and cell.time_ms >= frozen_from,
                        (team.user_id, problem.problem_id) in delivered,
                    )
                )
        return sorted(found, key=lambda one: (one.is_delivered, -one.time_ms, one.team.team_id))

    def clarifications(self, viewer: Viewer, seen: SeenContest) -> list[Clarification]:
        """The newest first, as far as the viewer may see them."""
        own = seen.team.user_id if seen.team else None
        is_staff, has_begun = viewer.is_staff, seen.has_begun
        return said_to(self._store, seen.contest.id, own, is_staff=is_staff, has_begun=has_begun)

    def see(self, seen: SeenContest, clarifications: Sequence[Clarification]) -> None:
        """Records that the viewer's team has seen them."""
        newest = max((one.id for one in clarifications), default=0)
        if seen.team is not None and newest > seen.team.seen_clarification_id:
            self._store.clarifications.see(seen.contest.id, seen.team.user_id, newest)

    def unseen(self, viewer: Viewer) -> dict[str, int]:
        """The number of the jury's messages that a viewer has not seen, by the name of the contest."""
        if viewer.user_id is None or viewer.is_staff:
            return {}
        return self._store.clarifications.unseen(viewer.user_id)

    def ask(self, viewer: Viewer, seen: SeenContest, text: str, about: str) -> Clarification:
        """`about`: a category, or the label of a problem."""
        if seen.team is None or viewer.user_id is None:
            raise Refused("only teams of the contest may ask.")
        if seen.phase is not Phase.RUNNING:
            raise Refused("questions are asked while the contest lasts.")
        return self._add(seen, Clarification(seen.contest.id, viewer.user_id, text.strip()), about)

    def answer(
        self,
        viewer: Viewer,
        seen: SeenContest,
        text: str,
        about: str,
        *,
        reply_to: int | None = None,
        to_team: str = "",
        to_all: bool = False,
    ) -> Clarification:
        """Answers a question, for its team or `to_all`; without a question, announces to all or to one team."""
        require_staff(viewer)
        assert viewer.user_id is not None
        to_user_id = None
        question = None
        if reply_to is not None:
            question = self._store.clarifications.get(seen.contest.id, reply_to)
            if question is None or question.is_of_jury:
                raise Refused(f"there is no question {reply_to} in this contest.")
            to_user_id = None if to_all else question.author_id
        elif to_team:
            to_user_id = team_of(self._store, seen, to_team).user_id
        new = Clarification(
            seen.contest.id,
            viewer.user_id,
            text.strip(),
            is_of_jury=True,
            to_user_id=to_user_id,
            reply_to_id=reply_to,
            problem_id=question.problem_id if question else None,
        )
        if question:
            about = question.category if question.problem_id is None else ""  # else by the problem's id
        return self._add(seen, new, about)

    def _add(self, seen: SeenContest, new: Clarification, about: str) -> Clarification:
        problems = {one.label: one.problem_id for one, _ in seen.problems}
        if about in CATEGORIES:
            new = replace(new, category=about)
        elif about in problems:
            new = replace(new, category="problem", problem_id=problems[about])
        elif new.problem_id is not None:
            new = replace(new, category="problem")
        else:
            raise Refused(f"{about!r} is not a category of this contest.")
        with refusing():
            return self._store.clarifications.add(new)


def require_staff(viewer: Viewer) -> None:
    if not viewer.is_staff:
        raise Refused("only the jury may do that.")


def team_of(store: Store, seen: SeenContest, team_id: str) -> ContestTeam:
    """Raises Refused if the contest has no team with this id."""
    for team, _, _ in store.contests.teams(seen.contest.id):
        if team.team_id == team_id:
            return team
    raise Refused(f"there is no team {team_id} in this contest.")


def said_to(
    store: Store, contest_id: int, team_user_id: int | None, *, is_staff: bool, has_begun: bool
) -> list[Clarification]:
    """Clarifications, the newest first: all for the staff; for a team its own and the messages to it; for others the
    messages to all, once the contest has begun."""
    of = store.clarifications
    if is_staff:
        return of.all(contest_id)
    if team_user_id is not None:
        return of.for_team(contest_id, team_user_id)
    return of.public(contest_id) if has_begun else []
