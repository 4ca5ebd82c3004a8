"""A contest that is made on the pages, from existing problems and a typed list of teams, a line each."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from judge.contest.ids import free_id, id_of
from judge.contest.model import Contest, ContestProblem, ContestScoring, Team
from judge.contest.own_layout import letter
from judge.service.class_times import written_at
from judge.service.contest_import import MOST_TEAMS, hold_contest
from judge.service.contest_rules import require_times
from judge.service.refusals import Unfit
from judge.service.rosters import MOST_OF_A_NAME
from judge.service.teaching import title_of
from judge.store import catalogue_records as stored
from judge.store.catalogue_records import ProblemRecord, ProblemState
from judge.store.events import ContestAction
from judge.store.store import Store

MOST_PROBLEMS = 50
NOWHERE = Path()
"""The value in place of a contest's folder."""


class NewContest(Struct, frozen=True):
    title: str
    start_utc_ms: int | None
    """None: it is scheduled later."""
    duration_ms: int
    freeze_ms: int | None
    """The time before the end at which the scoreboard is frozen; None: never."""
    scoring: ContestScoring
    problems: Sequence[str]
    """The problems' names, in the order of the scoreboard."""
    zone: str
    """The zone in which times are shown."""
    teams: str
    """A line each: the name and, after a semicolon or tab, the organization."""


def make_contest(store: Store, wanted: NewContest) -> stored.ContestRecord:
    """Adds the contest with an account for each team. A hidden problem opens, but nobody sees it before the contest
    begins.

    Raises Unfit for impossible settings, and JudgeError if a team's account cannot be made.
    """
    problems = _problems(store, wanted.problems)
    contest = _contest(store, wanted, problems, _teams(wanted.teams))
    parts = [
        (stored.ContestProblemRecord(0, problem.id, ordinal, one.label), problem)
        for ordinal, (one, problem) in enumerate(zip(contest.problems, problems, strict=True), start=1)
    ]
    held = hold_contest(store, contest, parts, ContestAction.MADE)
    for problem in problems:
        if problem.state is ProblemState.HIDDEN:
            store.packages.set_problem(problem.id, state=ProblemState.OPEN, feedback=problem.feedback)
    return held


def _problems(store: Store, names: Sequence[str]) -> list[ProblemRecord]:
    if not 0 < len(names) <= MOST_PROBLEMS:
        raise Unfit("contest_needs_problems", most=MOST_PROBLEMS)
    found = []
    for name in dict.fromkeys(names):
        problem = store.catalogue.named(ProblemRecord, name)
        if problem is None or problem.state is ProblemState.DELETED:
            raise Unfit("contest_without_problem", name=name)
        found.append(problem)
    return found


def _contest(
    store: Store, wanted: NewContest, problems: Sequence[ProblemRecord], teams: Sequence[Team]
) -> Contest:
    title = title_of(wanted.title)
    require_times(wanted.duration_ms, wanted.freeze_ms)
    if wanted.start_utc_ms is not None and wanted.start_utc_ms + wanted.duration_ms <= store.now_ms():
        raise Unfit(
            "contest_over_already", end=written_at(wanted.start_utc_ms + wanted.duration_ms, wanted.zone)
        )
    start = datetime.fromtimestamp((wanted.start_utc_ms or 0) / 1000, UTC)
    return Contest(
        folder=NOWHERE,
        id=free_id(id_of(title) or "contest", store.contests.named),
        name=title,
        start=start,
        duration_ms=wanted.duration_ms,
        problems=[ContestProblem(one.name, letter(index)) for index, one in enumerate(problems)],
        teams=teams,
        submissions=(),
        freeze_ms=wanted.freeze_ms,
        scoring=wanted.scoring,
        is_scheduled=wanted.start_utc_ms is not None,
    )


def _teams(text: str) -> list[Team]:
    """Teams by their lines; empty ones are ignored. A second line with the same name is another team."""
    found: dict[str, Team] = {}
    for line in text.splitlines():
        parts = [" ".join(part.split()) for part in re.split("[;\t]", line, maxsplit=1)]
        name, organization = parts[0], parts[1] if len(parts) == 2 else ""
        if not name and not organization:
            continue
        if not name:
            raise Unfit("contest_team_without_name", line=organization)
        number = len(found) + 1
        if number > MOST_TEAMS:
            raise Unfit("contest_too_many_teams", most=MOST_TEAMS)
        wanted = id_of(name) or f"team-{number}"
        team_id = wanted if wanted not in found else f"{wanted}-{number}"
        found[team_id] = Team(
            team_id, name[:MOST_OF_A_NAME], organization=organization[:MOST_OF_A_NAME] or None
        )
    return [*found.values()]
