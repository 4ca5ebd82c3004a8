"""What a PostgreSQL server reports about itself and its client, before it holds a store."""

import psycopg

from judge.base.records import Record
from judge.store.postgresql_dialect import PostgresqlDialect

OLDEST = 13
"""The oldest supported release."""


class PostgresqlFacts(Record, frozen=True):
    release: int
    """Its major number."""
    user: str
    schema: str
    may_create: bool
    may_write: bool


def facts_of(address: str) -> PostgresqlFacts:
    """The facts; changes nothing. Raises StoreError."""
    dialect = PostgresqlDialect(address)
    try:
        connection = dialect.connect()
        try:
            row = connection.execute(
                "SELECT current_setting('server_version_num')::int / 10000, current_user::text, "
                "coalesce(current_schema(), 'public')::text, "
                "has_schema_privilege(coalesce(current_schema(), 'public'), 'CREATE'), "
                "current_setting('transaction_read_only') = 'off'"
            ).fetchone()
        finally:
            connection.close()
    except psycopg.Error as error:
        raise dialect.explained(error) from error
    return PostgresqlFacts(*row)
