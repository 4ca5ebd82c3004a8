"""The scoreboard of a contest that is held here: the store's rows as the model that all scoreboards are made of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.base.records import replace
from judge.contest import model
from judge.contest.differences import Move, moves
from judge.contest.judgements import outcome_of
from judge.contest.scoreboard import AttemptOutcome, Scoreboard
from judge.contest.scoring import scoreboard_of
from judge.contest.times import moment
from judge.store.catalogue_records import Contest
from judge.store.records import Judgement
from judge.store.store import Store


@dataclass(frozen=True)
class Loaded:
    """A contest as the model has it, with what was judged."""

    contest: model.Contest
    outcomes: Mapping[str, AttemptOutcome]
    user_ids: Mapping[str, int]
    """By the team's id."""
    problem_ids: Mapping[str, int]
    """By the problem's name."""

    def board(self, at_ms: int, *, is_frozen: bool) -> Scoreboard:
        """`at_ms`: since the start."""
        return scoreboard_of(
            self.contest, self.outcomes, min(at_ms, self.contest.last_ms), is_frozen=is_frozen
        )


def load(store: Store, contest: Contest, *, known_at_utc_ms: int | None = None) -> Loaded:
    """`known_at_utc_ms`: as it was known then, by the log; None: as it is known now."""
    if known_at_utc_ms is None:
        judged = store.contests.judged(contest.id)
    else:
        judged = store.contests.judged_at(contest.id, known_at_utc_ms)
    configured = model_of(store, contest)
    names = {number: name for name, number in configured.problem_ids.items()}
    team_ids = {number: team_id for team_id, number in configured.user_ids.items()}
    start = contest.start_utc_ms or 0
    of_it = [one for one in judged if one.user_id in team_ids and one.problem_id in names]
    submissions = [
        model.ContestSubmission(
            str(one.id),
            team_ids[one.user_id],
            names[one.problem_id],
            one.language or model.ANSWERS,
            one.submitted_utc_ms - start,
            None,
        )
        for one in of_it
    ]
    return replace(
        configured,
        contest=replace(configured.contest, submissions=submissions),
        outcomes={str(one.id): outcome for one in of_it if (outcome := outcome_of(one)) is not None},
    )


def model_of(store: Store, contest: Contest) -> Loaded:
    """Without anything that was submitted."""
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
                model.Team(
                    team.team_id,
                    user.full_name or user.name,
                    contestant.label,
                    contestant.organization,
                    contestant.is_hidden,
                )
                for team, contestant, user in teams
            ],
            submissions=(),
            freeze_ms=contest.freeze_ms,
            penalty_ms=contest.penalty_ms,
            scoring=model.ContestScoring(contest.scoring),
            score_mode=model.ScoreMode(contest.score_mode),
            languages=None if contest.languages is None else frozenset(contest.languages),
            is_scheduled=contest.start_utc_ms is not None,
            extensions={team.team_id: team.extension_ms for team, _, _ in teams if team.extension_ms},
        ),
        {},
        {team.team_id: team.user_id for team, _, _ in teams},
        {problem.name: problem.id for _, problem in problems},
    )


def moves_by(store: Store, contest: Contest, after: Iterable[Judgement]) -> Sequence[Move]:
    """Who would move on the scoreboard, if these counted."""
    loaded = load(store, contest)
    outcomes = dict(loaded.outcomes)
    for one in after:
        if str(one.submission_id) in {sub.id for sub in loaded.contest.submissions}:
            outcome = outcome_of(one)
            if outcome is None:
                outcomes.pop(str(one.submission_id), None)
            else:
                outcomes[str(one.submission_id)] = outcome
    return moves(scoreboard_of(loaded.contest, loaded.outcomes), scoreboard_of(loaded.contest, outcomes))
