"""A contest as the ICPC Contest API has it, version 2026-01 (ccs-specs.icpc.io): objects by endpoint.

Times of judgements are those at which they were made here. Where the scoreboard is frozen, judgements of what came
since are left out, as for the public, and so are all sources and the teams that are on no scoreboard.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from judge.contest.judgements import TYPES, outcome_of
from judge.contest.model import Contest, ContestProblem, ContestScoring, ContestSubmission
from judge.contest.scoreboard import Cell, Row, Scoreboard
from judge.contest.times import MINUTE_MS, absolute_text, relative_text
from judge.languages.table import LANGUAGES
from judge.store.records import Run
from judge.store.replays import ReplayedJudgement

Json = dict[str, Any]


@dataclass(frozen=True)
class ProblemFacts:
    """What a problem's package says of it; nothing but a name where the package cannot be read."""

    name: str
    test_count: int | None = None
    time_limit_s: float | None = None
    """None: it is measured on each machine."""
    memory_mib: int | None = None
    output_mib: int | None = None
    code_kib: int | None = None
    max_score: float | None = 100.0
    """None: without bound."""


def endpoints(
    board: Scoreboard, judgements: Sequence[ReplayedJudgement], facts: Mapping[str, ProblemFacts]
) -> dict[str, Any]:
    """Objects by the endpoint's name. `facts` by problem id."""
    contest = board.contest
    teams = [team for team in contest.teams if not (board.is_frozen and team.is_hidden)]
    ids = {team.id for team in teams}
    shown = [one for one in contest.submissions if one.time_ms <= board.at_ms and one.team_id in ids]
    judged = {one.id for one in shown if not _is_hidden(board, one)}
    made = [one for one in judgements if one.submission_id in judged]
    return {
        "contest": _contest(contest),
        "judgement-types": [_judgement_type(contest, name) for name in TYPES],
        "languages": [_language(name) for name in sorted({one.language_id for one in shown})],
        "problems": [
            _problem(contest, one, number, facts[one.id])
            for number, one in enumerate(contest.problems, start=1)
        ],
        "teams": [
            _without_none(
                {"id": team.id, "name": team.name, "label": team.label or team.id, "hidden": team.is_hidden}
            )
            for team in teams
        ],
        "state": state(board),
        "submissions": [_submission(board, one) for one in shown],
        "judgements": [_judgement(contest, one) for one in made],
        "runs": [run for one in made for run in _runs(contest, one)],
        "scoreboard": scoreboard(board),
    }


def scoreboard(board: Scoreboard) -> Json:
    contest = board.contest
    return {
        "time": absolute_text(contest.at(board.at_ms)),
        "contest_time": relative_text(board.at_ms),
        "state": state(board),
        "rows": [_row(contest, row) for row in board.rows],
    }


def state(board: Scoreboard) -> Json:
    """Of the contest, at the time of the scoreboard."""
    contest, frozen_from = board.contest, board.contest.frozen_from_ms
    has_ended = board.at_ms >= contest.duration_ms
    found: Json = {
        "started": absolute_text(contest.start) if contest.is_scheduled else None,
        "ended": absolute_text(contest.at(contest.duration_ms)) if has_ended else None,
        "finalized": None,
        "end_of_updates": None,
    }
    if frozen_from is not None:
        was_frozen = board.at_ms >= frozen_from
        is_thawed = has_ended and not board.is_frozen
        found["frozen"] = absolute_text(contest.at(frozen_from)) if was_frozen else None
        found["thawed"] = absolute_text(contest.at(contest.duration_ms)) if is_thawed else None
    return found


def _is_hidden(board: Scoreboard, submission: ContestSubmission) -> bool:
    frozen_from = board.contest.frozen_from_ms
    return board.is_frozen and frozen_from is not None and submission.time_ms >= frozen_from


def _row(contest: Contest, row: Row) -> Json:
    last = None if row.last_ms is None else relative_text(row.last_ms)
    if contest.scoring is ContestScoring.IOI:
        score: Json = {"score": row.score, "time": last}
    else:
        last = None if row.last_ms is None else relative_text(row.last_ms // MINUTE_MS * MINUTE_MS)
        total = relative_text(row.total_minutes * MINUTE_MS)
        score = {"num_solved": row.solved, "total_time": total, "time": last}
    return {
        "rank": row.rank,
        "team_id": row.team.id,
        "score": score,
        "problems": [_cell(contest, cell) for cell in row.cells],
    }


def _cell(contest: Contest, cell: Cell) -> Json:
    found: Json = {"problem_id": cell.problem_id, "num_judged": cell.judged, "num_pending": cell.pending}
    if contest.scoring is ContestScoring.IOI:
        found["score"] = cell.score
    else:
        found["solved"] = cell.is_solved
    if cell.time_ms is not None:
        found["time"] = relative_text(cell.time_ms // MINUTE_MS * MINUTE_MS)
    return found


def _contest(contest: Contest) -> Json:
    found: Json = {
        "id": contest.id,
        "name": contest.name,
        "start_time": absolute_text(contest.start) if contest.is_scheduled else None,
        "duration": relative_text(contest.duration_ms),
        "scoreboard_freeze_duration": None if contest.freeze_ms is None else relative_text(contest.freeze_ms),
        "scoreboard_type": "score" if contest.scoring is ContestScoring.IOI else "pass-fail",
    }
    if contest.scoring is ContestScoring.ICPC:
        found["penalty_time"] = relative_text(contest.penalty_ms)
    return found


def _judgement_type(contest: Contest, name: str) -> Json:
    kind = TYPES[name]
    found: Json = {"id": kind.id, "name": kind.name, "solved": kind.is_solved}
    if contest.scoring is ContestScoring.ICPC:
        found["penalty"] = kind.has_penalty
    return found


def _language(name: str) -> Json:
    row = next((row for row in LANGUAGES if name in (row.id, *row.aliases)), None)
    return {
        "id": name,
        "name": row.title if row else name,
        "entry_point_required": False,
        "extensions": [suffix.removeprefix(".") for suffix in row.suffixes] if row else [],
    }


def _problem(contest: Contest, problem: ContestProblem, ordinal: int, facts: ProblemFacts) -> Json:
    found: Json = {
        "id": problem.id,
        "label": problem.label,
        "name": problem.name or facts.name,
        "ordinal": ordinal,
        "rgb": problem.rgb,
        "color": problem.color,
        "time_limit": facts.time_limit_s,
        "memory_limit": facts.memory_mib,
        "output_limit": facts.output_mib,
        "code_limit": facts.code_kib,
        "test_data_count": facts.test_count,
    }
    if contest.scoring is ContestScoring.IOI:
        found["max_score"] = facts.max_score
    return _without_none(found)


def _submission(board: Scoreboard, one: ContestSubmission) -> Json:
    """With its files, but for the public: during a contest no team sees what another has written."""
    contest = board.contest
    found: Json = {
        "id": one.id,
        "language_id": one.language_id,
        "problem_id": one.problem_id,
        "team_id": one.team_id,
        "time": absolute_text(contest.at(one.time_ms)),
        "contest_time": relative_text(one.time_ms),
        "entry_point": None,
    }
    if not board.is_frozen:
        file = {"href": files_of(one.id), "filename": "files.zip", "mime": "application/zip"}
        found["files"] = [file]
    return found


def files_of(submission_id: str) -> str:
    """Where a submission's files are, in a folder with the endpoints."""
    return f"submissions/{submission_id}/files.zip"


def _judgement(contest: Contest, one: ReplayedJudgement) -> Json:
    made, outcome = one.judgement, outcome_of(one.judgement)
    found: Json = {
        "id": str(made.id),
        "submission_id": one.submission_id,
        "judgement_type_id": made.verdict,
        "current": made.counts,
        **_times(contest, "start_", made.started_utc_ms),
        **_times(contest, "end_", made.ended_utc_ms or made.started_utc_ms),
        "max_run_time": max((_run_time_s(run) for run in one.runs), default=None),
    }
    if contest.scoring is ContestScoring.IOI:
        found["score"] = outcome.score if outcome else 0.0
    return found


def _runs(contest: Contest, one: ReplayedJudgement) -> list[Json]:
    number = one.judgement.id
    return [
        {
            "id": f"{number}-{run.ordinal}",
            "judgement_id": str(number),
            "ordinal": run.ordinal,
            "judgement_type_id": run.verdict,
            **_times(contest, "", run.ended_utc_ms),
            "run_time": _run_time_s(run),
        }
        for run in one.runs
    ]


def _run_time_s(run: Run) -> float:
    """In whole milliseconds."""
    return round((run.cpu_ns or 0) / 1e6) / 1000


def _times(contest: Contest, prefix: str, unix_ms: int) -> Json:
    """Absolute, and since the start of the contest, which versions up to 2023-06 require."""
    time = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=unix_ms)
    return {
        f"{prefix}time": absolute_text(time),
        f"{prefix}contest_time": relative_text(contest.since_start_ms(time)),
    }


def _without_none(row: Json) -> Json:
    return {key: value for key, value in row.items() if value is not None}
