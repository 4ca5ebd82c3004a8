"""A small contest of another system: its objects by endpoint, and its feed."""

from collections.abc import Mapping, Sequence
from typing import Any

Objects = Mapping[str, Sequence[dict[str, Any]]]
CONTEST = {
    "id": "away",
    "name": "Away",
    "duration": "5:00:00",
    "start_time": "2026-11-20T09:00:00.000+01",
    "penalty_time": "0:20:00",
    "scoreboard_type": "pass-fail",
}
STATE = {"started": "2026-11-20T09:00:00.000+01", "ended": None, "end_of_updates": None}
CUP: Objects = {
    "contest": [CONTEST],
    "judgement-types": [
        {"id": "AC", "name": "correct", "solved": True, "penalty": False},
        {"id": "WA", "name": "wrong", "solved": False, "penalty": True},
    ],
    "languages": [{"id": "py", "name": "Python", "extensions": ["py"]}],
    "problems": [{"id": "double", "label": "A", "name": "Double", "ordinal": 1}],
    "teams": [{"id": "ada", "name": "Ada"}, {"id": "bob", "name": "Bob"}],
    "submissions": [
        {
            "id": "s1",
            "team_id": "ada",
            "problem_id": "double",
            "language_id": "py",
            "contest_time": "0:10:00",
        },
        {
            "id": "s2",
            "team_id": "bob",
            "problem_id": "double",
            "language_id": "py",
            "contest_time": "0:20:00",
        },
    ],
    "judgements": [
        {"id": "j1", "submission_id": "s1", "judgement_type_id": "WA", "start_contest_time": "0:10:01"},
        {"id": "j2", "submission_id": "s2", "judgement_type_id": "AC", "start_contest_time": "0:20:01"},
        {"id": "j0", "submission_id": "s2", "judgement_type_id": None, "start_contest_time": "0:20:00"},
    ],
    "state": [STATE],
}
"""Ada fails and Bob solves, in a language that is called otherwise here."""


def objects_of(cup: Objects) -> dict[str, Any]:
    """The objects in the form of endpoints' answers."""
    singles = ("contest", "state")
    return {kind: rows[0] if kind in singles else list(rows) for kind, rows in cup.items()}


def feed_of(cup: Objects, *, with_tokens: bool = True) -> list[dict[str, Any]]:
    """The feed with a token for each line, or in the form before 2022."""
    lines: list[dict[str, Any]] = []
    for kind, rows in cup.items():
        for row in rows:
            number = len(lines) + 1
            name = None if kind in ("contest", "state") else row["id"]
            if with_tokens:
                lines.append({"type": kind, "id": name, "data": row, "token": f"t{number}"})
            else:
                old = {"contest": "contests"}.get(kind, kind)
                lines.append({"type": old, "id": f"e{number}", "op": "create", "data": row})
    return lines
