"""Reading generators.yaml: its values are texts, however YAML 1.1 would take them: `no`, `1:30` or `010`."""

from typing import Any

import yaml

from judge.problems.yaml_files import LOADER

CONFIGURATION = ("test_group.yaml", "testdata.yaml", "yaml")
"""Keys whose maps are files of their own: each is kept as the YAML that it is."""


class GeneratorsLoader(LOADER):  # type: ignore[misc, valid-type]
    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        self.flatten_mapping(node)
        node.value = [
            (key, _as_text(value) if key.value in CONFIGURATION else value) for key, value in node.value
        ]
        return super().construct_mapping(node, deep)  # type: ignore[no-any-return]


def _as_text(node: yaml.Node) -> yaml.Node:
    if not isinstance(node, yaml.MappingNode):
        return node
    text = yaml.serialize(node, Dumper=yaml.SafeDumper, allow_unicode=True)
    return yaml.ScalarNode("tag:yaml.org,2002:str", text, node.start_mark, node.end_mark)


for _kind in ("int", "float", "bool", "timestamp"):
    GeneratorsLoader.add_constructor(
        f"tag:yaml.org,2002:{_kind}", lambda loader, node: loader.construct_scalar(node)
    )
