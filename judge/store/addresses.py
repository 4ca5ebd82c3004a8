"""Addresses of stores: the path of a file, or that of a database on a server."""

from urllib.parse import urlsplit

SERVERS = ("postgresql://", "postgres://")
"""The prefixes of servers' addresses."""


def without_password(address: str) -> str:
    """The address without the secrets that a server's address may contain, so that it may be shown."""
    if not address.startswith(SERVERS):
        return address
    where = urlsplit(address)
    return f"postgresql://{where.hostname or ''}{where.path}"
