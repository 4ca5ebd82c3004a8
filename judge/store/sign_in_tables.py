"""The step of the schema that adds second factors, settings, and links by which people make accounts."""

SIGN_IN_RULES = (
    # Until its code is given, a sign-in to an account with a second factor has no rights.
    "ALTER TABLE sign_ins ADD COLUMN awaits_code WHOLE NOT NULL DEFAULT 0",
    "ALTER TABLE sign_ins ADD COLUMN tries WHOLE NOT NULL DEFAULT 0",
    # The secret is derived from the nonce with a key that is not in the database.
    """CREATE TABLE second_factors (
        user_id WHOLE PRIMARY KEY REFERENCES users (id),
        nonce TEXT NOT NULL,
        last_step WHOLE NOT NULL,
        confirmed_utc_ms WHOLE
    ) TABLE_END""",
    """CREATE TABLE recovery_codes (
        code_sha256 TEXT PRIMARY KEY,
        user_id WHOLE NOT NULL REFERENCES users (id),
        used_utc_ms WHOLE
    ) TABLE_END_OF_KEYS""",
    "CREATE INDEX recovery_codes_of_a_user ON recovery_codes (user_id)",
    """CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) TABLE_END_OF_KEYS""",
    """CREATE TABLE sign_up_links (
        id ID,
        token_sha256 TEXT NOT NULL UNIQUE,
        made_by WHOLE NOT NULL REFERENCES users (id),
        ends_utc_ms WHOLE NOT NULL,
        accounts_left WHOLE NOT NULL,
        accounts_made WHOLE NOT NULL
    ) TABLE_END""",
)
