"""A scoreboard as markup, drawn from the store by nothing but a key: no data of the viewer can get into it."""

import gzip
import threading
from collections.abc import Hashable
from functools import partial

from markupsafe import Markup

from judge.base.records import Record
from judge.contest.model import ContestScoring
from judge.contest.scoreboard import Scoreboard
from judge.service.contests import SeenContest, SeenContests
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role
from judge.web.templates_of import template
from judge.web.texts import text

PUBLIC, STAFF = Viewer(None, Role.VISITOR), Viewer(None, Role.JURY)
LEVEL = 6
"""The compression level: it is done once per change."""
MOST_BOARDS = 8
"""The number of scoreboards whose rows are cached: the last ones drawn."""
DrawnRows = dict[str, tuple[Hashable, Markup]]
"""Rows by the team's id, each with the data it depends on."""


class BoardKey(Record, frozen=True):
    """Everything besides the store that a scoreboard depends on."""

    contest: str
    language: str
    is_staff: bool


class DrawnBoard(Record, frozen=True):
    compressed: bytes
    contest_id: int
    holds_ms: int | None
    """How long it is valid without events; None: forever."""


class BoardDrawer:
    """Draws scoreboards, for any number of threads. It caches rows: most of them stay the same."""

    def __init__(self, contests: SeenContests) -> None:
        self._contests = contests
        self._rows: dict[BoardKey, DrawnRows] = {}
        self._lock = threading.Lock()

    def draw(self, key: BoardKey) -> DrawnBoard:
        """Raises Refused if there is no such contest."""
        viewer = STAFF if key.is_staff else PUBLIC
        seen = self._contests.get(viewer, key.contest)
        board = self._contests.board(viewer, seen)
        with self._lock:
            rows = self._rows.pop(key, {})
            self._rows[key] = rows
            if len(self._rows) > MOST_BOARDS:
                del self._rows[next(iter(self._rows))]
            drawn = drawn_table(key.language, seen, board, rows)
        until_ms = seen.next_change_utc_ms()
        holds_ms = None if until_ms is None else until_ms - seen.now_ms
        return DrawnBoard(compress(drawn), seen.contest.id, holds_ms)


def drawn_table(language: str, seen: SeenContest, board: Scoreboard, drawn: DrawnRows | None = None) -> str:
    """`drawn`: earlier rows in this language, which the current ones replace."""
    words = partial(text, language)
    is_ioi = board.contest.scoring is ContestScoring.IOI
    draw = template("contest_row").make_module({"t": words, "is_ioi": is_ioi, "seen": seen}).row  # type: ignore[attr-defined]
    before = drawn or {}
    now: dict[str, tuple[Hashable, Markup]] = {}
    for row in board.rows:
        basis = (row, is_ioi, seen.has_begun)
        kept = before.get(row.team.id)
        now[row.team.id] = kept if kept and kept[0] == basis else (basis, draw(row))
    if drawn is not None:
        drawn.clear()
        drawn.update(now)
    rows = [markup for _, markup in now.values()]
    return template("contest_table").render(
        t=words, language=language, is_ioi=is_ioi, seen=seen, board=board, rows=rows
    )


def compress(page: str) -> bytes:
    return gzip.compress(page.encode(), LEVEL, mtime=0)
