"""The shape of the judge's own modules: names of classes, lengths, how documentation begins."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import judge

ROOT = Path(judge.__file__).parent
LONGEST_FILE = 400
LONGEST_FUNCTION = 70
LONGER_FUNCTIONS = {
    "judging/one_run.py:judge_test",
    "problems/formats/version_2025_09.py:load_2025_09",
    "sandbox/run.py:run",
}
"""Functions that are still longer; the list may only get shorter."""
NO_SUBJECT = re.compile(
    r"(After|Also|As|At|Before|Between|By|For|From|In|Into|It|Not|Of|On|Only|So|That|The same|There|They|Those|To|"
    r"With|Without)\b"
)
"""How a text of documentation begins that names no subject."""


@pytest.fixture(scope="module")
def modules() -> Mapping[str, ast.Module]:
    """The judge's own modules by path."""
    return parsed("tests", "new", "new_packages")


def parsed(*left_out: str) -> Mapping[str, ast.Module]:
    """Python files by path, except those in folders of these names."""
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8"))
        for path in ROOT.rglob("*.py")
        if not {*left_out} & {*path.relative_to(ROOT).parts}
    }


def named_twice(modules: Mapping[str, ast.Module]) -> set[str]:
    places = defaultdict(list)
    for path, module in modules.items():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    return {name for name, paths in places.items() if len(paths) > 1}


def too_long(modules: Mapping[str, ast.Module]) -> set[str]:
    return {
        f"{path}:{node.name}"
        for path, module in modules.items()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    }


def without_subject(modules: Mapping[str, ast.Module]) -> Iterator[str]:
    for path, module in modules.items():
        for node in ast.walk(module):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))) if NO_SUBJECT.match(text.lstrip()):
                    yield f"{path}:{node.lineno}: {text.lstrip().splitlines()[0]}"


def test_a_class_name_stands_once_in_the_house(modules: Mapping[str, ast.Module]) -> None:
    assert named_twice(modules) == set()


def test_functions_and_files_stay_short(modules: Mapping[str, ast.Module]) -> None:
    assert too_long(modules) == LONGER_FUNCTIONS
    lengths = {path: len((ROOT / path).read_bytes().splitlines()) for path in modules}
    assert {path for path, length in lengths.items() if length > LONGEST_FILE} == set()
    assert sorted(lengths.values())[len(lengths) * 9 // 10] < 220


def test_documentation_names_its_subject() -> None:
    assert list(without_subject(parsed("hostile_sources"))) == []


def test_the_checks_catch_what_they_are_for() -> None:
    class_a, of = "class A:\n    pass\n", '"""Of a test."""\n'
    long = "def f() -> None:\n" + "    pass\n" * LONGEST_FUNCTION
    assert named_twice({"a.py": ast.parse(class_a), "b.py": ast.parse(class_a)}) == {"A"}
    assert named_twice({"a.py": ast.parse(class_a), "b.py": ast.parse(long)}) == set()
    assert too_long({"a.py": ast.parse(long)}) == {"a.py:f"}
    assert list(without_subject({"a.py": ast.parse(of)})) == ["a.py:1: Of a test."]
    assert list(without_subject({"a.py": ast.parse('class A:\n    b: int\n    """By name."""')})) == [
        "a.py:3: By name."
    ]
    assert list(without_subject({"a.py": ast.parse('"""A test of another."""')})) == []
