"""A full disk as people meet it: nothing is taken in, with the reason and what to do, and all else goes on."""

from pathlib import Path

import pytest

from judge.base.events import Event, Note, Warned
from judge.service.room import RoomBounds, RoomWatch
from judge.store.catalogue_records import Role
from judge.store.errors import StoreFull
from judge.store.tokens import TokenScope
from judge.tests.packages import SQUARED, VERSION_2025_09, zipped
from judge.tests.web.api_clients import api
from judge.tests.web.sites import RIGHT, WRONG, SiteUnderTest
from judge.web.upkeep import Upkeep

pytestmark = pytest.mark.built

FULL, LOW, PLENTY = RoomBounds(1 << 60), RoomBounds(1 << 20, 1 << 20), RoomBounds(1 << 20)


def with_bounds(site: SiteUnderTest, bounds: RoomBounds) -> None:
    online = site.site.online
    assert online.data
    online.room = RoomWatch(online.data, bounds)


def test_what_is_submitted_to_a_full_judge_is_refused_and_all_else_goes_on(
    site: SiteUnderTest, tmp_path: Path
) -> None:
    student, staff = site.browser(Role.TEAM, "anna"), site.browser(Role.ADMIN)
    first = student.submitted(RIGHT, "python3")
    with_bounds(site, FULL)
    refused = student.submit(WRONG, "python3")
    assert refused.status_code == 507
    assert "2 * n if n &lt; 5" in refused.text  # what was typed is not lost
    package = zipped(tmp_path / "twice.zip", {**VERSION_2025_09, "submissions/accepted/a.py": SQUARED})
    uploaded = staff.post("/packages", {}, files=[("package", ("twice.zip", package.read_bytes()))])
    imported = staff.post("/contests", {}, files=[("files", ("cup.zip", b"x"))])
    assert [uploaded.status_code, imported.status_code] == [507, 507]
    site.judge()  # what was taken in before is judged
    assert "AC" in student.get(f"/submissions/{first}").text
    assert len(site.site.store.submissions.newest()) == 1
    assert site.browser(Role.TEAM).get("/submissions").status_code == 200  # who has just signed in
    with_bounds(site, PLENTY)
    assert student.submit(WRONG, "python3").status_code == 303


def test_a_program_is_told_of_a_full_judge_by_problem_details(site: SiteUnderTest) -> None:
    program = api(site, TokenScope.SUBMIT)
    given = {"files": [{"name": "mine.py", "text": RIGHT}]}
    with_bounds(site, FULL)
    answer = program.post("/problems/double/submissions", json=given)
    assert (answer.status_code, answer.json()["type"]) == (507, "urn:warp-judge:disk-full")
    assert answer.json()["next_step"]
    with_bounds(site, PLENTY)
    assert program.post("/problems/double/submissions", json=given).status_code == 201


@pytest.mark.parametrize("error", [StoreFull("/secret/place: full"), OSError(28, "No space left on device")])
def test_a_disk_that_ends_all_the_same_is_told_as_such(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    student = site.browser(Role.TEAM)

    def full(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(site.site.store.submissions, "submit", full)
    refused = student.submit(RIGHT, "python3")
    assert refused.status_code == 507
    assert "/secret/place" not in refused.text
    monkeypatch.setattr(site.site.store.accounts, "take_link", full)
    assert site.browser().post("/sign-in/x").status_code == 507
    monkeypatch.setattr(site.site.store.submissions, "submit", lambda *_, **__: 1 / 0)
    assert student.submit(RIGHT, "python3").status_code == 500  # a control: this is a fault


def test_who_sees_that_room_is_low(site: SiteUnderTest) -> None:
    student, admin = site.browser(Role.TEAM), site.browser(Role.ADMIN)

    def told() -> list[bool]:
        return ['role="status"' in one.get("/").text for one in (student, admin)]

    with_bounds(site, PLENTY)
    assert told() == [False, False]
    online = site.site.online
    assert online.room
    (Path(str(online.data)) / "much").write_bytes(b"x" * (900 << 10))
    with_bounds(site, RoomBounds(1 << 20, online.room.count().data_bytes + 1))
    assert told() == [False, True]
    with_bounds(site, FULL)
    assert told() == [True, True]


def test_upkeep_tells_of_each_change_once(site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Event] = []
    online = site.site.online
    upkeep = Upkeep(online, told.append)
    for bounds in (PLENTY, FULL, FULL, PLENTY):
        with_bounds(site, bounds)
        upkeep.once()
    assert [type(one) for one in told] == [Warned, Note]
    assert str(online.data) in str(told[0])
    told.clear()
    beat = online.store.heartbeats.beat

    def full(*_: object) -> None:
        raise StoreFull("full")

    monkeypatch.setattr(online.store.heartbeats, "beat", full)
    upkeep.once()
    upkeep.once()
    monkeypatch.setattr(online.store.heartbeats, "beat", beat)
    upkeep.once()
    assert [type(one) for one in told] == [Warned, Note]


def test_the_judge_is_ready_where_it_can_take_in_and_judge(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, store = site.browser(), site.site.store

    def asked() -> tuple[int, str]:
        answer = browser.get("/ready")
        return answer.status_code, answer.text

    assert asked() == (503, "no worker is running\n")
    store.heartbeats.beat("worker", "worker")
    assert asked() == (200, "ready\n")
    with_bounds(site, FULL)
    assert asked()[0] == 503
    with_bounds(site, PLENTY)
    assert asked() == (200, "ready\n")
    site.site.upkeep = Upkeep(site.site.online, print)

    def full(*_: object) -> None:
        raise StoreFull("/secret/place: full")

    monkeypatch.setattr(store.heartbeats, "beat", full)
    status, text = asked()
    assert status == 503
    assert "store" in text
    assert "/secret/place" not in text
    assert browser.get("/health").status_code == 200
