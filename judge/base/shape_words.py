"""What is wrong with the data of a file, in words: msgspec's message with the names and values that the file has.

A field's `Meta(description=...)` states in an error what was expected.
"""

import re
import reprlib
from typing import Any, get_args, get_type_hints

import msgspec

from judge.base.suggestions import unknown_name

KEY = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
"""A step of a path in msgspec's messages."""


def keys_in(message: str) -> list[str | int]:
    """The keys that lead to the value in msgspec's message."""
    what, _, path = message.replace(" - at `key` in `$", " - at `$").partition(" - at `$")
    keys: list[str | int] = [
        key or (int(index) if index.isdecimal() else index) for key, index in KEY.findall(path)
    ]
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what)
    return [*keys, unknown[1]] if unknown else keys


def in_words(message: str, content: object, shape: Any) -> str:
    """msgspec's message with the names and values of this file: it has types, and the path `$.limits.memory`."""
    wrong_key = " - at `key` in `$" in message
    what, _, path = message.replace(" - at `key` in `$", " - at `$").partition(" - at `$")
    keys = KEY.findall(path)
    description = ""
    for key, index in keys:
        if key and (fields := _fields(shape)):
            shape = fields.get(key)
            description = _description(shape)
            content = content.get(key) if isinstance(content, dict) else content
        elif index.isdecimal() and isinstance(content, list):
            content = content[int(index)]
    name = ".".join(key for key, _ in keys if key)
    inside = f"'{name}': " if name else ""
    if wrong_key and isinstance(content, dict):
        found = ", ".join(repr(key) for key in content if not isinstance(key, str))
        return f"{inside}a key must be a text, found {found}."
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        return inside + str(unknown_name("key", unknown[1], _fields(shape)))
    if missing := re.fullmatch(r"Object missing required field `(.*)`", what):
        return f"{inside}the key '{missing[1]}' is missing."
    if description:
        return f"'{name}' must be {description}, found {reprlib.repr(content)}."
    return f"{inside}{what.replace('`', '')}, found {reprlib.repr(content)}."


def _fields(shape: Any) -> dict[str, Any]:
    """The types by key of a Struct, or of the Struct within an annotation or a union."""
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        return get_type_hints(shape, include_extras=True)
    return next((fields for part in get_args(shape) if (fields := _fields(part))), {})


def _description(shape: Any) -> str:
    if isinstance(shape, msgspec.Meta):
        return shape.description or ""
    parts = (*getattr(shape, "__metadata__", ()), *get_args(shape))  # its own before those of its parts
    return next((text for part in parts if (text := _description(part))), "")
