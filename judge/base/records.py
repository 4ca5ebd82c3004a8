"""Data that files hold: each kind is a Record, which msgspec reads and writes by its annotations.

What is read is checked against them: a missing or unknown field, another type and a number out of bounds are a
`msgspec.ValidationError`, a ValueError that names the place. Loading msgspec takes a sixth of the time of pydantic.

Values that no file holds are plain structs of msgspec: a dataclass takes fifty times as long to define, and they
took a quarter of the start of `judge submit`. The default of a struct's field is not to be read of its class.
"""

import dataclasses
import json
import threading
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from judge.base.text import harmless_json


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """What every kind of record is made from."""


Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
NonNegative = Annotated[float, Meta(ge=0)]
Rate = Annotated[float, Meta(gt=0, le=1e300)]
"""Anyone who divides by it may rely on it."""

Data = TypeVar("Data")


def replace(data: Data, **changes: Any) -> Data:
    """A copy of a record, or of a dataclass, with some of its fields changed."""
    if isinstance(data, Struct):
        return msgspec.structs.replace(data, **changes)
    return dataclasses.replace(data, **changes)  # type: ignore[type-var]


_ready: set[Any] = set()
_making_ready = threading.Lock()


def converted(data: Any, shape: type[Data], **how: Any) -> Data:
    """What a file or a database holds, as data of this type. Raises ValueError. `how`: options of msgspec.convert()."""
    _make_ready(shape)
    found: Data = msgspec.convert(data, shape, **how)
    return found


def decoded(content: bytes | str | msgspec.Raw, shape: type[Data]) -> Data:
    """JSON as data of this type. Raises ValueError."""
    _make_ready(shape)
    return msgspec.json.decode(content, type=shape)


def _make_ready(shape: Any) -> None:
    """Has msgspec find out all about a type. It does so when the type is used first, and the process crashes where
    another thread uses the type meanwhile (msgspec 0.22)."""
    if shape not in _ready:
        with _making_ready:
            msgspec.msgpack.Decoder(shape)
            _ready.add(shape)


Part = TypeVar("Part", bound=Record)


def part_of(whole: object, shape: type[Part], **others: Any) -> Part:
    """A record of what `whole` has by the names of its fields, and of these others."""
    names = (name for name in shape.__struct_fields__ if name not in others)
    return shape(**{name: getattr(whole, name) for name in names}, **others)


def as_json(data: object) -> Any:
    """Dictionaries, lists and plain values, as they come back from a JSON file."""
    try:
        return msgspec.json.decode(msgspec.json.encode(data))
    except UnicodeEncodeError:  # as in a file's name that is not UTF-8; json takes it, in ten times the time
        return json.loads(json.dumps(msgspec.to_builtins(data)))


def json_text(data: object) -> str:
    """JSON as a file of its own: in lines, for people too."""
    return harmless_json(msgspec.json.format(msgspec.json.encode(data), indent=1).decode()) + "\n"
