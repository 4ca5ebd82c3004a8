"""Two submissions side by side: the lines that they share, each passage with its place in the other one; and the
shares of all pairs as a picture."""

import math
from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from judge.store.records import FileRecord
from judge.store.similarity_records import Passage
from judge.web.pictures import GAP, HEIGHT, WIDTH
from judge.web.sources import shown_sources

COLOURS = 6
"""The colours of passages, in turn; each passage also has its number."""


class PassagePlace(Struct, frozen=True):
    """A passage in one of the submissions."""

    number: int
    file: int
    first: int
    last: int
    words: int


class MarkedLine(Struct, frozen=True):
    code: Markup
    passage: int | None
    """The longest passage that contains the line."""
    starts: Sequence[int]
    """Passages that begin here."""

    @property
    def colour(self) -> int | None:
        return None if self.passage is None else self.passage % COLOURS


class MarkedSource(Struct, frozen=True):
    name: str
    lines: Sequence[MarkedLine]
    left_out: int
    """The number of bytes at its end that are not shown."""


def places(passages: Sequence[Passage]) -> tuple[list[PassagePlace], list[PassagePlace]]:
    """Places in both submissions, numbered from 1."""
    numbered = list(enumerate(passages, start=1))
    return (
        [
            PassagePlace(number, one.first_file, one.first_from, one.first_to, one.words)
            for number, one in numbered
        ],
        [
            PassagePlace(number, one.second_file, one.second_from, one.second_to, one.words)
            for number, one in numbered
        ],
    )


def marked_sources(files: Sequence[FileRecord], shared: Sequence[PassagePlace]) -> list[MarkedSource]:
    longest_last = sorted(shared, key=lambda one: one.words)
    found = []
    for index, source in enumerate(shown_sources(files, {})):
        here = [one for one in longest_last if one.file == index]
        passage = {line: one.number for one in here for line in range(one.first, one.last + 1)}
        lines = [
            MarkedLine(
                line.code,
                passage.get(line.number),
                sorted(one.number for one in here if one.first == line.number),
            )
            for line in source.lines
        ]
        found.append(MarkedSource(source.name, lines, source.left_out))
    return found


class ShareBar(Struct, frozen=True):
    """The number of pairs with a share between two percentages."""

    x: float
    y: float
    width: float
    height: float
    count: int
    from_percent: int
    to_percent: int
    stands_out: bool


def share_bars(histogram: Sequence[int], bound: float) -> list[ShareBar]:
    """Bars on a logarithmic scale of counts: a single pair is visible next to thousands."""
    width = WIDTH / len(histogram)
    most = math.log1p(max(histogram, default=0)) or 1.0
    bars = []
    for number, count in enumerate(histogram):
        height = round(HEIGHT * math.log1p(count) / most, 1)
        first, last = (round(100 * at / len(histogram)) for at in (number, number + 1))
        x, y = round(number * width + GAP / 2, 1), round(HEIGHT - height, 1)
        bars.append(
            ShareBar(x, y, round(width - GAP, 1), height, count, first, last, last > round(100 * bound))
        )
    return bars
