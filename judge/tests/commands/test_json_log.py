"""The log as lines of JSON: one object a line, whatever happens, and nothing in it that lets somebody in."""

import json
import logging
import os
import random
import sys
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from judge.base import console
from judge.base.events import Advanced, Began, Ended, Faulted, Note, Replied, Task, Warned
from judge.commands.json_log import MOST_BYTES, JsonLog, as_line
from judge.tests.hostile import HOSTILE


class Log:
    def __init__(self, file: Path) -> None:
        self._file = file
        self.descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.log = JsonLog("pages", self.descriptor)

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._file.read_bytes().splitlines()]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    monkeypatch.setattr(console, "_sayer", None)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    root = logging.getLogger()
    handlers = [*root.handlers]
    yield Log(tmp_path / "log")
    root.handlers[:] = handlers


def failed() -> Exception:
    try:
        raise ValueError("wrong")
    except ValueError as error:
        return error


def test_each_event_is_an_object_with_a_time_that_has_a_zone(log: Log) -> None:
    task = Task("judging", 3)
    for event in (
        Note("a note"),
        Warned("a warning"),
        Began(task),
        Advanced(task, 1, 3, "judging"),
        Ended(task),
        Replied("12ab", "GET", "/problems/{name}", 200, 1.5, 7),
        Replied("12ac", "GET", "/", 503, 1.5, None),
        Faulted("12ad", "GET /", failed()),
    ):
        log.log(event)
    lines = log.lines()
    assert [one["event"] for one in lines] == [
        "note",
        "warning",
        "began",
        "ended",
        "request",
        "request",
        "fault",
    ]
    assert [one["level"] for one in lines] == ["info", "warning", "info", "info", "info", "warning", "error"]
    for one in lines:
        assert datetime.fromisoformat(one["time"]).tzinfo
        assert "." in one["time"]
        assert one["process"] == "pages"
    request, fault = lines[4], lines[6]
    assert (request["id"], request["route"], request["status"], request["ms"], request["user"]) == (
        "12ab",
        "/problems/{name}",
        200,
        1.5,
        7,
    )
    assert fault["error"] == "ValueError: wrong"
    assert fault["traceback"][-1].endswith(" failed")


@pytest.mark.built
def test_what_is_said_logged_or_raised_elsewhere_is_a_line_too(log: Log) -> None:
    log.log.take_all()
    console.say("a line\nof two")
    console.warn("beware")
    console.complain("the end")
    logging.getLogger("uvicorn.error").error("broken %s", "pipe")
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    lines = log.lines()
    assert [one["level"] for one in lines] == ["info", "warning", "error", "error", "error"]
    assert lines[0]["message"] == "a line\nof two"
    assert "ZeroDivisionError" in lines[4]["error"]


def test_a_line_is_written_in_one_piece_whatever_it_holds(log: Log) -> None:
    for text in (HOSTILE, "x" * 100_000, "\udcff\n\x00\u202e" * 2000):
        log.log(Warned(text))
    assert len(log.lines()) == 3
    some = random.Random(5)
    for _ in range(50):
        told = {str(key): "\U0001f600" * some.randrange(3000) for key in range(some.randrange(1, 6))}
        line = as_line({**told, "traceback": ["x" * 300] * some.randrange(60)})
        assert len(line) <= MOST_BYTES
        json.loads(line)
