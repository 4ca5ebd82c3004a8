"""The Contest API of any other system: its endpoints, files and feed, each limited in time and size.

The account's name and password come from ~/.netrc and go to that server alone; redirects are not followed.
"""

import netrc
import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import httpx

from judge.base.errors import JudgeError
from judge.base.json_text import json_value
from judge.base.outside_files import DATA_BYTES
from judge.base.units import mebibytes
from judge.client.bounded import TIMES, bounded, client_of, in_words, is_plain
from judge.client.failures import GONE, ServerGone, cut
from judge.contest.shadow.feed_lines import FeedPlace
from judge.contest.shadow.mirror import SCOREBOARD, Mirror
from judge.contest.shadow.objects import COLLECTIONS
from judge.contest.sources import MOST_BYTES

SILENT_S = 150.0
"""The time after which a silent feed counts as dead: the specification requires a line each 120 s."""
MOST_ANSWER = 4 * DATA_BYTES
MOST_LINE = DATA_BYTES
"""The longest line of the feed, in bytes."""
OF_CONTEST = re.compile(r"(.*)/contests/([A-Za-z0-9_][A-Za-z0-9_.-]{0,35})")
NO_SUCH = (404, 405, 501)
FORGOTTEN = (400, 404, 409, 410, 422)
"""Statuses of a server that no longer knows the place from which the feed should continue."""


class NotThere(JudgeError):
    """An endpoint or a file that the server does not have."""


class PlaceForgotten(JudgeError):
    """The server cannot continue the feed from that place."""


class ContestServer(AbstractContextManager["ContestServer"]):
    """One contest of a server. To be closed."""

    def __init__(self, url: str, timeout: httpx.Timeout = TIMES, silent_s: float = SILENT_S) -> None:
        self._silent_s = silent_s
        parts = _parts_of(url)
        match = OF_CONTEST.fullmatch(url.rstrip("/"))
        self.base, self._contest_id = (match[1], match[2]) if match else (url.rstrip("/"), "")
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._client = client_of(
            url, timeout=timeout, trust_env=False, auth=_account_for(parts.hostname or "")
        )

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def contest(self) -> str:
        """The address of the contest; if none was given, that of the server's only contest. Raises JudgeError."""
        if not self._contest_id:
            found = self._json(f"{self.base}/contests")
            names = (
                [str(one.get("id")) for one in found if isinstance(one, dict)]
                if isinstance(found, list)
                else []
            )
            if len(names) != 1:
                known = cut(", ".join(names)) or "none"
                raise JudgeError(
                    f"{self.base}/contests: expected the address of one contest, found {known}. "
                    f"Name it: {self.base}/contests/ID"
                )
            self._contest_id = names[0]
        return f"{self.base}/contests/{quote(self._contest_id, safe='')}"

    def read_into(self, mirror: Mirror) -> None:
        """Reads the current content of all endpoints. Raises JudgeError if a required endpoint is missing."""
        mirror.put_single("contest", self._json(self.contest), self.contest)
        for kind in COLLECTIONS:
            where = f"{self.contest}/{kind}"
            try:
                mirror.put_all(kind, self._json(where), where)
            except NotThere:
                if kind not in ("groups", "organizations"):
                    raise
        mirror.put_single("state", self._json(f"{self.contest}/state"), f"{self.contest}/state")

    def read_scoreboard(self, mirror: Mirror) -> None:
        """Reads the scoreboard, if the server shows one."""
        try:
            mirror.scoreboard = self._json(f"{self.contest}/{SCOREBOARD}")
        except NotThere:
            mirror.scoreboard = None

    def files_of(self, submission: dict[str, Any]) -> bytes:
        """The files of a submission, as a zip file. Raises JudgeError."""
        files = submission.get("files")
        first = files[0] if isinstance(files, list) and files else {}
        href = first.get("href") if isinstance(first, dict) else None
        where = f"{self.contest}/submissions/{submission['id']}/files"
        if isinstance(href, str) and href:
            where = urljoin(f"{self.base}/", href)
        parts = urlsplit(where)
        if f"{parts.scheme}://{parts.netloc}" != self._origin:
            raise JudgeError(f"its files are at {cut(where, 200)}: expected an address at {self._origin}")
        with self._asking(where) as response:
            return self._content(response, MOST_BYTES)

    def feed(self, place: FeedPlace | None) -> Iterator[bytes]:
        """Lines of the feed for as long as the server sends it, including the empty ones by which it shows that it is
        alive. Raises NotThere if the server has none, and PlaceForgotten."""
        asked = {place.key: place.value} if place else {}
        timeout = httpx.Timeout(TIMES.read, connect=TIMES.connect, read=self._silent_s)
        rest = bytearray()
        try:
            with self._asking(f"{self.contest}/event-feed", params=asked, timeout=timeout) as response:
                for chunk in response.iter_raw():
                    *ends, begun = chunk.split(b"\n")
                    for end in ends:
                        yield bytes(rest + end).strip()
                        rest.clear()
                    rest += begun
                    if len(rest) > MOST_LINE:
                        raise JudgeError(
                            f"{self.contest}/event-feed: a line has more than {mebibytes(MOST_LINE)}: "
                            "expected an event in each."
                        )
        except _Refused as error:
            if place and error.status in FORGOTTEN:
                raise PlaceForgotten(error.message) from error
            raise

    def _json(self, where: str) -> Any:
        with self._asking(where) as response:
            content = self._content(response, MOST_ANSWER)
        try:
            return json_value(content.decode("utf-8"))
        except ValueError as error:
            raise JudgeError(
                f"{where}: expected JSON of a Contest API, found something else ({cut(str(error), 200)}). "
                "Check the address."
            ) from error

    def _content(self, response: httpx.Response, most_bytes: int) -> bytes:
        where = str(response.url)

        def too_large() -> JudgeError:
            return JudgeError(f"{where}: expected at most {mebibytes(most_bytes)}, found more.")

        return b"".join(bounded(response, most_bytes, where, too_large))

    @contextmanager
    def _asking(self, where: str, **how: Any) -> Iterator[httpx.Response]:
        with in_words(where), self._client.stream("GET", where, **how) as response:
            if response.status_code != 200:
                raise _refusal(where, response)
            if not is_plain(response):
                raise JudgeError(f"{where}: expected an uncompressed answer, found a compressed one.")
            yield response


class _Refused(NotThere):
    """An answer with a status of an error."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class _Denied(JudgeError):
    """Data that this account may not see."""


def _refusal(where: str, response: httpx.Response) -> JudgeError:
    status = response.status_code
    if status in GONE or status == 429:
        return ServerGone(f"{where} is not available right now: it answers {status}.")
    if status in (401, 403):
        return _Denied(
            f"{where}: the account may not see that, or no account was given: answered {status}. Put a line "
            "'machine HOST login NAME password PASSWORD' into ~/.netrc."
        )
    if 300 <= status < 400:
        to = cut(response.headers.get("location", "elsewhere"), 200)
        return JudgeError(
            f"{where} redirects to {to}, where no password is sent. Give that address if it is the right one."
        )
    if status in {*NO_SUCH, *FORGOTTEN}:
        return _Refused(
            f"{where}: expected a part of a Contest API, answered {status}. Check the address.", status
        )
    return JudgeError(f"{where}: expected a part of a Contest API, answered {status}. Check the address.")


def is_address(source: str) -> bool:
    return source.startswith(("http://", "https://"))


def _parts_of(url: str) -> Any:
    try:
        parts = urlsplit(url)
        is_fine = bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_fine = False
    if (
        not is_fine
        or "@" in parts.netloc
        or parts.query
        or parts.fragment
        or not url.isprintable()
        or " " in url
    ):
        raise JudgeError(
            f"{url}: expected the address of a contest, like https://judge.example/api/contests/ID; "
            "put a name and a password into ~/.netrc."
        )
    return parts


def _account_for(host: str) -> tuple[str, str] | None:
    file = Path(os.environ.get("NETRC") or Path.home() / ".netrc")
    if not file.is_file():
        return None
    try:
        found = netrc.netrc(str(file)).authenticators(host)
    except (netrc.NetrcParseError, OSError, UnicodeDecodeError) as error:
        raise JudgeError(f"{file} cannot be read: {cut(str(error))}. Correct it.") from error
    return None if found is None else (found[0] or "", found[2] or "")
