"""Finding what a user meant by a name."""

import difflib
from collections.abc import Iterable

from judge.base.errors import JudgeError


def unknown_name(kind: str, name: str, known: Iterable[str]) -> JudgeError:
    """An error that says what is known and suggests the nearest: unknown_name("problem", "matmull", [...])."""
    names = sorted(known)
    nearest = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    suggestion = f" Did you mean '{nearest[0]}'?" if nearest else ""
    return JudgeError(f"unknown {kind} '{name}'.{suggestion} Known: {', '.join(names) or 'none'}.")
