"""Strict reading of a problem's YAML files: each must match the fields of a msgspec Struct, or is an error.

A field's `Meta(description=...)` states in an error what was expected.
"""

import re
import reprlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
import yaml

from judge.base.errors import JudgeError
from judge.base.json_text import json_value, place_in
from judge.base.outside_files import DATA_BYTES, reading, text_of
from judge.base.records import converted
from judge.base.suggestions import unknown_name
from judge.base.yaml_text import yaml_node, yaml_value

T = TypeVar("T")
JSON = ".json"
WORDS = {
    written: value
    for word, value in {"yes": True, "on": True, "no": False, "off": False}.items()
    for written in (word, word.title(), word.upper())
}
KEY = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
"""A step of a path in msgspec's messages."""


def read_yaml(path: Path, shape: type[T]) -> T:
    """The content of a YAML file. Raises JudgeError with file, line, key, what was expected and what was found."""
    return shaped(yaml_content(path), shape, str(path), path)


def read_yaml_texts(path: Path, shape: type[T]) -> T:
    """Reads a file whose values are texts until their types are known: a name or an id may consist of digits."""
    return shaped(yaml_content(path, as_texts=True), shape, str(path), path, strict=False)


def yaml_content(
    path: Path, change: Callable[[str], str] = lambda text: text, *, as_texts: bool = False
) -> Any:
    """The parsed content, after changing the text; for a JSON file by the rules of JSON. Raises JudgeError with file,
    line and column."""
    if path.suffix == JSON:
        text = text_of(path, DATA_BYTES)
        with reading(path):
            return json_value(text)
    text = text_of(path)
    with reading(path):
        return yaml_value(change(text), as_texts=as_texts)


def place(path: Path, *keys: str | int) -> str:
    """Where in a YAML or JSON file a value is, as far as the keys lead: "problem.yaml, line 7"."""
    try:
        with reading(path):
            line = _line_in_json(path, keys) if path.suffix == JSON else _line_in_yaml(path, keys)
    except JudgeError:
        line = None
    return f"{path}, line {line}" if line else str(path)


def _line_in_json(path: Path, keys: tuple[str | int, ...]) -> int | None:
    text = text_of(path, DATA_BYTES)
    places = (place_in(text, keys[:count]) for count in range(len(keys), 0, -1))
    at = next((at for at in places if at is not None), None)
    return None if at is None else text.count("\n", 0, at) + 1


@lru_cache(maxsize=4)
def _node(text: str) -> yaml.Node | None:
    """The node, cached, as a reader may need the places of hundreds of values in one file."""
    return yaml_node(text)


def _line_in_yaml(path: Path, keys: tuple[str | int, ...]) -> int | None:
    node = _node(text_of(path))
    line = None
    for key in keys:
        if isinstance(node, yaml.MappingNode):
            found = next((pair for pair in node.value if pair[0].value == key), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            found = (node.value[key], node.value[key])
        else:
            found = None
        if found is None:
            break
        line, node = found[0].start_mark.line + 1, found[1]
    return line


def shaped(
    content: object, shape: type[T], where: str, path: Path | None = None, *, strict: bool = True
) -> T:
    """The content as a value of this type. Raises JudgeError as read_yaml does. `path`: the file. Without `strict`,
    texts are converted to numbers and the like."""
    if not isinstance(content, dict):
        found = "nothing" if content is None else type(content).__name__
        raise JudgeError(f"{where}: expected a map of keys, found {found}.")
    try:
        return converted_yaml(content, shape, strict=strict)
    except msgspec.ValidationError as error:
        if path is not None:
            where = place(path, *_keys_in(str(error)))
        raise JudgeError(f"{where}: {_in_words(str(error), content, shape)}") from error


def converted_yaml(content: object, shape: type[T], *, strict: bool = True) -> T:
    """The content as data of this type, where a word of YAML 1.1 such as `yes` counts as true or false if a boolean is
    needed. Raises msgspec.ValidationError."""
    try:
        return converted(content, shape, strict=strict)
    except msgspec.ValidationError as error:
        changed = _with_words(content, _keys_in(str(error))) if "`bool`" in str(error) else content
        if changed == content:
            raise
    return converted_yaml(changed, shape, strict=strict)


def _with_words(content: object, keys: list[str | int]) -> object:
    """A copy in which values at this path are true or false if a word of YAML 1.1 says so."""
    if not keys:
        return WORDS.get(content, content) if isinstance(content, str) else content
    key, *rest = keys
    if isinstance(content, list):
        return [_with_words(part, rest) if key in ("...", at) else part for at, part in enumerate(content)]
    if isinstance(content, dict):
        return {
            name: _with_words(part, rest) if key in ("...", name) else part for name, part in content.items()
        }
    return content


def _keys_in(message: str) -> list[str | int]:
    """The keys that lead to the value in msgspec's message."""
    what, _, path = message.replace(" - at `key` in `$", " - at `$").partition(" - at `$")
    keys: list[str | int] = [
        key or (int(index) if index.isdecimal() else index) for key, index in KEY.findall(path)
    ]
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what)
    return [*keys, unknown[1]] if unknown else keys


def _in_words(message: str, content: object, shape: Any) -> str:
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
