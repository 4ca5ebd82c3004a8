"""The content of generators.yaml, whose values are texts, whatever YAML's own types would be: `true`, `1e3` or
`010`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from judge.base.errors import JudgeError
from judge.base.outside_files import reading, text_of
from judge.base.yaml_text import MERGE, yaml_node

CONFIGURATION = ("test_group.yaml", "testdata.yaml", "yaml")
"""Keys whose maps are files of their own: each is kept as its YAML text."""
NULL = "tag:yaml.org,2002:null"


def generators_content(path: Path) -> Any:
    """Maps, lists, texts and None. Raises JudgeError with the line."""
    with reading(path):
        node = yaml_node(text_of(path))
    return None if node is None else _value(path, node)


def _value(path: Path, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return _map(path, node)
    if isinstance(node, yaml.SequenceNode):
        return [_value(path, part) for part in node.value]
    return None if node.tag == NULL else node.value


def _map(path: Path, node: yaml.MappingNode) -> dict[Any, Any]:
    seen = set()
    for key, _ in node.value:
        where = f"{path}, line {key.start_mark.line + 1}"
        if not isinstance(key, yaml.ScalarNode):
            raise JudgeError(f"{where}: a key must be a text.")
        if key.value in seen:
            raise JudgeError(f"{where}: the key '{key.value}' appears twice. Remove one of them.")
        seen.add(key.value)
    found: dict[Any, Any] = {}
    for key, value in _pairs(node):
        if key.value in CONFIGURATION and isinstance(value, yaml.MappingNode):
            found[key.value] = yaml.serialize(value, Dumper=yaml.SafeDumper, allow_unicode=True)
        else:
            found[_value(path, key)] = _value(path, value)
    return found


def _pairs(node: yaml.MappingNode) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    """The pairs of a map; merged ones come first, so that its own keys take precedence."""
    for key, value in node.value:
        if key.tag == MERGE:
            for part in reversed(value.value) if isinstance(value, yaml.SequenceNode) else [value]:
                if isinstance(part, yaml.MappingNode):
                    yield from _pairs(part)
    yield from (pair for pair in node.value if pair[0].tag != MERGE)
