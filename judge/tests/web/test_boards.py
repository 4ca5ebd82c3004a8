"""Scoreboards that are kept: while one waits for the next to be drawn, nobody else does who need not."""

import asyncio
import threading
import time

import pytest

from judge.web import boards
from judge.web.boards import Boards, Drawn, KeptPiece


class Board:
    """One that can be made to take as long as a test wants to be drawn."""

    def __init__(self) -> None:
        self.boards = Boards()
        self.event = 1
        self.drawing, self.may_end = threading.Event(), threading.Event()
        self.may_end.set()

    def draw(self) -> Drawn:
        event = self.event
        self.drawing.set()
        assert self.may_end.wait(20)
        return Drawn(f"board {event}", None)

    async def get(self, *, newest: bool = False) -> KeptPiece:
        return await self.boards.get("cup", lambda: (self.event, 0), self.draw, newest=newest)

    def changes(self) -> None:
        """From now on it takes long to be drawn."""
        self.event += 1
        self.drawing.clear()
        self.may_end.clear()


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    monkeypatch.setattr(boards, "CHECK_S", 0)
    return Board()


def test_only_who_asks_for_the_newest_waits_for_it_besides_who_has_it_drawn(board: Board) -> None:
    async def ask() -> None:
        assert (await board.get()).text == "board 1"
        board.changes()
        first = asyncio.create_task(board.get())
        await asyncio.to_thread(board.drawing.wait, 20)
        listening = asyncio.create_task(board.get(newest=True))
        begun_s = time.monotonic()
        assert {(await board.get()).text for _ in range(100)} == {"board 1"}
        assert time.monotonic() - begun_s < 10
        await asyncio.sleep(0)
        assert not first.done()
        assert not listening.done()
        board.may_end.set()
        assert (await first).text == (await listening).text == (await board.get()).text == "board 2"

    asyncio.run(ask())


def test_who_comes_first_waits_and_a_drawing_that_fails_keeps_nobody_from_the_next(board: Board) -> None:
    async def ask() -> None:
        draw, board.draw = board.draw, lambda: 1 / 0  # type: ignore[assignment, method-assign, return-value]
        with pytest.raises(ZeroDivisionError):
            await board.get()
        board.draw = draw  # type: ignore[method-assign]
        board.changes()
        both = [asyncio.create_task(board.get()) for _ in range(2)]
        await asyncio.to_thread(board.drawing.wait, 20)
        assert not any(one.done() for one in both)
        board.may_end.set()
        assert [(await one).text for one in both] == ["board 2"] * 2

    asyncio.run(ask())
