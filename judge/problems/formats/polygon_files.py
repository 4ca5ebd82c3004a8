"""The files that problem.xml of a Polygon package names, by a path or by a numbered pattern."""

import re
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_files import opened
from judge.problems.formats.tree import Tree
from judge.problems.formats.xml_nodes import Node

WINDOWS = b"\r\n"
LINE_BYTES = 1 << 20
PATTERN = re.compile(r"[^%]*%(0?[1-9])?d[^%]*")


def file_of(tree: Tree, node: Node) -> Path:
    """The file at its path. Raises JudgeError if it does not exist."""
    name = node.attributes.get("path", "")
    if not tree.has(name):
        raise JudgeError(f"{node.place}: the file {name!r} is missing.")
    return tree / name


def name_by(node: Node, tag: str, number: int) -> str:
    """The name of the numbered file by the pattern in this element: "tests/07" by "tests/%02d"."""
    pattern = node.first(tag)
    if pattern is None:
        raise JudgeError(f"{node.place}: the element {tag} is missing.")
    text = pattern.text.strip()
    if not PATTERN.fullmatch(text):
        raise JudgeError(
            f"{pattern.place}: expected a path with one number, such as tests/%02d, found {text!r}."
        )
    return text % number


class DataFiles:
    """The data of a package: tests, and those of its checker and validators. For a package made for Windows, they are
    copied with the line ends of Unix, as programs here read them."""

    def __init__(self, tree: Tree, made: Path) -> None:
        self._tree, self.made = tree, made
        first = next((name for name in tree.listed("tests") if _ends_lines(tree / name)), None)
        self._for_windows = first is not None and _ends_lines(tree / first) == WINDOWS
        self.copies: dict[Path, Path] = {}
        """Files to copy, by their targets."""

    def find(self, name: str) -> Path | None:
        """The file; None: the package does not have it."""
        if not self._tree.has(name):
            return None
        if not self._for_windows:
            return self._tree / name
        copy = self.made / "copies" / name
        self.copies[copy] = self._tree / name
        return copy

    def patterned(self, node: Node, tag: str, number: int) -> Path:
        """The numbered file, which must be there."""
        name = name_by(node, tag, number)
        if found := self.find(name):
            return found
        raise JudgeError(f"{node.place}: the file {name} is missing.")


def _ends_lines(path: Path) -> bytes:
    """The end of its first line; empty: it has no line."""
    with opened(path) as file:
        line = file.readline(LINE_BYTES)
    return WINDOWS if line.endswith(WINDOWS) else line[-1:] if line.endswith(b"\n") else b""
