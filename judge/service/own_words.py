"""What the judge itself says about a failure, without any text that the program may have written.

A program can print what it read, so its last output, its places in the source and its findings may be the secret
input. What is left here comes from the judge's own tables, or is a number that it measured.
"""

import builtins
import re
from collections.abc import Mapping, Sequence
from typing import Any

from judge.base.records import shaped
from judge.judging.advice import MOST_ADVICE, Advice
from judge.judging.advice import WORDS as ADVICE_WORDS
from judge.judging.causes import WORDS
from judge.sandbox.facts import RunFacts
from judge.store.records import FileRecord, Run

OF_VALIDATORS = ("WA", "CLE", "PA", "AC", "SKIP")
"""Verdicts whose reasons a validator or the judge wrote."""
OF_LIMITS = ("TLE", "OLE")
"""Verdicts whose reasons are the judge's own, whatever the program did."""
UNKNOWN_KIND = "fault"
FIGURES = (
    "difference",
    "timed",
    "time_split",
    "repetitions",
    "over_limit_cpu_ns",
    "repeated_time",
    "share",
    "points",
    "work",
)
"""Keys of a run's details: measurements, and the place where the output differs."""
FACTS = ("outcome", "exit_code", "signal_name", "user_ns", "system_ns", "wall_ns", "peak_memory_bytes")
PLACE = re.compile(r"(?:line (?P<only>\d{1,7})|(?P<file>[^\s:]{1,200}):(?P<line>\d{1,7})): ")
ERRORS = frozenset(
    [
        *(
            name
            for name, kind in vars(builtins).items()
            if isinstance(kind, type) and issubclass(kind, Exception) and kind is not Exception
        ),
        *"""ArithmeticException ArrayIndexOutOfBoundsException ClassCastException ConcurrentModificationException
        IllegalArgumentException IndexOutOfBoundsException InputMismatchException NegativeArraySizeException
        NoSuchElementException NullPointerException NumberFormatException OutOfMemoryError StackOverflowError
        StringIndexOutOfBoundsException""".split(),
    ]
)
"""Names of errors in languages: a program can select one, and no more than that."""


def own_reason(run: Run, detail: Mapping[str, Any], lines: Mapping[str, int]) -> str:
    """Why the test failed. A crash is described by how it ended, its line and the language's name of the error: the
    rest is the program's last output. `lines`: the number of lines of each submitted file."""
    if run.verdict in OF_VALIDATORS or run.verdict in OF_LIMITS:
        return run.reason
    facts = detail.get("facts") or {}
    known = {name: facts[name] for name in RunFacts.__struct_fields__ if name in facts}
    ended = shaped(known, RunFacts)
    if ended is None:  # of an earlier version, or none
        return ""
    error = next((word for word in re.findall(r"\w+", run.reason) if word in ERRORS), "")
    place = _place(run.reason, lines)
    return (f"{place}: " if place else "") + ended.ending + (f", {error}" if error else "")


def _place(reason: str, lines: Mapping[str, int]) -> str:
    found = PLACE.match(reason)
    if found is None:
        return ""
    if found["only"] and len(lines) == 1:
        [count] = lines.values()
        return f"line {int(found['only'])}" if 0 < int(found["only"]) <= count else ""
    is_there = found["file"] in lines and 0 < int(found["line"]) <= lines[found["file"]]
    return f"{found['file']}:{int(found['line'])}" if is_there else ""


def without_last_words(text: str, runs: Sequence[Run], own: Mapping[int, str]) -> str:
    """A text about the whole that quotes a run's reason, with the judge's own reason instead. `own`: by ordinal."""
    for run in runs:
        mine = own[run.ordinal]
        if run.reason and run.reason != mine and run.reason in text:
            text = text.replace(run.reason, mine)
    return text


def own_finding(found: Mapping[str, Any], lines: Mapping[str, int]) -> dict[str, Any]:
    """A finding as its kind and its place. `lines`: the number of lines of each submitted file; an unknown kind or
    place is the program's invention."""
    kind = found["kind"] if found.get("kind") in WORDS else UNKNOWN_KIND
    file, line, is_place = found.get("file"), found.get("line"), _is_there(found, lines)
    other = found.get("other") or {}
    of_race = {"other": {"file": other["file"], "line": other["line"]}} if _is_there(other, lines) else {}
    return {
        "kind": kind,
        "what": WORDS.get(kind, ""),
        "file": file if is_place else None,
        "line": line if is_place else None,
        **of_race,
    }


def advice_in(detail: Mapping[str, Any]) -> Sequence[Advice]:
    """The advice; parts of another form, which another version or a stranger may send, are left out. `detail`: of the
    judgement, as far as it may be seen."""
    counted = detail.get("counted")
    listed = counted.get("advice") if isinstance(counted, Mapping) else None
    found = (shaped(one, Advice) for one in (listed[:MOST_ADVICE] if isinstance(listed, Sequence) else ()))
    return [one for one in found if one]


def own_advice(advice: Mapping[str, Any], lines: Mapping[str, int]) -> dict[str, Any] | None:
    """Advice as its kind and its place; None: an unknown kind. Its figures are the program's: it can write them
    itself."""
    kind, is_place = advice.get("kind"), _is_there(advice, lines)
    if kind not in ADVICE_WORDS:
        return None
    place = {"file": advice["file"], "line": advice["line"]} if is_place else {"file": None, "line": None}
    return {"kind": kind, **place}


def _is_there(place: Mapping[str, Any], lines: Mapping[str, int]) -> bool:
    file, line = place.get("file"), place.get("line")
    return isinstance(file, str) and isinstance(line, int) and 0 < line <= lines.get(file, 0)


def line_counts(files: Sequence[FileRecord]) -> dict[str, int]:
    """The number of lines, by the files' names."""
    return {file.name: file.content.count(b"\n") + 1 for file in files}


def times(detail: Mapping[str, Any]) -> dict[str, Any]:
    """A run's details that are only times."""
    return {"repeated_time": detail["repeated_time"]} if detail.get("repeated_time") else {}


def figures(detail: Mapping[str, Any]) -> dict[str, Any]:
    """A run's details that contain no text of the program."""
    shown = {key: detail[key] for key in FIGURES if key in detail}
    facts = detail.get("facts")
    if isinstance(facts, Mapping):
        shown["facts"] = {key: facts[key] for key in FACTS if key in facts}
    return shown
