"""Reads a report of AddressSanitizer or UndefinedBehaviorSanitizer: the error, its line, and the variable."""

import re
from collections.abc import Collection

from judge.judging.findings import Finding

UNDEFINED = re.compile(r"^(\S[^:\n]*):(\d{1,9}):\d+: runtime error: (.+)$", re.MULTILINE)
ERROR = re.compile(r"ERROR: AddressSanitizer: (?:attempting )?([A-Za-z][A-Za-z-]{1,39})(?![\w-])")
"""The known kinds of errors. A program may print such lines itself: an unknown kind is not an error."""
ACCESS = re.compile(r"^(READ|WRITE) of size (\d+)", re.MULTILINE)
CAUSED = re.compile(r"signal is caused by a (READ|WRITE) memory access")
FRAME = re.compile(r"^ *#\d+ 0x[0-9a-f]+ in .*? (\S+?):(\d{1,9})(?::\d+)?$", re.MULTILINE)
BESIDE_LOCAL = re.compile(
    r"^ +\[\d+, \d+\) '(?P<name>[^'\n]+)'(?: \(line (?P<line>\d+)\))? "
    r"<== Memory access at offset \d+ (?P<how>.+?) this variable",
    re.MULTILINE,
)
ON_STACK = re.compile(
    r"is located in stack of thread T\d+ at offset (\d+) in frame\n *#0 0x[0-9a-f]+ in (\S+)"
)
BESIDE_GLOBAL = re.compile(
    r"is located (?P<where>(?P<bytes>\d{1,18}) bytes .+? global variable '[^'\n]+') "
    r"defined in '(?P<file>[^':\n]+):(?P<line>\d+)[^'\n]*' .*?(?P<size>of size \d+)",
)
IN_HEAP = re.compile(r"is located (.+? region)\b")
HISTORY = re.compile(r"^(?:previously )?(freed|allocated) by thread .*:\n((?: +#.*\n)*)", re.MULTILINE)
"""The history of the heap's memory: what was done with it, and the frames; the last event comes first."""
SIGNALS = {
    "segv": "segmentation-fault",
    "abrt": "abort",
    "fpe": "arithmetic-error",
    "bus": "bus-error",
    "free": "invalid-free",
    "requested": "allocation-too-large",
}


def read_report(report: str, own_files: Collection[str]) -> Finding | None:
    """The first error in the report, at the innermost place in one of these files; None if there is none."""
    undefined, error = UNDEFINED.search(report), ERROR.search(report)
    if undefined and (error is None or undefined.start() < error.start()):
        return Finding("undefined-behaviour", undefined[3], undefined[1], int(undefined[2]))
    if error is None:
        return None
    rest = report[error.start() :]
    place = _own_frame(rest, own_files)
    kind = error[1].lower()
    return Finding(
        SIGNALS.get(kind, kind),
        _message(rest, own_files) or f"AddressSanitizer: {error[1]}",
        place[1] if place else None,
        int(place[2]) if place else None,
    )


def _own_frame(frames: str, own_files: Collection[str]) -> re.Match[str] | None:
    return next((frame for frame in FRAME.finditer(frames) if frame[1] in own_files), None)


def _message(error: str, own_files: Collection[str]) -> str:
    """What was accessed, and its location."""
    words = []
    if access := ACCESS.search(error):
        words.append(f"{access[1].lower()} of {access[2]} bytes")
    if caused := CAUSED.search(error):
        near_null = "address points to the zero page" in error
        words.append(f"{caused[1].lower()} of {'a null pointer' if near_null else 'no memory of its own'}")
    words += _located(error, own_files)
    return ", ".join(words)


def _located(error: str, own_files: Collection[str]) -> list[str]:
    """The variable or the memory that contains it or is next to it."""
    if local := BESIDE_LOCAL.search(error):
        line = f" (line {local['line']})" if local["line"] else ""
        return [f"{local['how'].removeprefix('is ')} the local variable '{local['name']}'{line}"]
    if stack := ON_STACK.search(error):
        return [f"at offset {stack[1]} in the stack frame of {stack[2]}"]
    # Several may be named that are close together.
    if found := min(BESIDE_GLOBAL.finditer(error), key=lambda one: int(one["bytes"]), default=None):
        return [f"{found['where']} {found['size']} ({found['file']}:{found['line']})"]
    if heap := IN_HEAP.search(error):
        done = HISTORY.search(error)
        frame = _own_frame(done[2], own_files) if done else None
        return [heap[1], *([f"{done[1]} at {frame[1]}:{frame[2]}"] if done and frame else [])]
    return []
