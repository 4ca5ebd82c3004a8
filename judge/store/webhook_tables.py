"""The step of the schema that adds webhooks: the addresses notified of changes of contests, and callbacks that wait to
be sent."""

WEBHOOKS = (
    """CREATE TABLE webhooks (
        id ID,
        url TEXT NOT NULL,
        token TEXT NOT NULL,
        endpoints TEXT NOT NULL,
        contest_ids TEXT NOT NULL,
        user_id WHOLE NOT NULL REFERENCES users (id),
        is_active WHOLE NOT NULL,
        made_utc_ms WHOLE NOT NULL,
        next_utc_ms WHOLE NOT NULL,
        turn WHOLE NOT NULL,
        tries WHOLE NOT NULL,
        failing_since_utc_ms WHOLE,
        failure TEXT NOT NULL
    ) TABLE_END""",
    """CREATE TABLE webhook_places (
        webhook_id WHOLE NOT NULL REFERENCES webhooks (id),
        contest_id WHOLE NOT NULL REFERENCES contests (id),
        token TEXT NOT NULL,
        seen TEXT NOT NULL,
        PRIMARY KEY (webhook_id, contest_id)
    ) TABLE_END_OF_KEYS""",
    """CREATE TABLE webhook_callbacks (
        id ID,
        webhook_id WHOLE NOT NULL REFERENCES webhooks (id),
        content BYTES NOT NULL
    ) TABLE_END""",
    "CREATE INDEX callbacks_of_a_webhook ON webhook_callbacks (webhook_id, id)",
)
