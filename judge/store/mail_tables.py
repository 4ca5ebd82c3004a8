"""The step of the schema that adds e-mail addresses of accounts, and mails that wait to be sent."""

MAIL = (
    """CREATE TABLE email_addresses (
        user_id WHOLE PRIMARY KEY REFERENCES users (id),
        address TEXT NOT NULL,
        is_own WHOLE NOT NULL,
        changed_utc_ms WHOLE NOT NULL
    ) TABLE_END""",
    "CREATE INDEX email_addresses_in_any_case ON email_addresses (lower(address), user_id)",
    # Readers of the store learn no link: a mail's link is derived from its nonce with a key that is stored elsewhere.
    """CREATE TABLE mails (
        id ID,
        kind TEXT NOT NULL,
        user_id WHOLE NOT NULL REFERENCES users (id),
        address TEXT NOT NULL,
        language TEXT NOT NULL,
        about TEXT NOT NULL,
        nonce TEXT NOT NULL,
        made_utc_ms WHOLE NOT NULL,
        until_utc_ms WHOLE NOT NULL,
        next_utc_ms WHOLE NOT NULL,
        tries WHOLE NOT NULL,
        state TEXT NOT NULL,
        failure TEXT NOT NULL,
        ended_utc_ms WHOLE
    ) TABLE_END""",
    "CREATE INDEX mails_to_send ON mails (next_utc_ms, id) WHERE state = 'waiting'",
    "CREATE INDEX mails_ended ON mails (state, ended_utc_ms) WHERE ended_utc_ms IS NOT NULL",
)
