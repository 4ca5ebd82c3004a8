"""A scoreboard as markup, drawn from the store by nothing but a key: nothing of who asks can get into it."""

import gzip
from functools import partial
from typing import Any

from judge.base.records import Record
from judge.service.contests import SeenContests
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role
from judge.store.store import Store
from judge.web.templates_of import template
from judge.web.texts import text

PUBLIC, STAFF = Viewer(None, Role.VISITOR), Viewer(None, Role.JURY)
LEVEL = 6
"""Of the compression: it is done once a change."""


class BoardKey(Record, frozen=True):
    """All that a scoreboard depends on besides the store."""

    contest: str
    language: str
    is_staff: bool


class DrawnBoard(Record, frozen=True):
    compressed: bytes
    contest_id: int
    holds_ms: int | None
    """How long, if nothing happens; None: forever."""


def draw(store: Store, key: BoardKey) -> DrawnBoard:
    """Raises Refused where there is no such contest."""
    contests, viewer = SeenContests(store), STAFF if key.is_staff else PUBLIC
    seen = contests.get(viewer, key.contest)
    board = contests.board(viewer, seen)
    drawn = drawn_table(key.language, seen=seen, board=board)
    until_ms = seen.next_change_utc_ms()
    holds_ms = None if until_ms is None else until_ms - seen.now_ms
    return DrawnBoard(compress(drawn), seen.contest.id, holds_ms)


def drawn_table(language: str, **values: Any) -> str:
    """`values`: the contest and its scoreboard."""
    is_ioi = values["board"].contest.scoring == "ioi"
    words = partial(text, language)
    return template("contest_table").render(t=words, language=language, is_ioi=is_ioi, **values)


def compress(page: str) -> bytes:
    return gzip.compress(page.encode(), LEVEL, mtime=0)
