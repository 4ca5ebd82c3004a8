"""What a user meant by a misspelt name."""

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.next_steps import NextStep

MOST_CHARACTERS = 200
"""The longest name that is compared: comparing takes time quadratic in the length."""


def nearest_name(name: str, known: Sequence[str]) -> str | None:
    """The known name that is most like this one, if any is similar."""
    found = difflib.get_close_matches(name[:MOST_CHARACTERS], known, n=1, cutoff=0.5)
    return found[0] if found else None


def unknown_name(
    kind: str, name: str, known: Iterable[str], listed_by: NextStep | Path | None = None
) -> JudgeError:
    """An error that lists the known names and suggests the nearest: unknown_name("problem", "matmull", [...]).

    `listed_by`: the command or folder that lists them, where they may be too long for a line.
    """
    names = sorted(known)
    nearest = nearest_name(name, names)
    name = name if len(name) <= MOST_CHARACTERS else f"{name[:MOST_CHARACTERS]}..."
    suggestion = f" Did you mean '{nearest}'?" if nearest else ""
    message = f"unknown {kind} '{name}'.{suggestion}"
    if isinstance(listed_by, NextStep):
        return JudgeError(message, listed_by)
    all_known = f"All: {listed_by}" if listed_by else f"Known: {', '.join(names) or 'none'}."
    return JudgeError(f"{message} {all_known}")
