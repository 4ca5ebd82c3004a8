"""Background work of the pages' process: it sends heartbeats, checks the disk space, and reports what it finds."""

import asyncio
import os
import time

from judge.base.events import Listener, Note, Warned
from judge.service.online import OnlineJudge
from judge.service.room import Room, RoomState
from judge.store.errors import StoreError
from judge.store.heartbeats import BEAT_S, HEARD_MS, PAGES, WORKER

COUNT_S = 60.0
"""The time between two measurements of the data folder."""


class Upkeep:
    def __init__(self, online: OnlineJudge, tell: Listener) -> None:
        self._online, self._tell = online, tell
        self._name = f"pages-{os.uname().nodename}-{os.getpid()}"
        self._written_s, self._counted_s = float("-inf"), time.monotonic()
        self._is_failing = False
        self._told = RoomState.PLENTY

    async def run(self) -> None:
        """Runs until it is cancelled."""
        while True:
            await asyncio.to_thread(self.once)
            await asyncio.sleep(BEAT_S)

    def once(self) -> None:
        self._beat()
        if room := self._looked():
            self._tell_of(room)

    def lacks(self) -> list[str]:
        """What prevents submissions from being accepted and judged, in a few words each; none of it is secret."""
        found = []
        if time.monotonic() - self._written_s > HEARD_MS / 1000:
            self._beat()
        if self._is_failing:
            found.append("the store cannot be written")
        if not self._online.store.heartbeats.heard(WORKER, HEARD_MS):
            found.append("no worker is running")
        if self._online.room_state is RoomState.FULL:
            found.append("the disk is nearly full")
        return found

    def _beat(self) -> None:
        try:
            self._online.store.heartbeats.beat(self._name, PAGES)
        except StoreError as error:
            if not self._is_failing:
                self._tell(Warned(f"the store cannot be written: {error}"))
            self._is_failing = True
            return
        if self._is_failing:
            self._tell(Note("the store can be written again"))
        self._is_failing, self._written_s = False, time.monotonic()

    def _looked(self) -> Room | None:
        watch = self._online.room
        if watch is None:
            return None
        if time.monotonic() - self._counted_s < COUNT_S:
            return watch.now()
        self._counted_s = time.monotonic()
        return watch.count()

    def _tell_of(self, room: Room) -> None:
        if room.state is self._told:
            return
        self._told = room.state
        if room.state is RoomState.PLENTY:
            self._tell(Note(f"there is room again: {room.told}"))
        elif room.state is RoomState.LOW:
            self._tell(Warned(f"room is low: {room.told}"))
        else:
            self._tell(Warned(f"nothing more is accepted until there is room: {room.told}"))
