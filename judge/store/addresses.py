"""Addresses of stores: the path of a file, or that of a database on a server."""

from urllib.parse import urlsplit

SERVERS = ("postgresql://", "postgres://")
"""How the addresses of servers begin."""


def without_password(address: str) -> str:
    """The address as it may be shown: what an address of a server may hold of secrets is left out."""
    if not address.startswith(SERVERS):
        return address
    where = urlsplit(address)
    return f"postgresql://{where.hostname or ''}{where.path}"
