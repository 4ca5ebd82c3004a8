"""A Contest API elsewhere that is slow, wrong, huge, hostile or gone: an error in words, or the same in the end."""

import http.server
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from judge.base.errors import JudgeError
from judge.base.events import Event, Warned, unheard
from judge.client import contest_server
from judge.client.contest_following import ContestFollowing, take_waiting
from judge.client.contest_server import ContestServer, NotThere
from judge.client.failures import ServerGone
from judge.contest.shadow.feed_lines import FeedPlace
from judge.contest.shadow.mirror import Mirror
from judge.tests.client.stubs import Stub, send, stub
from judge.tests.contest.feeds import CUP, feed_of, objects_of
from judge.tests.watching import PATIENCE_S, soon

Answer = Callable[[http.server.BaseHTTPRequestHandler], None]
FEED = feed_of(CUP)
OBJECTS = objects_of(CUP)


def endpoints(handler: http.server.BaseHTTPRequestHandler) -> None:
    """The contest as it is, without a feed."""
    name = handler.path.partition("?")[0].rpartition("/")[2]
    if name == "contests":
        send(handler, [OBJECTS["contest"]])
    elif name == "away":
        send(handler, OBJECTS["contest"])
    elif name in OBJECTS:
        send(handler, OBJECTS[name])
    else:
        send(handler, {}, 404)


def begin_feed(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "application/x-ndjson")
    handler.end_headers()


def lines_of(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in lines)


@pytest.fixture(autouse=True)
def no_account(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NETRC", str(tmp_path / "none"))


def read(answer: Answer, **how: Any) -> Mirror:
    mirror = Mirror(source="there")
    with stub(answer) as made, ContestServer(f"{made.address}/api", **how) as server:
        server.read_into(mirror)
        server.read_scoreboard(mirror)
    return mirror


def test_endpoints_come_to_the_same_as_the_feed() -> None:
    mirror = read(endpoints)
    assert mirror.faults == []
    for line in FEED:
        (other := Mirror()).take_line(json.dumps(line).encode(), "")
        assert other.faults == []
    assert set(mirror.objects["judgements"]) == {"j0", "j1", "j2"}
    assert mirror.scoreboard is None


@pytest.mark.parametrize(
    ("content", "status", "headers", "told"),
    [
        (b"<html>", 200, {}, "expected JSON of a Contest API"),
        (b"\xff\xfe", 200, {}, "expected JSON of a Contest API"),
        (b"[" * 100_000, 200, {}, "expected JSON of a Contest API"),
        (b"{}", 302, {"location": "http://elsewhere.example/"}, "redirects to http://elsewhere.example/"),
        (b"{}", 401, {}, "answered 401. Put a line"),
        (b"{}", 403, {}, "answered 403. Put a line"),
        (b"{}", 404, {}, "answered 404. Check the address"),
        (b"{}", 500, {}, "answered 500. Check the address"),
        (b"{}", 503, {}, "not available right now: it answers 503"),
        (b"[]", 200, {}, "expected the address of one contest, found none"),
        (b'[{"id": "a"}, {"id": "b"}]', 200, {}, "found a, b. Name it"),
        (b"3", 200, {}, "expected the address of one contest, found none"),
        (b"[]", 200, {"content_encoding": "gzip"}, "found a compressed one"),
        (b"x", 200, {"content_length": "-5"}, "connection failed"),
    ],
)
def test_an_answer_that_is_none(content: bytes, status: int, headers: dict[str, str], told: str) -> None:
    with pytest.raises(JudgeError) as error:
        read(lambda handler: send(handler, content, status, **headers))
    assert told in str(error.value)


def test_an_answer_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest_server, "MOST_ANSWER", 1 << 20)

    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        begin_feed(handler)
        while True:
            handler.wfile.write(b" " * 65536)

    with pytest.raises(JudgeError, match=r"expected at most .* MiB, found more"):
        read(answer)


def test_a_server_that_says_nothing() -> None:
    ended = threading.Event()
    with stub(lambda _: ended.wait(PATIENCE_S)) as made:  # type: ignore[arg-type]
        address = f"{made.address}/api"
        with ContestServer(address, timeout=httpx.Timeout(0.1)) as server:
            with pytest.raises(ServerGone, match="does not answer in time"):
                server.read_into(Mirror(source="there"))
            ended.set()


@pytest.mark.parametrize(
    "url",
    [
        "http://",
        "http://a:b@host/api",
        "http://host:x/api",
        "http://host/api?x=1",
        "http://ho st/",
        "http://h/\x1b",
    ],
)
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(JudgeError, match="expected the address of a contest"):
        ContestServer(url)


def test_files_come_from_that_server_alone() -> None:
    asked: list[str] = []

    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        asked.append(handler.path)
        send(handler, b"PK")

    with stub(answer) as made, ContestServer(f"{made.address}/api/contests/away") as server:
        for href in ("contests/away/submissions/s1/files", "/api/contests/away/submissions/s1/files", ""):
            assert server.files_of({"id": "s1", "files": [{"href": href}]}) == b"PK"
        assert server.files_of({"id": "s1"}) == b"PK"
        for href in ("http://elsewhere.example/x", "//elsewhere.example/x", "file:///etc/passwd"):
            with pytest.raises(JudgeError, match="expected an address at http://127"):
                server.files_of({"id": "s1", "files": [{"href": href}]})
    assert asked == ["/api/contests/away/submissions/s1/files"] * 4


def test_files_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest_server, "MOST_BYTES", 1 << 20)
    with (
        stub(lambda handler: send(handler, b"x" * (2 << 20))) as made,
        ContestServer(f"{made.address}/api/contests/away") as server,
        pytest.raises(JudgeError, match="found more"),
    ):
        server.files_of({"id": "s1"})


def test_the_account_goes_to_its_host_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login ada password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    with stub(endpoints) as made:
        with ContestServer(f"{made.address}/api") as server:
            assert server.contest.endswith("/contests/away")
        with ContestServer(f"{made.address.replace('127.0.0.1', 'localhost')}/api") as server:
            assert server.contest.endswith("/contests/away")
    assert [headers.get("authorization", "")[:6] for _, _, headers in made.asked] == ["Basic ", ""]
    (tmp_path / "netrc").write_text("machine\n")
    with pytest.raises(JudgeError, match="netrc cannot be read"):
        ContestServer(made.address)


class Feeding:
    """A server whose feed says one part of it in each connection."""

    def __init__(self, *parts: bytes, then: Answer = begin_feed) -> None:
        self.parts, self.then = list(parts), then
        self.queries: list[str] = []

    def __call__(self, handler: http.server.BaseHTTPRequestHandler) -> None:
        if "event-feed" not in handler.path:
            endpoints(handler)
            return
        self.queries.append(handler.path.partition("?")[2])
        if not self.parts:
            self.then(handler)
            return
        begin_feed(handler)
        handler.wfile.write(self.parts.pop(0))


def followed(
    feeding: Answer, done: Callable[[Mirror], bool], tell: Callable[[Event], None] = unheard, **how: Any
) -> tuple[Mirror, Stub]:
    mirror = Mirror(source="there")
    with stub(feeding) as made, ContestServer(f"{made.address}/api/contests/away", **how) as server:
        following = ContestFollowing(server, tell, first_s=0.01)
        following.start(None)
        until_s = time.monotonic() + PATIENCE_S
        try:
            while not done(mirror):
                assert time.monotonic() < until_s, mirror
                take_waiting(following, mirror, 0.05)
        finally:
            following.stop()
    return mirror, made


def has_all(mirror: Mirror) -> bool:
    return "state" in mirror.singles and len(mirror.objects["judgements"]) == 3


def test_a_feed_that_is_cut_anywhere_goes_on_where_it_was() -> None:
    content = lines_of(FEED)
    middle = content.index(b"\n", len(content) // 2) + 30
    assert content[middle : middle + 1] != b"\n"
    whole = content[: content.rindex(b"\n", 0, middle) + 1]
    rest = content[len(whole) :]
    feeding = Feeding(content[:middle], b"\n\n", rest)
    mirror, _ = followed(feeding, has_all)
    last = json.loads(whole.splitlines()[-1])["token"]
    assert feeding.queries[:3] == ["", f"since_token={last}", f"since_token={last}"]
    assert mirror.faults == []


@pytest.mark.slow
def test_a_server_that_is_gone_for_a_while_is_waited_for() -> None:
    told: list[Event] = []
    busy = [503, 502, 429]

    def then(handler: http.server.BaseHTTPRequestHandler) -> None:
        if busy:
            send(handler, {}, busy.pop())
        else:
            begin_feed(handler)
            handler.wfile.write(lines_of(FEED[5:]))

    mirror, _ = followed(Feeding(lines_of(FEED[:5]), then=then), has_all, told.append)
    assert mirror.faults == []
    assert len([one for one in told if isinstance(one, Warned)]) == 1


@pytest.mark.slow
def test_a_feed_that_falls_silent_is_asked_anew() -> None:
    def silent(handler: http.server.BaseHTTPRequestHandler) -> None:
        begin_feed(handler)
        handler.wfile.write(lines_of(FEED[:5]))
        handler.wfile.flush()
        assert asked_anew.wait(PATIENCE_S)

    calls, asked_anew = [silent], threading.Event()

    def feeding(handler: http.server.BaseHTTPRequestHandler) -> None:
        if calls:
            calls.pop()(handler)
        else:
            asked_anew.set()
            Feeding(lines_of(FEED[5:]))(handler)

    mirror, _ = followed(feeding, has_all, silent_s=2)
    assert mirror.faults == []


def test_a_token_that_the_server_has_forgotten() -> None:
    forgotten = [400]

    def then(handler: http.server.BaseHTTPRequestHandler) -> None:
        if "since" in handler.path and forgotten:
            send(handler, {}, forgotten.pop())
        elif "since" in handler.path:
            begin_feed(handler)
        else:
            begin_feed(handler)
            handler.wfile.write(lines_of(FEED))

    told: list[Event] = []
    mirror, _ = followed(Feeding(lines_of(FEED[:5]), then=then), has_all, told.append)
    assert mirror.place == FeedPlace("since_token", FEED[-1]["token"])
    assert any(isinstance(one, Warned) and "Everything is read again" in one.text for one in told)


def test_noise_in_a_feed_is_told_and_the_rest_is_read() -> None:
    noise = (
        b"{\n\xff\xfe\n[[[[\nnull\n"
        + b"[" * 100_000
        + b'\n{"type": "teams", "id": "x", "data": {"id": 3}}\n\n\n'
    )
    mirror, _ = followed(Feeding(noise + lines_of(FEED)), has_all)
    assert mirror.fault_count == 6


def test_a_line_without_end_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest_server, "MOST_LINE", 1 << 20)

    def then(handler: http.server.BaseHTTPRequestHandler) -> None:
        begin_feed(handler)
        while True:
            handler.wfile.write(b"x" * 65536)

    with pytest.raises(JudgeError, match=r"a line has more than .* MiB"):
        followed(Feeding(then=then), has_all)


def test_a_server_without_a_feed_and_one_that_is_not_there() -> None:
    with pytest.raises(NotThere):
        followed(Feeding(then=lambda handler: send(handler, {}, 404)), has_all)
    with pytest.raises(ServerGone):
        followed(Feeding(then=lambda handler: send(handler, {}, 503)), has_all)


@pytest.mark.slow
def test_a_flood_waits_at_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not taken over yet is bounded, however fast the server tells it."""
    monkeypatch.setattr("judge.client.contest_following.WAITING_LINES", 10)
    sent = threading.Event()

    def then(handler: http.server.BaseHTTPRequestHandler) -> None:
        begin_feed(handler)
        handler.wfile.write(lines_of(FEED) * 100)
        sent.set()

    with stub(Feeding(then=then)) as made, ContestServer(f"{made.address}/api/contests/away") as server:
        following = ContestFollowing(server, unheard, first_s=0.01)
        following.start(None)
        assert sent.wait(PATIENCE_S)
        assert soon(lambda: following.lines.qsize() == 10)
        time.sleep(0.2)  # in which more would come
        assert following.lines.qsize() == 10
        mirror = Mirror()
        assert soon(lambda: take_waiting(following, mirror, 0.05) and has_all(mirror))
        following.stop()
    assert mirror.faults == []


@pytest.mark.slow
def test_a_server_that_forgets_each_token_is_not_flooded() -> None:
    def feeding(handler: http.server.BaseHTTPRequestHandler) -> None:
        if "since" in handler.path:
            send(handler, {}, 400)
        else:
            begin_feed(handler)
            handler.wfile.write(lines_of(FEED))

    with stub(feeding) as made, ContestServer(f"{made.address}/api/contests/away") as server:
        following = ContestFollowing(server, unheard, first_s=0.5)
        following.start(None)
        begun_s = time.monotonic()
        assert soon(lambda: len(made.asked) > 2)
        time.sleep(1)
        asked, passed_s = len(made.asked), time.monotonic() - begun_s
        following.stop()
    assert asked <= 2 + passed_s / 0.5
