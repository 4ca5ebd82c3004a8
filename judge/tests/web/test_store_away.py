"""What the pages answer while the store cannot be written, or cannot be reached."""

from collections.abc import Callable
from typing import Any

import pytest

from judge.store.catalogue_records import Role, User
from judge.store.database import Database
from judge.store.errors import StoreFull, Unavailable
from judge.store.tokens import TokenScope
from judge.tests.store.stores import Clock
from judge.tests.web.api_clients import api
from judge.tests.web.sites import SiteUnderTest, new_client

pytestmark = pytest.mark.built


def raising(error: Exception) -> Callable[..., Any]:
    def call(*_: object, **__: object) -> None:
        raise error

    return call


@pytest.mark.parametrize("error", [StoreFull("the disk is full"), Unavailable("the store is busy")])
def test_who_is_signed_in_can_read_while_nothing_can_be_written(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch, error: Unavailable
) -> None:
    clock = Clock(1_800_000_000_000)
    clock.set_for(site.site.store)
    browser, program = site.browser(Role.TEAM), api(site, TokenScope.READ)
    assert program.get("/submissions").status_code == 200
    tried: list[object] = []

    def refuse(*given: object, **_: object) -> None:
        tried.append(given)
        raise error

    with monkeypatch.context() as patch:
        clock.now_ms += 120_000
        patch.setattr(Database, "write", refuse)
        for _ in range(2):
            assert browser.get("/submissions").status_code == 200
            assert program.get("/submissions").status_code == 200
        assert len(tried) == 1  # no other request waits for what has just failed
        with pytest.raises(Unavailable):  # the control
            site.site.store.accounts.sign_up(User("bob"))


def test_the_last_use_is_noted_again_some_time_after_a_failure(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(1_800_000_000_000)
    clock.set_for(site.site.store)
    program, tokens = api(site, TokenScope.READ), site.site.store.tokens
    with monkeypatch.context() as patch:
        patch.setattr(Database, "write", raising(Unavailable("the store is busy")))
        assert program.get("/submissions").status_code == 200
    assert tokens.of(program.user.id)[0].used_utc_ms is None
    site.site.store.database._marks_from_s = 0.0
    assert program.get("/submissions").status_code == 200
    assert tokens.of(program.user.id)[0].used_utc_ms == clock.now_ms


@pytest.mark.parametrize(
    ("path", "status"), [("/submissions", 503), ("/queue", 503), ("/there-is-no-such-page", 404)]
)
def test_the_page_of_an_error_is_made_without_the_store(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch, path: str, status: int
) -> None:
    away, browser = raising(Unavailable("the server does not answer")), site.browser(Role.TEAM)
    anonymous = new_client(site.app, raise_server_exceptions=False)
    client = new_client(site.app, raise_server_exceptions=False, cookies=browser.client.cookies)
    assert anonymous.get("/queue").status_code == 200  # the control
    monkeypatch.setattr(Database, "_begun", away)
    site.site._read_s = float("-inf")  # the settings are no longer recent
    found = anonymous.get(path, follow_redirects=False)
    if path == "/submissions":  # which asks nobody before it knows who is there
        found = client.get(path, follow_redirects=False)
    assert found.status_code == status
    assert found.headers["content-type"].startswith("text/html")
    assert '<a href="/queue"' in found.text
