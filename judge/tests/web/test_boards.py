"""Scoreboards that are kept: while one waits for the next to be drawn, nobody else does who need not."""

import asyncio
import gzip
import threading
from types import SimpleNamespace

import pytest

from judge.store.events import Event, EventKind
from judge.tests.watching import PATIENCE_S
from judge.web import boards
from judge.web.board_drawing import BoardKey, DrawnBoard
from judge.web.boards import Boards
from judge.web.feed import Feed

CUP = 7
KEY = BoardKey("cup", "en", False)


class Board:
    """One that can be made to take as long as a test wants to be drawn."""

    def __init__(self) -> None:
        self.feed = Feed(SimpleNamespace())  # type: ignore[arg-type]  # its news are brought
        self.boards = Boards(self.feed, self.draw)
        self.event, self.drawings = 1, 0
        self.holds_ms: int | None = None
        self.drawing, self.may_end = threading.Event(), threading.Event()
        self.may_end.set()

    def draw(self, key: BoardKey) -> DrawnBoard:
        event = self.event
        self.drawings += 1
        self.drawing.set()
        assert self.may_end.wait(PATIENCE_S)
        return DrawnBoard(
            gzip.compress(f"{key.language} {key.is_staff} {event}".encode()), CUP, self.holds_ms
        )

    async def get(self, *, newest: bool = False, key: BoardKey = KEY) -> str:
        return (await self.boards.table(key, newest=newest)).text

    def happens(self, kind: EventKind = EventKind.JUDGED, contest_id: int = CUP) -> None:
        self.event += 1
        self.feed.spread([Event(kind, contest_id=contest_id, id=self.event)])

    def changes_slowly(self) -> None:
        """Makes drawing it take long from now on."""
        self.happens()
        self.drawing.clear()
        self.may_end.clear()


@pytest.fixture
def board() -> Board:
    return Board()


def test_only_who_asks_for_the_newest_waits_for_it_besides_who_has_it_drawn(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "STALE_S", PATIENCE_S)

    async def ask() -> None:
        assert await board.get() == "en False 1"
        board.changes_slowly()
        first = asyncio.create_task(board.get())
        await asyncio.sleep(0)
        await asyncio.to_thread(board.drawing.wait, PATIENCE_S)
        listening = asyncio.create_task(board.get(newest=True))
        assert {await board.get() for _ in range(100)} == {"en False 1"}
        await asyncio.sleep(0)
        assert not first.done()
        assert not listening.done()
        board.may_end.set()
        assert await first == await listening == await board.get() == "en False 2"
        assert board.drawings == 2

    asyncio.run(ask())


def test_what_is_being_drawn_anew_is_shown_for_a_second_at_most(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "STALE_S", 0)

    async def ask() -> None:
        await board.get()
        board.changes_slowly()
        both = [asyncio.create_task(board.get()) for _ in range(2)]
        await asyncio.sleep(0)
        await asyncio.to_thread(board.drawing.wait, PATIENCE_S)
        assert not any(one.done() for one in both)
        board.may_end.set()
        assert [await one for one in both] == ["en False 2"] * 2

    asyncio.run(ask())


def test_who_has_heard_of_a_change_is_not_shown_what_was_begun_before_it(board: Board) -> None:
    async def ask() -> None:
        board.changes_slowly()
        begun_before = asyncio.create_task(board.get(newest=True))
        await asyncio.sleep(0)
        await asyncio.to_thread(board.drawing.wait, PATIENCE_S)
        board.happens()
        after = [asyncio.create_task(board.get(newest=True)) for _ in range(50)]
        await asyncio.sleep(0)
        board.may_end.set()
        assert await begun_before == "en False 2"
        assert {await one for one in after} == {"en False 3"}
        assert board.drawings == 2

    asyncio.run(ask())


def test_it_is_drawn_anew_for_nothing_but_what_changes_it(board: Board) -> None:
    async def ask() -> None:
        await board.get()
        for kind in (EventKind.JUDGING, EventKind.RUNS, EventKind.REJUDGED):
            board.happens(kind)
        board.happens(contest_id=CUP + 1)
        assert await board.get() == "en False 1"
        for kind in (EventKind.CONTEST, EventKind.SUBMITTED, EventKind.JUDGED, EventKind.REJUDGING_APPLIED):
            board.happens(kind)  # as it is frozen, opened, or paused
            assert await board.get() == f"en False {board.event}"
        board.holds_ms = 0
        board.happens()
        before = board.drawings
        assert [await board.get() for _ in range(3)] == [f"en False {board.event}"] * 3
        assert board.drawings == before + 3  # time alone changes it

    asyncio.run(ask())


def test_each_key_has_its_own(board: Board) -> None:
    async def ask() -> None:
        keys = [BoardKey("cup", language, staff) for language in ("en", "zh") for staff in (False, True)]
        for _ in range(2):
            assert [await board.get(key=key) for key in keys] == [
                f"{key.language} {key.is_staff} {board.event}" for key in keys
            ]

    asyncio.run(ask())


def test_a_drawing_that_fails_keeps_nobody_from_the_next(board: Board) -> None:
    async def ask() -> None:
        board.boards = Boards(board.feed, lambda _: 1 / 0)  # type: ignore[arg-type, return-value]
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await board.get()

    asyncio.run(ask())
