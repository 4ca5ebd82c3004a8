"""Makes the page of `judge similar`: the pairs of a class, with the top ones side by side."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from judge.reports.html.page import FOLDER as REPORTS
from judge.reports.html.page import rendered
from judge.store.records import FileRecord
from judge.store.similarity_records import ComparedPair
from judge.web.assets import FOLDER as STATIC
from judge.web.passages import MarkedSource, PassagePlace, marked_sources, places

FOLDER = Path(__file__).parent
MOST_SIDE_BY_SIDE, FEWEST_SIDE_BY_SIDE = 50, 5
"""The number of pairs whose sources are on the page: those that stand out, or some if none does."""


class ComparedMember(Struct, frozen=True):
    """A submission of the class."""

    name: str
    files: Sequence[FileRecord]


class PairSide(Struct, frozen=True):
    """One of the two submissions of a pair."""

    letter: str
    name: str
    share: float
    sources: Sequence[MarkedSource]


class DrawnPair(Struct, frozen=True):
    pair: ComparedPair
    names: tuple[str, str]
    sides: Sequence[PairSide]
    """Empty: the page has only the figures."""
    passages: Sequence[tuple[PassagePlace, PassagePlace]]


def similarity_page(
    members: Sequence[ComparedMember],
    pairs: Sequence[ComparedPair],
    least: float,
    remarks: Sequence[str],
    *,
    compared: int,
) -> str:
    """`least`: the share from which a pair stands out; `remarks`: on submissions that were not compared; `compared`:
    their number."""
    shown = max(FEWEST_SIDE_BY_SIDE, sum(pair.stands_out for pair in pairs))
    most = min(MOST_SIDE_BY_SIDE, shown)
    drawn = [_drawn(members, pair, whole=number < most) for number, pair in enumerate(pairs)]
    return rendered(
        FOLDER,
        "page.html.j2",
        [REPORTS / "style.css", STATIC / "web.css"],
        count=len(members),
        compared=compared,
        pairs=drawn,
        least=least,
        remarks=remarks,
    )


def _drawn(members: Sequence[ComparedMember], pair: ComparedPair, *, whole: bool) -> DrawnPair:
    both = members[pair.first], members[pair.second]
    names = (both[0].name, both[1].name)
    if not whole:
        return DrawnPair(pair, names, (), ())
    shared = places(pair.passages)
    sides = [
        PairSide(letter, member.name, share, marked_sources(member.files, where))
        for letter, member, share, where in zip(
            "ab", both, (pair.first_share, pair.second_share), shared, strict=True
        )
    ]
    return DrawnPair(pair, names, sides, list(zip(*shared, strict=True)))
