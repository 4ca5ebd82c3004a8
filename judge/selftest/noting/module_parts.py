"""The parts of a module: its outline, and the bodies of its functions.

The outline is everything that runs when the module is loaded, with signatures, decorators and docstrings. A body is
that of a function of the module or of a class in it, with the functions inside.
"""

import ast
import hashlib
from collections.abc import Iterator
from types import CodeType

RAN = "_functions_that_ran"
"""The name, among Python's built-in ones, of a set: each body first looks for its function there, and adds it."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_in(scope: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, Function, int]]:
    """The functions of a module or class that have a body beyond a docstring: the name, and the index of the first
    statement after the docstring. Of several with one name, each further one has a number."""
    times: dict[str, int] = {}
    for node in scope.body:
        if isinstance(node, ast.ClassDef):
            yield from functions_in(node, f"{prefix}{node.name}.")
        elif isinstance(node, Function):
            times[node.name] = times.get(node.name, 0) + 1
            number = f"#{times[node.name]}" if times[node.name] > 1 else ""
            first = int(ast.get_docstring(node, clean=False) is not None)
            if node.body[first:]:
                yield f"{prefix}{node.name}{number}", node, first


def parts_of(source: bytes) -> dict[str, str]:
    """A digest of each part by its name; that of the outline is "". Raises SyntaxError."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    parts, outline, done = {}, hashlib.blake2b(digest_size=16), 0
    for name, node, first in functions_in(tree):
        begin, last = node.body[first], node.body[-1]
        start = starts[begin.lineno - 1] + begin.col_offset
        end = starts[(last.end_lineno or last.lineno) - 1] + (last.end_col_offset or 0)
        parts[name] = hashlib.blake2b(source[start:end], digest_size=16).hexdigest()
        outline.update(source[done:start])
        done = end
    outline.update(source[done:])
    return {**parts, "": outline.hexdigest()}


def compiled_with_notes(source: bytes, path: str, module: str) -> CodeType:
    """The code of a module; `module`: its name in notes."""
    tree = ast.parse(source)
    for name, node, first in functions_in(tree):
        note = f"{module} {name}"
        statement = ast.parse(f"{note!r} in {RAN} or {RAN}.add({note!r})").body[0]
        for one in ast.walk(statement):
            ast.copy_location(one, node.body[first])
        node.body.insert(first, statement)
    return compile(tree, path, "exec", dont_inherit=True)
