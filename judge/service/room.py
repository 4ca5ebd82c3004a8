"""Space on the judge's disks: how much is left, when that is reported, and when the judge accepts nothing more. Below
the limit, people can still read pages and sign in, and earlier submissions are judged, using the space kept free. A
worker stops only when that is nearly used up, and continues once there is space.
"""

import os
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from judge.base.units import bytes_text
from judge.service.refusals import NoRoom

LEAST_FREE_BYTES, LEAST_FREE_SHARE = 1 << 30, 0.1
"""The space kept free on the disk of the data folder: this much, or this share of a smaller disk."""
LEAST_TO_WORK_BYTES, LEAST_TO_WORK_SHARE = 64 << 20, 0.025
"""The room without which a worker begins nothing, on any disk that it writes to."""
TOLD_AT = 3
"""A multiple of the space kept free: with less left than that, room is low."""
TOLD_AT_SHARE = 0.8
"""The share of what the data folder may use."""
LOOK_S = 1.0
"""How long a look at the disks is valid."""
NO_ROOM = (
    "this judge's disk is nearly full: nothing more is accepted until there is room again. What was submitted before "
    "is kept, and judged."
)


class RoomState(StrEnum):
    PLENTY = "plenty"
    LOW = "low"
    """Low enough to report."""
    FULL = "full"
    """Nothing more is accepted."""


class RoomBounds(Struct, frozen=True):
    """The operator's bounds; None: the default."""

    least_free_bytes: int | None = None
    most_data_bytes: int | None = None
    """The size of the data folder; None: limited only by the disk."""


NO_BOUNDS = RoomBounds()


class Disk(Struct, frozen=True):
    """A folder's disk."""

    folder: Path
    size_bytes: int
    free_bytes: int

    @property
    def least_to_work_bytes(self) -> int:
        return min(LEAST_TO_WORK_BYTES, int(self.size_bytes * LEAST_TO_WORK_SHARE))


class Room(Struct, frozen=True):
    """Room as it was at one moment."""

    disk: Disk
    """The data folder's."""
    data_bytes: int
    bounds: RoomBounds

    @property
    def least_free_bytes(self) -> int:
        asked = self.bounds.least_free_bytes
        return min(LEAST_FREE_BYTES, int(self.disk.size_bytes * LEAST_FREE_SHARE)) if asked is None else asked

    @property
    def state(self) -> RoomState:
        free, least, most = self.disk.free_bytes, self.least_free_bytes, self.bounds.most_data_bytes
        if free < least or (most is not None and self.data_bytes >= most):
            return RoomState.FULL
        is_low = free < TOLD_AT * least or (most is not None and self.data_bytes > TOLD_AT_SHARE * most)
        return RoomState.LOW if is_low else RoomState.PLENTY

    @property
    def told(self) -> str:
        """The state in one line, for the operator of the judge."""
        disk, most = self.disk, self.bounds.most_data_bytes
        of_most = "" if most is None else f" of at most {bytes_text(most)}"
        return (
            f"{disk.folder} has {bytes_text(self.data_bytes)}{of_most}; its disk has "
            f"{bytes_text(disk.free_bytes)} free of {bytes_text(disk.size_bytes)}, "
            f"of which {bytes_text(self.least_free_bytes)} are kept free"
        )


def disk_of(folder: Path) -> Disk:
    """Raises OSError if the folder does not exist."""
    found = os.statvfs(folder)
    return Disk(folder, found.f_blocks * found.f_frsize, found.f_bavail * found.f_frsize)


def bytes_below(folder: Path) -> int:
    """The disk space of everything in the folder, in blocks."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                total += os.lstat(os.path.join(place, name)).st_blocks * 512  # noqa: PTH118  # many
    return total


class RoomWatch:
    """The data folder's room, for any number of threads."""

    def __init__(self, data: Path, bounds: RoomBounds = NO_BOUNDS) -> None:
        self._data, self._bounds = data, bounds
        self._lock = threading.Lock()
        self._data_bytes = bytes_below(data)
        self._seen = Room(disk_of(data), self._data_bytes, bounds)
        self._seen_s = time.monotonic()

    def count(self) -> Room:
        """Measures the data folder, which takes a while."""
        self._data_bytes = bytes_below(self._data)
        self._seen_s = float("-inf")
        return self.now()

    def now(self) -> Room:
        with self._lock:
            if time.monotonic() - self._seen_s > LOOK_S:
                self._seen = Room(disk_of(self._data), self._data_bytes, self._bounds)
                self._seen_s = time.monotonic()
            return self._seen

    def store_bytes(self) -> int:
        """The size of the database; 0: it is elsewhere."""
        return sum(
            one.stat().st_size for one in self._data.glob("store.sqlite*") if ".schema-" not in one.name
        )

    def require(self) -> None:
        """Raises NoRoom if nothing more is accepted."""
        if self.now().state is RoomState.FULL:
            raise NoRoom(NO_ROOM)


class RoomToWork:
    """The disks that judging writes to, for a worker."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders

    def lack(self) -> str:
        """Which disk has too little room, in one line; empty: none."""
        for folder in self._folders:
            with suppress(OSError):  # one that does not exist yet
                disk = disk_of(folder)
                if disk.free_bytes < disk.least_to_work_bytes:
                    free, least = bytes_text(disk.free_bytes), bytes_text(disk.least_to_work_bytes)
                    return f"{folder}: its disk has {free} free, and judging needs {least}: free some space there"
        return ""


def folders_of_work(*more: Path | None) -> list[Path]:
    """Where temporary files go, and these."""
    return [Path(tempfile.gettempdir()), *(one for one in more if one is not None)]
