"""Checks that all layouts of a contest have in common: each names the file, what was expected and what was found."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.base.text import in_one_line
from judge.contest.model import Contest, Submission

ID = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,34}[A-Za-z0-9_-])?")
ID_FORM = "an id of at most 36 letters, digits and _ . -"


def require_id(text: str, where: str) -> str:
    """As the Contest API has them."""
    if not ID.fullmatch(text):
        raise JudgeError(f"{where}: expected {ID_FORM}, found {text!r}.")
    return text


def require_different(names: Iterable[str], what: str, where: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise JudgeError(f"{where}: two {what} are called {name}. Give each a name of its own.")
        seen.add(name)


def checked(contest: Contest, where: Path) -> Contest:
    """The contest, if its parts fit together, with each name as one line."""
    if contest.duration_ms <= 0:
        raise JudgeError(f"{where}: the contest must have a duration above 0.")
    if contest.freeze_ms is not None and not 0 <= contest.freeze_ms <= contest.duration_ms:
        raise JudgeError(
            f"{where}: the scoreboard is frozen for longer than the contest lasts. "
            "Expected how long before the end it begins to be."
        )
    if not contest.problems:
        raise JudgeError(f"{where}: the contest has no problems.")
    require_different((one.id for one in contest.problems), "problems", str(where))
    require_different((one.label for one in contest.problems), "problems", str(where))
    require_different((one.id for one in contest.teams), "teams", str(where))
    return replace(
        contest,
        name=in_one_line(contest.name),
        problems=[
            replace(one, label=in_one_line(one.label), name=in_one_line(one.name)) for one in contest.problems
        ],
        teams=[
            replace(one, name=in_one_line(one.name), label=in_one_line(one.label)) for one in contest.teams
        ],
    )


def with_submissions(contest: Contest, found: Iterable[Submission]) -> Contest:
    """In the order of time."""
    submissions = sorted(found, key=lambda one: (one.time_ms, one.id))
    require_different((one.id for one in submissions), "submissions", str(contest.folder))
    return replace(contest, submissions=tuple(submissions))


def require_known(submission: Submission, teams: Sequence[str], problems: Sequence[str], where: str) -> None:
    """Its team and its problem are those of the contest."""
    for kind, name, known in (
        ("team", submission.team_id, teams),
        ("problem", submission.problem_id, problems),
    ):
        if name not in known:
            raise JudgeError(f"{where}: {unknown_name(kind, name, known)}")
