"""The terminal as a listener: events become lines and bars on stderr."""

import traceback
from contextlib import ExitStack
from typing import assert_never

from msgspec import Struct

from judge.base.console import BarOrLines, progress, say, shows_bars, warn
from judge.base.errors import JudgeError
from judge.base.events import (
    Advanced,
    Began,
    Ended,
    Event,
    Faulted,
    GpuFailed,
    Judged,
    JudgedAgain,
    LeftOut,
    Note,
    Replied,
    Running,
    Task,
    Waiting,
    Warned,
)
from judge.base.units import plural

MOST_REMEMBERED = 1000
"""Warnings shown so far; none is repeated, as a worker may send them for months."""


class _Shown(Struct):
    """A task with its bar."""

    bar: BarOrLines
    leaving: ExitStack


class Terminal:
    """Shows events. In a quiet command, bars and warnings stay."""

    def __init__(self) -> None:
        self._shown: dict[Task, _Shown] = {}
        self._running: tuple[str, ...] = ()
        self._warned: set[Warned] = set()

    def __call__(self, event: Event) -> None:
        match event:
            case Note(text, takes_minutes, is_in_bar):
                if not (is_in_bar and shows_bars()):
                    say(text, always=takes_minutes)
            case Warned(text):
                if event not in self._warned:
                    if len(self._warned) >= MOST_REMEMBERED:
                        self._warned.clear()
                    self._warned.add(event)
                    warn(text)
            case LeftOut(problem, reason, next_step):
                warn(f"{problem} is left out: {JudgeError(reason, next_step)}")
            case Waiting(awaited, reason, takes_minutes):
                say(f"waiting for {awaited}{f': {reason}' if reason else ''}", always=takes_minutes)
            case GpuFailed(gpu, reason, None):
                say(f"{gpu} failed and is no longer used: {reason}")
            case GpuFailed(gpu, reason, node):
                say(f"{node}, {gpu}: {reason}. {node} gets no more jobs that need a GPU")
            case JudgedAgain(solutions, reason, None):
                say(f"{plural(len(solutions), 'solution')} queued again: {reason}")
            case JudgedAgain(solutions, _, gpu):
                say(f"{', '.join(solutions)} is judged again on GPU {gpu}")
            case Running(solutions):
                self._running = solutions
            case Judged(problem, solution, verdict, number, total):
                if not shows_bars():
                    say(f"[{number}/{total}] {problem} {solution}: {verdict}")
            case Replied():
                pass
            case Faulted(number, place, error):
                warn(f"fault {number} at {place}: {''.join(traceback.format_exception(error)).rstrip()}")
            case Began(task):
                self._begin(task)
            case Advanced(task, done, total, title, now):
                self._shown[task].bar.reach(done, total, title, now)
            case Ended(task):
                self._shown.pop(task).leaving.close()
            case _:
                assert_never(event)

    def _begin(self, task: Task) -> None:
        def now() -> str:
            names = self._running if task.judges else ()
            more = f" +{len(names) - 1}" if len(names) > 1 else ""
            return f"{task.title} {names[0]}{more}" if names else ""

        with ExitStack() as entered:
            bar = entered.enter_context(progress(task.total, task.title, now, always=task.takes_minutes))
            self._shown[task] = _Shown(bar, entered.pop_all())
