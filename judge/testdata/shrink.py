"""Makes an input smaller while some property of it is kept: fewer lines, fewer tokens, smaller numbers.

Most inputs count what follows, so every removal is also tried with a number lowered by as much.
"""

import re
from collections.abc import Callable, Iterator, Sequence

NUMBER = re.compile(r"[+-]?[0-9]+")
COUNTS = 4
"""The numbers, from the beginning of the input, that may count what is removed."""
Lines = list[list[str]]
"""The tokens of each line."""
Holds = Callable[[str], bool]


def shrunk(text: str, holds: Holds, most_tries: int) -> str:
    """The smallest text found for which `holds`, as for `text`, with at most `most_tries` calls."""
    tries = _Tries(holds, most_tries)
    best = text
    while True:
        before = best
        for candidates in (_fewer_lines, _fewer_columns, _fewer_tokens, _smaller_numbers):
            best = tries.improved(best, candidates)
        if best == before or tries.left <= 0:
            return best


class _Tries:
    def __init__(self, holds: Holds, most: int) -> None:
        self._holds, self.left = holds, most
        self._asked: set[str] = set()

    def improved(self, text: str, candidates: Callable[[Lines], Iterator[Lines]]) -> str:
        """The text after each possible step, one after the other."""
        found = True
        while found and self.left > 0:
            found = False
            for lines in candidates(_lines(text)):
                candidate = _text(lines)
                if candidate in self._asked or _size(candidate) >= _size(text):
                    continue
                if self.left <= 0:
                    break
                self.left -= 1
                self._asked.add(candidate)
                if self._holds(candidate):
                    text, found = candidate, True
                    break
        return text


def _lines(text: str) -> Lines:
    return [line.split(" ") for line in text.removesuffix("\n").split("\n")]


def _text(lines: Lines) -> str:
    return "".join(" ".join(tokens) + "\n" for tokens in lines)


def _size(text: str) -> tuple[int, int, int]:
    """The measure of a text's size: tokens, then the sum of their numbers, then the number of negative ones."""
    numbers = [int(token) for token in text.split() if NUMBER.fullmatch(token)]
    return len(text.split()), sum(map(abs, numbers)), sum(number < 0 for number in numbers)


def _chunks(count: int) -> Iterator[tuple[int, int]]:
    """Beginnings and lengths of parts to remove, large ones first."""
    lengths = {count >> shift for shift in range(1, count.bit_length())} | set(range(1, min(count, 8)))
    for length in sorted(lengths, reverse=True):
        for start in range(0, count - length + 1, length if length > 8 else 1):
            yield start, length


def _and_lowered(lines: Lines, by: int) -> Iterator[Lines]:
    """The lines, and the lines with one of the first numbers lowered."""
    yield lines
    left = COUNTS
    for row, tokens in enumerate(lines):
        for column, token in enumerate(tokens):
            if not NUMBER.fullmatch(token):
                continue
            if left == 0:
                return
            left -= 1
            if int(token) >= by:
                yield _with(lines, row, column, str(int(token) - by))


def _with(lines: Lines, row: int, column: int, token: str) -> Lines:
    changed = [*lines[row][:column], token, *lines[row][column + 1 :]]
    return [*lines[:row], changed, *lines[row + 1 :]]


def _fewer_lines(lines: Lines) -> Iterator[Lines]:
    for start, length in _chunks(len(lines)):
        left = [*lines[:start], *lines[start + length :]]
        counts = {length} | {length // size for size in range(2, 8) if length % size == 0}
        for count in sorted(counts):
            yield from _and_lowered(left, count)


def _fewer_columns(lines: Lines) -> Iterator[Lines]:
    """The lines with fewer columns, if all have the same width."""
    for width in sorted({len(tokens) for tokens in lines if len(tokens) > 1}, reverse=True):
        for start, length in _chunks(width):
            cut = [_cut(tokens, start, length) if len(tokens) == width else tokens for tokens in lines]
            yield from _and_lowered(cut, length)


def _fewer_tokens(lines: Lines) -> Iterator[Lines]:
    for row, tokens in enumerate(lines):
        for start, length in _chunks(len(tokens)):
            yield from _and_lowered([*lines[:row], _cut(tokens, start, length), *lines[row + 1 :]], length)


def _cut(tokens: Sequence[str], start: int, length: int) -> list[str]:
    return [*tokens[:start], *tokens[start + length :]]


def _smaller_numbers(lines: Lines) -> Iterator[Lines]:
    for row, tokens in enumerate(lines):
        for column, token in enumerate(tokens):
            if NUMBER.fullmatch(token):
                number = int(token)
                sign = 1 if number > 0 else -1
                nearer = (
                    number - sign * (1 << shift) for shift in range(abs(number).bit_length() - 2, -1, -1)
                )
                for other in dict.fromkeys((0, 1, abs(number), *nearer)):
                    yield _with(lines, row, column, str(other))
