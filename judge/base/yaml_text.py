"""YAML from outside, by the core schema of YAML 1.2: read within bounds, with no duplicate key in a map.

PyYAML's own schema is that of YAML 1.1, which reads 0100 as 64, 1:30 as 90, 1e3 as a text and NO as false.

PyYAML's composer recurses for each level, in C and without a bound, so that 80 kB of brackets crash the process; and
an alias of a few bytes repeats whatever it names. Both are counted in the stream of events, before anything is
composed.
"""

import re
from collections.abc import Hashable, Iterator
from typing import Any, ClassVar

import yaml
from msgspec import Struct, field
from yaml.constructor import ConstructorError
from yaml.reader import ReaderError

DEEPEST = 64
"""The deepest nesting of maps and lists."""
MOST_NODES = 200_000
"""The most values; an alias counts as what it repeats."""
MOST_BITS = 1024
"""The most digits of a whole number."""
MERGE = "tag:yaml.org,2002:merge"
CORE_SCHEMA = {
    "null": r"~|null|Null|NULL|",
    "bool": r"true|True|TRUE|false|False|FALSE",
    "int": r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
    "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
    "merge": "<<",  # from YAML 1.1, and in general use
}
"""The types of plain values, in the order in which they are tried."""
BASES = {"0o": 8, "0x": 16}
UNMADE = (ValueError, ArithmeticError, LookupError, AttributeError, TypeError)
"""What PyYAML raises for a text that is invalid for its tag: `!!int ''`, `!!bool maybe`."""

# The C parser is ten times as fast; it is available if PyYAML was built with libyaml, as its wheels are.
_PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TEXT_PARSER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _Strict:
    """The replacements that both loaders share for PyYAML's own behaviour."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            value = super().construct_object(node, deep=deep)  # type: ignore[misc]
            if isinstance(value, int) and value.bit_length() > MOST_BITS:
                raise ValueError("it has too many digits")
            return value
        except UNMADE as error:
            kind = node.tag.rpartition(":")[2]
            what = f"{_cut(str(node.value))!r} is not valid as {kind}: {_cut(str(error))}; quote it if it is a text"
            raise ConstructorError(None, None, what, node.start_mark) from error

    def construct_mapping(self, node: yaml.Node, deep: bool = False) -> dict[Hashable, Any]:
        if not isinstance(node, yaml.MappingNode):  # as the tag !!set does with a list
            return super().construct_mapping(node, deep=deep)  # type: ignore[misc,no-any-return]
        seen = set()
        for key_node, _ in node.value:
            key = MERGE if key_node.tag == MERGE else self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                break  # which PyYAML reports
            if key in seen:
                what = f"the key {_cut(str(key_node.value))!r} appears twice"
                raise ConstructorError(None, None, what, key_node.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep=deep)  # type: ignore[misc,no-any-return]


def _implicit(*kinds: str) -> list[tuple[str, re.Pattern[str]]]:
    """Resolvers of plain values of these types."""
    return [(f"tag:yaml.org,2002:{kind}", re.compile(rf"(?:{CORE_SCHEMA[kind]})\Z")) for kind in kinds]


class _Values(_Strict, _PARSER):  # type: ignore[misc,valid-type]
    yaml_implicit_resolvers: ClassVar[dict[str | None, list[Any]]] = {None: _implicit(*CORE_SCHEMA)}

    def construct_whole_number(self, node: yaml.ScalarNode) -> int:
        text = self.construct_scalar(node)
        return int(text, BASES.get(text[:2], 10))


_Values.add_constructor("tag:yaml.org,2002:int", _Values.construct_whole_number)


class _Texts(_Strict, _TEXT_PARSER):  # type: ignore[misc,valid-type]
    yaml_implicit_resolvers: ClassVar[dict[str | None, list[Any]]] = {None: _implicit("null")}


_Texts.add_constructor("tag:yaml.org,2002:null", lambda *_: None)


def yaml_value(text: str, *, as_texts: bool = False) -> Any:
    """The value of a YAML text. `as_texts`: leaves plain values as written, except null. Raises yaml.YAMLError, with
    the place."""
    _check(text)
    return yaml.load(text, Loader=_Texts if as_texts else _Values)


def yaml_node(text: str) -> yaml.Node | None:
    """The text as nodes, which know their lines. Raises yaml.YAMLError."""
    _check(text)
    return yaml.compose(text, Loader=_Values)


class _Sizes(Struct):
    """The number of values in each open map and list, and below each anchor."""

    open: list[int] = field(default_factory=lambda: [0])
    names: list[str | None] = field(default_factory=list)
    """The anchors of open maps and lists."""
    known: dict[str, int] = field(default_factory=dict)

    def add(self, count: int, anchor: str | None = None) -> None:
        self.open[-1] += count
        if anchor is not None:
            self.known[anchor] = count


def _check(text: str) -> None:
    """Raises yaml.YAMLError for a text that would take too much depth or memory, before anything is composed."""
    sizes = _Sizes()
    for event in _events(text):
        if isinstance(event, yaml.CollectionStartEvent):
            if len(sizes.names) == DEEPEST:
                raise _refused(f"maps and lists are nested more than {DEEPEST} deep", event)
            sizes.open.append(1)
            sizes.names.append(event.anchor)
        elif isinstance(event, yaml.CollectionEndEvent):
            sizes.add(sizes.open.pop(), sizes.names.pop())
        elif isinstance(event, yaml.ScalarEvent):
            sizes.add(1, event.anchor)
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor in sizes.names:
                raise _refused(f"the alias {_cut(str(event.anchor))!r} is inside what it repeats", event)
            sizes.add(sizes.known.get(str(event.anchor), 1))
        if sum(sizes.open[-2:]) > MOST_NODES:
            raise _refused(
                f"there are more than {MOST_NODES} values, each alias counted as what it repeats", event
            )


def _events(text: str) -> Iterator[yaml.Event]:
    try:
        yield from yaml.parse(text, Loader=_PARSER)
    except ReaderError as error:  # which knows no line
        before = text[: text.find(chr(error.character))]
        mark = yaml.Mark("", 0, before.count("\n"), len(before) - before.rfind("\n") - 1, None, 0)
        what = f"the character U+{error.character:04X} must be escaped, in double quotes"
        raise ConstructorError(None, None, what, mark) from error


def _refused(what: str, event: yaml.Event) -> ConstructorError:
    return ConstructorError(None, None, what, event.start_mark)  # type: ignore[arg-type]


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}..."
