"""JSON from outside, read within bounds; a duplicate key in an object is an error."""

import json
import re
from collections.abc import Iterator, Sequence
from json import JSONDecodeError
from typing import Any

import msgspec

DEEPEST = 64
"""The deepest nesting of objects and lists."""
MOST_VALUES = 1_000_000
"""The most keys of objects and elements of lists."""
TOKEN = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*+)"(?P<colon>\s*+:)?|[][{},]', re.DOTALL)
"""The tokens that show where a key or an element of a list begins."""
SPACE = re.compile(r"\s*")
BYTE = re.compile(r"(.*) \(byte (\d+)\)")
STEP = re.compile(r"\[(\d+)\]|\.([^.\[`]+)")
"""A step of a path in msgspec's messages."""


def json_value(text: str) -> Any:
    """The value of a JSON text. Raises JSONDecodeError."""
    twice = None
    for count, (path, at, is_known) in enumerate(_places(text)):
        if count == MOST_VALUES:
            raise JSONDecodeError(f"there are more than {MOST_VALUES} values", text, at)
        if is_known and twice is None:
            twice = (path[-1], at)
    try:
        value = msgspec.json.decode(text.encode())
    except msgspec.ValidationError as error:  # a number
        keys = path_in(str(error))
        raise JSONDecodeError(str(error).partition(" - at ")[0], text, place_in(text, keys) or 0) from error
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise _malformed(text, error) from error
    if twice:
        raise JSONDecodeError(f"the key {str(twice[0])[:60]!r} appears twice", text, twice[1])
    return value


def path_in(message: str) -> list[str | int]:
    """The keys and indices of the path in a message of msgspec: "... - at `$[3].name`"."""
    path = message.partition(" - at `$")[2]
    return [int(index) if index else key for index, key in STEP.findall(path)]


def place_in(text: str, keys: Sequence[str | int]) -> int | None:
    """Where the value at this path begins; None: there is none."""
    wanted = list(keys)
    return next((at for path, at, _ in _places(text) if path == wanted), None)


def _places(text: str) -> Iterator[tuple[Sequence[str | int], int, bool]]:
    """Each key of an object and each element of a list: its path, where it begins, and whether it repeats a key of its
    object. Raises JSONDecodeError for deeper nesting."""
    path: list[str | int] = []
    known: list[set[str] | None] = []
    """The keys so far of each open object; None for a list."""
    for token in TOKEN.finditer(text):
        first = text[token.start()]
        if first in "[{":
            if len(path) == DEEPEST:
                raise JSONDecodeError(
                    f"objects and lists are nested more than {DEEPEST} deep", text, token.start()
                )
            path.append(0 if first == "[" else "")
            known.append(None if first == "[" else set())
        elif not path:
            continue
        elif first in "]}":
            path.pop()
            known.pop()
        elif first == "," and isinstance(path[-1], int):
            path[-1] += 1
        keys = known[-1] if known else None
        if token["colon"] and keys is not None:
            path[-1] = key = _key(token["text"])
            yield path, token.start(), key in keys
            keys.add(key)
        elif first in "[," and keys is None and path:
            yield path, SPACE.match(text, token.end()).end(), False  # type: ignore[union-attr]


def _key(text: str) -> str:
    """The key between the quotes."""
    try:
        return str(json.loads(f'"{text}"')) if "\\" in text else text
    except ValueError:
        return text


def _malformed(text: str, error: Exception) -> JSONDecodeError:
    try:
        json.loads(text)
    except JSONDecodeError as known:  # whose positions are better than msgspec's
        return known
    except ValueError:
        return JSONDecodeError(str(error), text, 0)
    if match := BYTE.fullmatch(str(error)):
        return JSONDecodeError(match[1], text, len(text.encode()[: int(match[2])].decode(errors="replace")))
    half = re.search(r"\\u[dD][89a-fA-F]", text)
    return JSONDecodeError("half of a surrogate pair is not a character", text, half.start() if half else 0)
