"""Guesses: as many as the limits permit, however many come at once, and none of them in the way of those who know."""

import asyncio
import base64
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle
from threading import Event
from typing import Any

import pytest
from litestar.exceptions import ServiceUnavailableException

from judge.service.institution import LdapSettings
from judge.store.catalogue_records import Role, User
from judge.store.tokens import TokenScope
from judge.tests.watching import PATIENCE_S, soon
from judge.tests.web.api_clients import api, token_of
from judge.tests.web.codes import code_of
from judge.tests.web.sites import QUICK_PASSWORDS, Browser, SiteUnderTest
from judge.web import directory, passwords
from judge.web.directory import Directory
from judge.web.passwords import Passwords, RightPasswords
from judge.web.rates import MOST_OF_A_KEY, Rate, Rates
from judge.web.tokens import new_token, token_sha256

PASSWORD = "correct horse"
LEFT, ASKED = 2, 6
Answers = Sequence[Callable[[], int]]


class Held(Passwords):
    """Answers about no password until it is let go."""

    def __init__(self) -> None:
        super().__init__(memory_kib=64)
        self.go = Event()

    def _verify(self, password: str, hashed: str | None) -> bool:
        self.go.wait(PATIENCE_S)
        return super()._verify(password, hashed)


class HeldDirectory:
    """Knows nobody, which it says once it is let go."""

    def __init__(self) -> None:
        self.go, self.under_way = Event(), 0

    async def person(self, name: str, password: str) -> None:
        self.under_way += 1
        while not self.go.is_set():
            await asyncio.sleep(0.01)


@pytest.fixture
def held(site: SiteUnderTest) -> Iterator[Held]:
    """The passwords of the site, at a moment that does not pass."""
    site.site.rates = Rates(lambda: 0.0)
    site.site.passwords = Held()
    yield site.site.passwords
    site.site.passwords.go.set()


def with_password(site: SiteUnderTest, name: str = "anna", role: Role = Role.TEAM) -> User:
    hashed = asyncio.run(QUICK_PASSWORDS.hashed(PASSWORD))
    return site.site.store.accounts.sign_up(User(name, role=role), hashed)


def leave(site: SiteUnderTest, rate: Rate, who: str) -> None:
    """Uses the rate until only LEFT are left."""
    assert not any(site.site.rates.take(rate, who) for _ in range(rate.burst - LEFT))


def at_once(asks: Answers, under_way: Callable[[], int], go: Event) -> list[int]:
    """The statuses, sorted, of requests none of which is decided before all have come as far as they get."""
    with ThreadPoolExecutor(len(asks)) as pool:
        asked = [pool.submit(one) for one in asks]
        try:
            assert soon(lambda: under_way() + sum(one.done() for one in asked) >= len(asks))
        finally:
            go.set()
        return sorted(one.result() for one in asked)


def sign_in(browser: Browser, password: str, name: str = "anna", path: str = "/sign-in") -> int:
    return int(browser.post(path, {"name": name, "password": password}).status_code)


def asks_of(site: SiteUnderTest, count: int, *names: str, path: str = "/sign-in") -> list[Callable[[], int]]:
    """Wrong passwords for these names in turn, each from a browser of its own."""
    pairs = zip(range(count), cycle(names), strict=False)
    return [partial(sign_in, site.browser(), "wrong", name, path) for _, name in pairs]


def by_basic(site: SiteUnderTest, password: str, name: str = "anna") -> int:
    given = base64.b64encode(f"{name}:{password}".encode()).decode()
    return int(api(site).get("/me", headers={"authorization": f"Basic {given}"}).status_code)


def test_sign_ins_at_once_are_no_more_guesses_than_one_after_the_other(
    site: SiteUnderTest, held: Held
) -> None:
    with_password(site)
    asks = asks_of(site, 25, "anna")
    burst = Rates.SIGN_IN_OF_NAME.burst
    assert at_once(asks, lambda: held.under_way, held.go) == [422] * burst + [429] * (25 - burst)
    assert sign_in(site.browser(), PASSWORD) == 429


def test_names_do_not_make_more_guesses_of_one_address(site: SiteUnderTest, held: Held) -> None:
    leave(site, Rates.SIGN_IN_FROM, "testclient")
    asks = asks_of(site, ASKED, *"abcdef")
    expected = [422] * LEFT + [429] * (ASKED - LEFT)
    assert at_once(asks, lambda: held.under_way, held.go) == expected


def test_programs_at_once_have_no_more_guesses(site: SiteUnderTest, held: Held) -> None:
    with_password(site)
    leave(site, Rates.SIGN_IN_OF_NAME, "anna")
    asks = [partial(by_basic, site, "wrong")] * ASKED
    assert at_once(asks, lambda: held.under_way, held.go) == [401] * LEFT + [429] * (ASKED - LEFT)


def test_a_browser_left_open_gives_no_more_guesses_of_its_password(site: SiteUnderTest, held: Held) -> None:
    browser = site.browser(Role.TEAM, "anna")
    assert browser.post("/account/password", {"password": PASSWORD}).status_code == 303
    leave(site, Rates.SIGN_IN_OF_NAME, "anna")
    token = browser.token()

    def ask() -> int:
        fields = {"token": token, "now": "wrong"}
        return int(browser.client.post("/account/second-factor/begin", data=fields).status_code)

    expected = [422] * LEFT + [429] * (ASKED - LEFT)
    assert at_once([ask] * ASKED, lambda: held.under_way, held.go) == expected


def test_a_directory_is_asked_no_more_guesses_at_once(site: SiteUnderTest) -> None:
    site.site.rates, known = Rates(lambda: 0.0), HeldDirectory()
    site.site.directory = known  # type: ignore[assignment]
    leave(site, Rates.SIGN_IN_OF_NAME, "directory anna")
    asks = asks_of(site, ASKED, "anna", path="/institution/sign-in")
    assert at_once(asks, lambda: known.under_way, known.go) == [422] * LEFT + [429] * (ASKED - LEFT)


def awaiting_code(site: SiteUnderTest, user: User) -> Browser:
    browser, token = site.browser(), new_token()
    site.site.store.accounts.put_link(user.id, token_sha256(token), 60_000)
    assert browser.post(f"/sign-in/{token}").headers["location"].startswith("/second-factor")
    return browser


def with_second_factor(site: SiteUnderTest) -> tuple[User, str]:
    """The user and the next code."""
    user, factors = with_password(site, role=Role.JURY), site.site.second_factors
    factors._now_s = lambda: 1_000_000.0
    factors.begin(user)
    secret = factors.secret(user)
    assert secret
    assert factors.confirm(user, code_of(secret, 1_000_000_000))
    return user, code_of(secret, 1_000_030_000)


def give(browser: Browser, code: str) -> int:
    return int(browser.post("/second-factor", {"code": code}).status_code)


def test_codes_at_once_are_no_more_guesses(site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    site.site.rates, go, entered = Rates(lambda: 0.0), Event(), list[str]()
    user, _ = with_second_factor(site)
    takes = site.site.second_factors.takes

    def held(user: User, code: str) -> bool:
        entered.append(code)
        go.wait(PATIENCE_S)
        return takes(user, code)

    browsers = [awaiting_code(site, user) for _ in range(LEFT + 2)]
    monkeypatch.setattr(site.site.second_factors, "takes", held)
    leave(site, Rates.CODE, str(user.id))
    asks = [partial(give, one, "000000") for one in browsers]
    assert at_once(asks, lambda: len(entered), go) == [422] * LEFT + [429] * 2


def test_what_is_right_is_no_guess(site: SiteUnderTest) -> None:
    site.site.rates = Rates(lambda: 0.0)
    user, code = with_second_factor(site)
    assert [sign_in(site.browser(), PASSWORD) for _ in range(Rates.SIGN_IN_OF_NAME.burst + 1)][-1] == 303
    assert give(awaiting_code(site, user), code) == 303
    for rate, who in (
        (Rates.SIGN_IN_OF_NAME, "anna"),
        (Rates.SIGN_IN_FROM, "testclient"),
        (Rates.CODE, str(user.id)),
    ):
        assert not any(site.site.rates.take(rate, who) for _ in range(rate.burst))
        assert site.site.rates.take(rate, who)


def test_a_program_is_not_refused_for_what_others_guess(site: SiteUnderTest) -> None:
    """Nothing is hashed for a password that was right before, nor for a token."""
    site.site.rates = Rates(lambda: 0.0)
    token = token_of(site, with_password(site), TokenScope.READ)
    assert by_basic(site, PASSWORD) == 200
    guessed = [by_basic(site, f"wrong {at}") for at in range(Rates.SIGN_IN_OF_NAME.burst + 1)]
    assert guessed[-2:] == [401, 429]
    assert [by_basic(site, given) for given in (PASSWORD, token)] == [200, 200]
    site.site.right_passwords = RightPasswords(site.site.key)
    assert by_basic(site, PASSWORD) == 429


def test_no_more_passwords_wait_than_are_soon_hashed(
    site: SiteUnderTest, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "MOST_UNDER_WAY", LEFT)
    with_password(site)
    asks = asks_of(site, ASKED - 1, *"abcde")
    asks.append(partial(by_basic, site, "wrong"))
    found = at_once(asks, lambda: held.under_way, held.go)
    assert found.count(503) == ASKED - LEFT
    assert set(found) <= {401, 422, 503}
    assert sign_in(site.browser(), PASSWORD) == 303
    rate, who = Rates.SIGN_IN_FROM, "testclient"
    assert not any(site.site.rates.take(rate, who) for _ in range(rate.burst - LEFT))
    assert site.site.rates.take(rate, who), "only what was hashed is a guess"


def test_no_more_wait_for_a_directory_than_it_soon_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    go = Event()
    monkeypatch.setattr(directory, "MOST_UNDER_WAY", LEFT)
    monkeypatch.setattr(directory, "person_of", lambda *_: go.wait(PATIENCE_S) and None)

    async def found() -> list[Any]:
        known = Directory(LdapSettings("the University", "ldaps://localhost", "ou=people"))
        asked = [asyncio.create_task(known.person("anna", "wrong")) for _ in range(ASKED)]
        await asyncio.sleep(0)
        go.set()
        await asyncio.wait(asked)
        return [*(one.exception() for one in asked), await known.person("anna", "wrong")]

    *errors, later = asyncio.run(found())
    assert [type(one) for one in errors if one] == [ServiceUnavailableException] * (ASKED - LEFT)
    assert later is None


@pytest.mark.parametrize(("length", "is_looked_up"), [(200, True), (201, False), (200_000, False)])
def test_a_name_longer_than_any_is_of_nobody_and_takes_no_room(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch, length: int, is_looked_up: bool
) -> None:
    asked = list[str]()
    monkeypatch.setattr(site.site.store.accounts, "user_named", asked.append)
    assert sign_in(site.browser(), "wrong", "x" * length) == 422
    assert bool(asked) is is_looked_up
    assert max(len(who) for _, who in site.site.rates._left) <= MOST_OF_A_KEY
