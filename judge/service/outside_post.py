"""A request to an address given by a user: never to this machine or its network, unless the operator has named that
host, and within bounds whatever the other side does.

A name is resolved once, and the connection goes to the address that was checked.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Collection, Mapping
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

from judge.base.errors import JudgeError
from judge.base.text import one_line

CONNECT_S, WHOLE_S = 10.0, 30.0
MOST_OF_A_URL = 2000
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Networks into which gateways map IPv4 addresses."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotReceived(JudgeError):
    """A request without a valid answer."""


def checked_url(url: str, allowed: Collection[str]) -> SplitResult:
    """The parts of a permitted address. `allowed`: hosts that the operator of the judge has named. Raises
    JudgeError."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise JudgeError(f"url: {error}.") from error
    if len(url) > MOST_OF_A_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise JudgeError(
            f"url: expected at most {MOST_OF_A_URL} printable characters without spaces, in ASCII."
        )
    if parts.scheme not in ("https", "http") or not host or parts.username is not None or parts.fragment:
        raise JudgeError("url: expected https://HOST/PATH, without a user or a fragment.")
    if host not in allowed:
        if parts.scheme != "https":
            raise JudgeError(
                f"url: expected https, as {host} is not named by --webhook-host: others could read its token."
            )
        with suppress(ValueError):
            require_public(host, ipaddress.ip_address(host))
    return parts


def require_public(host: str, address: Address) -> None:
    """Raises NotReceived for an address of this machine or its network, or a reserved one."""
    inner: Address = address
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1] or address
        if address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if not inner.is_global or inner.is_multicast:
        raise NotReceived(
            f"url: {host} is {address}, which is not a public address: expected one, or a host named by --webhook-host."
        )


def post(url: str, content: bytes, headers: Mapping[str, str], allowed: Collection[str]) -> None:
    """Raises NotReceived unless the answer is 2xx. Only the answer's status is read, and redirects are not
    followed."""
    try:
        parts = checked_url(url, allowed)
        status = _asked(parts, content, headers, parts.hostname in allowed)
    except NotReceived:
        raise
    except JudgeError as error:
        raise NotReceived(error.message) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotReceived(one_line(f"{parts.hostname}: {error or type(error).__name__}")[:300]) from error
    if not 200 <= status < 300:
        raise NotReceived(f"{parts.hostname} answered with {status}: expected 2xx.")


def _asked(parts: SplitResult, content: bytes, headers: Mapping[str, str], is_allowed: bool) -> int:
    host = parts.hostname or ""
    is_tls = parts.scheme == "https"
    found = socket.getaddrinfo(host, parts.port or (443 if is_tls else 80), type=socket.SOCK_STREAM)
    if not is_allowed:
        for *_, place in found:
            require_public(host, ipaddress.ip_address(str(place[0]).partition("%")[0]))
    connected = _connected([(str(place[0]), int(place[1])) for *_, place in found])
    # A trickle of bytes would keep each single wait short.
    watch = threading.Timer(WHOLE_S, _cut, (connected,))
    watch.daemon = True
    watch.start()
    connection = http.client.HTTPConnection(parts.netloc.rpartition("@")[2], timeout=CONNECT_S)
    try:
        connection.sock = (
            ssl.create_default_context().wrap_socket(connected, server_hostname=host) if is_tls else connected
        )
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        connection.request("POST", path, content, dict(headers))
        return connection.getresponse().status
    finally:
        watch.cancel()
        connection.close()
        connected.close()


def _connected(places: list[tuple[str, int]]) -> socket.socket:
    """A connection to the first address that answers."""
    failed: OSError | None = None
    for place in places:
        try:
            return socket.create_connection(place, CONNECT_S)
        except OSError as error:
            failed = error
    raise failed or OSError("there is no such host")


def _cut(connected: socket.socket) -> None:
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)
