"""The map `limits` of problem.yaml, from the limits of the model."""

from typing import Any

from judge.problems.formats.limit_keys import MEASURES
from judge.problems.model import Limits

ALWAYS = ("memory", "output")
"""Limits whose defaults differ between judges, so that they are always written."""


def limit_keys(limits: Limits) -> dict[str, Any]:
    """Limits that every format has, in its units."""
    default, found = Limits(), {}
    for key, (field, unit_bytes) in MEASURES.items():
        value = getattr(limits, field)
        if key in ALWAYS or value != getattr(default, field):
            found[key] = number(value / unit_bytes if unit_bytes else value)
    return found


def number(value: float) -> int | float:
    """A number, written without decimals if it is whole."""
    return int(value) if value == int(value) else value
