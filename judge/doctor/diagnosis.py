"""The result of one check: what was found, why it matters, what to do."""

from enum import Enum

from msgspec import Struct


class Health(Enum):
    """The health that a check found: a word that reads without colour, and a colour."""

    GOOD = ("ok", "green")
    NOTE = ("note", "cyan")
    """Worth knowing; it does not affect judging, or nothing can be changed here."""
    WEAK = ("weak", "yellow")
    """Times vary or isolation is weaker than it could be."""
    BAD = ("missing", "bold red")
    """Judging is impossible without it."""


class Diagnosis(Struct, frozen=True):
    what: str
    state: Health
    found: str
    why: str = ""
    """Why it matters; empty if all is well."""
    advice: str = ""
    """A command to run if there is one, else what to do."""


def judged(
    what: str, good: bool, found: str, why: str, advice: str, worse: Health = Health.WEAK
) -> Diagnosis:
    """A finding that is good, or else `worse` with its reason and advice."""
    return Diagnosis(what, Health.GOOD, found) if good else Diagnosis(what, worse, found, why, advice)
