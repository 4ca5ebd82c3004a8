"""The step of the schema that adds identities at an institution, and which sign-ins were by a link."""

INSTITUTION = (
    """CREATE TABLE identities (
        issuer TEXT NOT NULL,
        subject TEXT NOT NULL,
        user_id WHOLE NOT NULL REFERENCES users (id),
        added_utc_ms WHOLE NOT NULL,
        PRIMARY KEY (issuer, subject)
    ) TABLE_END_OF_KEYS""",
    "CREATE INDEX identities_of_a_user ON identities (user_id)",
    # A user who came by a link may have forgotten the password.
    "ALTER TABLE sign_ins ADD COLUMN by_link WHOLE NOT NULL DEFAULT 0",
)
