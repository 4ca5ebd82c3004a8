"""Tokens of the API: kept as hashes, scoped, expiring, revoked; terminals that ask for one; signs of life."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from judge.base.records import replace
from judge.store import tokens as module
from judge.store.catalogue_records import User
from judge.store.errors import StoreError
from judge.store.heartbeats import FORGOTTEN_MS
from judge.store.tokens import REQUEST_MS, USED_EVERY_MS, Token, TokenRequest, TokenScope, TooManyTokens
from judge.tests.store.stores import StoreUnderTest

LIFETIME_MS = 1000 * USED_EVERY_MS
READ, SUBMIT, ADMIN, _ = TokenScope


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def token(judged: StoreUnderTest, name: str = "one", **fields: object) -> Token:
    ends = judged.clock.now_ms + LIFETIME_MS
    return replace(Token(sha256(name), judged.anna.id, name, (READ, SUBMIT), ends), **fields)


def asked(name: str = "device", code: str = "BCDF-GHJK") -> TokenRequest:
    return TokenRequest(sha256(name), code, "anna's laptop", (READ, SUBMIT), "127.0.0.1")


@pytest.mark.slow
def test_a_token_is_its_users_until_it_ends(judged: StoreUnderTest) -> None:
    made = judged.store.tokens.put(token(judged))
    found = judged.store.tokens.bearer(sha256("one"), "10.0.0.1")
    assert found == (judged.anna, made)
    assert judged.store.tokens.bearer(sha256("two")) is None
    [listed] = judged.store.tokens.of(judged.anna.id)
    assert (listed.used_utc_ms, listed.used_from) == (judged.clock.now_ms, "10.0.0.1")
    judged.clock.passes(LIFETIME_MS)
    assert judged.store.tokens.bearer(sha256("one")) is None
    assert judged.store.tokens.of(judged.anna.id) == []


def test_it_is_noted_once_a_minute_that_it_was_used(judged: StoreUnderTest) -> None:
    judged.store.tokens.put(token(judged))

    def used() -> int | None:
        judged.store.tokens.bearer(sha256("one"))
        return judged.store.tokens.of(judged.anna.id)[0].used_utc_ms

    first = used()
    judged.clock.passes(USED_EVERY_MS)
    assert used() == first
    judged.clock.passes(1)
    assert used() == judged.clock.now_ms


def test_a_token_is_revoked_by_its_user_alone(judged: StoreUnderTest) -> None:
    ben = judged.store.accounts.sign_up(User("ben"))
    made = judged.store.tokens.put(token(judged))
    other = judged.store.tokens.put(token(judged, "two"))
    assert not judged.store.tokens.revoke(ben.id, made.id)
    assert judged.store.tokens.bearer(sha256("one"))
    assert judged.store.tokens.revoke(judged.anna.id, made.id)
    assert not judged.store.tokens.revoke(judged.anna.id, made.id)
    assert judged.store.tokens.bearer(sha256("one")) is None
    assert [one.id for one in judged.store.tokens.of(judged.anna.id)] == [other.id]
    did = [
        event.data["did"] for event in judged.store.events.after(0) if event.kind == "token" and event.data
    ]
    assert did == ["made", "made", "revoked"]


def test_nobody_uses_a_token_who_is_not_active_or_has_a_new_password(judged: StoreUnderTest) -> None:
    judged.store.tokens.put(token(judged))
    judged.store.catalogue.put(replace(judged.anna, is_active=False))
    assert judged.store.tokens.bearer(sha256("one")) is None
    judged.store.catalogue.put(judged.anna)
    assert judged.store.tokens.bearer(sha256("one"))
    judged.store.accounts.set_password(judged.anna.id, "hash")
    assert judged.store.tokens.bearer(sha256("one")) is None


def test_the_token_itself_is_not_kept_and_there_is_a_bound(
    judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreError):
        judged.store.tokens.put(token(judged, token_sha256="secret"))
    monkeypatch.setattr(module, "MOST_TOKENS", 2)
    for name in ("one", "two"):
        judged.store.tokens.put(token(judged, name))
    with pytest.raises(TooManyTokens):
        judged.store.tokens.put(token(judged, "three"))
    judged.clock.passes(LIFETIME_MS)
    assert judged.store.tokens.put(token(judged, "three"))


def test_a_terminal_gets_its_token_once_it_is_approved(judged: StoreUnderTest) -> None:
    tokens = judged.store.tokens
    tokens.ask(asked())
    waiting = tokens.take(sha256("device"), sha256("token"), LIFETIME_MS)
    assert isinstance(waiting, TokenRequest)
    assert tokens.asked("BCDF-GHJK") == waiting
    assert not tokens.approve("XXXX-XXXX", judged.anna.id, [READ])
    assert tokens.approve("BCDF-GHJK", judged.anna.id, [READ])
    assert tokens.asked("BCDF-GHJK") is None
    assert not tokens.approve("BCDF-GHJK", judged.anna.id, [READ, SUBMIT])
    with ThreadPoolExecutor(4) as pool:
        taken = list(
            pool.map(
                lambda number: tokens.take(sha256("device"), sha256(f"token {number}"), LIFETIME_MS), range(4)
            )
        )
    [one] = [found for found in taken if found]
    assert isinstance(one, Token)
    assert (one.user_id, one.title, one.scopes) == (judged.anna.id, "anna's laptop", (READ,))
    assert tokens.bearer(one.token_sha256)


def test_a_request_runs_out(judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = judged.store.tokens
    tokens.ask(asked())
    monkeypatch.setattr(module, "MOST_REQUESTS", 1)
    with pytest.raises(TooManyTokens):
        tokens.ask(asked("other", "XXXX-XXXX"))
    judged.clock.passes(REQUEST_MS)
    assert tokens.asked("BCDF-GHJK") is None
    assert not tokens.approve("BCDF-GHJK", judged.anna.id, [READ])
    assert tokens.take(sha256("device"), sha256("token"), LIFETIME_MS) is None
    tokens.ask(asked("other", "XXXX-XXXX"))
    assert judged.count("token_requests") == 1


def test_who_is_alive_says_so(judged: StoreUnderTest) -> None:
    beats, clock = judged.store.heartbeats, judged.clock
    beats.beat("w1", "worker")
    beats.beat("pages", "pages")
    clock.passes(10_000)
    beats.beat("w2", "worker")
    assert [one.name for one in beats.heard("worker", 10_001)] == ["w1", "w2"]
    assert [one.name for one in beats.heard("worker", 10_000)] == ["w2"]
    beats.beat("w1", "worker")
    assert [one.name for one in beats.heard("worker", 10_000)] == ["w1", "w2"]
    beats.end("w1")
    clock.passes(FORGOTTEN_MS + 1)
    beats.beat("w3", "worker")
    assert judged.count("heartbeats") == 1
