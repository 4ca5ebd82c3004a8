"""Malformed inputs and outputs, made from good ones: validators must refuse them without failing themselves."""

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

LONG_BYTES = 1 << 20
NUMBER = re.compile(rb"(?<![\w.+-])[+-]?\d+(\.\d+)?(?![\w.])")
ARABIC_DIGITS = {ord(str(digit)): 0x660 + digit for digit in range(10)}
WIDE_DIGITS = {ord(str(digit)): 0xFF10 + digit for digit in range(10)}


class JunkKind(Struct, frozen=True):
    name: str
    make: Callable[[bytes], bytes]
    is_harmless: bool = False
    """Whether only the form differs, which a validator may well accept."""


def _with_first_number(value: bytes | Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    def change(text: bytes) -> bytes:
        return NUMBER.sub(lambda found: value if isinstance(value, bytes) else value(found[0]), text, count=1)

    return change


def _lines(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[bytes], bytes]:
    return lambda text: b"".join(change(text.splitlines(keepends=True)))


def _in_digits(digits: dict[int, int]) -> Callable[[bytes], bytes]:
    return lambda text: text.decode("latin-1").translate(digits).encode("utf-8")


def _without_token(index: int) -> Callable[[bytes], bytes]:
    def change(text: bytes) -> bytes:
        found = list(re.finditer(rb"\S+", text))
        return text[: found[index].start()] + text[found[index].end() :] if found else text

    return change


KINDS = (
    JunkKind("empty", lambda _: b""),
    JunkKind("only a line end", lambda _: b"\n"),
    JunkKind("only spaces", lambda _: b"   "),
    JunkKind("random bytes", lambda _: bytes((97 * number * number + 13) % 256 for number in range(512))),
    JunkKind("a NUL in it", lambda text: text[: len(text) // 2] + b"\0" + text[len(text) // 2 :]),
    JunkKind("a NUL at the end", lambda text: text + b"\0"),
    JunkKind("a byte that is not UTF-8", lambda text: text.rstrip(b"\n") + b"\xff\n"),
    JunkKind("a byte-order mark", lambda text: b"\xef\xbb\xbf" + text),
    JunkKind("no-break spaces", lambda text: text.replace(b" ", b"\xc2\xa0")),
    JunkKind("Arabic digits", _in_digits(ARABIC_DIGITS)),
    JunkKind("wide digits", _in_digits(WIDE_DIGITS)),
    JunkKind("a control character", lambda text: b"\x1b[2J" + text),
    JunkKind("a format string", lambda _: b"%s%s%s%n%n%n\n"),
    JunkKind("a long line of digits", lambda _: b"9" * LONG_BYTES + b"\n"),
    JunkKind("a long line of letters", lambda _: b"a" * LONG_BYTES + b"\n"),
    JunkKind("a million line ends", lambda _: b"\n" * LONG_BYTES),
    JunkKind("a huge number", _with_first_number(b"1" + b"0" * 100)),
    JunkKind("2^31", _with_first_number(b"2147483648")),
    JunkKind("2^64", _with_first_number(b"18446744073709551616")),
    JunkKind("a negative number", _with_first_number(b"-1")),
    JunkKind("minus zero", _with_first_number(b"-0")),
    JunkKind("NaN", _with_first_number(b"nan")),
    JunkKind("infinity", _with_first_number(b"inf")),
    JunkKind("1e400", _with_first_number(b"1e400")),
    JunkKind("1e-400", _with_first_number(b"1e-400")),
    JunkKind("a hexadecimal number", _with_first_number(b"0x10")),
    JunkKind("a fraction", _with_first_number(b"0.5")),
    JunkKind("a decimal comma", _with_first_number(b"1,5")),
    JunkKind("a word for a number", _with_first_number(b"seven")),
    JunkKind("the first half", lambda text: text[: len(text) // 2]),
    JunkKind("without the last line", _lines(lambda lines: lines[:-1])),
    JunkKind("without the first token", _without_token(0)),
    JunkKind("without the last token", _without_token(-1)),
    JunkKind("twice", lambda text: text + text),
    JunkKind("a token too many", lambda text: text + b"1\n"),
    JunkKind("a word too many", lambda text: text + b"the end\n"),
    JunkKind("lines in reverse", _lines(lambda lines: lines[::-1])),
    JunkKind("no final line end", lambda text: text.rstrip(b"\n"), True),
    JunkKind("a blank line at the end", lambda text: text + b"\n", True),
    JunkKind("a blank line at the beginning", lambda text: b"\n" + text, True),
    JunkKind("blank lines between", lambda text: text.replace(b"\n", b"\n\n"), True),
    JunkKind("spaces at the ends of lines", lambda text: text.replace(b"\n", b" \n"), True),
    JunkKind("a space at the beginning", lambda text: b" " + text, True),
    JunkKind("two spaces for one", lambda text: text.replace(b" ", b"  "), True),
    JunkKind("tabs for spaces", lambda text: text.replace(b" ", b"\t"), True),
    JunkKind("CR LF", lambda text: text.replace(b"\n", b"\r\n"), True),
    JunkKind("CR for LF", lambda text: text.replace(b"\n", b"\r"), True),
    JunkKind("form feeds for spaces", lambda text: text.replace(b" ", b"\f"), True),
    JunkKind("a token a line", lambda text: text.replace(b" ", b"\n"), True),
    JunkKind("all on one line", lambda text: text.rstrip(b"\n").replace(b"\n", b" ") + b"\n", True),
    JunkKind("a leading zero", _with_first_number(lambda number: b"00" + number.lstrip(b"+-")), True),
    JunkKind("a leading plus", _with_first_number(lambda number: b"+" + number.lstrip(b"+-")), True),
    JunkKind(
        "a trailing point",
        _with_first_number(lambda number: number + (b"" if b"." in number else b".")),
        True,
    ),
    JunkKind("upper for lower case", lambda text: text.swapcase(), True),
)
ANOTHER = JunkKind("that of another test", lambda text: text)


def junk_of(good: bytes, another: bytes | None = None) -> Iterator[tuple[JunkKind, bytes]]:
    """The kinds that differ from `good`. `another`: a correct text for another test, but not for this one."""
    for kind in KINDS:
        made = kind.make(good)
        if made != good:
            yield kind, made
    if another is not None and another != good:
        yield ANOTHER, another
