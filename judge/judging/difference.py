"""The first difference between an output and the answer, with the text around it.

The validator's reason names the line and the token; the files exist only until the run's folder is removed.
"""

import mmap
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from judge.base.records import Count, Positive, Record
from judge.base.text import printable
from judge.base.units import plural

PLACE = re.compile(r"line ([1-9][0-9]{0,17}), (?:(after|before) )?token ([1-9][0-9]{0,17})(?![0-9])")
"""A place, in the form in which build/compare and the validators of our problems begin a reason. A package's validator
may begin one with the solution's output."""
TOKEN = re.compile(rb"[^ \t\n\v\f\r]+")
LINES_AROUND = 2
SHOWN = 64
"""Characters of a line; before a token at most half of them."""
TOKEN_SHOWN = 40
BLOCK = 1 << 20

Content: TypeAlias = bytes | mmap.mmap


class Window(Record, frozen=True):
    """A few lines of a text, with a marked token in one of them."""

    first_line: Positive
    """The number of its first line, from 1."""
    lines: tuple[str, ...]
    """The lines, safe to print; "..." stands for text that is cut off."""
    marked: Count
    """The place of the marked line among them, from 0."""
    before: Count
    """Characters of that line before the token."""
    length: Count
    """The length of the token, as far as it is shown; 0: the text ends here, or only white space differs."""

    @property
    def ends_at_mark(self) -> bool:
        """Whether nothing is marked because the text ends there."""
        at_end = self.marked == len(self.lines) - 1 and self.before == len(self.lines[self.marked])
        return self.length == 0 and at_end


class Difference(Record, frozen=True):
    """Where an output first differs from the answer."""

    line: Positive
    """The line of the output, from 1."""
    column: Positive
    """The column there, from 1, in characters."""
    agreed: Count | None
    """Tokens before it, all of which agree; null if the problem's own validator decides what agrees."""
    expected: Window
    """The window of the answer, around the same token."""
    found: Window
    """The window of the output."""

    @property
    def text(self) -> str:
        """The place in words."""
        agreed = ""
        if self.agreed:
            agreed = f"; {plural(self.agreed, 'token')} before it {'is' if self.agreed == 1 else 'are'} right"
        return f"First difference: line {self.line}, column {self.column} of the output{agreed}"


def first_difference(
    reason: str, answer: Path, output: Path, *, token_by_token: bool = True
) -> Difference | None:
    """None: the reason names no place. `token_by_token`: whether the output must have the answer's tokens."""
    place = PLACE.match(reason)
    if place is None:
        return None
    with _content(answer) as expected, _content(output) as found:
        line, relation, number = int(place[1]), place[2], int(place[3])
        start, end = _token(found, _offset_of_line(found, line), number - 1)
        in_front = sum(1 for _ in TOKEN.finditer(found, 0, start))
        answer_start, answer_end = _token(expected, 0, in_front)
        if relation == "after":
            start = end
            answer_start = answer_end
        if relation is not None:
            end, answer_end = start, answer_start
        start, end = _within_a_line(found, start, end)
        answer_start, answer_end = _within_a_line(expected, answer_start, answer_end)
        line_start = _line_start(found, start)
        return Difference(
            line=found[:line_start].count(b"\n") + 1,
            column=len(_text(found[line_start:start])) + 1,
            agreed=(in_front + (relation == "after")) if token_by_token else None,
            expected=_window(expected, answer_start, answer_end),
            found=_window(found, start, end),
        )


@contextmanager
def _content(path: Path) -> Iterator[Content]:
    with path.open("rb") as file:
        if path.stat().st_size == 0:  # an empty file cannot be mapped
            yield b""
        else:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                yield content


def _offset_of_line(content: Content, line: int) -> int:
    """The offset where the line begins, or the end if there are fewer lines."""
    at, left = 0, line - 1
    while left and at < len(content):
        block = content[at : at + BLOCK]
        count = block.count(b"\n")
        if count < left:
            left -= count
            at += len(block)
            continue
        inside = -1
        for _ in range(left):
            inside = block.find(b"\n", inside + 1)
        return at + inside + 1
    return at


def _token(content: Content, at: int, number: int) -> tuple[int, int]:
    """Begin and end of the token with this number from there, counted from 0; twice the end if there is none."""
    token = next(islice(TOKEN.finditer(content, at), number, None), None)
    return token.span() if token else (len(content), len(content))


def _within_a_line(content: Content, start: int, end: int) -> tuple[int, int]:
    """The place within a line; the end of a text is at the end of its last line, before the line feed."""
    if start == len(content) > 0 and content[start - 1 : start] == b"\n":
        return start - 1, start - 1
    return start, end


def _line_start(content: Content, at: int) -> int:
    return content.rfind(b"\n", 0, at) + 1


def _line_end(content: Content, at: int) -> int:
    found = content.find(b"\n", at)
    return len(content) if found < 0 else found


def _text(line: bytes) -> str:
    """A part of a line, each character one column wide if possible."""
    return printable(line.decode("utf-8", errors="replace")).replace("\t", " ")


def _window(content: Content, start: int, end: int) -> Window:
    begin = _line_start(content, start)
    before: list[str] = []
    at = begin
    while at > 0 and len(before) < LINES_AROUND:
        previous = _line_start(content, at - 1)
        before.insert(0, _beginning(content, previous, at - 1))
        at = previous
    after: list[str] = []
    line_end = _line_end(content, start)
    at = line_end + 1
    while at < len(content) and len(after) < LINES_AROUND:
        after.append(_beginning(content, at, _line_end(content, at)))
        at = _line_end(content, at) + 1
    text, in_front, length = _marked_line(content, begin, start, end, line_end)
    first_line = content[:begin].count(b"\n") + 1 - len(before)
    return Window(first_line, (*before, text, *after), len(before), in_front, length)


def _beginning(content: Content, begin: int, end: int) -> str:
    """The beginning of a line."""
    text = _text(content[begin : min(end, begin + 4 * SHOWN)].removesuffix(b"\r"))
    return text if len(text) <= SHOWN and end <= begin + 4 * SHOWN else f"{text[:SHOWN]}..."


def _marked_line(content: Content, begin: int, start: int, end: int, line_end: int) -> tuple[str, int, int]:
    """The line around the token, the length of the part before the token, and the token's length."""
    left = _text(content[max(begin, start - 4 * SHOWN) : start])
    if len(left) > SHOWN // 2 or start - begin > 4 * SHOWN:
        left = f"...{left[-(SHOWN // 2) :]}"
    token = _text(content[start : min(end, start + 4 * SHOWN)])
    if len(token) > TOKEN_SHOWN:
        token = f"{token[:TOKEN_SHOWN]}..."
    room = SHOWN // 2
    right = _text(content[end : min(line_end, end + 4 * SHOWN)].removesuffix(b"\r"))
    if len(right) > room:
        right = f"{right[:room]}..."
    return left + token + right, len(left), len(token)
