"""`judge shadow` of a contest that a judge of ours holds: what differs is found, live and afterwards."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.base.records import replace
from judge.commands.options.shadow import ShadowOptions
from judge.commands.shadow import shadow
from judge.store.catalogue_records import Role, User
from judge.tests.watching import PATIENCE_S
from judge.tests.web.contest_sites import Cup
from judge.tests.web.running import running
from judge.tests.web.sites import QUICK_PASSWORDS, RIGHT, WRONG, SiteUnderTest

pytestmark = pytest.mark.built

PASSWORD = "long-enough-for-all"


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


@pytest.fixture
def url(cup: Cup) -> Iterator[str]:
    with running(cup.site) as address:
        yield f"{address}/api/contests/cup"


def signed_in(cup: Cup, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """An administrator's password in the file where the shadow looks for it."""
    accounts = cup.site.site.store.accounts
    user = accounts.sign_up(User("shadow", role=Role.ADMIN))
    accounts.set_password(user.id, asyncio.run(QUICK_PASSWORDS.hashed(PASSWORD)))
    file = folder / "netrc"
    file.write_text(f"machine 127.0.0.1 login shadow password {PASSWORD}\n")
    file.chmod(0o600)
    monkeypatch.setenv("NETRC", str(file))


def played(cup: Cup) -> None:
    """Ada's wrong one is accepted there, and Bob's right one is not; Eve's is as here."""
    cup.at(10)
    cup.team("ada").submitted(WRONG, "python3")
    cup.judge("AC")
    cup.at(20)
    cup.team("bob").submitted(RIGHT, "python3")
    cup.judge("WA")
    cup.at(30)
    cup.team("bob").submitted(f"# again\n{RIGHT}", "python3")
    cup.judge("AC")


def over(cup: Cup) -> None:
    cup.at(301)
    jury = cup.staff()
    for do in ("thaw", "finalize"):
        assert cup.act(jury, do).status_code == 303


def found_in(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def pairs_in(found: dict[str, Any]) -> list[tuple[str, str, str, bool]]:
    return [(one["team_id"], one["theirs"], one["ours"], one["counts"]) for one in found["differences"]]


def until(condition: Callable[[], bool]) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until_s
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("removed", [0, 5])
def test_what_differs_is_found_and_nothing_is_judged_twice(
    cup: Cup,
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    removed: int,
) -> None:
    """`removed`: minutes before Bob's submissions that do not count."""
    signed_in(cup, monkeypatch, tmp_path)
    played(cup)
    if removed:
        assert cup.remove(cup.staff(), 12, 12 + removed) == 303
    options = ShadowOptions(source=url, folder=tmp_path / "shadow", once=True, json=tmp_path / "found.json")
    assert shadow(cup.site.host, options) == 1
    found = found_in(tmp_path / "found.json")
    assert pairs_in(found) == [("ada", "AC", "WA", True), ("bob", "WA", "AC", True)]
    assert found["moved"] == [
        f"team bob: rank 2 -> 1, time {50 - removed} -> {20 - removed}",
        "team ada: rank 1 -> 2, solved 1 -> 0, time 10 -> 0",
    ]
    assert (found["published"], found["not_compared"], found["faults"]) == ([], [], [])
    printed = capfd.readouterr()
    assert printed.out.splitlines()[-1] == "2 of 3 verdicts differ, boards differ (3 submissions)"
    stored = (tmp_path / "shadow/store.sqlite").read_bytes()
    assert shadow(cup.site.host, replace(options, source=f"{url}/")) == 1
    assert found_in(tmp_path / "found.json") == found
    assert len((tmp_path / "shadow/store.sqlite").read_bytes()) == len(stored)


@pytest.mark.slow
def test_a_contest_that_agrees_ends_it_with_nothing(
    cup: Cup, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed_in(cup, monkeypatch, tmp_path)
    cup.at(10)
    cup.team("ada").submitted(WRONG, "python3")
    cup.judge("WA")
    base = url.removesuffix("/contests/cup")
    options = ShadowOptions(source=base, folder=tmp_path / "shadow", once=True, json=tmp_path / "found.json")
    assert shadow(cup.site.host, options) == 0
    assert found_in(tmp_path / "found.json")["compared"] == 1


@pytest.mark.slow
def test_the_public_is_told_less_and_that_is_no_difference(cup: Cup, url: str, tmp_path: Path) -> None:
    """Nobody may read sources but the jury: they are missing, and said to be."""
    played(cup)
    options = ShadowOptions(source=url, folder=tmp_path / "shadow", once=True, json=tmp_path / "found.json")
    assert shadow(cup.site.host, options) == 1
    found = found_in(tmp_path / "found.json")
    assert found["compared"] == 0
    assert len(found["not_compared"]) == 3
    assert all(
        "may not see that" in one["reason"] or "answered 404" in one["reason"]
        for one in found["not_compared"]
    )


@pytest.mark.slow
def test_a_contest_is_followed_until_it_is_over(
    cup: Cup, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    signed_in(cup, monkeypatch, tmp_path)
    cup.at(5)
    options = ShadowOptions(source=url, folder=tmp_path / "shadow", json=tmp_path / "found.json")
    ended: list[int] = []
    following = threading.Thread(target=lambda: ended.append(shadow(cup.site.host, options)))
    following.start()
    until(lambda: (tmp_path / "shadow/shadow.json").exists())
    played(cup)
    cup.site.look()
    until(lambda: (tmp_path / "shadow/judgements.json").read_text().count("judgement_type_id") == 3)
    over(cup)
    following.join(PATIENCE_S)
    assert ended == [1]
    found = found_in(tmp_path / "found.json")
    assert pairs_in(found) == [("ada", "AC", "WA", True), ("bob", "WA", "AC", True)]
    assert found["published"] == []
    assert "team ada, A at 0:10:00: AC there, WA here" in capfd.readouterr().err
