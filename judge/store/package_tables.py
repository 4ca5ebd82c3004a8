"""The step of the schema that adds packages: versions of problems, how each was checked, and how a problem is shown."""

PACKAGES = (
    "ALTER TABLE problems ADD COLUMN state TEXT NOT NULL DEFAULT 'open'",
    "ALTER TABLE problems ADD COLUMN feedback TEXT",
    "ALTER TABLE problems ADD COLUMN titles TEXT NOT NULL DEFAULT '{}'",
    """CREATE TABLE package_versions (
        id ID,
        name TEXT NOT NULL,
        origin TEXT NOT NULL,
        mark TEXT NOT NULL,
        size_bytes WHOLE NOT NULL,
        opens_as TEXT NOT NULL,
        stage TEXT NOT NULL,
        outcome TEXT NOT NULL,
        failure TEXT NOT NULL,
        faults TEXT NOT NULL,
        data_sha256 TEXT,
        title TEXT NOT NULL,
        offered_by WHOLE REFERENCES users (id),
        offered_utc_ms WHOLE NOT NULL,
        checked_utc_ms WHOLE,
        job_id WHOLE REFERENCES jobs (id)
    ) TABLE_END""",
    "CREATE INDEX versions_of_a_problem ON package_versions (name, id)",
    "CREATE INDEX versions_by_origin ON package_versions (origin, id)",
    """CREATE TABLE package_checks (
        version_id WHOLE NOT NULL REFERENCES package_versions (id),
        ordinal WHOLE NOT NULL,
        name TEXT NOT NULL,
        language TEXT,
        expected TEXT NOT NULL,
        found TEXT NOT NULL,
        as_expected WHOLE NOT NULL,
        reason TEXT NOT NULL,
        tests_passed WHOLE NOT NULL,
        tests_total WHOLE NOT NULL,
        cpu_ns WHOLE,
        PRIMARY KEY (version_id, ordinal)
    ) TABLE_END_OF_KEYS""",
)
