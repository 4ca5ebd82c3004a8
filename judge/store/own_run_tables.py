"""The step of the schema that adds own runs (programs that users try on input of their own), and workers' reports
about their GPUs."""

OWN_RUNS = (
    """CREATE TABLE own_runs (
        id ID,
        user_id WHOLE NOT NULL REFERENCES users (id),
        problem_id WHOLE NOT NULL REFERENCES problems (id),
        assignment_id WHOLE REFERENCES assignments (id),
        job_id WHOLE NOT NULL UNIQUE REFERENCES jobs (id),
        name TEXT NOT NULL,
        language TEXT,
        made_utc_ms WHOLE NOT NULL,
        given BYTES NOT NULL,
        typed BYTES NOT NULL,
        outcome BYTES
    ) TABLE_END""",
    "CREATE INDEX own_runs_of_a_user ON own_runs (user_id, id)",
    "CREATE INDEX own_runs_by_age ON own_runs (made_utc_ms)",
    "ALTER TABLE heartbeats ADD COLUMN device TEXT NOT NULL DEFAULT ''",
)
