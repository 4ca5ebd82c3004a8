"""JSON Schemas of records, with the text below each field in the source as its description.

msgspec does not keep that text, so it is taken from the source.
"""

import ast
import inspect
import json
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec

from judge.base.records import Record


def definitions(record: type[Record]) -> dict[str, Any]:
    """Schemas of the record and of all records in it, by their names."""
    found: dict[str, Any] = msgspec.json.schema(record)["$defs"]
    records = {each.__name__: each for each in _all_records(Record)}
    for name, part in found.items():
        if name in records:
            _describe(part, records[name])
    return found


def schema_text(title: str, parts: dict[str, Any]) -> str:
    """The schema as a whole file."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **parts}
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _describe(part: dict[str, Any], record: type[Record]) -> None:
    texts = {key: text for each in reversed(record.__mro__) for key, text in _field_texts(each).items()}
    names = {field.encode_name: field.name for field in msgspec.structs.fields(record)}
    for key, value in part["properties"].items():
        value["description"] = texts[names[key]]
        value.pop("default", None)
    # Written records always have all fields; defaults are only for the code that makes a record.
    part["required"] = list(part["properties"])
    part["description"] = inspect.cleandoc(next(each.__doc__ for each in record.__mro__ if each.__doc__))


def _all_records(record: type[Record]) -> list[type[Record]]:
    return [one for each in record.__subclasses__() for one in (each, *_all_records(each))]


@cache
def _field_texts(record: type) -> dict[str, str]:
    """The string that follows each field of a class."""
    if not issubclass(record, Record):
        return {}
    body = ast.parse(inspect.getsource(record)).body[0].body  # type: ignore[attr-defined]
    return {
        field.target.id: " ".join(str(text.value.value).split())
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }
