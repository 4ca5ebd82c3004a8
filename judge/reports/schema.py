"""The JSON Schema of the report, from its classes. To write it anew: python -m judge.reports.schema

What stands below a field in the source is its description: msgspec does not keep that text, so it is taken from the
source.
"""

import ast
import inspect
import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from judge.base.records import Record
from judge.reports.model import FORMAT_VERSION, Reports

FILE = Path(__file__).with_name("report.schema.json")


def schema_text() -> str:
    """The whole file."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Report of Warp Judge, format {FORMAT_VERSION}",
        "if": {"required": ["reports"]},
        "then": {"$ref": "#/$defs/Reports"},
        "else": {"$ref": "#/$defs/Report"},
        "$defs": msgspec.json.schema(Reports)["$defs"],
    }
    records = {record.__name__: record for record in _all_records(Record)}
    for name, part in schema["$defs"].items():
        if name in records:
            _describe(part, records[name])
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _describe(part: dict[str, Any], record: type[Record]) -> None:
    texts = {key: text for each in reversed(record.__mro__) for key, text in _field_texts(each).items()}
    names = {field.encode_name: field.name for field in msgspec.structs.fields(record)}
    for key, value in part["properties"].items():
        value["description"] = texts[names[key]]
        value.pop("default", None)
    # What is written always has all fields; only the code that makes a record may leave some to their defaults.
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


if __name__ == "__main__":
    FILE.write_text(schema_text(), encoding="utf-8")
