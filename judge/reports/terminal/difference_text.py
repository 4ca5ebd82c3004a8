"""The first difference between an output and the answer: a window of both, with the token marked."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from judge.base.plain import is_plain
from judge.base.tables import excerpt
from judge.judging.difference import Difference, Window


def difference_text(difference: Difference) -> Iterator[RenderableType]:
    """Where it is, then both windows. The mark under a token reads without colour, too."""
    yield Text(difference.text)
    yield _panel("expected output", difference.expected, "bold green")
    yield _panel("output", difference.found, "bold red")


def _panel(title: str, window: Window, style: str) -> Panel:
    digits = len(str(window.first_line + len(window.lines) - 1))
    content = Text(no_wrap=True, overflow="ellipsis")
    for index, line in enumerate(window.lines):
        content.append(f"{window.first_line + index:>{digits}}  ", style="dim")
        if index != window.marked:
            content.append(f"{line}\n")
            continue
        end = window.before + window.length
        content.append(line[: window.before])
        content.append(line[window.before : end], style=style)
        content.append(f"{line[end:]}\n")
        if is_plain():  # the text above it names the token
            continue
        content.append(" " * (digits + 2 + cell_len(line[: window.before])))
        content.append(_mark(window, line), style=style)
    content.rstrip()
    return excerpt(title, content)


def _mark(window: Window, line: str) -> str:
    if window.length:
        return "^" * cell_len(line[window.before : window.before + window.length]) + "\n"
    return "^ it ends here\n" if window.ends_at_mark else "^\n"
