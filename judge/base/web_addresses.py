"""Addresses of web servers, as people type them."""

import ipaddress
from urllib.parse import urlsplit

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Addresses and names of a server that only this machine can reach."""


def root_of_host(url: str) -> str | None:
    """The address without a trailing slash, if it is http or https with a host and perhaps a port; None: it is
    invalid, or has a path."""
    try:
        parts = urlsplit(url)
        is_fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:  # an invalid port or address
        return None
    root = url.rstrip("/")
    is_root = root == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc
    return root if is_fine and is_root and root.isprintable() and " " not in root else None


def is_loopback(host: str) -> bool:
    """Whether that name or address is this machine's alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
