"""Findings of the emulated GPU or the sanitizers, and a compiler's suspicions, as text for a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from judge.base.units import plural
from judge.judging.findings import WARNED, Found

MOST_ROWS = 3
"""Rows of the terminal for a line of the source. The place of the fault within the line is unknown, so that an
ordinary line is shown whole."""
CUT = "..."
INDENT = 4
SUSPECTED = "Warnings are the compiler's guesses: each may have nothing to do with it."
FORGEABLE = "Findings come from the program's own process, which could forge them."


def findings_text(
    found: Sequence[Found], texts: Mapping[str, str] | None = None, by: str = "The emulated GPU"
) -> Iterator[RenderableType]:
    """A few lines for each finding, with its line of the source if it is in one of these texts, by file name.

    `by`: the tool that found them.
    """
    warned = [one for one in found if one.kind == WARNED]
    seen = [one for one in found if one.kind != WARNED]
    if seen:
        yield Text(f"{by} reported {plural(len(seen), 'finding')}:", style="bold yellow")
        yield from _rows(seen, texts)
        yield Text(FORGEABLE, style="dim")
    if warned:
        yield Text(
            f"The compiler gave {plural(len(warned), 'warning')} that may explain it:", style="bold yellow"
        )
        yield from _rows(warned, texts)
        yield Text(SUSPECTED, style="dim")


def _rows(found: Sequence[Found], texts: Mapping[str, str] | None) -> Iterator[RenderableType]:
    for finding in found:
        yield Text.assemble(
            "  ",
            (finding.kind, "bold yellow"),
            f"  {finding.place}" if finding.place else "",
            f"  {finding.in_tests}",
        )
        yield from code_at(finding.file, finding.line, texts)
        yield Padding(Text(finding.what), (0, 0, 0, INDENT))


def code_at(file: str | None, line: int | None, texts: Mapping[str, str] | None) -> Iterator[RenderableType]:
    """The line of the source, if it is in one of these texts."""
    lines = (texts or {}).get(file or "", "").splitlines()
    if line and line <= len(lines):
        yield _Code(lines[line - 1].expandtabs(4).strip())


class _Code:
    """A line of the source, as much of it as fits into a few rows."""

    def __init__(self, line: str) -> None:
        self._line = line

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        mark = "> "
        most = max(1, MOST_ROWS * (options.max_width - INDENT) - len(mark))
        code = Text.assemble((mark, "dim"), around_subscripts(self._line, most), overflow="fold")
        yield Padding(code, (0, 0, 0, INDENT), expand=False)


def around_subscripts(line: str, most: int) -> str:
    """The line or, if it has more characters than `most`, a part: most faults are in a subscript, so subscripts are in
    the middle of the part, or, if not all of them fit, at its start."""
    if len(line) <= most:
        return line
    first, last = max(0, line.find("[")), line.rfind("]") + 1
    room = max(1, most - 2 * len(CUT))
    start = min(max(0, first - max(room - (last - first), room // 4) // 2), len(line) - room)
    end = start + room
    return f"{CUT if start else ''}{line[start:end]}{CUT if end < len(line) else ''}"


def findings_note(found: Sequence[Found]) -> str:
    """All in one line: the first, and the number of others; empty if nothing was found."""
    if not found:
        return ""
    first = found[0]
    more = f" and {plural(len(found) - 1, 'more finding')}" if len(found) > 1 else ""
    return f"found: {first.kind}{f' at {first.place}' if first.place else ''}{more}"
