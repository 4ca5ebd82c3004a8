"""The whole result of an attempt, as it is stored: JSON.

It is a result of the report (docs/report.md) with the isolation of each run in place, as there is no list of
isolations next to it. Results that an earlier version stored are read as far as they are shown.
"""

import json
from typing import Any

import msgspec
from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.records import Count, as_json, converted
from judge.base.text import all_as_utf8
from judge.judging.findings import Found
from judge.reports.make import Isolations
from judge.reports.model import SolutionReport
from judge.store import compression as store


class KeptFacts(Struct, frozen=True):
    wall_ns: Count
    user_ns: Count
    system_ns: Count
    peak_memory_bytes: Count

    @property
    def cpu_ns(self) -> int:
        return self.user_ns + self.system_ns


class KeptTest(Struct, frozen=True):
    name: str
    verdict: str
    """A result of an earlier version may have a code that no longer exists."""
    facts: KeptFacts


class KeptResult(Struct, frozen=True):
    """A result, as much of it as is shown, whatever version stored it."""

    compile_error: str | None
    tests: tuple[KeptTest, ...]
    findings: tuple[Found, ...] = ()


def whole_result(report: SolutionReport, isolations: Isolations) -> Any:
    content = all_as_utf8(as_json(report))
    if report.compiler_isolation is not None:
        content["compiler_isolation"] = as_json(isolations.all[report.compiler_isolation])
    for test in content["tests"]:
        test["facts"]["isolation"] = as_json(isolations.all[test["facts"]["isolation"]])
    return content


def unpacked(result: bytes, what: str) -> tuple[KeptResult, msgspec.Raw]:
    """The part of a result that is shown, and all of it as JSON. Raises JudgeError if it is damaged; `what`: its
    subject."""
    content = all_as_utf8(store.unpacked(result, what))
    try:
        return converted(content, KeptResult), msgspec.Raw(json.dumps(content).encode())
    except msgspec.ValidationError as error:
        raise JudgeError(f"{what} is damaged in the store ({error}): restore a backup.") from error
