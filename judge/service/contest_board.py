"""The scoreboard of a contest that is held here: the store's rows converted to the model of all scoreboards."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.records import part_of, replace
from judge.contest import model
from judge.contest.differences import Move, moves
from judge.contest.judgements import outcome_of
from judge.contest.scoreboard import AttemptOutcome, Scoreboard
from judge.contest.scoring import scoreboard_of
from judge.contest.times import moment
from judge.store.catalogue_records import ContestRecord
from judge.store.contest_clock import ContestClock
from judge.store.contest_records import JudgedSubmission
from judge.store.records import Judgement
from judge.store.store import Store


class Loaded(Struct, frozen=True):
    """A contest in the model, with its judgements."""

    contest: model.Contest
    outcomes: Mapping[str, AttemptOutcome]
    user_ids: Mapping[str, int]
    """Ids by the team's id."""
    problem_ids: Mapping[str, int]
    """Ids by the problem's name."""

    def board(self, at_ms: int, *, is_frozen: bool) -> Scoreboard:
        """`at_ms`: since the start."""
        return scoreboard_of(
            self.contest, self.outcomes, min(at_ms, self.contest.last_ms), is_frozen=is_frozen
        )


class BoardEntry(Struct, frozen=True):
    """A submission in the model."""

    submission: model.ContestSubmission
    outcome: AttemptOutcome | None
    """None: it is pending."""


class Placing(Struct, frozen=True):
    """Everything besides a row of the store that is needed to convert it to the model."""

    clock: ContestClock
    team_ids: Mapping[int, str]
    """Ids by the user's number."""
    problem_names: Mapping[int, str]
    """Names by the problem's number."""

    @staticmethod
    def of(configured: Loaded) -> "Placing":
        return Placing(
            configured.contest.clock,
            {number: team_id for team_id, number in configured.user_ids.items()},
            {number: name for name, number in configured.problem_ids.items()},
        )

    def entry(self, one: JudgedSubmission) -> BoardEntry | None:
        """None: its team or problem does not belong to the contest."""
        team_id, problem = self.team_ids.get(one.user_id), self.problem_names.get(one.problem_id)
        if team_id is None or problem is None:
            return None
        made = model.ContestSubmission(
            str(one.id),
            team_id,
            problem,
            one.language or model.ANSWERS,
            self.clock.contest_ms(one.submitted_utc_ms),
            None,
            name=one.name,
            submitted_utc_ms=one.submitted_utc_ms,
        )
        return BoardEntry(made, outcome_of(one))


def load(store: Store, contest: ContestRecord, *, known_at_utc_ms: int | None = None) -> Loaded:
    """`known_at_utc_ms`: as it was known then, by the log; None: as it is known now."""
    if known_at_utc_ms is None:
        judged = store.contests.judged(contest.id)
    else:
        judged = store.contests.judged_at(contest.id, known_at_utc_ms)
    configured = model_of(store, contest)
    placing = Placing.of(configured)
    return loaded_of(configured, [entry for one in judged if (entry := placing.entry(one)) is not None])


def loaded_of(configured: Loaded, entries: Sequence[BoardEntry]) -> Loaded:
    """`entries`: by time."""
    return replace(
        configured,
        contest=replace(configured.contest, submissions=[one.submission for one in entries]),
        outcomes={one.submission.id: one.outcome for one in entries if one.outcome is not None},
    )


def model_of(store: Store, contest: ContestRecord) -> Loaded:
    """The model without submissions."""
    problems = store.contests.problems(contest.id)
    teams = store.contests.teams(contest.id)
    return Loaded(
        model.Contest(
            folder=Path(contest.name),
            id=contest.name,
            name=contest.title,
            start=moment(contest.start_utc_ms or 0),
            duration_ms=contest.duration_ms,
            problems=[
                model.ContestProblem(
                    problem.name,
                    one.label,
                    one.title or problem.title,
                    problem.origin or problem.name,
                    one.rgb,
                    one.color,
                )
                for one, problem in problems
            ],
            teams=[
                part_of(contestant, model.Team, id=team.team_id, name=user.full_name or user.name)
                for team, contestant, user in teams
            ],
            groups=[
                model.TeamGroup(one.group_id, one.name, one.icpc_id, one.type, one.location)
                for one in store.contests.groups(contest.id)
            ],
            submissions=(),
            freeze_ms=contest.freeze_ms,
            penalty_ms=contest.penalty_ms,
            scoring=model.ContestScoring(contest.scoring),
            score_mode=model.ScoreMode(contest.score_mode),
            languages=None if contest.languages is None else frozenset(contest.languages),
            is_scheduled=contest.start_utc_ms is not None,
            location=contest.location,
            removed_intervals=contest.removed_intervals,
            extensions={team.team_id: team.extension_ms for team, _, _ in teams if team.extension_ms},
        ),
        {},
        {team.team_id: team.user_id for team, _, _ in teams},
        {problem.name: problem.id for _, problem in problems},
    )


def moves_by(store: Store, contest: ContestRecord, after: Iterable[Judgement]) -> Sequence[Move]:
    """Who would move on the scoreboard if these counted."""
    loaded = load(store, contest)
    outcomes, of_contest = dict(loaded.outcomes), {sub.id for sub in loaded.contest.submissions}
    for one in after:
        if str(one.submission_id) in of_contest:
            outcome = outcome_of(one)
            if outcome is None:
                outcomes.pop(str(one.submission_id), None)
            else:
                outcomes[str(one.submission_id)] = outcome
    return moves(scoreboard_of(loaded.contest, loaded.outcomes), scoreboard_of(loaded.contest, outcomes))
