"""Addresses of web servers, as people type them."""

import ipaddress
from urllib.parse import urlsplit

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""What a server listens at, or is called, that only this machine is to reach."""


def root_of_host(url: str) -> str | None:
    """The address without a slash at its end, if it is http or https with a host's name and perhaps a port; None: it
    is none, or leads below a path."""
    try:
        parts = urlsplit(url)
        is_fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:  # a port or an address that is none
        return None
    root = url.rstrip("/")
    is_root = root == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc
    return root if is_fine and is_root and root.isprintable() and " " not in root else None


def is_loopback(host: str) -> bool:
    """Whether only this machine answers by that name or address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
