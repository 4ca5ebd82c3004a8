"""The step of the schema that adds the audit: the address of an action, and whether the staff did it."""

AUDIT = (
    "ALTER TABLE events ADD COLUMN address TEXT",
    "ALTER TABLE events ADD COLUMN by_staff WHOLE NOT NULL DEFAULT 0",
    # Actions of the judge itself have no address: they are most of the log, and in none of these indexes.
    "CREATE INDEX events_of_people ON events (id) WHERE address IS NOT NULL",
    "CREATE INDEX events_of_staff ON events (id) WHERE by_staff = 1",
    "CREATE INDEX events_of_a_kind ON events (kind, id) WHERE address IS NOT NULL",
    "CREATE INDEX events_of_an_actor ON events (actor_id, id) WHERE address IS NOT NULL",
    "CREATE INDEX events_from ON events (address, id) WHERE address IS NOT NULL",
)
