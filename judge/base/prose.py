"""The layout of text in lines: a figure stays with its unit, Chinese is broken between any two characters, and in a
file no line ends in blanks."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.containers import Lines
from rich.segment import Segment
from rich.text import Span, Text

UNIT = r"(?:[num]?s|min|h|[KMGT]?i?B(?:/s)?|[KMGT]?FLOP/s|times)"
FIGURE = re.compile(rf"(?<=\d) (?={UNIT}(?![\w/]))")
GLUE = "\ue000"
"""Replaces the blank between a figure and its unit: Rich breaks lines at all others, even at no-break spaces."""


WIDE = r"\u2e80-\u303f\u3041-\u9fff\uf900-\ufaff\uff01-\uff60"
"""Chinese and Japanese characters, with their punctuation."""
ENDS, BEGINS = "、。，：；！？）」』》】", "（「『《【"
"""Characters that no line begins with, and those that no line ends with."""
UNBROKEN = re.compile(rf"[{BEGINS}]*(?:[{WIDE}]|[^\s{WIDE}]+)[{ENDS}]*\s*|\s+")
SOFT_BREAK = re.compile(rf"(?<=[{WIDE}])\n(?=[{WIDE}])")
"""A soft break in the source of a text: between two such characters, a line end does not stand for a blank."""


class Prose(Text):
    """Text that may be broken into lines anywhere but between a figure and its unit."""

    @classmethod
    def of(cls, text: Text) -> "Prose":
        return cls(
            FIGURE.sub(GLUE, text.plain),
            text.style,
            justify=text.justify,
            overflow=text.overflow,
            no_wrap=text.no_wrap,
            end=text.end,
            tab_size=text.tab_size,
            spans=[*text.spans],
        )

    def wrap(self, *arguments: Any, **options: Any) -> Lines:
        """The lines; the parameters are those of Text.wrap."""
        if not re.search(f"[{WIDE}]", self.plain) or self.no_wrap or options.get("no_wrap"):
            lines = super().wrap(*arguments, **options)
        else:
            _, width, *_ = arguments
            lines = Lines()
            for line in self.split(allow_blank=True):
                for part in line.divide(breaks(line.plain, width)):
                    part.rstrip()
                    lines.extend(Text.wrap(part, *arguments, **options))
        for line in lines:
            line.plain = line.plain.replace(GLUE, " ")
        return lines


def cleaned(text: Text, clean: Callable[[str], str]) -> Text:
    """The text with `clean` applied to each span, which keeps its styles."""
    if clean(text.plain) == text.plain:
        return text
    edges = {edge for span in text.spans for edge in (span.start, span.end)}
    result = text.blank_copy()
    for piece in text.divide(sorted(edges & {*range(1, len(text))})):
        shown = clean(piece.plain)
        spans = [Span(0, len(shown), span.style) for span in piece.spans]
        result.append_text(Text(shown, piece.style, spans=spans))
    return result


def breaks(line: str, width: int) -> list[int]:
    """The positions where a line of text with wide characters is broken, for this many columns of the terminal."""
    found, start = [], 0
    for part in UNBROKEN.finditer(line):
        if part.start() > start and cell_len(line[start : part.end()].rstrip()) > width:
            start = part.start()
            found.append(start)
    return found


class WithoutTrailingBlanks(RenderHook):
    """A console's output without trailing blanks: the padding of tables and panels would be noise in a file."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Stripped(one) for one in renderables]


class _Stripped:
    def __init__(self, content: ConsoleRenderable) -> None:
        self._content = content

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        return _stripped(console.render(self._content, options))


def _stripped(segments: Iterable[Segment]) -> Iterator[Segment]:
    blanks: list[Segment] = []
    """Blanks that may turn out to be the last of their line."""
    for segment in segments:
        if segment.control:
            yield segment
            continue
        for number, line in enumerate(segment.text.split("\n")):
            if number:
                blanks = []
                yield Segment.line()
            if solid := line.rstrip(" "):
                yield from blanks
                blanks = []
                yield Segment(solid, segment.style)
            if len(solid) < len(line):
                blanks.append(Segment(line[len(solid) :], segment.style))
    yield from blanks
