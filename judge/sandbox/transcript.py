"""The dialogue of two programs: who said what, in order."""

from collections import deque
from collections.abc import Iterable

JUDGES, SOLUTIONS = "<", ">"
"""The prefixes of the judge's lines, and of the solution's, as in the files .interaction of packages."""
PASSES = "---"
"""The line between two passes."""
MOST_BYTES = 2000
"""The size of the beginning, and of the end. The middle is left out."""


class Transcript:
    def __init__(self) -> None:
        self._beginning: list[tuple[str, bytearray]] = []
        self._end: deque[tuple[str, bytearray]] = deque()
        self._room = MOST_BYTES
        self._end_bytes = 0
        self._left_out_bytes = 0

    def add(self, mark: str, said: bytes) -> None:
        """`mark`: the speaker, "<" or ">"."""
        begun, rest = said[: self._room], said[self._room :]
        if begun:
            self._room -= len(begun)
            if self._beginning and self._beginning[-1][0] == mark:
                self._beginning[-1][1].extend(begun)
            else:
                self._beginning.append((mark, bytearray(begun)))
        if rest:
            self._end.append((mark, bytearray(rest[-MOST_BYTES:])))
            self._left_out_bytes += max(0, len(rest) - MOST_BYTES)
            self._end_bytes += min(len(rest), MOST_BYTES)
            self._shorten()

    def begin_pass(self) -> None:
        """Begins another pass, to which later messages belong."""
        if self._room:
            self._beginning.append((PASSES, bytearray()))
        else:
            self._end.append((PASSES, bytearray()))

    def _shorten(self) -> None:
        while (too_many := self._end_bytes - MOST_BYTES) > 0:
            oldest = self._end[0][1]
            gone = min(too_many, len(oldest))
            del oldest[:gone]
            self._end_bytes -= gone
            self._left_out_bytes += gone
            if not oldest:
                self._end.popleft()

    @property
    def text(self) -> str:
        """The lines of the dialogue, each after the mark of its speaker."""
        lines = list(_lines(self._beginning))
        if self._left_out_bytes:
            lines.append(f"... {self._left_out_bytes} bytes are not shown")
        return "\n".join([*lines, *_lines(self._end)])


def _lines(parts: Iterable[tuple[str, bytearray]]) -> Iterable[str]:
    turns: list[tuple[str, bytearray]] = []
    for mark, said in parts:
        if turns and turns[-1][0] == mark:
            turns[-1] = (mark, turns[-1][1] + said)
        else:
            turns.append((mark, said))
    for mark, said in turns:
        if mark == PASSES:
            yield PASSES
            continue
        for line in said.decode("utf-8", errors="replace").removesuffix("\n").split("\n"):
            yield f"{mark} {line}"
