"""Two of the staff at once: what one of them does on a contest's pages undoes nothing of the other's."""

from pathlib import Path
from typing import Any

import pytest

from judge.service.contests import SeenContest
from judge.service.refusals import NotNow
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role
from judge.tests.web.contest_sites import START_MS, Cup
from judge.tests.web.sites import SiteUnderTest

JURY = Viewer(None, Role.JURY)


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


def test_an_action_on_what_was_seen_before_another_one_is_refused(cup: Cup) -> None:
    desk = cup.site.site.online.contest_staff
    old = cup.seen()
    desk.start_now(JURY, old)
    started = cup.seen()
    acts: list[Any] = [
        lambda seen: desk.schedule(JURY, seen, START_MS, 3_600_000, None),
        lambda seen: desk.plan_start(JURY, seen, None, None),
        lambda seen: desk.set_feedback(JURY, seen, "test"),
        lambda seen: desk.extend(JURY, seen, 60_000),
    ]
    for act in acts:
        with pytest.raises(NotNow):
            act(old)
    now = cup.seen()
    assert (now.contest, now.held) == (started.contest, started.held)
    desk.set_feedback(JURY, now, "test")
    assert cup.seen().held.feedback == "test"


def test_a_start_while_passwords_are_made_remains(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    site = cup.site.site
    hashed = site.passwords.hashed
    started: list[SeenContest] = []

    async def slowly_hashed(password: str) -> str:
        if not started:
            site.online.contest_staff.start_now(JURY, cup.seen())
            started.append(cup.seen())
        return await hashed(password)

    monkeypatch.setattr(site.passwords, "hashed", slowly_hashed)
    admin = cup.staff(Role.ADMIN)
    sheet = admin.post("/contests/cup/accounts", {"do": "passwords"})
    assert sheet.status_code == 200
    [was] = started
    now = cup.seen()
    assert (now.contest, now.held) == (was.contest, was.held)
    assert now.has_begun
    [made, *_] = site.online.contest_staff.log(JURY, now)
    assert made[0].data == {"did": "accounts", "teams": 3, "of": "passwords"}
    assert made[0].actor_id == (admin.user and admin.user.id)
