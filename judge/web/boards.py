"""Scoreboards that are drawn once a change: whoever asks gets what is kept, compressed already.

Whether anything has changed is asked of the store at most every CHECK_S, whatever the number of those who look. While
somebody waits for the next one to be drawn, the others get the one that is kept, unless they ask for the newest.
"""

import asyncio
import gzip
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

CHECK_S = 0.1
LEVEL = 6
"""Of the compression: it is done once a change."""


@dataclass
class KeptPiece:
    """A piece of a page, as long as it holds."""

    text: str
    compressed: bytes
    last_event: int
    """What it was made of."""
    until_utc_ms: int | None
    """When time alone makes another of it."""
    checked_s: float


@dataclass(frozen=True)
class Drawn:
    text: str
    until_utc_ms: int | None


class Boards:
    def __init__(self) -> None:
        self._kept: dict[Hashable, KeptPiece] = {}
        self._making = asyncio.Lock()
        self._being_made: set[Hashable] = set()

    def forget(self) -> None:
        """Everything is drawn anew."""
        self._kept.clear()

    async def get(
        self,
        key: Hashable,
        look: Callable[[], tuple[int, int]],
        draw: Callable[[], Drawn],
        *,
        newest: bool = False,
    ) -> KeptPiece:
        """`look`: the number of the last event and the time now; `draw`: makes it. `newest`: for whoever has heard of a
        change, and asks no more after this."""
        kept = self._kept.get(key)
        if kept is not None and time.monotonic() - kept.checked_s < CHECK_S:
            return kept
        if kept is not None and not newest and key in self._being_made:
            return kept
        async with self._making:
            kept = self._kept.get(key)
            if kept is None or time.monotonic() - kept.checked_s >= CHECK_S:
                self._being_made.add(key)
                try:
                    kept = await asyncio.to_thread(self._checked, kept, look, draw)
                finally:
                    self._being_made.discard(key)
                self._kept[key] = kept
        return kept

    def _checked(
        self, kept: KeptPiece | None, look: Callable[[], tuple[int, int]], draw: Callable[[], Drawn]
    ) -> KeptPiece:
        asked_s = time.monotonic()
        last_event, now_ms = look()
        if (
            kept is not None
            and kept.last_event == last_event
            and (kept.until_utc_ms is None or now_ms < kept.until_utc_ms)
        ):
            kept.checked_s = asked_s
            return kept
        drawn = draw()
        compressed = gzip.compress(drawn.text.encode(), LEVEL, mtime=0)
        return KeptPiece(drawn.text, compressed, last_event, drawn.until_utc_ms, asked_s)
