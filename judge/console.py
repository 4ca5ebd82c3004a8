"""What people see: one console for results on stdout, one for progress and messages on stderr.

Rich leaves colour out where NO_COLOR is set or the output is no terminal.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

PLAIN_WIDTH = 140
"""Columns where the output is not a terminal, which has no width of its own."""


def _console(stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False, emoji=False, soft_wrap=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(stderr=stderr, highlight=False, emoji=False, width=PLAIN_WIDTH)
    return console


out = _console(stderr=False)
err = _console(stderr=True)


def say(message: str) -> None:
    """A line about what is being done, on stderr."""
    err.print(f"judge: {message}", markup=False)


@contextmanager
def progress(total: int | None, title: str) -> Iterator[Progress]:
    """A live bar on a terminal; nothing elsewhere, where the caller prints plain lines. Its one task has id 0."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        bar.add_task(title, total=total)
        yield bar
