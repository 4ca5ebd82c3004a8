"""The schema of the store: steps of SQL, each from one version to the next, for every database.

Databases differ in the meaning of ID, WHOLE, REAL, BYTES, TABLE_END, TABLE_END_OF_KEYS and IN_ANY_CASE, and in the
statement APPEND_ONLY. Booleans are 1 and 0.
"""

import re
from collections.abc import Mapping, Sequence

from judge.store.account_tables import ACCOUNTS
from judge.store.audit_tables import AUDIT
from judge.store.class_tables import CLASSES
from judge.store.contest_api_tables import CONTEST_API
from judge.store.contest_tables import (
    CONTEST_GROUPS,
    CONTEST_LOCATIONS,
    CONTEST_ORGANIZATIONS,
    CONTEST_PLACE,
    CONTEST_REMOVED_INTERVALS,
    CONTESTS_HELD,
)
from judge.store.history_tables import AUTHORS, HISTORY
from judge.store.institution_tables import INSTITUTION
from judge.store.mail_tables import MAIL
from judge.store.own_run_tables import OWN_RUNS
from judge.store.package_tables import PACKAGES
from judge.store.sign_in_tables import SIGN_IN_RULES
from judge.store.similarity_tables import SIMILARITY
from judge.store.token_tables import TOKENS
from judge.store.webhook_tables import WEBHOOKS

_CATALOGUE = (
    """CREATE TABLE users (
        id ID,
        name TEXT NOT NULL UNIQUE,
        full_name TEXT NOT NULL,
        role TEXT NOT NULL,
        is_active WHOLE NOT NULL,
        created_utc_ms WHOLE NOT NULL
    ) TABLE_END""",
    """CREATE TABLE problems (
        id ID,
        name TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        origin TEXT NOT NULL,
        data_sha256 TEXT NOT NULL,
        added_utc_ms WHOLE NOT NULL
    ) TABLE_END""",
    """CREATE TABLE contests (
        id ID,
        name TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        scoring TEXT NOT NULL,
        score_mode TEXT NOT NULL,
        start_utc_ms WHOLE,
        duration_ms WHOLE NOT NULL,
        freeze_ms WHOLE,
        penalty_ms WHOLE NOT NULL,
        languages TEXT
    ) TABLE_END""",
    """CREATE TABLE contest_problems (
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        problem_id WHOLE NOT NULL REFERENCES problems (id),
        ordinal WHOLE NOT NULL,
        label TEXT NOT NULL,
        rgb TEXT,
        color TEXT,
        PRIMARY KEY (contest_id, problem_id),
        UNIQUE (contest_id, label)
    ) TABLE_END""",
    """CREATE TABLE contestants (
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        user_id WHOLE NOT NULL REFERENCES users (id),
        label TEXT NOT NULL,
        organization TEXT,
        is_hidden WHOLE NOT NULL,
        PRIMARY KEY (contest_id, user_id)
    ) TABLE_END""",
    "CREATE INDEX contests_of_a_user ON contestants (user_id)",
    """CREATE TABLE hosts (
        id ID,
        sha256 TEXT NOT NULL UNIQUE,
        cpu TEXT NOT NULL,
        cores WHOLE NOT NULL,
        memory_bytes WHOLE NOT NULL,
        kernel TEXT NOT NULL,
        gpu TEXT,
        driver TEXT,
        cuda_toolkit TEXT
    ) TABLE_END""",
    """CREATE TABLE sessions (
        id ID,
        command TEXT NOT NULL,
        given TEXT NOT NULL,
        planned WHOLE NOT NULL,
        host_id WHOLE REFERENCES hosts (id),
        started_utc_ms WHOLE NOT NULL,
        ended_utc_ms WHOLE
    ) TABLE_END""",
    "CREATE INDEX sessions_by_time ON sessions (started_utc_ms)",
)
_SUBMISSIONS = (
    """CREATE TABLE source_files (
        sha256 TEXT PRIMARY KEY,
        size_bytes WHOLE NOT NULL,
        compressed BYTES NOT NULL
    ) TABLE_END""",
    """CREATE TABLE submissions (
        id ID,
        problem_id WHOLE NOT NULL REFERENCES problems (id),
        user_id WHOLE REFERENCES users (id),
        contest_id WHOLE REFERENCES contests (id),
        session_id WHOLE REFERENCES sessions (id),
        client_key TEXT,
        external_id TEXT,
        name TEXT NOT NULL,
        author TEXT,
        kind TEXT NOT NULL,
        language TEXT,
        source_sha256 TEXT,
        submitted_utc_ms WHOLE NOT NULL,
        state TEXT NOT NULL,
        failure TEXT NOT NULL,
        judgement_id WHOLE
    ) TABLE_END""",
    """CREATE TABLE submission_files (
        submission_id WHOLE NOT NULL REFERENCES submissions (id),
        name TEXT NOT NULL,
        file_sha256 TEXT NOT NULL REFERENCES source_files (sha256),
        PRIMARY KEY (submission_id, name)
    ) TABLE_END_OF_KEYS""",
    """CREATE UNIQUE INDEX submitted_once ON submissions (coalesce(user_id, 0), client_key)
        WHERE client_key IS NOT NULL""",
    "CREATE UNIQUE INDEX external_once ON submissions (contest_id, external_id) WHERE external_id IS NOT NULL",
    "CREATE INDEX submissions_of_a_problem ON submissions (problem_id, id)",
    "CREATE INDEX submissions_of_a_user ON submissions (user_id, id)",
    "CREATE INDEX submissions_of_a_contest ON submissions (contest_id, id)",
    "CREATE INDEX submissions_of_a_session ON submissions (session_id, id)",
    "CREATE INDEX submissions_not_ended ON submissions (state, id) WHERE state IN ('queued', 'judging')",
)
_JUDGEMENTS = (
    """CREATE TABLE rejudgings (
        id ID,
        reason TEXT NOT NULL,
        state TEXT NOT NULL,
        created_utc_ms WHOLE NOT NULL,
        ended_utc_ms WHOLE,
        created_by WHOLE REFERENCES users (id),
        ended_by WHOLE REFERENCES users (id)
    ) TABLE_END""",
    """CREATE TABLE jobs (
        id ID,
        kind TEXT NOT NULL,
        resource TEXT NOT NULL,
        priority WHOLE NOT NULL CHECK (priority BETWEEN 0 AND 4),
        submission_id WHOLE REFERENCES submissions (id),
        rejudging_id WHOLE REFERENCES rejudgings (id),
        payload TEXT,
        queued_utc_ms WHOLE NOT NULL,
        state TEXT NOT NULL,
        failure TEXT NOT NULL,
        attempt WHOLE NOT NULL,
        losses WHOLE NOT NULL,
        worker TEXT,
        lease_ms WHOLE NOT NULL,
        claimed_utc_ms WHOLE,
        heartbeat_utc_ms WHOLE,
        lease_until_utc_ms WHOLE,
        ended_utc_ms WHOLE
    ) TABLE_END""",
    # A claim looks up one of these for each kind of job that the worker takes.
    "CREATE INDEX jobs_to_claim ON jobs (kind, resource, priority, queued_utc_ms, id) WHERE state = 'queued'",
    "CREATE INDEX jobs_in_order ON jobs (priority, queued_utc_ms, id, resource) WHERE state = 'queued'",
    "CREATE INDEX jobs_leased ON jobs (lease_until_utc_ms) WHERE state = 'running'",
    "CREATE INDEX jobs_of_a_submission ON jobs (submission_id, id)",
    "CREATE INDEX jobs_of_no_submission ON jobs (kind, id) WHERE submission_id IS NULL",
    "CREATE INDEX jobs_of_a_rejudging ON jobs (rejudging_id, id) WHERE rejudging_id IS NOT NULL",
    # Nothing is judged twice: a submission has one job at a time, and one in each rejudging.
    """CREATE UNIQUE INDEX one_open_job ON jobs (submission_id)
        WHERE rejudging_id IS NULL AND state IN ('queued', 'running')""",
    "CREATE UNIQUE INDEX rejudged_once ON jobs (rejudging_id, submission_id) WHERE rejudging_id IS NOT NULL",
    """CREATE TABLE judgements (
        id ID,
        submission_id WHOLE NOT NULL REFERENCES submissions (id),
        rejudging_id WHOLE REFERENCES rejudgings (id),
        job_id WHOLE REFERENCES jobs (id),
        host_id WHOLE REFERENCES hosts (id),
        counts WHOLE NOT NULL,
        data_sha256 TEXT NOT NULL,
        source_sha256 TEXT,
        verdict TEXT,
        reason TEXT NOT NULL,
        expected TEXT,
        as_expected WHOLE,
        is_emulated WHOLE NOT NULL,
        is_samples_only WHOLE NOT NULL,
        tests_passed WHOLE NOT NULL,
        tests_total WHOLE NOT NULL,
        points REAL,
        most_points REAL,
        lower_is_better WHOLE NOT NULL,
        points_by_group TEXT NOT NULL,
        started_utc_ms WHOLE NOT NULL,
        ended_utc_ms WHOLE,
        wall_ns WHOLE,
        cpu_ns WHOLE,
        peak_memory_bytes WHOLE,
        kernels_ns WHOLE,
        ceiling_share REAL,
        chosen_limit_s REAL,
        chosen_factor REAL
    ) TABLE_END""",
    "CREATE INDEX judgements_of_a_submission ON judgements (submission_id, id)",
    "CREATE UNIQUE INDEX one_counts ON judgements (submission_id) WHERE counts = 1",
    "CREATE INDEX judgements_of_a_rejudging ON judgements (rejudging_id) WHERE rejudging_id IS NOT NULL",
    # A judgement in progress, which is removed with the lease of its job.
    "CREATE UNIQUE INDEX one_begun ON judgements (job_id) WHERE verdict IS NULL",
    """CREATE TABLE judgement_details (
        judgement_id WHOLE PRIMARY KEY REFERENCES judgements (id),
        compressed BYTES NOT NULL
    ) TABLE_END""",
    """CREATE TABLE runs (
        judgement_id WHOLE NOT NULL REFERENCES judgements (id),
        ordinal WHOLE NOT NULL,
        test TEXT NOT NULL,
        verdict TEXT NOT NULL,
        reason TEXT NOT NULL,
        is_timed WHOLE NOT NULL,
        points REAL,
        ended_utc_ms WHOLE NOT NULL,
        wall_ns WHOLE,
        cpu_ns WHOLE,
        peak_memory_bytes WHOLE,
        kernels_ns WHOLE,
        PRIMARY KEY (judgement_id, ordinal)
    ) TABLE_END_OF_KEYS""",
    # Facts of runs that were written together: the same facts are repeated for each of them.
    """CREATE TABLE run_details (
        id ID,
        judgement_id WHOLE NOT NULL REFERENCES judgements (id),
        compressed BYTES NOT NULL
    ) TABLE_END""",
    "CREATE INDEX details_of_a_judgement ON run_details (judgement_id, id)",
)
_EVENTS = (
    """CREATE TABLE events (
        id ID,
        at_utc_ms WHOLE NOT NULL,
        kind TEXT NOT NULL,
        actor_id WHOLE,
        user_id WHOLE,
        contest_id WHOLE,
        problem_id WHOLE,
        submission_id WHOLE,
        judgement_id WHOLE,
        rejudging_id WHOLE,
        data TEXT
    ) TABLE_END""",
    "CREATE INDEX events_of_a_contest ON events (contest_id, id) WHERE contest_id IS NOT NULL",
    "CREATE INDEX events_of_a_submission ON events (submission_id, id) WHERE submission_id IS NOT NULL",
    "APPEND_ONLY events",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (*_CATALOGUE, *_SUBMISSIONS, *_JUDGEMENTS, *_EVENTS),
    ACCOUNTS,
    AUDIT,
    SIGN_IN_RULES,
    PACKAGES,
    TOKENS,
    HISTORY,
    CONTESTS_HELD,
    CLASSES,
    SIMILARITY,
    INSTITUTION,
    OWN_RUNS,
    AUTHORS,
    MAIL,
    CONTEST_API,
    WEBHOOKS,
    CONTEST_GROUPS,
    CONTEST_LOCATIONS,
    CONTEST_PLACE,
    CONTEST_ORGANIZATIONS,
    CONTEST_REMOVED_INTERVALS,
)
"""Steps: to change the schema, append one. Released steps never change."""


def migrations(
    words: Mapping[str, str], statements: Mapping[str, Sequence[str]]
) -> tuple[tuple[str, ...], ...]:
    """The steps in a database's form: `words` and whole `statements` replace those in capitals."""
    pattern = re.compile(rf"\b({'|'.join(words)})\b")
    return tuple(
        tuple(
            own
            for statement in step
            for own in statements.get(statement, [pattern.sub(lambda found: words[found[0]], statement)])
        )
        for step in MIGRATIONS
    )
