"""Driving a reader with mutated input: with a few examples in the ordinary suite, and for as long as one likes.

`WARP_JUDGE_FUZZ_SECONDS=600` makes each driver run for so long; `WARP_JUDGE_FUZZ_SEED=7` is the seed that it begins
with, instead of 1. Each seed is printed before its examples.

A reader may return or raise JudgeError. Anything else that it raises is a failure, and so is an example that takes
SLOW_S of CPU time, as a busy machine may keep anyone waiting, or never ends: hypothesis shows the smallest one. One
that waits without end (for a pipe, say) is noticed at length after WAITING_S; in the ordinary suite pytest's timeout
does that.
"""

import itertools
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from judge.base.errors import JudgeError

SECONDS, SEED = "WARP_JUDGE_FUZZ_SECONDS", "WARP_JUDGE_FUZZ_SEED"
EXAMPLES, EXAMPLES_AT_LENGTH = 15, 300
"""The number of examples for each seed."""
SLOW_S = 20.0
WAITING_S = 300.0
MOST_EDITS = 6

Edit = tuple[int, float, float, bytes]
"""What is done, where, with how much, and what is put there."""


def drive(inputs: st.SearchStrategy[object], read: Callable[..., object]) -> None:
    """Gives the reader one example after the other, each as its arguments."""
    seconds = float(os.environ.get(SECONDS, "0"))
    end = time.monotonic() + seconds
    signal.signal(signal.SIGPROF, _end)
    if seconds:  # else the signal is pytest-timeout's
        signal.signal(signal.SIGALRM, _end)
    for number in itertools.count(int(os.environ.get(SEED, "1"))):
        print(f"{SEED}={number}", flush=True)
        _run(inputs, read, number, EXAMPLES_AT_LENGTH if seconds else EXAMPLES)
        if time.monotonic() >= end:
            return


def _run(inputs: st.SearchStrategy[object], read: Callable[..., object], number: int, examples: int) -> None:
    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs)
    def one(example: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, SLOW_S)
        if examples > EXAMPLES:
            signal.setitimer(signal.ITIMER_REAL, WAITING_S)
        try:
            with suppress(JudgeError):
                read(*example) if isinstance(example, tuple) else read(example)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            if examples > EXAMPLES:
                signal.setitimer(signal.ITIMER_REAL, 0)

    one()


def _end(*_: object) -> None:
    raise AssertionError(f"an example takes {SLOW_S} s of CPU time, or waits for {WAITING_S}")


def mutated(contents: Sequence[bytes], tokens: Sequence[bytes] = ()) -> st.SearchStrategy[bytes]:
    """One of these contents in which some is changed, cut out, repeated, or replaced by a token."""
    pieces = st.sampled_from([*tokens, b"\0", b"\xff", b"\n"]) | st.binary(max_size=8)
    places = st.floats(0, 1, allow_nan=False)
    edit = st.tuples(st.integers(0, 3), places, st.floats(0, 0.2), pieces)
    return st.builds(_edited, st.sampled_from(list(contents)), st.lists(edit, max_size=MOST_EDITS))


def _edited(content: bytes, edits: Sequence[Edit]) -> bytes:
    for kind, place, share, piece in edits:
        begin = int(place * len(content))
        end = begin + int(share * share * len(content))
        if kind == 0:  # put between
            content = content[:begin] + piece + content[begin:]
        elif kind == 1:  # replaced
            content = content[:begin] + piece + content[begin + len(piece) :]
        elif kind == 2:  # cut out
            content = content[:begin] + content[end + 1 :]
        else:  # repeated
            content = content[:end] + content[begin:]
    return content


YAML = (
    b"[", b"{", b"]", b"}", b": ", b"- ", b"? ", b"&a ", b"*a", b"<<: *a", b"!!int ", b"!!float x", b"!!bool x",
    b"!!set ", b"!!timestamp x", b"!!binary x", b"!!omap ", b"!!pairs ", b"!<", b"!!python/name:os.system ",
    b"2024-13-45", b"9" * 5000, b"0x" + b"f" * 5000, b"1e999", b".inf", b".nan", b"~", b"|\n", b">-\n", b"---\n",
    b"...\n", b"%YAML 9.9\n", b"\t", b"\xef\xbb\xbf", b"\xc2\x85", b'"\\ud800"', b'"\\x00"', b"\xed\xa0\x80",
    b"1:59:59", b"-1", b"true", b"null", b"a" * 70000, b"[" * 90, b"#", b"'", b'"',
)  # fmt: skip
JSON = (
    b"[", b"{", b"]", b"}", b":", b",", b'"', b"\\ud800", b"\\ud83d\\ude00", b"\\u0000", b"9" * 5000, b"1e999",
    b"-0.0", b"NaN", b"null", b"true", b"[" * 90, b'{"a":' * 90, b"1" + b"0" * 30, b"-1", b'"a":1,"a":2',
    b"\xef\xbb\xbf", b"\xed\xa0\x80", b"99999999999:00:00", b"9999-12-31T23:59:59-12", b"../", b"/etc/passwd",
    b"a" * 70000,
)  # fmt: skip
XML = (
    b"<", b">", b"/>", b"</", b"<!DOCTYPE a>", b"<!ENTITY x 'y'>", b"&x;", b"&#0;", b"&#x110000;", b"<![CDATA[",
    b"]]>", b"<?xml version='1.0' encoding='utf-16'?>", b'encoding="klingon"', b'""', b"%99999999d", b"../",
    b"9" * 5000, b"<a>" * 70, b"-1", b"\xed\xa0\x80",
)  # fmt: skip
NUMBERS = (
    b"9" * 5000, b"0", b"-1", b"18446744073709551616", b"1e999", b"nan", b"inf", "\u0661".encode(),
    b"99999999999999999999",
)  # fmt: skip
