"""Data in files: each kind is a Record, which msgspec reads and writes by its annotations.

What is read is checked against them: a missing or unknown field, another type or a number out of bounds raises
`msgspec.ValidationError`, a ValueError that names the place. Loading msgspec takes a sixth of the time of pydantic.

Values that are never in a file are plain structs of msgspec: defining a dataclass takes fifty times as long, and
dataclasses took a quarter of the start of `judge submit`. The default of a struct's field cannot be read from its
class.
"""

import dataclasses
import json
import threading
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from judge.base.text import harmless_json


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all records."""


Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
NonNegative = Annotated[float, Meta(ge=0)]
Rate = Annotated[float, Meta(gt=0, le=1e300)]
"""A number that code may divide by."""

Data = TypeVar("Data")


def replace(data: Data, **changes: Any) -> Data:
    """A copy of a record, or of a dataclass, with some of its fields changed."""
    if isinstance(data, Struct):
        return msgspec.structs.replace(data, **changes)
    return dataclasses.replace(data, **changes)  # type: ignore[type-var]


_ready: set[Any] = set()
_making_ready = threading.Lock()


def converted(data: Any, shape: type[Data], **how: Any) -> Data:
    """Data from a file or a database, as this type. Raises ValueError. `how`: options of msgspec.convert()."""
    _make_ready(shape)
    found: Data = msgspec.convert(data, shape, **how)
    return found


def shaped(data: Any, shape: type[Data]) -> Data | None:
    """The data as this type; None: it has another form, as another version or a stranger may send."""
    try:
        return converted(data, shape)
    except (msgspec.ValidationError, RecursionError):
        return None


def decoded(content: bytes | str | msgspec.Raw, shape: type[Data]) -> Data:
    """JSON as data of this type. Raises ValueError."""
    _make_ready(shape)
    return msgspec.json.decode(content, type=shape)


def _make_ready(shape: Any) -> None:
    """Makes msgspec analyse a type now. Otherwise it does so at first use, and the process crashes if another thread
    uses the type meanwhile (msgspec 0.22)."""
    if shape not in _ready:
        with _making_ready:
            msgspec.msgpack.Decoder(shape)
            _ready.add(shape)


Part = TypeVar("Part", bound=Struct)


def part_of(whole: object, shape: type[Part], **others: Any) -> Part:
    """A record made from the fields of `whole` with the same names, and from these others."""
    names = (name for name in shape.__struct_fields__ if name not in others)
    return shape(**{name: getattr(whole, name) for name in names}, **others)


def as_json(data: object) -> Any:
    """Dictionaries, lists and plain values, in the form in which a JSON file returns them."""
    try:
        return msgspec.json.decode(msgspec.json.encode(data))
    except UnicodeEncodeError:  # as in a file's name that is not UTF-8; json takes it, ten times as slowly
        return json.loads(json.dumps(msgspec.to_builtins(data)))


def json_text(data: object) -> str:
    """JSON as a file of its own, in lines that people can read."""
    return harmless_json(msgspec.json.format(msgspec.json.encode(data), indent=1).decode()) + "\n"
