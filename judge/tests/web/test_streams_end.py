"""Streams end with the rights of the client that asked for them: what happens after that is not sent."""

import asyncio
import base64
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from judge.base.records import replace
from judge.store.catalogue_records import Role, User
from judge.store.errors import Unavailable
from judge.store.tokens import TokenScope
from judge.tests.watching import PATIENCE_S, soon
from judge.tests.web.api_clients import api
from judge.tests.web.contest_sites import Cup
from judge.tests.web.running import running
from judge.tests.web.sites import QUICK_PASSWORDS, RIGHT, SiteUnderTest
from judge.web.tokens import new_token, token_sha256

pytestmark = [pytest.mark.built, pytest.mark.slow]

FEED, EVENTS, PAGE = "/api/contests/cup/event-feed", "/api/submissions/{}/events", "/submissions/{}/live"
BEGUN = {FEED: '"type":"state"', EVENTS: "event:", PAGE: "event:"}
JUDGED = {FEED: '"judgement_type_id":"AC"', EVENTS: "event: judged", PAGE: "event: end"}
Known = tuple[User, dict[str, str]]
"""A user of the jury, and the headers by which its requests are known."""


@dataclass
class Listener:
    """A client that notes all that it is sent."""

    address: str
    path: str
    headers: dict[str, str]
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        with httpx.stream("GET", self.address, headers=self.headers, timeout=PATIENCE_S) as answer:
            for line in answer.iter_lines():
                self.lines.append(line)

    def has(self, parts: dict[str, str]) -> bool:
        return any(parts[self.path] in line for line in [*self.lines])


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


def with_token(cup: Cup) -> Known:
    client = api(cup.site, *TokenScope, role=Role.JURY)
    return client.user, {"authorization": f"Bearer {client.token}"}


def with_password(cup: Cup) -> Known:
    accounts, name = cup.site.site.store.accounts, new_token()
    user = accounts.sign_up(User(name, role=Role.JURY))
    accounts.set_password(user.id, asyncio.run(QUICK_PASSWORDS.hashed("long enough")))
    return user, {"authorization": f"Basic {base64.b64encode(f'{name}:long enough'.encode()).decode()}"}


def with_cookie(cup: Cup) -> Known:
    browser = cup.staff()
    assert browser.user
    return browser.user, {"cookie": f"session={browser.client.cookies['session']}"}


def revoke(cup: Cup, user: User, _: dict[str, str]) -> None:
    tokens = cup.site.site.store.tokens
    assert tokens.revoke(user.id, tokens.of(user.id)[0].id)


def close(cup: Cup, user: User, _: dict[str, str]) -> None:
    cup.site.site.store.catalogue.put(replace(user, is_active=False))


def demote(cup: Cup, user: User, _: dict[str, str]) -> None:
    cup.site.site.store.catalogue.put(replace(user, role=Role.TEAM))


def new_password(cup: Cup, user: User, _: dict[str, str]) -> None:
    cup.site.site.store.accounts.set_password(user.id, asyncio.run(QUICK_PASSWORDS.hashed("another one")))


def sign_out(cup: Cup, _: User, headers: dict[str, str]) -> None:
    cup.site.site.store.accounts.sign_out(token_sha256(headers["cookie"].partition("=")[2]))


ENDS: dict[str, tuple[str, Callable[[Cup], Known], Callable[[Cup, User, dict[str, str]], None]]] = {
    "the token of a feed is revoked": (FEED, with_token, revoke),
    "the account with the token is closed": (FEED, with_token, close),
    "the user with the token leaves the jury": (FEED, with_token, demote),
    "the account with the password is closed": (FEED, with_password, close),
    "the password is changed": (FEED, with_password, new_password),
    "the token of a submission's events is revoked": (EVENTS, with_token, revoke),
    "the browser of a submission's page is signed out": (PAGE, with_cookie, sign_out),
    "the user of a submission's page leaves the jury": (PAGE, with_cookie, demote),
}


def test_what_happens_after_the_rights_have_ended_is_not_sent(cup: Cup) -> None:
    cup.at(250)  # the scoreboard is frozen
    number = cup.team("bob").submitted(RIGHT, "python3")
    with running(cup.site) as address:

        def listener(path: str, headers: dict[str, str]) -> Listener:
            return Listener(address + path.format(number), path, headers)

        known = {name: by(cup) for name, (_, by, _) in ENDS.items()}
        ended = {name: listener(path, known[name][1]) for name, (path, _, _) in ENDS.items()}
        others = [
            listener(path, by(cup)[1])
            for path, by in (
                (FEED, with_token),
                (FEED, with_password),
                (EVENTS, with_token),
                (PAGE, with_cookie),
            )
        ]
        assert soon(lambda: all(one.has(BEGUN) for one in (*ended.values(), *others)))
        for name, (_, _, end) in ENDS.items():
            end(cup, *known[name])
        cup.judge()
        assert soon(lambda: all(one.has(JUDGED) for one in others))
        assert soon(lambda: not any(one.thread.is_alive() for one in ended.values()))
        assert [name for name, one in ended.items() if one.has(JUDGED)] == []


def test_a_stream_outlives_a_store_that_is_away(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    cup.at(10)
    number = cup.team("bob").submitted(RIGHT, "python3")
    accounts, asked = cup.site.site.store.accounts, threading.Event()
    signed_in = accounts.signed_in
    with running(cup.site) as address:
        listener = Listener(address + PAGE.format(number), PAGE, with_cookie(cup)[1])
        assert soon(lambda: listener.has(BEGUN))

        def away(*_: object, **__: object) -> User:
            asked.set()
            raise Unavailable("the store does not answer.")

        monkeypatch.setattr(accounts, "signed_in", away)
        cup.judge()
        assert asked.wait(PATIENCE_S)
        assert listener.thread.is_alive()
        assert not listener.has(JUDGED)
        monkeypatch.setattr(accounts, "signed_in", signed_in)
        assert soon(lambda: listener.has(JUDGED))
