"""Adds a line above a compiler's message that states plainly what the message does not: launches of kernels with wrong
brackets, characters that only look right, host functions in kernels, and symbols that the linker has twice or not at
all."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

LOOK_ALIKES = {
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2018\u2019\u201a\u2032\u00b4", "'"),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    "\u00d7": "*",
    "\u3001": ",",
    "\u3002": ".",
    "\u3010": "[",
    "\u3011": "]",
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", " "),
}
"""Look-alikes of ASCII characters that Unicode does not call compatible with them."""
CALL_OF_HOST = re.compile(
    r"^(?P<at>[^\s:()][^:()\n]*:\d+):\d+: error: no (?:matching function for call to|viable overloaded operator).*\n"
    r"(?:(?!.*: (?:error|note): ).*\n)*"
    r"(?P<place>(?P<declared_in>[^:\n]+):\d+):\d+: note: candidate function not viable: "
    r"call to __host__ function from __(?:global|device)__ function\n(?P<source>.*)",
    re.MULTILINE,
)
"""clang's messages about it, in the order of its lines."""
NAME_OF_FUNCTION = re.compile(r"(operator\s*\[\]|operator\s*\(\)|\w+)\s*\(")
COMMENT_OR_TEXT = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
ERROR_OF = re.compile(
    r"^(?P<file>[^\s:()][^:()\n]*?)(?::(?P<line>\d+):|\((?P<bracketed>\d+)\):).*\berror\b", re.MULTILINE
)
STATEMENT = re.compile(r"(?:[^;{}]|[{}](?!\s*\n))+")
"""A statement, as far as a launch goes, which may contain braces: `dim3{1, 2}`."""
OPENING = re.compile(r"[\w>][ \t]*(<{2,})(?![<=])")
SINGLE_OPENING = re.compile(r"\w[ \t]*(<)[^<>;]*>>>\s*\(")
CLOSING = re.compile(r"(>+)\s*\(")
SPACED = re.compile(r"<<[ \t]+<(?![<=])|>>[ \t]+>(?=\s*\()")
"""NVIDIA's compiler reads three brackets there."""
MAIN = re.compile(r"^[ \t]*(?:(?:int|void|auto|signed)\s+)?main\s*\([^;{}()]*\)[^;{}()]*\{", re.MULTILINE)
LINKED = re.compile(
    r"(?P<what>(?P<how>multiple definition of|undefined reference to) [`'](?P<name>.+?)')"
    r"(?:; (?P<first>\S+?):\(\.\S+: first defined here)?"
)
LINKERS_FILE = re.compile(r"(?:^|[\s:])(?P<file>[^\s:]+\.\w+):(?:\(\.|\d+: $|$)")


def with_lead(message: str, files: Mapping[str, str]) -> str:
    """The message of a compiler that refused these files, by name, with a line above it that states the cause plainly,
    if it is known. The line has the form of an error."""
    leads = (_wrong_launch(message, files), _look_alike(message, files), _host_function(message))
    lead = next(filter(None, leads), None) or _wrong_link(message, files)
    return f"{lead}\n{message}" if lead else message


def _plain(text: str) -> str:
    """The text without comments and strings: each of its lines keeps its number."""
    return COMMENT_OR_TEXT.sub(lambda found: "\n" * found[0].count("\n") or " ", text)


def _wrong_launch(message: str, files: Mapping[str, str]) -> str | None:
    """The first launch in whose lines the compiler found an error, and whose brackets are not `<<<` and `>>>`."""
    errors = {
        (found["file"], int(found["line"] or found["bracketed"])) for found in ERROR_OF.finditer(message)
    }
    for name, text in files.items():
        if not any(file == name for file, _ in errors) or not re.search("<<<|>>>", text):
            continue
        plain = SPACED.sub(lambda found: re.sub(r"\s", "", found[0]), _plain(text))
        for statement in STATEMENT.finditer(plain):
            fault = _fault_of_launch(statement[0])
            if fault is None:
                continue
            at, said = fault
            first = plain.count("\n", 0, statement.start() + at) + 1
            last = plain.count("\n", 0, statement.end()) + 1
            if any((name, line) in errors for line in range(first, last + 1)):
                return (
                    f"{name}:{first}: error: this launch {said}: "
                    "a kernel is launched by kernel<<<blocks, threads>>>(arguments)"
                )
    return None


def _look_alike(message: str, files: Mapping[str, str]) -> str | None:
    """The first character that only looks like one of the language, on a line with an error or the line above."""
    for found in ERROR_OF.finditer(message):
        name, at = found["file"], int(found["line"] or found["bracketed"])
        lines = dict(enumerate(_plain(files.get(name, "")).split("\n"), start=1))
        for line in (at, at - 1):
            for character in lines.get(line, ""):
                if plain := _plain_character(character):
                    what = unicodedata.name(character, "a character").lower()
                    shown = "" if plain == " " else f" '{character}'"
                    written = "a plain space" if plain == " " else plain
                    return f"{name}:{line}: error: {what}{shown} is not part of the language: write {written}"
    return None


def _plain_character(character: str) -> str | None:
    """The ASCII character that it looks like, ";" for a full-width semicolon; letters and digits may be names."""
    if character.isascii() or character.isalnum():
        return None
    plain = LOOK_ALIKES.get(character) or unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 and plain.isascii() and not plain.isalnum() else None


def _host_function(message: str) -> str | None:
    """The first call of a host function in device code that clang explains only in a note."""
    found = CALL_OF_HOST.search(message)
    if found is None:
        return None
    declared = NAME_OF_FUNCTION.search(found["source"])
    name = declared[1] if declared else ""
    what = f"{name}() is" if name else "this calls"
    mended = "" if found["declared_in"].startswith("/") else f": write __device__ before it, {found['place']}"
    return f"{found['at']}: error: {what} a function of the host, called in device code{mended}"


def _fault_of_launch(statement: str) -> tuple[int, str] | None:
    """The offset in the statement where a launch begins, and the fault of its brackets."""
    single = SINGLE_OPENING.search(statement)
    opening = OPENING.search(statement) or single
    if opening is None:
        return None
    begin, at = opening[1], opening.start(1)
    closings = [found[1] for found in CLOSING.finditer(statement, opening.end(1))]
    end = max(closings, key=len, default="")
    if len(begin) == 3:
        if end == ">>>":
            return None
        return at, f"ends with '{end}', not '>>>'" if end else "has no end, '>>>'"
    return (at, f"begins with '{begin}', not '<<<'") if end == ">>>" else None


def _wrong_link(message: str, files: Mapping[str, str]) -> str | None:
    """The first symbol that the linker misses or has twice."""
    found = LINKED.search(message)
    if found is None:
        return None
    line = message[message.rfind("\n", 0, found.start()) + 1 : found.start()]
    place = LINKERS_FILE.search(line.rstrip())
    file = place["file"].rpartition("/")[2] if place else None
    if found["name"] == "main":
        return _starts(found["how"] == "undefined reference to", file, found["first"], files)
    return f"{file}: error: {found['what']}" if file else f"error: {found['what']}"


def _starts(is_missing: bool, file: str | None, first: str | None, files: Mapping[str, str]) -> str:
    if is_missing:
        return "error: there is no main(), where a program starts"
    places = list(_mains(files))
    if len(places) < 2:
        both = [first.rpartition(":")[2] if first else None, file]
        places = [name for name in both if name]
    where = f"{places[-1]}: " if places else ""
    said = f" ({', '.join(places)})" if places else ""
    return f"{where}error: main() is defined more than once{said}: several programs are submitted one by one"


def _mains(files: Mapping[str, str]) -> Iterator[str]:
    for name, text in files.items():
        for found in MAIN.finditer(plain := _plain(text)):
            yield f"{name}:{plain.count(chr(10), 0, found.end()) + 1 - found[0].lstrip().count(chr(10))}"
