"""A contest as the ICPC Contest API defines it, version 2026-01 (ccs-specs.icpc.io): its objects, one by one.

The objects of all contests are made here: `endpoints` makes those of a contest in a folder, the service those of one
that is held here. The times of judgements are those at which they were made here. In a folder whose scoreboard is
frozen, later judgements are left out, as for the public, and so are all sources and the teams that are on no
scoreboard.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct

from judge.base.records import replace
from judge.contest import api_objects as api
from judge.contest.api_teams import (
    PARTICIPANTS,
    file_objects,
    group_objects,
    organization_objects,
    organizations_of,
    team_object,
)
from judge.contest.awards import awards_of
from judge.contest.extras import FoundFile
from judge.contest.judgements import TYPES, outcome_of
from judge.contest.model import Contest, ContestProblem, ContestScoring, ContestSubmission
from judge.contest.scoreboard import Cell, Row, Scoreboard
from judge.contest.times import MINUTE_MS, absolute_text, moment, relative_text
from judge.judging.verdicts import Verdict
from judge.languages.table import language_named
from judge.store.contest_clock import ContestClock
from judge.store.records import Judgement, Run
from judge.store.replays import ReplayedJudgement

AWARDS = {
    "winner": "Contest winner",
    "gold-medal": "Gold medal winner",
    "silver-medal": "Silver medal winner",
    "bronze-medal": "Bronze medal winner",
}
IN_THE_API = {Verdict.PA.code: Verdict.WA.code, Verdict.CLE.code: Verdict.WA.code}
"""Our verdicts that the API does not know, each with the one that is sent instead."""


class ProblemFacts(Struct, frozen=True):
    """What a problem's package says about it; only a name if the package cannot be read."""

    name: str
    test_count: int | None = None
    time_limit_s: float | None = None
    """None: it is measured on each machine."""
    memory_mib: int | None = None
    output_mib: int | None = None
    code_kib: int | None = None
    max_score: float | None = 100.0
    """None: unlimited."""
    statement_md5: str | None = None
    """MD5 of its statement if that is a PDF; None: it is not."""
    attachments: Sequence[FoundFile] = ()


class StateTimes(Struct, frozen=True):
    """The times of a contest's events, in Unix ms; None: the event has not happened."""

    started: int | None = None
    frozen: int | None = None
    ended: int | None = None
    thawed: int | None = None
    finalized: int | None = None
    has_freeze: bool = False
    """Whether its scoreboard is ever frozen."""
    removed: tuple[api.RemovedIntervalObject, ...] = ()

    @property
    def end_of_updates(self) -> int | None:
        if self.finalized is None or (self.frozen is not None and self.thawed is None):
            return None
        return max(self.finalized, self.thawed or 0)


def endpoints(
    board: Scoreboard, judgements: Sequence[ReplayedJudgement], facts: Mapping[str, ProblemFacts]
) -> dict[str, Any]:
    """Objects by the endpoint's name. `facts` by problem id."""
    contest = board.contest
    teams = [team for team in contest.teams if not (board.is_frozen and team.is_hidden)]
    ids = {team.id for team in teams}
    shown = [one for one in contest.submissions if one.time_ms <= board.at_ms and one.team_id in ids]
    judged = {one.id for one in shown if not board.hides(one)}
    made = [one for one in judgements if one.submission_id in judged]
    organizations = organizations_of(teams)
    return {
        "contest": contest_object(contest),
        "judgement-types": judgement_types(contest),
        "languages": [language_object(name) for name in sorted({one.language_id for one in shown})],
        "problems": [
            problem_object(contest, one, number, facts[one.id])
            for number, one in enumerate(contest.problems, start=1)
        ],
        "groups": group_objects(contest),
        "organizations": organization_objects(organizations.values()),
        "teams": [team_object(team, organizations.get(team.id)) for team in teams],
        "state": state(board),
        "submissions": [
            submission_object(contest, one, has_files=not board.is_frozen, files_at=files_of(one.id))
            for one in shown
        ],
        "judgements": [judgement_object(contest, one.submission_id, one.judgement) for one in made],
        "runs": [run_object(contest, one.judgement.id, run) for one in made for run in one.runs],
        "awards": award_objects(board),
        "scoreboard": scoreboard(board),
    }


def scoreboard(board: Scoreboard, state_now: api.StateObject | None = None) -> api.ScoreboardObject:
    """`state_now`: None: it follows from the scoreboard's own time."""
    contest = board.contest
    return api.ScoreboardObject(
        absolute_text(contest.at(board.at_ms)),
        relative_text(board.at_ms),
        state_now or state(board),
        tuple(_row(contest, row) for row in board.rows),
    )


def state(board: Scoreboard) -> api.StateObject:
    """The state of the contest, at the scoreboard's time."""
    contest, frozen_from = board.contest, board.contest.frozen_from_ms
    has_ended = board.at_ms >= contest.duration_ms
    was_frozen = frozen_from is not None and board.at_ms >= frozen_from
    is_thawed = was_frozen and has_ended and not board.is_frozen
    end_ms = contest.unix_ms(contest.duration_ms)
    times = StateTimes(
        started=contest.unix_ms(0) if contest.is_scheduled else None,
        frozen=contest.unix_ms(frozen_from or 0) if was_frozen else None,
        ended=end_ms if has_ended else None,
        thawed=end_ms if is_thawed else None,
        has_freeze=frozen_from is not None,
        removed=removed_intervals(contest.clock),
    )
    return state_object(times)


def removed_intervals(clock: ContestClock) -> tuple[api.RemovedIntervalObject, ...]:
    return tuple(
        api.RemovedIntervalObject(
            time_text(one.start_utc_ms),
            time_text(one.end_utc_ms),
            relative_text(clock.contest_ms(one.start_utc_ms)),
        )
        for one in clock.removed
    )


def state_object(times: StateTimes) -> api.StateObject:
    found = api.StateObject(
        time_text(times.started),
        time_text(times.ended),
        time_text(times.finalized),
        time_text(times.end_of_updates),
        removed_intervals=times.removed or UNSET,
    )
    if not times.has_freeze:
        return found
    return replace(found, frozen=time_text(times.frozen), thawed=time_text(times.thawed))


def time_text(unix_ms: int | None) -> Any:
    """The time as the API writes it; None: no time."""
    if unix_ms is None:
        return None
    return absolute_text(moment(unix_ms))


def _row(contest: Contest, row: Row) -> api.ScoreboardRow:
    cells = tuple(_cell(contest, cell) for cell in row.cells)
    if contest.scoring is ContestScoring.IOI:
        last = None if row.last_ms is None else relative_text(row.last_ms)
        return api.ScoreboardRow(row.rank, row.team.id, api.ScoreObject(last, score=row.score), cells)
    last = None if row.last_ms is None else relative_text(row.last_ms // MINUTE_MS * MINUTE_MS)
    score = api.ScoreObject(last, row.solved, relative_text(row.total_minutes * MINUTE_MS))
    return api.ScoreboardRow(row.rank, row.team.id, score, cells)


def _cell(contest: Contest, cell: Cell) -> api.ProblemScore:
    is_ioi = contest.scoring is ContestScoring.IOI
    return api.ProblemScore(
        cell.problem_id,
        cell.judged,
        cell.pending,
        None if is_ioi else cell.is_solved,
        cell.score if is_ioi else None,
        None if cell.time_ms is None else relative_text(cell.time_ms // MINUTE_MS * MINUTE_MS),
    )


def contest_object(contest: Contest) -> api.ContestObject:
    is_ioi = contest.scoring is ContestScoring.IOI
    return api.ContestObject(
        contest.id,
        contest.name,
        relative_text(contest.duration_ms),
        "score" if is_ioi else "pass-fail",
        start_time=absolute_text(contest.start) if contest.is_scheduled else None,
        scoreboard_freeze_duration=None if contest.freeze_ms is None else relative_text(contest.freeze_ms),
        main_scoreboard_group_id=PARTICIPANTS.id,
        penalty_time=None if is_ioi else relative_text(contest.penalty_ms),
        location=contest.location,
    )


def judgement_types(contest: Contest) -> list[api.JudgementTypeObject]:
    is_icpc = contest.scoring is ContestScoring.ICPC
    return [
        api.JudgementTypeObject(one.id, one.name, one.is_solved, one.has_penalty if is_icpc else None)
        for one in TYPES.values()
        if one.id not in IN_THE_API
    ]


def language_object(name: str) -> api.LanguageObject:
    row = language_named(name)
    if row is None:
        return api.LanguageObject(name, name, False, ())
    compiler, *args = row.compile
    return api.LanguageObject(
        name,
        row.title,
        False,
        tuple(suffix.removeprefix(".") for suffix in row.suffixes),
        compiler=_command(compiler, args),
        runner=_command(row.run[0], row.run[1:]),
    )


def _command(program: str, args: Sequence[str]) -> api.CommandObject | None:
    """The command; None: it is a script of the judge's own, or the compiled program."""
    is_told = not program.startswith("{") and all("\n" not in one for one in args)
    files = {"{sources}": "{files}", "{source}": "{files}"}
    return api.CommandObject(program, " ".join(files.get(one, one) for one in args)) if is_told else None


def problem_object(
    contest: Contest, problem: ContestProblem, ordinal: int, facts: ProblemFacts
) -> api.ProblemObject:
    return api.ProblemObject(
        problem.id,
        problem.label,
        problem.name or facts.name,
        ordinal,
        facts.test_count or 0,
        problem.rgb,
        problem.color,
        None if facts.time_limit_s is None else round(facts.time_limit_s, 3),
        facts.memory_mib,
        facts.output_mib,
        facts.code_kib,
        facts.max_score if contest.scoring is ContestScoring.IOI else None,
        _statement(contest, problem, facts.statement_md5),
        file_objects(contest, ("problems", problem.id), facts.attachments),
    )


def _statement(
    contest: Contest, problem: ContestProblem, md5: str | None
) -> tuple[api.FileObject, ...] | None:
    if md5 is None:
        return None
    at = f"contests/{contest.id}/problems/{problem.id}/statement"
    return (api.FileObject(at, f"{problem.label}.pdf", "application/pdf", md5),)


def submission_object(
    contest: Contest,
    one: ContestSubmission,
    *,
    has_files: bool,
    files_at: str,
    entry_point: str | None = None,
) -> api.SubmissionObject:
    """`has_files`: whether the reader may see sources. During a contest no team reads another's."""
    file = api.FileObject(files_at, "files.zip", "application/zip")
    return api.SubmissionObject(
        one.id,
        one.language_id,
        one.problem_id,
        one.team_id,
        time_text(contest.submitted_ms(one)),
        relative_text(one.time_ms),
        entry_point if has_files else None,
        (file,) if has_files else (),
    )


def files_of(submission_id: str) -> str:
    """The place of a submission's files, in a folder with the endpoints."""
    return f"submissions/{submission_id}/files.zip"


def judgement_object(contest: Contest, submission_id: str, made: Judgement) -> api.JudgementObject:
    """`submission_id`: in the API."""
    outcome = outcome_of(made)
    begun = made.verdict is None
    ended_ms = made.ended_utc_ms or made.started_utc_ms
    has_score = contest.scoring is ContestScoring.IOI and not begun
    return api.JudgementObject(
        str(made.id),
        submission_id,
        made.counts or begun,
        time_text(made.started_utc_ms),
        contest_time(contest, made.started_utc_ms),
        None if made.verdict is None else IN_THE_API.get(made.verdict, made.verdict),
        (outcome.score if outcome else 0.0) if has_score else None,
        None if begun else time_text(ended_ms),
        None if begun else contest_time(contest, ended_ms),
        None if begun or made.cpu_ns is None else _seconds(made.cpu_ns),
    )


def run_object(contest: Contest, judgement_id: int, run: Run) -> api.RunObject:
    return api.RunObject(
        run_id(judgement_id, run.ordinal),
        str(judgement_id),
        run.ordinal,
        IN_THE_API.get(run.verdict, run.verdict),
        time_text(run.ended_utc_ms),
        contest_time(contest, run.ended_utc_ms),
        _seconds(run.cpu_ns or 0),
    )


def run_id(judgement_id: int, ordinal: int) -> str:
    return f"{judgement_id}-{ordinal}"


def award_objects(board: Scoreboard) -> list[api.AwardObject]:
    """All awards of the contest; those that nobody has yet have no teams."""
    given = {award.id: tuple(team.id for team in award.teams) for award in awards_of(board)}
    return [
        api.AwardObject(number, citation, given.get(number, ()))
        for number, citation in _citations(board.contest).items()
    ]


def award_ids(contest: Contest) -> set[str]:
    """Ids of all awards that follow from a scoreboard of the contest."""
    return set(_citations(contest))


def _citations(contest: Contest) -> dict[str, str]:
    firsts = {f"first-to-solve-{one.id}": f"First to solve problem {one.label}" for one in contest.problems}
    return {**AWARDS, **firsts}


def _seconds(ns: int) -> float:
    """Seconds, exact to the millisecond."""
    return round(ns / 1e6) / 1000


def contest_time(contest: Contest, unix_ms: int) -> str:
    return relative_text(contest.clock.contest_ms(unix_ms))
