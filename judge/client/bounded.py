"""Requests to an untrusted server: never redirected, with each answer limited in time and size, and library exceptions
turned into messages."""

import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from judge.base.errors import JudgeError
from judge.client.failures import ServerGone, cut

TIMES = httpx.Timeout(30.0, connect=10.0)
WHOLE_ANSWER_S = 120.0
"""The time in which an answer that is not a stream must arrive, if it is small."""
LEAST_BYTES_PER_S = 100_000
"""The speed at which a large answer must arrive."""
PLAIN = "identity"


def client_of(url: str, *, timeout: httpx.Timeout = TIMES, **how: Any) -> httpx.Client:
    """A client for the server at this address."""
    return httpx.Client(
        verify=trusted() if url.startswith("https:") else False,
        follow_redirects=False,
        timeout=timeout,
        headers={"user-agent": "warp-judge", "accept-encoding": PLAIN},
        **how,
    )


def bounded(
    response: httpx.Response, most_bytes: int, where: str, too_large: Callable[[], JudgeError]
) -> Iterator[bytes]:
    """The pieces of an answer as they arrive. Raises `too_large()`, and ServerGone if it takes too long."""
    until_s, size = time.monotonic() + WHOLE_ANSWER_S, 0
    for piece in response.iter_raw():
        size += len(piece)
        if size > most_bytes:
            raise too_large()
        if time.monotonic() > until_s + size / LEAST_BYTES_PER_S:
            raise ServerGone(f"{where} takes more than {WHOLE_ANSWER_S:.0f} s for an answer.")
        yield piece


def is_plain(response: httpx.Response) -> bool:
    """Whether the answer is not compressed, as the request asks for."""
    return str(response.headers.get("content-encoding", PLAIN)) == PLAIN


@contextmanager
def in_words(
    where: str, not_reached: Callable[[httpx.ConnectError], JudgeError] | None = None
) -> Iterator[None]:
    """Turns failures of the connection into ServerGone; `not_reached`: raised instead if there never was a
    connection."""
    try:
        yield
    except httpx.TimeoutException as error:
        raise ServerGone(f"{where} does not answer in time ({type(error).__name__}).") from error
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
        if not_reached and isinstance(error, httpx.ConnectError):
            raise not_reached(error) from error
        why = cut(str(error) or type(error).__name__)
        raise ServerGone(f"{where}: the connection failed: {why}.") from error


def trusted() -> ssl.SSLContext:
    """The certificates that the system trusts, or that SSL_CERT_FILE names; if there are none, those of browsers."""
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    if paths.cafile is None and not (paths.capath and any(Path(paths.capath).iterdir())):
        import certifi

        context.load_verify_locations(certifi.where())
    return context
