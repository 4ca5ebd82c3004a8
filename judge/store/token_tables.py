"""The step of the schema that adds tokens of the API, terminals that ask for one, and heartbeats of workers."""

TOKENS = (
    """CREATE TABLE tokens (
        id ID,
        token_sha256 TEXT NOT NULL UNIQUE,
        user_id WHOLE NOT NULL REFERENCES users (id),
        title TEXT NOT NULL,
        scopes TEXT NOT NULL,
        made_utc_ms WHOLE NOT NULL,
        ends_utc_ms WHOLE NOT NULL,
        used_utc_ms WHOLE,
        used_from TEXT NOT NULL,
        ended_utc_ms WHOLE
    ) TABLE_END""",
    "CREATE INDEX tokens_of_a_user ON tokens (user_id, id)",
    """CREATE TABLE token_requests (
        device_sha256 TEXT PRIMARY KEY,
        user_code TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        scopes TEXT NOT NULL,
        address TEXT NOT NULL,
        ends_utc_ms WHOLE NOT NULL,
        user_id WHOLE REFERENCES users (id)
    ) TABLE_END_OF_KEYS""",
    "CREATE INDEX token_requests_by_end ON token_requests (ends_utc_ms)",
    """CREATE TABLE heartbeats (
        name TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        at_utc_ms WHOLE NOT NULL
    ) TABLE_END_OF_KEYS""",
)
