"""The step of the schema that adds comparisons of a class's submissions to a problem."""

SIMILARITY = (
    """CREATE TABLE comparisons (
        id ID,
        assignment_id WHOLE NOT NULL REFERENCES assignments (id),
        problem_id WHOLE NOT NULL REFERENCES problems (id),
        counting TEXT NOT NULL,
        others TEXT NOT NULL,
        template TEXT NOT NULL,
        asked_by WHOLE REFERENCES users (id),
        asked_utc_ms WHOLE NOT NULL,
        job_id WHOLE REFERENCES jobs (id),
        result TEXT
    ) TABLE_END""",
    "CREATE INDEX comparisons_of_an_assignment ON comparisons (assignment_id, problem_id, id)",
    """CREATE TABLE compared_pairs (
        comparison_id WHOLE NOT NULL REFERENCES comparisons (id),
        ordinal WHOLE NOT NULL,
        first WHOLE NOT NULL,
        second WHOLE NOT NULL,
        first_share REAL NOT NULL,
        second_share REAL NOT NULL,
        words WHOLE NOT NULL,
        stands_out WHOLE NOT NULL,
        passages TEXT NOT NULL,
        PRIMARY KEY (comparison_id, ordinal)
    ) TABLE_END_OF_KEYS""",
)
