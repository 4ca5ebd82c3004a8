"""The step of the schema that adds classes: their members, invitations, assignments and extensions."""

CLASSES = (
    """CREATE TABLE classes (
        id ID,
        title TEXT NOT NULL,
        zone TEXT NOT NULL,
        created_utc_ms WHOLE NOT NULL,
        archived_utc_ms WHOLE
    ) TABLE_END""",
    """CREATE TABLE class_members (
        class_id WHOLE NOT NULL REFERENCES classes (id),
        user_id WHOLE NOT NULL REFERENCES users (id),
        role TEXT NOT NULL,
        number TEXT NOT NULL,
        is_made_here WHOLE NOT NULL,
        added_utc_ms WHOLE NOT NULL,
        PRIMARY KEY (class_id, user_id)
    ) TABLE_END_OF_KEYS""",
    "CREATE INDEX classes_of_a_user ON class_members (user_id, class_id)",
    """CREATE TABLE class_invitations (
        id ID,
        class_id WHOLE NOT NULL REFERENCES classes (id),
        token_sha256 TEXT NOT NULL UNIQUE,
        ends_utc_ms WHOLE NOT NULL,
        most_uses WHOLE NOT NULL,
        uses WHOLE NOT NULL,
        created_utc_ms WHOLE NOT NULL,
        revoked_utc_ms WHOLE
    ) TABLE_END""",
    "CREATE INDEX invitations_of_a_class ON class_invitations (class_id, id)",
    """CREATE TABLE assignments (
        id ID,
        class_id WHOLE NOT NULL REFERENCES classes (id),
        title TEXT NOT NULL,
        zone TEXT NOT NULL,
        opens_utc_ms WHOLE NOT NULL,
        due_utc_ms WHOLE NOT NULL,
        late_days WHOLE NOT NULL,
        late_percent WHOLE NOT NULL,
        counting TEXT NOT NULL,
        feedback WHOLE
    ) TABLE_END""",
    "CREATE INDEX assignments_of_a_class ON assignments (class_id, due_utc_ms, id)",
    """CREATE TABLE assignment_problems (
        assignment_id WHOLE NOT NULL REFERENCES assignments (id),
        problem_id WHOLE NOT NULL REFERENCES problems (id),
        ordinal WHOLE NOT NULL,
        points REAL NOT NULL,
        feedback WHOLE,
        PRIMARY KEY (assignment_id, problem_id)
    ) TABLE_END_OF_KEYS""",
    "CREATE INDEX assignments_of_a_problem ON assignment_problems (problem_id, assignment_id)",
    """CREATE TABLE extensions (
        assignment_id WHOLE NOT NULL REFERENCES assignments (id),
        user_id WHOLE NOT NULL REFERENCES users (id),
        due_utc_ms WHOLE NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (assignment_id, user_id)
    ) TABLE_END_OF_KEYS""",
    "ALTER TABLE submissions ADD COLUMN assignment_id WHOLE REFERENCES assignments (id)",
    """CREATE INDEX submissions_of_an_assignment ON submissions (assignment_id, user_id, id)
        WHERE assignment_id IS NOT NULL""",
)
