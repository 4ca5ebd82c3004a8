"""Server-sent events out of bytes: as they are cut into pieces, and within bounds."""

import random
from itertools import chain

import pytest

from judge.base.errors import JudgeError
from judge.client.event_lines import EventLines, ServerEvent

STREAM = (
    b": alive\r\n\r\n"
    b'id: 7\r\nevent: runs\r\ndata: {"a": 1}\r\n\r\n'
    b"data: one\ndata:two\n\n"
    b"id: not a number\nid: 99999999999999999999\nevent: moved\nunknown: x\ndata\n\n"
    b"event: end\r\n\r\n"
    b"data: never ended"
)
EVENTS = [
    ServerEvent("runs", b'{"a": 1}', 7),
    ServerEvent("message", b"one\ntwo", None),
    ServerEvent("moved", b"", None),
    ServerEvent("end", b"", None),
]


@pytest.mark.parametrize("seed", range(20))
def test_events_are_the_same_however_they_are_cut(seed: int) -> None:
    chance = random.Random(seed)
    lines, found, left = EventLines(), list[ServerEvent](), STREAM
    while left:
        size = chance.choice((1, 2, 5, len(left)))
        found += lines.feed(left[:size])
        left = left[size:]
    assert found == EVENTS


@pytest.mark.parametrize("line", [b"x", b"data: x", b"data: x\n", b": x\n"])
def test_an_event_that_never_ends_is_bounded(line: bytes) -> None:
    lines = EventLines(most_bytes=1000)
    with pytest.raises(JudgeError):
        list(chain.from_iterable(lines.feed(line) for _ in range(10_000)))


def test_many_events_together_may_be_larger() -> None:
    lines = EventLines(most_bytes=100)
    found = [event for _ in range(1000) for event in lines.feed(b"data: x\n\n")]
    assert len(found) == 1000
