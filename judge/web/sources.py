"""Sources on a page: highlighted, with the messages of the compiler and the emulated GPU at the lines that they
name."""

import re
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_for_filename
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

from judge.base.text import harmless
from judge.service.given import usual_suffix
from judge.service.own_words import advice_in
from judge.store.records import FileRecord

MOST_HIGHLIGHTED = 128 << 10
"""The most bytes of a source; a longer one is shown plain."""
MOST_OF_A_LINE = 2000
"""The most characters of a highlighted line; a longer one is shown plain."""
HIGHLIGHTED_WITHIN_S = 1.0
"""Processor time to highlight all files; after that the rest is shown plain. Some lexers take quadratic time."""
MOST_SHOWN = 1 << 20
MOST_MESSAGES = 200
MOST_SAID = 256 << 10
"""The most characters of a compiler's message that are searched for places."""
PLACE = re.compile(
    r"""^[ \t]*(?:-->[ \t]*|File[ ]")?(?P<file>[^\s:"()][^:"()\n]{0,200}?)(?:",[ ]line[ ]|[:(])(?P<line>\d{1,7})
    (?:[:,](?P<column>\d{1,7}))?\)?:?[ \t]*(?P<what>[^\n]*)$""",
    re.MULTILINE | re.VERBOSE,
)
"""A place in the form of most compilers: mine.cpp:3:5: error: ..., Main.java:3: error: ..., File "mine.py", line 3."""
KIND = re.compile(r"(?:fatal |syntax )?(error|warning|note)(?:\[\w+\])?: *", re.IGNORECASE)
CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Token.Comment.Preproc, "sp"),
    (Token.Comment, "sc"),
    (Token.Keyword, "sk"),
    (Token.Operator.Word, "sk"),
    (Token.Name.Builtin, "sb"),
    (Token.Name.Function, "sf"),
    (Token.Name.Class, "sf"),
    (Token.Literal.String, "ss"),
    (Token.Literal.Number, "sn"),
)
"""Classes by kind of token; the first match counts."""


class Message(Struct, frozen=True):
    """A message about a line."""

    kind: str
    """"error", "warning", "note", or the kind of a finding."""
    text: str
    line: int
    first_line: int | None = None
    """The line of the first access, in a message about a race's other one; None: it is not one."""
    key: str = ""
    """The key of the pages' text that replaces `text`."""
    figures: Mapping[str, str] = {}
    """Figures in that text."""


class ShownLine(Struct, frozen=True):
    number: int
    code: Markup
    messages: Sequence[Message]


class ShownSource(Struct, frozen=True):
    name: str
    anchor: str
    lines: Sequence[ShownLine]
    left_out: int
    """The number of bytes at its end that are not shown."""


def shown_sources(files: Sequence[FileRecord], detail: Mapping[str, Any]) -> list[ShownSource]:
    """`detail`: of the judgement, as far as it may be seen."""
    messages = messages_of(files, detail)
    until_s = time.thread_time() + HIGHLIGHTED_WITHIN_S
    return [
        _shown(file, f"f{number}", messages.get(file.name, {}), until_s)
        for number, file in enumerate(files, start=1)
    ]


def messages_of(
    files: Sequence[FileRecord], detail: Mapping[str, Any]
) -> dict[str, dict[int, list[Message]]]:
    """Messages by file and line. A place in a file that was not submitted is ignored."""
    by_name = {PurePosixPath(file.name).name: file.name for file in files}
    found: dict[str, dict[int, list[Message]]] = defaultdict(lambda: defaultdict(list))
    count = 0
    for file, message in (
        *_of_compiler((detail.get("compile_error") or "")[:MOST_SAID]),
        *_of_findings(detail),
        *_of_advice(detail),
    ):
        name = by_name.get(PurePosixPath(file).name) or (
            files[0].name if len(files) == 1 and not file else None
        )
        if name is None:
            continue
        count += 1
        if count > MOST_MESSAGES:
            break
        at_line = found[name][message.line]
        if message not in at_line:
            at_line.append(message)
    return {name: dict(lines) for name, lines in found.items()}


def _of_compiler(text: str) -> Iterator[tuple[str, Message]]:
    for match in PLACE.finditer(text):
        what = match["what"].strip() or _said_elsewhere(text, match.start())
        kind = KIND.match(what)
        words = what[kind.end() :] if kind else what
        yield match["file"], Message(kind[1].lower() if kind else "error", words, int(match["line"]))


def _said_elsewhere(text: str, place: int) -> str:
    """Rust states the error in the line before the place, Python in the last line."""
    before = text[:place].rstrip("\n").rpartition("\n")[2].strip()
    return before if KIND.match(before) else text.strip().rpartition("\n")[2].strip()


def _of_findings(detail: Mapping[str, Any]) -> Iterator[tuple[str, Message]]:
    for one in detail.get("findings") or ():
        if one.get("line"):
            first = int(one["line"])
            yield one.get("file") or "", Message(str(one["kind"]), str(one.get("what", "")), first)
            other = one.get("other")
            if other and (other["file"], other["line"]) != (one.get("file"), first):
                yield other["file"], Message(str(one["kind"]), "", int(other["line"]), first)


def _of_advice(detail: Mapping[str, Any]) -> Iterator[tuple[str, Message]]:
    for one in advice_in(detail):
        if one.line:
            yield one.file or "", Message("GPU", "", one.line, key=f"advice_{one.key}", figures=one.figures)


def _shown(
    file: FileRecord, anchor: str, messages: Mapping[int, Sequence[Message]], until_s: float
) -> ShownSource:
    text = (
        file.content[:MOST_SHOWN]
        .decode("utf-8-sig", errors="replace")
        .replace("\r\n", "\n")
        .replace("\r", "\n")
    )
    lines = [
        ShownLine(number, code, messages.get(number, ()))
        for number, code in enumerate(_highlighted(file.name, text, until_s), start=1)
    ]
    if lines and (
        beyond := [one for line in sorted(messages) if line > len(lines) for one in messages[line]]
    ):
        lines[-1] = ShownLine(lines[-1].number, lines[-1].code, [*lines[-1].messages, *beyond])
    return ShownSource(file.name, anchor, lines, max(0, len(file.content) - MOST_SHOWN))


def _highlighted(name: str, text: str, until_s: float) -> Iterator[Markup]:
    """The lines. `until_s`: of the thread's processor time."""
    lexer = _lexer_of(name) if len(text) <= MOST_HIGHLIGHTED else None
    lines = text.removesuffix("\n").split("\n")
    for is_long, group in groupby(lines, lambda line: len(line) > MOST_OF_A_LINE):
        if lexer is None or is_long:
            yield from (escape(harmless(line)) for line in group)
        else:
            yield from _highlighted_lines(lexer, "\n".join(group), until_s)


def _highlighted_lines(lexer: Lexer, text: str, until_s: float) -> Iterator[Markup]:
    line: list[Markup] = []
    for kind, piece in _tokens(lexer, text, until_s):
        css = next((css for of, css in CLASSES if kind in of), "")
        for index, part in enumerate(piece.split("\n")):
            if index:
                yield Markup("").join(line)
                line = []
            if part:
                shown = escape(harmless(part))
                line.append(Markup('<span class="{}">{}</span>').format(css, shown) if css else shown)
    yield Markup("").join(line)


def _tokens(lexer: Lexer, text: str, until_s: float) -> Iterator[tuple[_TokenType, str]]:
    for start, kind, piece in lexer.get_tokens_unprocessed(text):
        if time.thread_time() > until_s:
            yield Token.Text, text[start:]
            return
        yield kind, piece


def _lexer_of(name: str) -> Lexer | None:
    suffix = usual_suffix(name)
    try:
        return get_lexer_for_filename(f"source{suffix}") if suffix else None
    except ClassNotFound:
        return None
