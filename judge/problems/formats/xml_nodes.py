"""XML as elements that know their line. Entities that a document defines, by which a few bytes can become gigabytes,
are refused."""

from pathlib import Path
from xml.parsers import expat

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.outside_files import TEXT_BYTES, content_of, reading

DEEPEST = 64
"""The deepest nesting of elements."""
MOST_NODES = 200_000
"""The most elements of a file."""


class Node(Struct):
    file: Path
    tag: str
    attributes: dict[str, str]
    line: int
    children: list["Node"] = field(default_factory=list)
    text: str = ""

    @property
    def place(self) -> str:
        return f"{self.file}, line {self.line}"

    def all(self, path: str) -> list["Node"]:
        """The elements at this path of tags: "tests/test"."""
        found = [self]
        for tag in path.split("/"):
            found = [child for node in found for child in node.children if child.tag == tag]
        return found

    def first(self, path: str) -> "Node | None":
        return next(iter(self.all(path)), None)

    def text_of(self, path: str) -> str:
        """The text without surrounding white space; empty if there is no such element."""
        node = self.first(path)
        return node.text.strip() if node else ""


def read_xml(path: Path) -> Node:
    """The outermost element. Raises JudgeError with the line."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    top: list[Node] = []
    opened: list[Node] = []
    count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        node = Node(path, tag, attributes, parser.CurrentLineNumber)
        (opened[-1].children if opened else top).append(node)
        opened.append(node)
        if len(opened) > DEEPEST:
            raise JudgeError(f"{node.place}: elements are nested more than {DEEPEST} deep.")
        if count > MOST_NODES:
            raise JudgeError(f"{node.place}: the file has more than {MOST_NODES} elements.")

    def text(said: str) -> None:
        if opened:
            opened[-1].text += said

    def document_type(*_: object) -> None:
        raise JudgeError(
            f"{path}, line {parser.CurrentLineNumber}: a document type is not supported. Remove it."
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: opened.pop()
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = document_type
    content = content_of(path, TEXT_BYTES)
    with reading(path):
        parser.Parse(content, True)
    return top[0]
