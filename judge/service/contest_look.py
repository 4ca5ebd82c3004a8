"""A client's view of a contest at one moment, by the Contest API: the objects of each endpoint."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from judge.base.records import part_of, replace
from judge.contest import api, api_objects, api_teams
from judge.contest.extras import Extras
from judge.contest.judgements import TYPES
from judge.contest.model import ANSWERS, ContestSubmission
from judge.contest.scoreboard import Scoreboard
from judge.contest.times import relative_text
from judge.languages.table import language_named
from judge.service.contest_board import Loaded, load
from judge.service.contest_rules import state_of
from judge.service.contest_sight import ContestSight
from judge.service.contests import SeenContest, said_to
from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.contest_records import Clarification, JudgedSubmission
from judge.store.records import Judgement, Run
from judge.store.store import Store

ACCOUNT_TYPES = {Role.ADMIN: "admin", Role.JURY: "judge"}
"""Types of accounts without a team; others are the staff's."""


class ContestLook(Struct, frozen=True):
    store: Store
    seen: SeenContest
    sight: ContestSight
    loaded: Loaded
    """The contest without submissions."""
    user: User | None
    """The client."""
    language_ids: Sequence[str]
    """Ids of the languages that the judge has here."""
    facts_of: Callable[[ProblemRecord], api.ProblemFacts]
    extras: Extras = api_teams.NO_EXTRAS
    """Other content of the contest's folder."""
    may_submit: bool = False
    """Whether the client's token permits it, if its user does."""

    @property
    def contest_id(self) -> int:
        return self.seen.contest.id

    # Configuration

    def contest(self) -> api_objects.ContestObject:
        held, contest = self.seen.held, self.seen.contest
        start, thaw = contest.start_utc_ms, held.thawed_utc_ms
        end = contest.end_utc_ms()
        is_planned = thaw is not None and end is not None and thaw >= end
        pause_ms = held.countdown_pause_ms if start is None else None
        return replace(
            api.contest_object(self.loaded.contest),
            shortname=contest.name,
            banner=self._pictures("contest", contest.name, "banner"),
            logo=self._pictures("contest", contest.name, "logo"),
            countdown_pause_time=None if pause_ms is None else relative_text(pause_ms),
            scoreboard_thaw_time=api.time_text(thaw)
            if is_planned and contest.freeze_ms is not None
            else None,
        )

    def _pictures(self, endpoint: str, number: str, name: str) -> tuple[api_objects.FileObject, ...] | None:
        found = self.extras.pictures(endpoint, number, name)
        return api_teams.file_objects(self.loaded.contest, (endpoint, number), found)

    def judgement_types(self) -> list[api_objects.JudgementTypeObject]:
        return api.judgement_types(self.loaded.contest)

    def languages(self) -> list[api_objects.LanguageObject]:
        """Languages that may be used, and those that were: objects may refer only to existing ones."""
        known = self.permitted_languages()
        known |= {one or ANSWERS for one in self.store.contests.languages_used(self.contest_id)}
        return [api.language_object(name) for name in sorted(known)]

    def permitted_languages(self) -> set[str]:
        permitted = self.loaded.contest.languages
        return {one for one in self.language_ids if permitted is None or one in permitted}

    def problems(self) -> list[api_objects.ProblemObject]:
        shown = zip(self.loaded.contest.problems, self.seen.problems, strict=False)
        return [
            api.problem_object(self.loaded.contest, one, number, self.facts_of(problem))
            for number, (one, (_, problem)) in enumerate(shown, start=1)
        ]

    def groups(self) -> list[api_objects.GroupObject]:
        return api_teams.group_objects(self.loaded.contest)

    def organizations(self) -> list[api_objects.OrganizationObject]:
        contest = self.loaded.contest
        found = api_teams.organizations_of(contest.teams, self.extras)
        return api_teams.organization_objects(found.values(), contest, self.extras)

    def teams(self) -> list[api_objects.TeamObject]:
        organizations = api_teams.organizations_of(self.loaded.contest.teams, self.extras)
        return [
            replace(
                api_teams.team_object(team, organizations.get(team.id)),
                photo=self._pictures("teams", team.id, "photo"),
            )
            for team in self.loaded.contest.teams
            if self.sight.sees_team(self.loaded.user_ids[team.id])
        ]

    def persons(self) -> list[api_objects.PersonObject]:
        """Persons: only the staff sees who they are."""
        return api_teams.person_objects(self.loaded.contest, self.extras) if self.sight.is_staff else []

    def accounts(self) -> list[api_objects.AccountObject]:
        """Accounts: those of all teams for the staff; for others, their own."""
        if not self.sight.is_staff:
            return [] if self.user is None else [self._account(self.user)]
        users = [user for _, _, user in self.store.contests.teams(self.contest_id)]
        own = [] if self.user is None or self.user.id in {one.id for one in users} else [self.user]
        return [self._account(user) for user in [*users, *own]]

    def account(self) -> api_objects.AccountObject | None:
        return None if self.user is None else self._account(self.user)

    def _account(self, user: User) -> api_objects.AccountObject:
        team_id = self._team_ids().get(user.id)
        kind = "team" if team_id else ACCOUNT_TYPES.get(user.role, "staff")
        return api_objects.AccountObject(str(user.id), user.name, kind, user.full_name or None, team_id)

    def _team_ids(self) -> dict[int, str]:
        return {number: team_id for team_id, number in self.loaded.user_ids.items()}

    def _problem_names(self) -> dict[int, str]:
        return {number: name for name, number in self.loaded.problem_ids.items()}

    # What happens

    def state(self) -> api_objects.StateObject:
        seen = self.seen
        return state_of(seen.contest, seen.held, seen.now_ms, seen.longest_extension_ms)

    def submitted(self, numbers: Iterable[int] | None = None) -> list[JudgedSubmission]:
        """The submissions that the client sees. `numbers`: only these."""
        found = (
            self.store.contests.judged(self.contest_id)
            if numbers is None
            else self.store.contest_judgements.submissions(numbers)
        )
        teams, problems = self._team_ids(), self._problem_names()
        return [
            one
            for one in found
            if one.user_id in teams and one.problem_id in problems and self.sight.sees_team(one.user_id)
        ]

    def submitted_as(self, wanted: str) -> list[JudgedSubmission]:
        """The submission with this id, if the client sees one: others are not looked at."""
        numbers = self.store.contest_judgements.named(self.contest_id, wanted)
        return [one for one in self.submitted(numbers) if one.state != "cancelled"] if numbers else []

    def submissions(
        self, rows: Iterable[JudgedSubmission] | None = None
    ) -> list[api_objects.SubmissionObject]:
        teams, problems = self._team_ids(), self._problem_names()
        return [
            self._submission(one, teams[one.user_id], problems[one.problem_id])
            for one in (self.submitted() if rows is None else rows)
        ]

    def _submission(self, one: JudgedSubmission, team_id: str, problem: str) -> api_objects.SubmissionObject:
        number, language = api_id(one), one.language or ANSWERS
        at_utc_ms = one.submitted_utc_ms
        time_ms = self.loaded.contest.clock.contest_ms(at_utc_ms)
        return api.submission_object(
            self.loaded.contest,
            ContestSubmission(number, team_id, problem, language, time_ms, None, submitted_utc_ms=at_utc_ms),
            has_files=self.sight.sees_sources(one.user_id),
            files_at=f"contests/{self.loaded.contest.id}/submissions/{number}/files",
            entry_point=entry_point(language, one.name),
        )

    def told(
        self, rows: Sequence[JudgedSubmission] | None = None
    ) -> list[tuple[JudgedSubmission, Judgement]]:
        """Judgements that the client sees, of these submissions or all, in the order in which they were begun."""
        shown = {
            one.id: one
            for one in (self.submitted() if rows is None else rows)
            if self.sight.sees_judgement(one.user_id, one.problem_id, one.submitted_utc_ms)
        }
        of = self.store.contest_judgements
        found = of.of_contest(self.contest_id) if rows is None else of.of_submissions(shown)
        return [
            (shown[one.submission_id], one)
            for one in found
            if one.submission_id in shown and (one.verdict is None or one.verdict in TYPES)
        ]

    def judgements(
        self, told: Sequence[tuple[JudgedSubmission, Judgement]] | None = None
    ) -> list[api_objects.JudgementObject]:
        contest, sees_tests = self.loaded.contest, self.sight.sees_tests
        return [
            api.judgement_object(
                contest, api_id(of), made if sees_tests(of.problem_id) else replace(made, cpu_ns=None)
            )
            for of, made in (self.told() if told is None else told)
        ]

    def runs(
        self, told: Sequence[tuple[JudgedSubmission, Judgement]] | None = None
    ) -> Iterator[api_objects.RunObject]:
        problems = {made.id: of.problem_id for of, made in (self.told() if told is None else told)}
        yield from self.seen_runs(problems, self.store.contest_judgements.runs(problems))

    def seen_runs(
        self, problems: dict[int, int], runs: Iterable[tuple[int, Run]]
    ) -> Iterator[api_objects.RunObject]:
        """`problems`: by judgement."""
        for number, run in runs:
            if run.verdict in TYPES and self.sight.sees_run(problems[number], run):
                yield api.run_object(self.loaded.contest, number, run)

    def said(self) -> list[Clarification]:
        """Clarifications, in their order."""
        sight = self.sight
        is_staff, has_begun = sight.is_staff, sight.has_begun
        found = said_to(
            self.store, self.contest_id, sight.team_user_id, is_staff=is_staff, has_begun=has_begun
        )
        return found[::-1]

    def clarifications(self) -> list[api_objects.ClarificationObject]:
        said = self.said()
        ids = {one.id: clarification_id(one) for one in said}
        teams, problems = self._team_ids(), self._problem_names()
        return [
            api_objects.ClarificationObject(
                clarification_id(one),
                one.text,
                api.time_text(one.at_utc_ms),
                api.contest_time(self.loaded.contest, one.at_utc_ms),
                None if one.is_of_jury else teams.get(one.author_id),
                None if one.to_user_id is None else (teams[one.to_user_id],),
                reply_to_id=ids.get(one.reply_to_id or 0),
                problem_id=problems.get(one.problem_id or 0) if self.seen.problems else None,
            )
            for one in said
        ]

    def board(self, group_id: str | None = None) -> Scoreboard:
        """The scoreboard as the client may see it: a team sees the public one. `group_id`: of this group alone."""
        loaded = load(self.store, self.seen.contest)
        if group_id is not None:
            teams = [one for one in loaded.contest.teams if group_id in api_teams.group_ids(one)]
            loaded = replace(loaded, contest=replace(loaded.contest, teams=teams))
        return loaded.board(
            self.seen.since_start_ms, is_frozen=self.sight.is_frozen and not self.sight.is_staff
        )

    def scoreboard(self, group_id: str | None = None) -> api_objects.ScoreboardObject:
        return api.scoreboard(self.board(group_id), self.state())

    def awards(self) -> list[api_objects.AwardObject]:
        given = self.store.contest_notes.awards(self.contest_id)
        seen = {one.id for one in self.teams()}
        others = [
            api_objects.AwardObject(
                one.award_id, one.citation, tuple(team for team in one.team_ids if team in seen)
            )
            for one in given
        ]
        return [*(api.award_objects(self.board()) if self.seen.problems else []), *others]

    def own_award_ids(self) -> set[str]:
        """The ids of awards that follow from the scoreboard, now or once it has its problems."""
        return api.award_ids(self.loaded.contest)

    def commentary(self) -> list[api_objects.CommentObject]:
        """Comments without mentions of objects that the client does not see."""
        comments = self.store.contest_notes.comments(self.contest_id)
        if not comments or not (self.sight.is_staff or self.sight.has_begun):
            return []
        teams, problems = {one.id for one in self.teams()}, set(self.loaded.problem_ids)
        names_some = any(one.submission_ids for one in comments)
        submitted = {api_id(one) for one in self.submitted()} if names_some else set[str]()
        return [
            part_of(
                one,
                api_objects.CommentObject,
                id=str(one.id),
                time=api.time_text(one.at_utc_ms),
                contest_time=api.contest_time(self.loaded.contest, one.at_utc_ms),
                source_id=None,
            )
            for one in comments
            if teams.issuperset(one.team_ids or ())
            and problems.issuperset(one.problem_ids or ())
            and submitted.issuperset(one.submission_ids or ())
        ]


def api_id(one: JudgedSubmission) -> str:
    """A submission's id in the contest's own files, else our number of it."""
    return one.external_id or str(one.id)


def clarification_id(one: Clarification) -> str:
    """The id of a clarification, by the same rule."""
    return one.external_id or str(one.id)


def entry_point(language_id: str, name: str) -> str | None:
    """Where a program of one file starts: its file, or the class with the file's name."""
    row = language_named(language_id)
    if row is None or not row.has_suffix(name):
        return None
    if row.file_name is not None:
        return PurePosixPath(name).stem
    return None if row.makes_program else name
