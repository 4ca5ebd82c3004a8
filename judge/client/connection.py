"""Requests to one server: bounded in time and size, never redirected, with the token for that server alone."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import TypeVar

import httpx
import msgspec

from judge.base.errors import JudgeError
from judge.base.outside_files import DATA_BYTES
from judge.base.records import decoded
from judge.base.units import mebibytes
from judge.client.bounded import TIMES, bounded, client_of, in_words, is_plain
from judge.client.event_lines import EventLines, ServerEvent
from judge.client.failures import GONE, ServerGone, cut, details_of, no_judge, not_reached, refuse

Answer = TypeVar("Answer")
SILENT_S = 60.0
"""The time after which a silent stream counts as dead: the server sends a line each 15 s."""
MOST_OF_A_STREAM = 8 * DATA_BYTES
"""The number of bytes after which the time limit is checked again."""


class RemoteJudge(AbstractContextManager["RemoteJudge"]):
    """An online judge elsewhere, to be closed. Any number of threads may use it."""

    def __init__(self, server: str, token: str = "") -> None:
        self.server = server
        # A proxy from the environment could read plain http; https goes through it encrypted.
        self._client = client_of(server, base_url=server, trust_env=server.startswith("https:"))
        if token:
            self._client.headers["authorization"] = f"Bearer {token}"

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def get(self, path: str, shape: type[Answer]) -> Answer:
        return self.ask("GET", path, shape)

    def ask(self, method: str, path: str, shape: type[Answer], body: object = None) -> Answer:
        """The answer. Raises RefusedThere, ServerGone, or JudgeError for an answer that no judge gives."""
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
            raise no_judge(self.server, f"gives an unexpected answer ({cut(str(error), 200)})") from error

    def events(self, path: str, after: int) -> Iterator[ServerEvent]:
        """A stream of events after number `after`, for as long as the server sends it."""
        headers = {"accept": "text/event-stream", "last-event-id": str(after)}
        timeout = httpx.Timeout(TIMES.read, connect=TIMES.connect, read=SILENT_S)
        lines, size = EventLines(), 0
        with (
            self._in_words(),
            self._client.stream("GET", f"/api{path}", headers=headers, timeout=timeout) as response,
        ):
            if response.status_code != 200:
                self._require_success(response, self._content(response))
            if not _is_of(response, "text/event-stream"):
                raise no_judge(self.server, "answers without the events that were asked for")
            for chunk in response.iter_raw():
                size += len(chunk)
                if size > MOST_OF_A_STREAM:
                    return
                yield from lines.feed(chunk)

    def content(self, path: str, size_bytes: int) -> Iterator[bytes]:
        """The pieces of a file of this size. Raises as ask() does, and ServerGone if its size differs."""
        size = 0
        with self._in_words(), self._client.stream("GET", f"/api{path}") as response:
            if response.status_code != 200:
                self._require_success(response, self._content(response))
            for piece in bounded(
                response, size_bytes, self.server, lambda: self._other_size("more", size_bytes)
            ):
                size += len(piece)
                yield piece
        if size != size_bytes:
            raise self._other_size(f"{size:,} bytes", size_bytes)

    def _other_size(self, sent: str, size_bytes: int) -> JudgeError:
        return ServerGone(f"{self.server} sent {sent} of a file that has {size_bytes:,} bytes.")

    def _content(self, response: httpx.Response) -> bytes:
        what = f"answers with more than {mebibytes(DATA_BYTES)}"
        return b"".join(bounded(response, DATA_BYTES, self.server, lambda: no_judge(self.server, what)))

    def _require_success(self, response: httpx.Response, content: bytes) -> None:
        status = response.status_code
        if 200 <= status < 300:
            if status != 204 and not _is_of(response, "application/json"):
                raise no_judge(self.server, "answers with a page, or something else that is not JSON")
            return
        details = details_of(content) if _is_of(response, "application/problem+json") else None
        if details is not None:
            refuse(self.server, status, details, response.headers.get("retry-after", ""))
        if 300 <= status < 400:
            to = cut(response.headers.get("location", "elsewhere"), 200)
            raise no_judge(self.server, f"redirects to {to}, where no token of yours is sent")
        if status in GONE:
            raise ServerGone(f"{self.server} is not available right now: its proxy answers {status}.")
        raise no_judge(self.server, f"answers {status} without the reason that a judge gives")

    def _in_words(self) -> AbstractContextManager[None]:
        return in_words(self.server, partial(not_reached, self.server))


def _is_of(response: httpx.Response, kind: str) -> bool:
    """Whether the answer has this type and is not compressed."""
    found = str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()
    return found == kind and is_plain(response)
