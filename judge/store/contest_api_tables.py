"""The step of the schema for what programs write to a contest by the Contest API."""

CONTEST_API = (
    "ALTER TABLE held_contests ADD COLUMN countdown_pause_ms WHOLE",
    "ALTER TABLE clarifications ADD COLUMN external_id TEXT",
    """CREATE UNIQUE INDEX external_clarification_once ON clarifications (contest_id, external_id)
        WHERE external_id IS NOT NULL""",
    """CREATE TABLE contest_comments (
        id ID,
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        author_id WHOLE NOT NULL REFERENCES users (id),
        message TEXT NOT NULL,
        tags TEXT NOT NULL,
        team_ids TEXT,
        problem_ids TEXT,
        submission_ids TEXT,
        at_utc_ms WHOLE NOT NULL
    ) TABLE_END""",
    "CREATE INDEX comments_of_a_contest ON contest_comments (contest_id, id)",
    """CREATE TABLE contest_awards (
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        award_id TEXT NOT NULL,
        citation TEXT NOT NULL,
        team_ids TEXT NOT NULL,
        PRIMARY KEY (contest_id, award_id)
    ) TABLE_END_OF_KEYS""",
)
