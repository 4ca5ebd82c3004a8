"""The administrators' page of the machine: the disk as a picture, and what the doctor finds, escaped as all else."""

from pathlib import Path

from judge.service.machine import Examination, MachineFinding
from judge.service.room import NO_BOUNDS, Disk, Room
from judge.store.catalogue_records import Role
from judge.store.heartbeats import WORKER
from judge.tests.web.sites import SiteUnderTest
from judge.web.pages.machine import WIDTH, room_pieces


def test_the_picture_has_the_whole_disk_in_order() -> None:
    room = Room(Disk(Path("/data"), 1000, 250), 300, NO_BOUNDS)
    pieces = room_pieces(room, 100)
    assert [(one.name, one.bytes) for one in pieces] == [
        ("store", 100),
        ("packages", 200),
        ("others", 450),
        ("free", 250),
    ]
    assert sum(one.width for one in pieces) == WIDTH
    assert [one.x for one in pieces] == [0, 60, 180, 450]
    sparse = room_pieces(Room(Disk(Path("/data"), 1000, 900), 300, NO_BOUNDS), 400)  # counted at two moments
    assert all(one.bytes >= 0 for one in sparse)


def test_administrators_see_what_the_doctor_finds(site: SiteUnderTest) -> None:
    looks: list[int] = []

    def examine() -> dict[str, list[MachineFinding]]:
        looks.append(1)
        return {"Serving": [MachineFinding("port 1", "missing", "<b>taken</b>", "why so", "take another")]}

    site.site.examination = Examination(examine)
    admin = site.browser(Role.ADMIN)
    site.site.store.heartbeats.beat("serve-12", WORKER)
    page = admin.get("/machine").text
    assert "&lt;b&gt;taken" in page
    assert "take another" in page
    assert "serve-12" in page
    assert 'class="room"' in page
    admin.get("/machine")
    assert len(looks) == 1
    admin.get("/machine?anew=true")
    assert len(looks) == 2
    assert site.browser(Role.JURY).get("/machine").status_code == 403
