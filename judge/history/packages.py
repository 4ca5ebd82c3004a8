"""The names that problems go by in the history: two packages may have the same, and are not the same problem."""

import sqlite3
from collections.abc import Sequence
from itertools import count

from judge.base.text import as_utf8
from judge.problems.formats.own import problem_ids
from judge.problems.model import Problem
from judge.project.installation import Installation


def recorded_names(
    connection: sqlite3.Connection, installation: Installation, problems: Sequence[Problem]
) -> dict[str, str]:
    """By problem id: the id, with a number behind it if one of our own, or a package from elsewhere, was called so
    first."""
    own = {*problem_ids(installation)}
    return {problem.id: _name(connection, own, problem) for problem in problems}


def _name(connection: sqlite3.Connection, own: set[str], problem: Problem) -> str:
    if problem.package is None or problem.package.origin is None:
        return problem.id
    path = as_utf8(str(problem.package.origin))
    known = dict(connection.execute("SELECT name, path FROM packages WHERE problem = ?", (problem.id,)))
    for name, of_path in known.items():
        if of_path == path:
            return str(name)
    names = (problem.id if number == 1 else f"{problem.id}-{number}" for number in count(1))
    taken = own | {name for (name,) in connection.execute("SELECT name FROM packages")}
    name = next(name for name in names if name not in taken)
    connection.execute(
        "INSERT INTO packages (name, problem, path) VALUES (?, ?, ?)", (name, problem.id, path)
    )
    return name
