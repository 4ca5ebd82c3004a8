"""Strict reading of a problem's YAML files: each must match the fields of a msgspec Struct, or is an error."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from judge.base.errors import JudgeError
from judge.base.json_text import json_value, place_in
from judge.base.outside_files import DATA_BYTES, reading, text_of
from judge.base.records import converted
from judge.base.shape_words import in_words, keys_in
from judge.base.yaml_text import yaml_node, yaml_value

T = TypeVar("T")
JSON = ".json"
WORDS = {
    written: value
    for word, value in {"yes": True, "on": True, "no": False, "off": False}.items()
    for written in (word, word.title(), word.upper())
}


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
            where = place(path, *keys_in(str(error)))
        raise JudgeError(f"{where}: {in_words(str(error), content, shape)}") from error


def converted_yaml(content: object, shape: type[T], *, strict: bool = True) -> T:
    """The content as data of this type, where a word of YAML 1.1 such as `yes` counts as true or false if a boolean is
    needed. Raises msgspec.ValidationError."""
    try:
        return converted(content, shape, strict=strict)
    except msgspec.ValidationError as error:
        changed = _with_words(content, keys_in(str(error))) if "`bool`" in str(error) else content
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
