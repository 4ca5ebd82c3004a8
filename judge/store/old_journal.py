"""The journal of a contest of version 0.1.0.

It has only a submission's id from the contest's files: opening the contest's store adds the rest.
"""

import sqlite3
from operator import index

import msgspec

from judge.base.sqlite import FileKind
from judge.store.catalogue_records import UNPREPARED
from judge.store.old_files import OldFile

OLD_KIND = FileKind(
    title="the journal of a contest",
    application_id=0x576A436F,
    migrations=((), ()),
    oldest=2,
    elsewhere="copy the contest to another folder that can be written",
    on_damage="move it away: then everything is judged again",
)
NUMBER = "(SELECT submissions.id FROM submissions WHERE contest_id = 1 AND external_id = submission)"
STEPS = (
    """INSERT OR IGNORE INTO contests (id, name, title, scoring, score_mode, duration_ms, penalty_ms)
        VALUES (1, 'unknown', '', 'icpc', 'max', 1, 0)""",
    f"""INSERT OR IGNORE INTO problems (name, title, origin, data_sha256, added_utc_ms)
        VALUES ('unknown', '', '', '{UNPREPARED}', :now_ms)""",
    """INSERT OR IGNORE INTO submissions (contest_id, problem_id, external_id, name, kind, submitted_utc_ms, state,
            failure)
        SELECT 1, (SELECT id FROM problems WHERE name = 'unknown'), submission, submission, 'submission',
            min(started_ms), 'queued', '' FROM old.judgements GROUP BY submission""",
    """INSERT INTO rejudgings (id, reason, state, created_utc_ms, ended_utc_ms)
        SELECT id + :rejudgings, of, iif(ended_utc IS NULL, 'open', 'applied'), ms_of(started_utc), ms_of(ended_utc)
        FROM old.rejudgings""",
    f"""INSERT INTO judgements (id, submission_id, rejudging_id, counts, data_sha256, source_sha256, verdict, reason,
            is_emulated, is_samples_only, tests_passed, tests_total, points, lower_is_better, points_by_group,
            started_utc_ms, ended_utc_ms, cpu_ns)
        SELECT id + :judgements, {NUMBER}, iif(rejudging, rejudging + :rejudgings, NULL),
            counts AND {NUMBER} NOT IN (SELECT submission_id FROM judgements WHERE counts = 1),
            data_sha256, content_sha256, verdict, reason, 0, 0, 0, 0, score, 0, groups_of(groups), started_ms,
            ended_ms, ns_of(max_run_time_ms)
        FROM old.judgements""",
    """INSERT INTO runs (judgement_id, ordinal, test, verdict, reason, is_timed, ended_utc_ms, cpu_ns)
        SELECT judgement + :judgements, ordinal, 'test ' || ordinal, verdict, '', 1, ended_ms, ns_of(run_time_ms)
        FROM old.runs""",
    """UPDATE submissions SET state = 'done', judgement_id = judgements.id FROM judgements
        WHERE submissions.id = submission_id AND counts = 1""",
)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.create_function("ns_of", 1, _ns_of, deterministic=True)
    connection.create_function("groups_of", 1, _groups_of, deterministic=True)


def _ns_of(ms: int | None) -> int | None:
    return None if ms is None else index(ms) * 10**6


def _groups_of(groups: str) -> str:
    """The unchanged text, if it contains points by group."""
    msgspec.json.decode(groups, type=dict[str, float])
    return groups


JOURNAL = OldFile(
    "judgements.sqlite",
    OLD_KIND,
    ("rejudgings", "judgements", "runs"),
    _prepare,
    STEPS,
    ("rejudgings", "judgements"),
)
