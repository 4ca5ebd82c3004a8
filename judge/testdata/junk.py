"""Malformed inputs and outputs, made from good ones: what validators must refuse without failing themselves."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

LONG_BYTES = 1 << 20
NUMBER = re.compile(rb"(?<![\w.+-])[+-]?\d+(\.\d+)?(?![\w.])")
ARABIC_DIGITS = {ord(str(digit)): 0x660 + digit for digit in range(10)}
WIDE_DIGITS = {ord(str(digit)): 0xFF10 + digit for digit in range(10)}


@dataclass(frozen=True)
class Kind:
    name: str
    make: Callable[[bytes], bytes]
    is_harmless: bool = False
    """Whether only the form is another, which a validator may well accept."""


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
    Kind("empty", lambda _: b""),
    Kind("only a line end", lambda _: b"\n"),
    Kind("only spaces", lambda _: b"   "),
    Kind("random bytes", lambda _: bytes((97 * number * number + 13) % 256 for number in range(512))),
    Kind("a NUL in it", lambda text: text[: len(text) // 2] + b"\0" + text[len(text) // 2 :]),
    Kind("a NUL at the end", lambda text: text + b"\0"),
    Kind("a byte that is no UTF-8", lambda text: text.rstrip(b"\n") + b"\xff\n"),
    Kind("a byte-order mark", lambda text: b"\xef\xbb\xbf" + text),
    Kind("no-break spaces", lambda text: text.replace(b" ", b"\xc2\xa0")),
    Kind("Arabic digits", _in_digits(ARABIC_DIGITS)),
    Kind("wide digits", _in_digits(WIDE_DIGITS)),
    Kind("a control character", lambda text: b"\x1b[2J" + text),
    Kind("a format string", lambda _: b"%s%s%s%n%n%n\n"),
    Kind("a long line of digits", lambda _: b"9" * LONG_BYTES + b"\n"),
    Kind("a long line of letters", lambda _: b"a" * LONG_BYTES + b"\n"),
    Kind("a million line ends", lambda _: b"\n" * LONG_BYTES),
    Kind("a huge number", _with_first_number(b"1" + b"0" * 100)),
    Kind("2^31", _with_first_number(b"2147483648")),
    Kind("2^64", _with_first_number(b"18446744073709551616")),
    Kind("a negative number", _with_first_number(b"-1")),
    Kind("minus zero", _with_first_number(b"-0")),
    Kind("NaN", _with_first_number(b"nan")),
    Kind("infinity", _with_first_number(b"inf")),
    Kind("1e400", _with_first_number(b"1e400")),
    Kind("1e-400", _with_first_number(b"1e-400")),
    Kind("a hexadecimal number", _with_first_number(b"0x10")),
    Kind("a fraction", _with_first_number(b"0.5")),
    Kind("a decimal comma", _with_first_number(b"1,5")),
    Kind("a word for a number", _with_first_number(b"seven")),
    Kind("the first half", lambda text: text[: len(text) // 2]),
    Kind("without the last line", _lines(lambda lines: lines[:-1])),
    Kind("without the first token", _without_token(0)),
    Kind("without the last token", _without_token(-1)),
    Kind("twice", lambda text: text + text),
    Kind("a token too many", lambda text: text + b"1\n"),
    Kind("a word too many", lambda text: text + b"the end\n"),
    Kind("lines in reverse", _lines(lambda lines: lines[::-1])),
    Kind("no final line end", lambda text: text.rstrip(b"\n"), True),
    Kind("a blank line at the end", lambda text: text + b"\n", True),
    Kind("a blank line at the beginning", lambda text: b"\n" + text, True),
    Kind("blank lines between", lambda text: text.replace(b"\n", b"\n\n"), True),
    Kind("spaces at the ends of lines", lambda text: text.replace(b"\n", b" \n"), True),
    Kind("a space at the beginning", lambda text: b" " + text, True),
    Kind("two spaces for one", lambda text: text.replace(b" ", b"  "), True),
    Kind("tabs for spaces", lambda text: text.replace(b" ", b"\t"), True),
    Kind("CR LF", lambda text: text.replace(b"\n", b"\r\n"), True),
    Kind("CR for LF", lambda text: text.replace(b"\n", b"\r"), True),
    Kind("form feeds for spaces", lambda text: text.replace(b" ", b"\f"), True),
    Kind("a token a line", lambda text: text.replace(b" ", b"\n"), True),
    Kind("all on one line", lambda text: text.rstrip(b"\n").replace(b"\n", b" ") + b"\n", True),
    Kind("a leading zero", _with_first_number(lambda number: b"00" + number.lstrip(b"+-")), True),
    Kind("a leading plus", _with_first_number(lambda number: b"+" + number.lstrip(b"+-")), True),
    Kind(
        "a trailing point",
        _with_first_number(lambda number: number + (b"" if b"." in number else b".")),
        True,
    ),
    Kind("upper for lower case", lambda text: text.swapcase(), True),
)
ANOTHER = Kind("that of another test", lambda text: text)


def junk_of(good: bytes, another: bytes | None = None) -> Iterator[tuple[Kind, bytes]]:
    """The kinds that differ from `good`. `another`: what is right for another test, but not for this one."""
    for kind in KINDS:
        made = kind.make(good)
        if made != good:
            yield kind, made
    if another is not None and another != good:
        yield ANOTHER, another
