"""Records are structs of msgspec: a dataclass takes fifty times as long to define, in every process that loads it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import judge

PRODUCT = Path(judge.__file__).parent
IN_EVERY_START = {
    "base/children.py",
    "base/interruption.py",
    "base/next_steps.py",
    "machine/cuda_toolkit.py",
    "project/data_folder.py",
    "project/installation.py",
}
"""Loaded where msgspec is not: by `judge --help`."""
OBJECTS = {
    "commands/contest.py",
    "commands/session_telling.py",
    "commands/submit.py",
    "commands/submit_many.py",
    "commands/verify.py",
    "project/host.py",
    "service/judging_session.py",
    "service/shadow.py",
    "service/single_submission.py",
    "service/submission_session.py",
    "service/verify_session.py",
    "service/worker.py",
    "web/boards.py",
    "web/site.py",
}
"""What has fields that it is not made with, or that it is not compared or shown by, which a struct cannot say."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(PRODUCT.rglob("*.py")):
        name = file.relative_to(PRODUCT)
        if not {"tests", "templates"} & {*name.parts}:
            yield str(name), ast.parse(file.read_text("utf-8"))


def fields_of_structs() -> dict[str, set[str]]:
    """The fields of each class whose first base is a struct, by its name."""
    return {
        node.name: {
            part.target.id
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        }
        for _, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and node.bases
        and ast.unparse(node.bases[0]) in ("Struct", "msgspec.Struct", "Record")
    }


def read_of_classes(tree: ast.Module, fields: dict[str, set[str]]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = node.value.id
            if node.attr in fields.get(owner, ()):
                yield f"{owner}.{node.attr}"


@pytest.mark.slow
def test_only_objects_are_dataclasses() -> None:
    found = {
        name
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any("dataclass" in ast.unparse(one) for one in node.decorator_list)
    }
    assert {name for name in found if not name.startswith("commands/options/")} == IN_EVERY_START | OBJECTS


@pytest.mark.slow
def test_no_default_is_read_of_a_class() -> None:
    """A struct's class attribute is not the default but a descriptor, which type checkers take for the default."""
    fields = fields_of_structs()
    assert [*read_of_classes(ast.parse("limits = RunLimits.processes"), fields)] == ["RunLimits.processes"]
    assert {name: found for name, tree in modules() if (found := [*read_of_classes(tree, fields)])} == {}
