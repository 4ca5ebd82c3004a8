"""GCC's warnings about a source that it compiles, by the places in its author's files."""

import re
from collections.abc import Iterator

from msgspec import Struct

from judge.base.text import printable

WARNING = re.compile(
    r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d{1,9}):\d+: warning: (?P<message>.+) \[-W(?P<flag>[a-z+-]+)=?\d*\]$",
    re.MULTILINE,
)
MISSING_ADDRESS = re.compile(
    r"expects argument of type '(?P<type>[^']+?) ?\*', but argument (?P<number>\d+) has type '(?P=type)'"
)
MOST = 20


class CompilerWarning(Struct, frozen=True):
    flag: str
    """The flag that enables it, "format"."""
    message: str
    file: str
    line: int


def read_warnings(stderr: str) -> tuple[CompilerWarning, ...]:
    """The first warnings of a compiler's message, each once."""
    return tuple(dict.fromkeys(_warnings(stderr)))[:MOST]


def _warnings(stderr: str) -> Iterator[CompilerWarning]:
    # The system's own quotation marks depend on its language.
    for found in WARNING.finditer(stderr.replace("\u2018", "'").replace("\u2019", "'")):
        message = found["message"]
        if missing := MISSING_ADDRESS.search(message):
            message = f"{message}: is & missing before argument {missing['number']}?"
        yield CompilerWarning(found["flag"], printable(message), found["file"], int(found["line"]))
