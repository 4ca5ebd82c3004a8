"""What people see: one console for results on stdout, one for progress and messages on stderr.

Rich omits colour where NO_COLOR is set or the output is not a terminal.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
)
from rich.segment import Segment
from rich.table import Column
from rich.text import Text

from judge.base.interruption import Display, may_tell, tell_on
from judge.base.plain import is_plain
from judge.base.plain_form import plain_form
from judge.base.prose import Prose, WithoutTrailingBlanks, cleaned
from judge.base.text import harmless, one_line
from judge.base.units import duration

LEAST_WIDTH, MOST_WIDTH = 16, 1000
"""Bounds of the width: nothing can be laid out in fewer columns, and in more, each line of a table gets as long."""
PLAIN_WIDTH = 140
"""Columns where the output is not a terminal, which has no width of its own."""
BAR_WIDTH = 16
CONTINUED = "  | "
"""The mark before text that followed a line end, where a text must be one line."""
LINE_EVERY_S = 15.0
"""The interval between progress lines where no bar can be shown."""
TOLD_FROM_SHARE = 0.1
"""The share of the work that must be done before its rate says something about the rest."""
RATE_OVER_S = 300.0
"""The period whose rate the remaining time is estimated from."""


class _Console(Console):
    """A console that lays out text as prose. Once an interruption is being reported, only one thread may print.

    Everything printed is made harmless here, so that no caller has to do it. Text printed with `soft_wrap` is one
    line: if a name in it contains line ends, the text after them is marked as a continuation.
    """

    @property
    def size(self) -> ConsoleDimensions:
        size = super().size
        return ConsoleDimensions(within_widths(size.width), size.height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self._width, self._height = new_size

    def print(self, *objects: Any, **options: Any) -> None:
        if not may_tell():
            return
        if options.get("soft_wrap"):
            objects = tuple(_in_one_block(one) for one in objects)
        if self.stderr or not self.is_terminal:  # Rich itself prints above a bar of the same console
            super().print(*objects, **options)
            return
        with _bars_off_screen():
            super().print(*objects, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(harmless(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        options = options or self.options
        if is_plain():
            renderable = plain_form(renderable)
        if isinstance(renderable, str):
            renderable = self.render_str(renderable, highlight=options.highlight)
        if isinstance(renderable, Text):  # before layout, as escaped text is longer
            renderable = Prose.of(cleaned(renderable, harmless))
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)


def _in_one_block(line: Any) -> Any:
    if isinstance(line, Text):
        return cleaned(line, lambda piece: piece.replace("\n", f"\n{CONTINUED}"))
    return line.rstrip("\n").replace("\n", f"\n{CONTINUED}") if isinstance(line, str) else line


def asked_width(environment: Mapping[str, str]) -> int | None:
    """The number of columns that COLUMNS asks for; None: it is unset or not such a number."""
    text = environment.get("COLUMNS", "")
    return within_widths(int(text[:9])) if text.isascii() and text.isdigit() and int(text[:9]) else None


def within_widths(columns: int) -> int:
    return max(LEAST_WIDTH, min(columns, MOST_WIDTH))


def _console(stderr: bool) -> Console:
    # Rich takes these values literally: a console of 0 columns shows nothing.
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    console = _Console(
        stderr=stderr,
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=False,
        width=asked_width(os.environ),
        _environ=environment,
    )
    if not console.is_terminal and asked_width(os.environ) is None:
        console.width = PLAIN_WIDTH
    if not console.is_terminal:
        console.push_render_hook(WithoutTrailingBlanks())
    return console


out = _console(stderr=False)
err = _console(stderr=True)


_bars: "list[BarOrLines]" = []
"""The bars that are shown, or would be shown."""
_drawing = threading.RLock()
"""Held while stdout writes to the terminal on which stderr shows bars."""


@contextmanager
def _bars_off_screen() -> Iterator[None]:
    """Erases the bars for the `with` block, in which stdout prints, and draws them again below what it printed."""
    with _drawing:
        shown = [bar for bar in _bars if bar.live.is_started]
        for bar in reversed(shown):
            bar.stop()
        try:
            yield
        finally:
            for bar in shown:
                bar.start()


@contextmanager
def muted(quiet: bool) -> Iterator[None]:
    """Prints nothing to stdout within the `with` block if `quiet` is set, and no notes; warnings and bars stay."""
    before, out.quiet = out.quiet, quiet or out.quiet
    try:
        yield
    finally:
        out.quiet = before


def print_last(line: str | Text, **options: Any) -> None:
    """Prints the last line of a command. It is shown even if all else is muted, and is one line whatever names are in
    it."""
    before, out.quiet = out.quiet, False
    try:
        out.print(
            cleaned(line, one_line) if isinstance(line, Text) else one_line(line), soft_wrap=True, **options
        )
    finally:
        out.quiet = before


def prints_utf8() -> bool:
    """Whether stdout can show every character."""
    return out.encoding.lower().startswith("utf")


def have_one_reader() -> bool:
    """Whether stdout and stderr lead to the same place: then text shown on one need not be repeated on the other."""
    try:
        return os.path.sameopenfile(out.file.fileno(), err.file.fileno())
    except OSError:  # one of them is closed
        return False


def shows_bars() -> bool:
    """Whether progress is a bar that moves, instead of a line now and then."""
    return err.is_terminal and _leads_to_a_screen(err.file) and not is_plain() and _sayer is None


def _leads_to_a_screen(file: IO[str]) -> bool:
    """Whether a file is a screen. FORCE_COLOR makes Rich take any file for a terminal: that suits colours, but not
    bars that move."""
    try:
        return file.isatty()
    except ValueError:  # it is closed
        return False


_sayer: Callable[[str, str], None] | None = None
"""The function that gets messages instead of the terminal."""


def say_by(sayer: Callable[[str, str], None]) -> None:
    """Sends messages to `report` from now on, each with its level: "info", "warning" or "error"."""
    global _sayer
    _sayer = sayer


def _tell(level: str, message: str, style: str = "") -> None:
    if _sayer:
        _sayer(level, message)
        return
    words = "warning: " if level == "warning" else ""
    err.print(f"judge: {words}{message}", style=style or None, soft_wrap=True)


def say(message: str, *, always: bool = False) -> None:
    """Prints a line about current work to stderr, unless all is muted; `always`: even then, as the work may take
    minutes."""
    if always or not out.quiet:
        _tell("info", message)


def warn(message: str) -> None:
    """Prints to stderr what a command goes on without."""
    _tell("warning", message, "yellow")


def complain(message: str) -> None:
    """Prints why the judge ends."""
    _tell("error", message, "red")


def stage() -> str:
    """The current work, after a verb: " while judging: 6 of 24"; empty where nothing is known to take long."""
    if not _bars:
        return ""
    task = _bars[-1].tasks[0]
    done = "" if task.total is None else f": {task.completed:.0f} of {task.total:.0f}"
    return f" while {_bars[-1].title}{done}"


def stop_bars() -> None:
    """Removes bars from the terminal, so that text can be printed."""
    for bar in _bars:
        bar.stop()


tell_on(Display(stage, stop_bars, complain))


class _Now(ProgressColumn):
    """A column with the current work, cut where the terminal is narrow."""

    def __init__(self, now: Callable[[], str]) -> None:
        super().__init__()
        self.now = now

    def render(self, task: Task) -> Text:
        return Text(self.now() or task.description, no_wrap=True, overflow="ellipsis")


class _Count(MofNCompleteColumn):
    """A column with the count of steps; empty if the total is not known."""

    def render(self, task: Task) -> Text:
        return Text() if task.total is None else super().render(task)


class _TaskTimes(ProgressColumn):
    """A column with times: "12 s, about 40 s left"."""

    def render(self, task: Task) -> Text:
        return Text(f"{duration(task.elapsed or 0)}{_left(task)}", no_wrap=True)


def _left(task: Task) -> str:
    """The remaining time, ", about 40 s left"; empty as long as it cannot be estimated."""
    early = task.total is None or task.completed < task.total * TOLD_FROM_SHARE
    left = None if early else task.time_remaining
    return "" if left is None else f", about {duration(left)} left"


class BarOrLines(Progress):
    """A live bar with the remaining time on a terminal; elsewhere an occasional plain line."""

    def __init__(self, title: str, now: Callable[[], str], *, always: bool) -> None:
        # Where the terminal is narrow, only the text is cut.
        super().__init__(
            _Now(now),
            BarColumn(BAR_WIDTH, table_column=Column(no_wrap=True)),
            _Count(table_column=Column(no_wrap=True)),
            _TaskTimes(table_column=Column(no_wrap=True)),
            console=err,
            transient=True,
            redirect_stdout=False,
            disable=not shows_bars(),
            speed_estimate_period=RATE_OVER_S,
        )
        self.title = title
        self.always = always
        self.reported_at = time.monotonic()

    def reach(self, done: int, total: int | None, title: str, now: str) -> None:
        """Sets how far the work is. `now`: the current step, shown instead of the title."""
        self.title = title
        self.update(TaskID(0), completed=done, total=total, description=now or title)

    def start(self) -> None:
        if may_tell():
            super().start()

    def update(self, task_id: TaskID, **changes: Any) -> None:
        super().update(task_id, **changes)
        if shows_bars() or time.monotonic() - self.reported_at < LINE_EVERY_S:
            return
        self.reported_at = time.monotonic()
        task = self.tasks[task_id]
        if task.total is not None and task.completed < task.total:
            say(f"{self.title}: {task.completed:.0f} of {task.total:.0f}{_left(task)}", always=self.always)


@contextmanager
def progress(
    total: int | None, title: str, now: Callable[[], str] = str, *, always: bool = False
) -> Iterator[BarOrLines]:
    """Shows the progress of the work and the time remaining; `always`: as in say(). Its one task has id 0.

    `now`: the current step, shown instead of the task's description; empty: the description.
    """
    bar = BarOrLines(title, now, always=always)
    bar.add_task(title, total=total)
    # Registered before the bar is shown, and until it has ended: a bar that is never stopped would be drawn again
    # below the last line.
    _bars.append(bar)
    try:
        with bar:
            yield bar
    finally:
        _bars.remove(bar)
