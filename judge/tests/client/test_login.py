"""`judge login` and `judge logout`: a code that a browser approves, a token from stdin, and the end of both."""

import re
import stat
from functools import partial
from pathlib import Path

import pytest

from judge.base.events import Waiting
from judge.base.records import replace
from judge.client import logging_in
from judge.client.connection import RemoteJudge
from judge.client.failures import RefusedThere
from judge.client.logging_in import Approval, approved_token, whose
from judge.client.logins import Login, logins, logins_folder, put_login
from judge.commands import login as command
from judge.store.catalogue_records import Role
from judge.store.tokens import TokenScope
from judge.tests.client.typed import Typed
from judge.tests.web.api_clients import api
from judge.tests.web.sites import Browser, SiteUnderTest
from judge.web.rates import Rates

READ, SUBMIT, _, _ = TokenScope


def approve(browser: Browser, approval: Approval) -> None:
    path = approval.address.partition("/account/")[2]
    form = {"code": re.findall("[A-Z]{4}-[A-Z]{4}", path)[0], "read": "true", "submit": "true"}
    assert browser.post("/account/terminal", form).status_code == 200


@pytest.fixture
def anna_approves(site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Approves as soon as the code is shown."""
    browser, shown = site.browser(Role.TEAM), command._ask

    def ask(approval: Approval) -> None:
        shown(approval)
        approve(browser, approval)

    monkeypatch.setattr(command, "_ask", ask)
    monkeypatch.setattr(logging_in, "LEAST_S", 0.0)
    monkeypatch.setattr(logging_in, "MOST_S", 0.0)


def test_a_code_that_is_approved_logs_in(
    site: SiteUnderTest, server: str, typed: Typed, anna_approves: None
) -> None:
    done = typed("login", server, "--name", "school")
    assert done.status == 0
    assert re.search(rf"{server}/account/terminal\?code=[A-Z]{{4}}-[A-Z]{{4}}", done.out)
    [kept] = logins()
    assert (kept.server, kept.name, kept.user) == (server, "school", kept.user)
    assert kept.token not in done.out + done.err
    [file] = logins_folder().iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with RemoteJudge(server, kept.token) as judge:
        assert whose(judge).scopes == (READ, SUBMIT)


def test_who_logs_in_again_has_one_token(
    site: SiteUnderTest, server: str, typed: Typed, anna_approves: None
) -> None:
    assert typed("login", server).status == 0
    [first] = logins()
    assert typed("login", server).status == 0
    [second] = logins()
    assert second.name == first.name
    assert second.token != first.token
    assert api(site, token=first.token).get("/me").status_code == 401
    assert api(site, token=second.token).get("/me").status_code == 200


def test_the_token_is_asked_for_as_often_as_the_server_says(site: SiteUnderTest, server: str) -> None:
    browser, waited, approvals = site.browser(Role.TEAM), list[float](), list[Approval]()

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            approve(browser, approvals[0])

    with RemoteJudge(server) as judge:
        token = approved_token(judge, approvals.append, sleep)
    assert waited == [2.0, 2.0, 2.0]
    assert api(site, token=token).get("/me").status_code == 200


def test_who_asks_for_a_token_after_many_others_waits_for_as_long_as_the_server_says(
    site: SiteUnderTest, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, waited, told = site.browser(Role.TEAM), list[float](), list[object]()
    rates = Rates(lambda: sum(waited))
    monkeypatch.setattr(site.site, "rates", rates)
    while not rates.take(Rates.TOKEN_WISH_FROM, "127.0.0.1"):
        pass
    with RemoteJudge(server) as judge:
        token = approved_token(judge, partial(approve, browser), waited.append, told.append)
    assert waited[0] >= 1 / Rates.TOKEN_WISH_FROM.per_s
    assert waited[1:] == [2.0]
    assert [type(one) for one in told] == [Waiting]
    assert api(site, token=token).get("/me").status_code == 200


def test_a_code_that_nobody_approves_ends(
    site: SiteUnderTest, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging_in, "PATIENCE_S", 5.0)
    with RemoteJudge(server) as judge, pytest.raises(Exception, match="nobody approved"):
        approved_token(judge, lambda _: None, lambda _: None)


def given(token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text(token)
    monkeypatch.setattr("sys.stdin", (tmp_path / "token").open())


def test_a_token_may_come_from_standard_input(
    site: SiteUnderTest, server: str, typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = api(site, READ)
    given(f"{client.token}\n", tmp_path, monkeypatch)
    done = typed("login", server, "--token", "-")
    assert done.status == 0
    assert "'submit'" in done.err
    [kept] = logins()
    assert kept.token == client.token
    refused = typed("submit", "--to", kept.name, "double", tmp_path / "token")
    assert refused.status == 2
    assert "scope submit" in refused.err
    assert "judge login" in refused.err


@pytest.mark.parametrize("token", ["", "\n", "two words\n", "a\x00b\n", "x" * 5000])
def test_what_is_no_token_is_refused(
    server: str, typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    given(token, tmp_path, monkeypatch)
    assert typed("login", server, "--token", "-").status == 2
    given("w" * 43, tmp_path, monkeypatch)
    assert typed("login", server, "--token", "-").status == 2
    assert logins() == []


def test_a_token_on_the_command_line_is_refused(server: str, typed: Typed) -> None:
    assert typed("login", server, "--token", "secret").status == 2


def test_plain_http_to_another_machine_is_refused(typed: Typed) -> None:
    done = typed("login", "http://judge.example")
    assert done.status == 2
    assert "--insecure" in done.err


def test_logging_out_revokes_and_forgets(site: SiteUnderTest, anna: Login, typed: Typed) -> None:
    assert typed("logout", "there").status == 0
    assert logins() == []
    with RemoteJudge(anna.server, anna.token) as judge, pytest.raises(RefusedThere) as refused:
        whose(judge)
    assert refused.value.status == 401
    assert typed("logout").status == 2


def test_logging_out_forgets_where_the_server_is_gone_or_has_revoked(
    site: SiteUnderTest, anna: Login, typed: Typed
) -> None:
    put_login(replace(anna, server="http://127.0.0.1:1", name="gone"))
    done = typed("logout", "gone")
    assert done.status == 1
    assert "http://127.0.0.1:1/account" in done.err
    put_login(replace(anna, token="revoked"))
    assert typed("logout").status == 0
    assert logins() == []


def test_an_expired_token_leads_to_a_new_login(anna: Login, typed: Typed) -> None:
    put_login(replace(anna, token="x" * 43))
    done = typed("status")
    assert done.status == 2
    assert f"judge login {anna.server}" in done.err
