"""Fixtures: a judge that listens, and the command line as somebody types it who is logged in there."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from judge import cli
from judge.base.console import out
from judge.client.logins import Login, put_login
from judge.commands.entry import exit_status_of
from judge.service.online import OnlineJudge
from judge.store.catalogue_records import User
from judge.store.tokens import TokenScope
from judge.tests.client.typed import Done, Typed
from judge.tests.conftest import make_tree
from judge.tests.opened import open_problem
from judge.tests.store.new_stores import open_new
from judge.tests.web.api_clients import LONG_AFTER_MS, token_of
from judge.tests.web.running import running
from judge.tests.web.sites import SiteUnderTest
from judge.web.site import Site
from judge.web.tokens import new_token

READ, SUBMIT, _, _ = TokenScope


@pytest.fixture
def typed(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Runs a command as typed, in this process."""
    assert isinstance(cli.judge, click.Group)
    monkeypatch.setattr(out, "stderr", False)  # as `--json -` leaves it

    def typed(*words: object) -> Done:
        capfd.readouterr()
        arguments = [str(word) for word in words]
        status = exit_status_of(lambda: cli.judge.main(arguments, prog_name="judge", standalone_mode=False))
        monkeypatch.setattr(out, "stderr", False)
        printed = capfd.readouterr()
        return Done(status, printed.out, printed.err)

    return typed


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Iterator[SiteUnderTest]:
    """One for all tests of a file, each of which has a user of its own."""
    folder = tmp_path_factory.mktemp("site")
    with open_new(folder / "store.sqlite") as store:
        with pytest.MonkeyPatch.context() as variables:
            variables.setenv("XDG_CACHE_HOME", str(folder / "cache"))
            variables.setenv("XDG_STATE_HOME", str(folder / "state"))
            online = OnlineJudge(make_tree(folder, compiled), store, data=folder)
            open_problem(online, "double")
        yield SiteUnderTest(Site(online), online.host)


@pytest.fixture(scope="module")
def server(site: SiteUnderTest) -> Iterator[str]:
    """The address of the site, which listens."""
    with running(site) as address:
        yield address


@pytest.fixture
def anna(site: SiteUnderTest, server: str) -> Login:
    """A participant who is logged in."""
    user = site.site.store.accounts.sign_up(User(f"anna-{new_token()[:8].strip('-_')}"))
    login = Login(server, "there", user.name, token_of(site, user, READ, SUBMIT), LONG_AFTER_MS)
    put_login(login)
    return login
