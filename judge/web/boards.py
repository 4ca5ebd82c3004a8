"""Scoreboards that are drawn once per change: every client gets the stored one, already compressed.

Nobody queries the store for changes: the feed reports them. While one client waits for the next drawing, the others
get the stored one, unless they ask for the newest.
"""

import asyncio
import gzip
import hashlib
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from functools import partial

from judge.web.board_drawing import BoardKey, DrawnBoard, compress
from judge.web.feed import Feed

STALE_S = 1.0
"""The longest time that an outdated one is shown while it is drawn again."""
WHOLE_S = 1.0
"""The longest time that a whole page is valid: it has a running clock."""


@dataclass(frozen=True)
class KeptPiece:
    """A page or a part of one, as long as it is valid."""

    compressed: bytes
    contest_id: int
    seen: int
    """The last event that was known before it was drawn."""
    until_s: float
    """The time when it changes without an event."""
    tag: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tag", f'W/"{hashlib.sha256(self.compressed).hexdigest()[:32]}"')

    @property
    def text(self) -> str:
        return gzip.decompress(self.compressed).decode()


class Boards:
    def __init__(self, feed: Feed, draw: Callable[[BoardKey], DrawnBoard]) -> None:
        """`draw`: called in a thread; raises Refused for an unknown contest."""
        self._feed, self._draw = feed, draw
        self._kept: dict[Hashable, KeptPiece] = {}
        self._making: dict[Hashable, tuple[asyncio.Task[KeptPiece], float]] = {}

    def forget(self) -> None:
        """Discards everything."""
        self._kept.clear()

    async def table(self, key: BoardKey, *, newest: bool = False) -> KeptPiece:
        """`newest`: for a client that has heard of a change, and does not ask again. Raises Refused."""
        return await self._get(key, partial(self._drawn, key), newest=newest)

    async def whole(self, key: BoardKey, around: Callable[[str], str]) -> KeptPiece:
        """The page for anonymous visitors, which `around` makes from the table, in a thread. Raises Refused."""

        async def made() -> KeptPiece:
            table = await self.table(key, newest=True)
            compressed = await asyncio.to_thread(lambda: compress(around(table.text)))
            until_s = min(table.until_s, time.monotonic() + WHOLE_S)
            return KeptPiece(compressed, table.contest_id, table.seen, until_s)

        return await self._get(("whole", key), made)

    async def _get(
        self, key: Hashable, make: Callable[[], Awaitable[KeptPiece]], *, newest: bool = False
    ) -> KeptPiece:
        kept = self._kept.get(key)
        if kept is not None and self._holds(kept):
            return kept
        if key in self._making:
            making, since_s = self._making[key]
            if kept is not None and not newest and time.monotonic() - since_s < STALE_S:
                return kept
            kept = await asyncio.shield(making)
            if self._holds(kept):
                return kept
        if key not in self._making:
            making = asyncio.create_task(self._make(key, make))
            self._making[key] = making, time.monotonic()
        return await asyncio.shield(self._making[key][0])  # begun after this was asked for

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[KeptPiece]]) -> KeptPiece:
        try:
            self._kept[key] = kept = await make()
        finally:
            del self._making[key]
        return kept

    async def _drawn(self, key: BoardKey) -> KeptPiece:
        seen, begun_s = self._feed.seen, time.monotonic()
        drawn = await asyncio.to_thread(self._draw, key)
        until_s = float("inf") if drawn.holds_ms is None else begun_s + drawn.holds_ms / 1000
        return KeptPiece(drawn.compressed, drawn.contest_id, seen, until_s)

    def _holds(self, kept: KeptPiece) -> bool:
        return self._feed.contest_seen[kept.contest_id] <= kept.seen and time.monotonic() < kept.until_s
