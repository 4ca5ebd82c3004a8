"""The log as lines of JSON: events, messages and requests, one object per line on stderr.

A line has at most 4 kB and is written at once, so that lines of several processes never mix. It has routes instead of
paths, which may contain a token, and never bodies, cookies or user input.
"""

import json
import logging
import os
import sys
import threading
import traceback
from collections.abc import Sequence
from datetime import datetime
from types import TracebackType
from typing import Any

from judge.base import console
from judge.base.errors import JudgeError
from judge.base.events import (
    Advanced,
    Began,
    Ended,
    Event,
    Faulted,
    Judged,
    LeftOut,
    Note,
    Replied,
    Running,
    Waiting,
    Warned,
)
from judge.base.records import replace
from judge.project.host import JudgeHost

MOST_BYTES = 4096
"""The length of a line: the most that a pipe takes in one piece."""
MOST_OF_A_VALUE = 1500
MOST_FRAMES = 20
INFO, WARNING, ERROR = "info", "warning", "error"


class JsonLog:
    """A listener; `process` is each line's name for its origin."""

    def __init__(self, process: str, descriptor: int = 2) -> None:
        self._process, self._descriptor = process, descriptor

    def __call__(self, event: Event) -> None:
        match event:
            case Note(text, _):
                self.line(INFO, "note", message=text)
            case Warned(text):
                self.line(WARNING, "warning", message=text)
            case LeftOut(problem, reason, next_step):
                self.line(WARNING, "left-out", problem=problem, message=str(JudgeError(reason, next_step)))
            case Waiting(awaited, reason, _):
                self.line(INFO, "waiting", awaited=awaited, message=reason)
            case Judged(problem, solution, verdict, _, _):
                self.line(INFO, "judged", problem=problem, solution=solution, verdict=verdict)
            case Replied(number, method, route, status, ms, user_id):
                level = ERROR if status == 500 else WARNING if status > 500 else INFO
                self.line(
                    level,
                    "request",
                    id=number,
                    method=method,
                    route=route,
                    status=status,
                    ms=ms,
                    user=user_id,
                )
            case Faulted(number, place, error):
                self.line(ERROR, "fault", id=number, at=place, **of_error(error))
            case Began(task):
                self.line(INFO, "began", message=task.title)
            case Ended(task):
                self.line(INFO, "ended", message=task.title)
            case Running() | Advanced():
                pass
            case _:
                self.line(WARNING, type(event).__name__, message=str(event))

    def line(self, level: str, event: str, **fields: Any) -> None:
        now = datetime.now().astimezone().isoformat(timespec="milliseconds")
        told = {"time": now, "level": level, "event": event, "process": self._process}
        told |= {name: _bounded(value) for name, value in fields.items()}
        os.write(self._descriptor, as_line(told))

    def take_all(self) -> None:
        """Sends all messages of this process, and of libraries, to this log from now on."""
        console.say_by(lambda level, text: self.line(level, "said", message=text))
        handler = _Handler(self)
        logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)

        def uncaught(kind: type[BaseException], error: BaseException | None, _: TracebackType | None) -> None:
            self.line(ERROR, "fault", id="", at="", **of_error(error or kind()))

        sys.excepthook = uncaught
        threading.excepthook = lambda given: uncaught(given.exc_type, given.exc_value, given.exc_traceback)


def logging_host(host: JudgeHost, process: str, *, is_json: bool) -> JudgeHost:
    """The host with a log in this form."""
    if not is_json:
        return host
    log = JsonLog(process)
    log.take_all()
    return replace(host, tell=log)


class _Handler(logging.Handler):
    """A handler of Python's own logging, for example for uvicorn."""

    def __init__(self, log: JsonLog) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        level = ERROR if record.levelno >= logging.ERROR else WARNING
        more = of_error(record.exc_info[1]) if record.exc_info and record.exc_info[1] else {}
        self._log.line(level, "library", name=record.name, message=record.getMessage(), **more)


def of_error(error: BaseException) -> dict[str, Any]:
    """The error and its place: the last calls that led to it."""
    frames = traceback.extract_tb(error.__traceback__)[-MOST_FRAMES:]
    return {
        "error": f"{type(error).__name__}: {error}",
        "traceback": [f"{one.filename}:{one.lineno} {one.name}" for one in frames],
    }


def _bounded(value: Any) -> Any:
    return value[:MOST_OF_A_VALUE] if isinstance(value, str) else value


def as_line(told: dict[str, Any]) -> bytes:
    """The line in ASCII, as quoted text may be any bytes. If it is too long, it loses the calls furthest from the
    fault, then the ends of its texts."""
    while len(line := json.dumps(told).encode() + b"\n") > MOST_BYTES:
        longest = max(told, key=lambda name: len(json.dumps(told[name])))
        value = told[longest]
        assert isinstance(value, str | Sequence)
        told = {
            **told,
            longest: value[: len(value) // 2] if isinstance(value, str) else value[len(value) // 2 :],
        }
    return line
