"""Records as rows: the columns of a table are the fields of its record."""

import json
import math
import types
import typing
from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, TypeVar

import msgspec

from judge.base.records import Record, converted
from judge.base.sqlite import Value, bounded
from judge.base.text import all_as_utf8, as_utf8
from judge.store.errors import StoreError

Shape = TypeVar("Shape", bound=Record)
NUL_IN_SIGHT = "\N{SYMBOL FOR NULL}"
"""The replacement of NUL, which PostgreSQL's texts cannot contain."""


def columns(shape: type[Record], table: str = "") -> str:
    """The names of its columns, for SELECT."""
    return ", ".join(f"{table}.{name}" if table else name for name in shape.__struct_fields__)


def record_of(shape: type[Shape], row: Sequence[Any]) -> Shape:
    """`row`: the values of columns(shape). Raises StoreError for values that do not fit."""
    fields = dict(zip(shape.__struct_fields__, row, strict=True))
    wholes, structured = _special(shape)
    try:
        for name in wholes:
            fields[name] = None if fields[name] is None else bool(fields[name])
        for name in structured:
            fields[name] = None if fields[name] is None else msgspec.json.decode(fields[name])
        return converted(fields, shape)
    except ValueError as error:  # msgspec's errors are ValueErrors
        raise StoreError(
            f"the store holds a damaged {shape.__name__} ({error}): restore a backup."
        ) from error


def row_of(record: Record, leave_out: Collection[str] = ("id",)) -> dict[str, Value]:
    """Its values by column. Raises StoreError for a value out of the field's bounds."""
    try:
        converted(msgspec.to_builtins(record), type(record))
    except ValueError as error:
        raise StoreError(f"a {type(record).__name__} cannot be stored: {error}.") from error
    _, structured = _special(type(record))
    return {
        name: storable(_json(value) if name in structured and value is not None else value, name)
        for name in record.__struct_fields__
        if name not in leave_out
        for value in [getattr(record, name)]
    }


def storable(value: object, name: str = "value") -> Value:
    """The value in a form that both databases take."""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        return as_utf8(value).replace("\0", NUL_IN_SIGHT)
    if isinstance(value, float) and not math.isfinite(value):
        raise StoreError(f"{name}: expected a finite number, found {value}.")
    if value is None or isinstance(value, int | float | bytes):
        return bounded(value)
    raise StoreError(f"{name}: a {type(value).__name__} cannot be stored.")


def _json(value: Any) -> str:
    return json.dumps(all_as_utf8(msgspec.to_builtins(value)), ensure_ascii=False, separators=(",", ":"))


@cache
def _special(shape: type[Record]) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that are stored as 0 or 1, and those that are stored as JSON."""
    kinds = {name: _kinds(hint) for name, hint in typing.get_type_hints(shape).items()}
    return (
        frozenset(name for name, of in kinds.items() if bool in of),
        frozenset(
            name
            for name, of in kinds.items()
            if any(issubclass(kind, tuple | dict | list | Record | Mapping) for kind in of)
        ),
    )


def _kinds(hint: Any) -> list[type]:
    """The classes that a field's annotation permits."""
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return [kind for part in typing.get_args(hint) for kind in _kinds(part)]
    return [origin or hint] if isinstance(origin or hint, type) else []
