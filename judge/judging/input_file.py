"""Files that a submission in C or C++ opens as its input, as other judges provide it: here it is on standard input."""

import re

from judge.judging.solutions import Solution
from judge.judging.verdicts import Decision, Verdict

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_CONDITIONAL = re.compile(r"^[ \t]*#[ \t]*if.*?^[ \t]*#[ \t]*endif", re.DOTALL | re.MULTILINE)
"""A macro that usually separates local builds: `#ifndef ONLINE_JUDGE`."""
_OPENED = re.compile(
    r"""\bf(?:re)?open\s*\(\s*"(?P<c>[\w.-]{1,60})"\s*,\s*"r[bt+]*"|"""
    r"""\bifstream\s+\w+\s*[({]\s*"(?P<stream>[\w.-]{1,60})\""""
)
FAMILIES = frozenset({"c", "cpp", "cuda", "cuda-emulated"})


def input_file(solution: Solution) -> str | None:
    """The name of the first file that the submission reads; None if it reads none, or only in some builds."""
    if solution.language is None or solution.language.id not in FAMILIES:
        return None
    for text in solution.texts.values():
        found = _OPENED.search(_CONDITIONAL.sub("", _COMMENT.sub("", text)))
        if found:
            return found["c"] or found["stream"]
    return None


def with_input_file(decision: Decision, solution: Solution) -> Decision:
    """The decision of a failure, with the name of the file that the submission reads: no test here gives it one."""
    name = input_file(solution) if decision.verdict in (Verdict.WA, Verdict.RTE) else None
    if name is None:
        return decision
    return Decision(
        decision.verdict, f'{decision.reason}; it reads "{name}", which is not there: read standard input'
    )
