"""Requests to one server: bounded in time and size, never redirected, with the token for that server alone."""

import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TypeVar

import httpx
import msgspec

from judge.base.outside_files import DATA_BYTES
from judge.base.records import decoded
from judge.base.units import mebibytes
from judge.client.event_lines import EventLines, ServerEvent
from judge.client.failures import GONE, ServerGone, cut, details_of, no_judge, not_reached, refuse

Answer = TypeVar("Answer")
TIMES = httpx.Timeout(30.0, connect=10.0)
WHOLE_ANSWER_S = 120.0
"""An answer that is not a stream is there by then."""
LEAST_BYTES_PER_S = 100_000
"""The speed of a file."""
SILENT_S = 60.0
"""A stream of which nothing comes for that long is dead: the server sends a line each 15 s."""
MOST_OF_A_STREAM = 8 * DATA_BYTES
"""Bytes until it is asked for anew."""


class RemoteJudge:
    """A judge elsewhere, to be closed. Any number of threads may use it."""

    def __init__(self, server: str, token: str = "") -> None:
        self.server = server
        is_https = server.startswith("https:")
        self._client = httpx.Client(
            base_url=server,
            verify=trusted() if is_https else False,
            # A proxy of the environment would read what goes by plain http; https goes through it unread.
            trust_env=is_https,
            follow_redirects=False,
            timeout=TIMES,
            headers={"user-agent": "warp-judge", "accept-encoding": "identity"},
        )
        if token:
            self._client.headers["authorization"] = f"Bearer {token}"

    def __enter__(self) -> "RemoteJudge":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def get(self, path: str, shape: type[Answer]) -> Answer:
        return self.ask("GET", path, shape)

    def ask(self, method: str, path: str, shape: type[Answer], body: object = None) -> Answer:
        """The answer. Raises RefusedThere, ServerGone, or JudgeError for what no judge answers."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {} if body is None else {"content-type": "application/json"}
        with (
            self._in_words(),
            self._client.stream(method, f"/api{path}", content=content, headers=headers) as response,
        ):
            found = self._content(response)
            self._require_success(response, found)
        if shape is type(None):
            return None
        try:
            return decoded(found, shape)
        except (ValueError, RecursionError) as error:
            raise no_judge(
                self.server, f"answers otherwise than expected ({cut(str(error), 200)})"
            ) from error

    def events(self, path: str, after: int) -> Iterator[ServerEvent]:
        """A stream, from the event behind number `after` on, for as long as the server sends it."""
        headers = {"accept": "text/event-stream", "last-event-id": str(after)}
        timeout = httpx.Timeout(TIMES.read, connect=TIMES.connect, read=SILENT_S)
        lines, size = EventLines(), 0
        with (
            self._in_words(),
            self._client.stream("GET", f"/api{path}", headers=headers, timeout=timeout) as response,
        ):
            if response.status_code != 200:
                self._require_success(response, self._content(response))
            if not _is_plain(response, "text/event-stream"):
                raise no_judge(self.server, "answers without the events that were asked for")
            for chunk in response.iter_raw():
                size += len(chunk)
                if size > MOST_OF_A_STREAM:
                    return
                yield from lines.feed(chunk)

    def content(self, path: str, size_bytes: int) -> Iterator[bytes]:
        """The pieces of a file of this size. Raises as ask() does, and ServerGone where it has another size."""
        size, until_s = 0, time.monotonic() + WHOLE_ANSWER_S
        with self._in_words(), self._client.stream("GET", f"/api{path}") as response:
            if response.status_code != 200:
                self._require_success(response, self._content(response))
            for piece in response.iter_raw():
                size += len(piece)
                if size > size_bytes:
                    break
                if time.monotonic() > until_s + size / LEAST_BYTES_PER_S:
                    raise ServerGone(f"{self.server} takes very long for a file.")
                yield piece
        if size != size_bytes:
            raise ServerGone(f"{self.server} sent {size:,} bytes of a file that has {size_bytes:,}.")

    def _content(self, response: httpx.Response) -> bytes:
        until_s = time.monotonic() + WHOLE_ANSWER_S
        pieces, size = [], 0
        for chunk in response.iter_raw():
            pieces.append(chunk)
            size += len(chunk)
            if size > DATA_BYTES:
                raise no_judge(self.server, f"answers with more than {mebibytes(DATA_BYTES)}")
            if time.monotonic() > until_s:
                raise ServerGone(f"{self.server} takes more than {WHOLE_ANSWER_S:.0f} s for an answer.")
        return b"".join(pieces)

    def _require_success(self, response: httpx.Response, content: bytes) -> None:
        status = response.status_code
        if 200 <= status < 300:
            if status != 204 and not _is_plain(response, "application/json"):
                raise no_judge(self.server, "answers with a page, or something else that is no JSON")
            return
        details = details_of(content) if _is_plain(response, "application/problem+json") else None
        if details is not None:
            refuse(self.server, status, details, response.headers.get("retry-after", ""))
        if 300 <= status < 400:
            to = cut(response.headers.get("location", "elsewhere"), 200)
            raise no_judge(self.server, f"redirects to {to}, where no token of yours is sent")
        if status in GONE:
            raise ServerGone(f"{self.server} is not there at the moment: its proxy answers {status}.")
        raise no_judge(self.server, f"answers {status} without the reason that a judge gives")

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except httpx.ConnectError as error:
            raise not_reached(self.server, error) from error
        except httpx.TimeoutException as error:
            raise ServerGone(f"{self.server} does not answer in time ({type(error).__name__}).") from error
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            why = cut(str(error) or type(error).__name__)
            raise ServerGone(f"the connection to {self.server} broke off: {why}.") from error


def _is_plain(response: httpx.Response, kind: str) -> bool:
    """Whether the answer is of this type, and not compressed: nothing else was asked for."""
    found = str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()
    return found == kind and str(response.headers.get("content-encoding", "identity")) == "identity"


def trusted() -> Any:
    """What the system trusts, or SSL_CERT_FILE names; where that is nothing, what browsers do."""
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    if paths.cafile is None and not _has_files(paths.capath):
        import certifi

        context.load_verify_locations(certifi.where())
    return context


def _has_files(folder: str | None) -> bool:
    from pathlib import Path

    return folder is not None and any(Path(folder).iterdir())
