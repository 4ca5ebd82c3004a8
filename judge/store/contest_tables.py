"""The steps of the schema that add contests that are held here: their settings, teams, questions and balloons; later
their groups, where contests, teams and groups are, the ids of organizations, and intervals that do not count."""

CONTESTS_HELD = (
    "ALTER TABLE contest_problems ADD COLUMN title TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE held_contests (
        contest_id WHOLE PRIMARY KEY REFERENCES contests (id),
        feedback TEXT NOT NULL,
        thawed_utc_ms WHOLE,
        finalized_utc_ms WHOLE,
        approval TEXT NOT NULL
    ) TABLE_END""",
    """CREATE TABLE contest_teams (
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        user_id WHOLE NOT NULL REFERENCES users (id),
        team_id TEXT NOT NULL,
        extension_ms WHOLE NOT NULL,
        seen_clarification_id WHOLE NOT NULL,
        PRIMARY KEY (contest_id, user_id),
        UNIQUE (contest_id, team_id)
    ) TABLE_END""",
    "CREATE INDEX contest_teams_of_a_user ON contest_teams (user_id)",
    "CREATE INDEX contests_of_a_problem ON contest_problems (problem_id)",
    """CREATE TABLE paused_problems (
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        problem_id WHOLE NOT NULL REFERENCES problems (id),
        PRIMARY KEY (contest_id, problem_id)
    ) TABLE_END_OF_KEYS""",
    """CREATE TABLE clarifications (
        id ID,
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        author_id WHOLE NOT NULL REFERENCES users (id),
        is_of_jury WHOLE NOT NULL,
        to_user_id WHOLE REFERENCES users (id),
        reply_to_id WHOLE REFERENCES clarifications (id),
        problem_id WHOLE REFERENCES problems (id),
        category TEXT NOT NULL,
        text TEXT NOT NULL,
        at_utc_ms WHOLE NOT NULL,
        is_answered WHOLE NOT NULL
    ) TABLE_END""",
    "CREATE INDEX clarifications_of_a_contest ON clarifications (contest_id, id)",
    """CREATE TABLE balloons_delivered (
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        user_id WHOLE NOT NULL REFERENCES users (id),
        problem_id WHOLE NOT NULL REFERENCES problems (id),
        PRIMARY KEY (contest_id, user_id, problem_id)
    ) TABLE_END_OF_KEYS""",
)
CONTEST_GROUPS = (
    "ALTER TABLE contestants ADD COLUMN formal_name TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE contestants ADD COLUMN icpc_id TEXT",
    "ALTER TABLE contestants ADD COLUMN group_ids TEXT NOT NULL DEFAULT '[]'",
    """CREATE TABLE contest_groups (
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        group_id TEXT NOT NULL,
        ordinal WHOLE NOT NULL,
        name TEXT NOT NULL,
        icpc_id TEXT,
        type TEXT,
        PRIMARY KEY (contest_id, group_id)
    ) TABLE_END_OF_KEYS""",
)
CONTEST_LOCATIONS = (
    "ALTER TABLE contestants ADD COLUMN location TEXT",
    "ALTER TABLE contest_groups ADD COLUMN location TEXT",
)
CONTEST_PLACE = ("ALTER TABLE contests ADD COLUMN location TEXT",)
CONTEST_REMOVED_INTERVALS = ("ALTER TABLE contests ADD COLUMN removed_intervals TEXT NOT NULL DEFAULT '[]'",)
CONTEST_ORGANIZATIONS = ("ALTER TABLE contestants ADD COLUMN organization_id TEXT",)
