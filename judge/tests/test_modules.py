"""The shape of the judge's own modules: names of classes, lengths, how documentation begins."""

import ast
import gc
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
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
WORD = re.compile(r"\w+")
WITH_NAMES = ("*.j2", "*.js", "*.toml", "*.yaml")
"""Templates, scripts and tables of the judge that name functions and fields."""
NAMED_ELSEWHERE = {
    "authenticate_request": "litestar's middleware",
    "capture_signals": "uvicorn's server",
    "emit": "logging's handlers",
    "collect": "prometheus_client's registry",
    "create_module": "Python's imports",
    "format_commands": "click's groups",
    "get_command": "click's groups",
    "get_invalid_choice_message": "click's options",
    "list_commands": "click's groups",
    "not_noted": "the project's own tests",
    "noting_path": "the project's own tests",
    "process_renderables": "rich's live displays",
    "pytest_collectreport": "pytest's plugins",
    "pytest_configure": "pytest's plugins",
}
"""Functions that only others call, and who."""


@pytest.fixture(scope="module")
def documented() -> Mapping[str, ast.Module]:
    """The judge's own modules and their tests by path."""
    gc.disable()  # it would go over millions of nodes, again and again: two thirds of the time
    parsed = {
        str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8"))
        for path in ROOT.rglob("*.py")
        if "hostile_sources" not in path.parts
    }
    gc.freeze()
    gc.enable()
    return parsed


@pytest.fixture(scope="module")
def modules(documented: Mapping[str, ast.Module]) -> Mapping[str, ast.Module]:
    """The judge's own modules by path."""
    left_out = {"tests", "new", "new_packages"}
    return {path: module for path, module in documented.items() if not left_out & {*Path(path).parts}}


def named_twice(modules: Mapping[str, ast.Module]) -> set[str]:
    places = defaultdict(list)
    for path, module in modules.items():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    return {name for name, paths in places.items() if len(paths) > 1}


def never_used(modules: Mapping[str, ast.Module], texts: Iterable[str] = ()) -> set[str]:
    """Functions, methods, classes and constants whose name is nowhere but in their definition. `texts`: further places
    of names."""
    defined: dict[str, str] = {}
    named = {word for text in texts for word in WORD.findall(text)}
    for path, module in modules.items():
        constants = [one.targets[0] for one in module.body if isinstance(one, ast.Assign)]
        defined |= {one.id: path for one in constants if isinstance(one, ast.Name)}
        for node in ast.walk(module):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() if any(map(is_route, node.decorator_list)):
                    pass
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    defined[name] = path
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name) | ast.alias(name=name):
                    named.add(name)
                case ast.Constant(value=str(text)) if text.isidentifier():
                    named.add(text)
    return {
        f"{path}:{name}" for name, path in defined.items() if name not in named and not name.startswith("__")
    }


def is_route(decorator: ast.expr) -> bool:
    """Whether it makes a function a handler of requests, which judge/web/routing.py finds."""
    match decorator:
        case ast.Call(func=ast.Name(id="get" | "post" | "put" | "patch" | "delete")):
            return True
    return False


def too_long(modules: Mapping[str, ast.Module]) -> set[str]:
    return {
        f"{path}:{node.name}"
        for path, module in modules.items()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    }


def statements(module: ast.Module) -> Iterator[ast.stmt]:
    """All of them, at any depth. A walk through all expressions as well would take several times as long."""
    blocks: list[ast.AST] = [module]
    while blocks:
        block = blocks.pop()
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            parts = getattr(block, name, ())
            blocks += parts
            yield from (part for part in parts if isinstance(part, ast.stmt))


def without_subject(modules: Mapping[str, ast.Module]) -> Iterator[str]:
    for path, module in modules.items():
        for node in statements(module):
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


def test_documentation_names_its_subject(documented: Mapping[str, ast.Module]) -> None:
    assert list(without_subject(documented)) == []


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
    deep = (
        "match 1:\n case 1:\n  try:\n   pass\n  except A:\n   for i in b:\n"
        "    if i:\n     pass\n    else:\n     'In it.'"
    )
    assert list(without_subject({"a.py": ast.parse(deep)})) == ["a.py:10: In it."]


def test_everything_is_used_by_the_judge_itself(modules: Mapping[str, ast.Module]) -> None:
    """Tests alone keep nothing alive."""
    tests = ROOT / "tests"
    texts = [
        path.read_text("utf-8")
        for pattern in WITH_NAMES
        for path in ROOT.rglob(pattern)
        if tests not in path.parents
    ]
    found = never_used(modules, texts)
    assert {one for one in found if one.rpartition(":")[2] not in NAMED_ELSEWHERE} == set()
    assert {*NAMED_ELSEWHERE} <= {one.rpartition(":")[2] for one in found}, (
        "exceptions that nothing needs any more"
    )


def test_what_nothing_uses_is_found() -> None:
    module = "A = 1\nB = A\nD = 2\ndef f(): return B\nclass C:\n def g(self): return 'h'\n def h(self): return f()\n"
    assert never_used({"a.py": ast.parse(module)}) == {"a.py:C", "a.py:D", "a.py:g"}
    assert never_used({"a.py": ast.parse(module)}, ["{{ one.g }} of C and D"]) == set()
    routes = "@get('/a')\ndef a(): pass\n@cache\ndef b(): pass\n@get\ndef c(): pass\n"
    assert never_used({"a.py": ast.parse(routes)}) == {"a.py:b", "a.py:c"}
