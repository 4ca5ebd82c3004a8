"""The jobs of a command in pieces, each made when there is room for it: that may take minutes, and has a thread."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Generic, TypeVar

from judge.judging.job import Job

Piece = TypeVar("Piece")


class Supply(Generic[Piece]):
    """One piece is made ahead at most."""

    def __init__(self, pieces: Iterator[Piece], maker: ThreadPoolExecutor) -> None:
        self._pieces, self._maker = pieces, maker
        self._making: Future[Piece | None] | None = maker.submit(next, pieces, None)

    @property
    def has_ended(self) -> bool:
        return self._making is None

    def take(self) -> Piece | None:
        """The next piece; None: it is still being made, or there is none. Raises what making it raised."""
        if self._making is None or not self._making.done():
            return None
        piece = self._making.result()
        self._making = None if piece is None else self._maker.submit(next, self._pieces, None)
        return piece

    def wait(self, seconds: float | None) -> None:
        """Until there is a piece to take or it has ended, and no longer than this. None: however long it takes."""
        if self._making is not None:
            wait([self._making], seconds)
        elif seconds is not None:
            time.sleep(seconds)


@contextmanager
def supply_of(
    groups: Iterable[Sequence[Job]], most: int, make_ready: Callable[[Sequence[Job]], Piece]
) -> Iterator[Supply[Piece]]:
    """Pieces of at most so many jobs, none of two groups, each made ready by the thread."""
    maker = ThreadPoolExecutor(1, thread_name_prefix="supply")
    try:
        yield Supply(map(make_ready, _pieces(groups, most)), maker)
    finally:
        maker.shutdown(wait=False, cancel_futures=True)


def _pieces(groups: Iterable[Sequence[Job]], most: int) -> Iterator[Sequence[Job]]:
    for group in groups:
        for begin in range(0, len(group), most):
            yield group[begin : begin + most]
