"""The step of the schema that adds accounts: passwords, who is signed in, and links that sign in once."""

ACCOUNTS = (
    """CREATE TABLE passwords (
        user_id WHOLE PRIMARY KEY REFERENCES users (id),
        hash TEXT NOT NULL,
        changed_utc_ms WHOLE NOT NULL
    ) TABLE_END""",
    "CREATE INDEX users_in_any_case ON users (lower(name))",
    """CREATE TABLE sign_ins (
        id ID,
        token_sha256 TEXT NOT NULL UNIQUE,
        user_id WHOLE NOT NULL REFERENCES users (id),
        agent TEXT NOT NULL,
        address TEXT NOT NULL,
        begun_utc_ms WHOLE NOT NULL,
        seen_utc_ms WHOLE NOT NULL,
        ends_utc_ms WHOLE NOT NULL,
        ended_utc_ms WHOLE
    ) TABLE_END""",
    "CREATE INDEX sign_ins_of_a_user ON sign_ins (user_id, id)",
    """CREATE TABLE sign_in_links (
        token_sha256 TEXT PRIMARY KEY,
        user_id WHOLE NOT NULL REFERENCES users (id),
        ends_utc_ms WHOLE NOT NULL,
        used_utc_ms WHOLE
    ) TABLE_END_OF_KEYS""",
)
