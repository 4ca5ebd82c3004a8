"""Webhooks of `judge serve` as a process, killed while nobody receives its callbacks: each comes in the end, once."""

import http.server
import json
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from judge.store.catalogue_records import UNPREPARED, ProblemRecord, Role, User
from judge.store.store import Store
from judge.store.tokens import Token, TokenScope
from judge.tests.checkout import Checkout
from judge.tests.watching import PATIENCE_S, soon
from judge.tests.web.contest_writers import submission
from judge.tests.web.serving import serving
from judge.web.tokens import new_token, token_sha256

pytestmark = pytest.mark.built

MANIFEST = """id: cup
name: Cup
start: 2001-11-18T09:06:40Z
duration: 876000:00:00
problems: [double]
teams: [ada]
"""


class Receiver:
    def __init__(self) -> None:
        self.is_away = True
        self.refused = 0
        self.got: list[str] = []
        """Ids of submissions, as they were told."""

    def take(self, content: bytes) -> int:
        if self.is_away:
            self.refused += 1
            return 503
        told = json.loads(content)["notifications"]
        self.got += [one["id"] for one in told if one["type"] == "submissions"]
        return 204


@contextmanager
def receiving(receiver: Receiver) -> Iterator[str]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["content-length"]))
            assert self.headers["webhook-token"] == "secret"
            self.send_response(receiver.take(content))
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/told"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def is_ready(store: Store) -> bool:
    problem = store.catalogue.named(ProblemRecord, "double")
    return problem is not None and problem.data_sha256 != UNPREPARED


def posted(address: str, token: str, path: str, body: dict[str, Any]) -> str:
    """The id of what was made."""
    request = urllib.request.Request(
        f"{address}/api{path}",
        json.dumps(body).encode(),
        {"authorization": f"Bearer {token}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 201
        return str(json.load(answer)["id"])


@pytest.mark.slow
def test_what_changes_is_told_in_order_and_once_though_the_judge_is_killed(
    checkout: Checkout, tmp_path: Path
) -> None:
    cup, data, receiver, token = tmp_path / "cup", tmp_path / "data", Receiver(), new_token()
    cup.mkdir()
    (cup / "contest.yaml").write_text(MANIFEST)
    options = ("--contest", str(cup), "--webhook-host", "127.0.0.1", "--only-pages")

    def submitted(address: str) -> str:
        return posted(address, token, "/contests/cup/submissions", submission(team_id="ada"))

    with receiving(receiver) as url:
        with (
            serving(checkout, data, *options, is_killed=True) as first,
            Store.open(data / "store.sqlite") as store,
        ):
            boss = store.accounts.sign_up(User("boss", role=Role.ADMIN))
            store.tokens.put(Token(token_sha256(token), boss.id, "a program", (*TokenScope,), 2**45))
            assert soon(lambda: is_ready(store))
            posted(first.address, token, "/webhooks", {"url": url, "token": "secret"})
            numbers = [submitted(first.address) for _ in range(3)]
            assert soon(lambda: receiver.refused > 0)
            first.process.kill()
            first.process.wait(PATIENCE_S)
        with serving(checkout, data, *options) as second:
            numbers += [submitted(second.address) for _ in range(3)]
            receiver.is_away = False
            assert soon(lambda: len(receiver.got) >= 6)
        with serving(checkout, data, *options) as third:
            numbers.append(submitted(third.address))
            assert soon(lambda: len(receiver.got) >= 7)
    assert receiver.got == numbers
