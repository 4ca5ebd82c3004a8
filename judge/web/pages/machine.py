"""The administrator's page about the machine: its room as a picture, the workers, and the doctor's findings."""

from typing import Any

from litestar import Response
from litestar.params import FromQuery
from msgspec import Struct

from judge.service.room import Room
from judge.store.heartbeats import HEARD_MS, WORKER
from judge.web.routing import get
from judge.web.security import admin_only
from judge.web.site import Asked, page, site_of

WIDTH = 600.0
"""The width of the drawing for the whole disk."""


class RoomPiece(Struct, frozen=True):
    """A part of the disk; its name is the key of its text and its colour."""

    name: str
    bytes: int
    x: float
    width: float


def room_pieces(room: Room, store_bytes: int) -> list[RoomPiece]:
    """The use of the disk, in order: the database, the rest of the data folder, other data, free space."""
    size, free = max(1, room.disk.size_bytes), room.disk.free_bytes
    store = min(store_bytes, room.data_bytes)
    others = max(0, size - free - room.data_bytes)
    x, pieces = 0.0, []
    for name, taken in (
        ("store", store),
        ("packages", room.data_bytes - store),
        ("others", others),
        ("free", free),
    ):
        width = WIDTH * taken / size
        pieces.append(RoomPiece(name, taken, round(x, 1), round(width, 1)))
        x += width
    return pieces


@get("/machine", guards=[admin_only])
def machine(request: Asked, anew: FromQuery[bool] = False) -> Response[Any]:
    site = site_of(request)
    watch, examination = site.online.room, site.examination
    room = watch.now() if watch else None
    least = room.least_free_bytes if room else 0
    found = examination.findings(again=anew) if examination else {}
    return page(
        request,
        "machine",
        seen=room,
        pieces=room_pieces(room, watch.store_bytes()) if room and watch else [],
        kept_width=round(WIDTH * least / room.disk.size_bytes, 1) if room else 0,
        width=WIDTH,
        mails=site.store.mails.counts() if site.mailer else None,
        in_trouble=site.store.mails.in_trouble() if site.mailer else [],
        workers=site.store.heartbeats.heard(WORKER, HEARD_MS),
        findings=found,
        examined_utc_ms=examination.at_utc_ms if examination else 0,
    )
