"""A picture of what the lanes of a warp access: a line from each lane to its sector of global memory, or to its bank
of shared memory."""

from collections.abc import Sequence

from msgspec import Struct

from judge.judging.advice import Advice

WIDTH = 640.0
"""The width of the drawing, in its own units."""
LANES = BANKS = SECTOR_BYTES = 32
WORD_BYTES = 4
MOST_BOXES = 160
"""Sectors shown: misaligned accesses of 16 bytes per lane touch fewer."""


class Box(Struct, frozen=True):
    """A sector, or a bank."""

    x: float
    width: float
    used: Sequence[tuple[float, float]]
    """The requested parts, each by its position and width."""


class Ask(Struct, frozen=True):
    """A line from a lane to what it requests."""

    from_x: float
    to_x: float


class WarpPicture(Struct, frozen=True):
    boxes: Sequence[Box]
    asks: Sequence[Ask]
    of_banks: bool

    @property
    def words(self) -> str:
        """A description of the picture; pages of an online judge have it in both languages."""
        count = len(self.boxes)
        if self.of_banks:
            what = f"{count} banks of shared memory: lanes that meet in one take turns"
        else:
            what = f"{count} sectors of 32 bytes that they touch; what they ask for is filled"
        return f"The 32 lanes of a warp, and the {what}."


def warp_picture(advice: Advice) -> WarpPicture | None:
    """None: it has no addresses."""
    if not advice.lane_bytes or all(one is None for one in advice.offsets):
        return None
    return (
        _banks(advice.offsets)
        if advice.kind == "bank-conflict"
        else _sectors(advice.offsets, advice.lane_bytes)
    )


def _lane_x(lane: int) -> float:
    return round((lane + 0.5) * WIDTH / LANES, 1)


def _banks(offsets: Sequence[int | None]) -> WarpPicture:
    """A bank for each lane: its first word stands for all of them."""
    width = WIDTH / BANKS
    banks = {lane: one // WORD_BYTES % BANKS for lane, one in enumerate(offsets) if one is not None}
    boxes = []
    for bank in range(BANKS):
        x, inner = round(bank * width + 1, 1), width - 2
        boxes.append(Box(x, inner, [(x, inner)] if bank in banks.values() else []))
    asks = [Ask(_lane_x(lane), round((bank + 0.5) * width, 1)) for lane, bank in banks.items()]
    return WarpPicture(boxes, asks, of_banks=True)


def _sectors(offsets: Sequence[int | None], lane_bytes: int) -> WarpPicture | None:
    """The touched sectors, side by side, however far apart they are."""
    asked = {lane: one for lane, one in enumerate(offsets) if one is not None}
    touched = sorted({(one + at) // SECTOR_BYTES for one in asked.values() for at in (0, lane_bytes - 1)})
    if len(touched) > MOST_BOXES:
        return None
    width = WIDTH / len(touched)
    at = {sector: round(number * width + 1, 1) for number, sector in enumerate(touched)}
    inner = round(width - 2, 1)

    def place(offset: int) -> float:
        sector, within = divmod(offset, SECTOR_BYTES)
        return round(at[sector] + inner * within / SECTOR_BYTES, 1)

    used: dict[int, set[tuple[float, float]]] = {sector: set() for sector in touched}
    for one in asked.values():
        used[one // SECTOR_BYTES].add(
            (place(one), round(inner * min(lane_bytes, SECTOR_BYTES) / SECTOR_BYTES, 1))
        )
    boxes = [Box(at[sector], inner, sorted(used[sector])) for sector in touched]
    half = inner * lane_bytes / SECTOR_BYTES / 2
    asks = [Ask(_lane_x(lane), round(place(one) + half, 1)) for lane, one in asked.items()]
    return WarpPicture(boxes, asks, of_banks=False)
