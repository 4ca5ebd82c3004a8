"""Whose job goes first."""

from enum import IntEnum


class Priority(IntEnum):
    """The lower goes first, until a job of another has waited long enough (AGE_S)."""

    CONTEST = 0
    CLASS = 1
    PRACTICE = 2
    REJUDGING = 3
    MEASURING = 4


AGE_S = 120.0
"""The wait after which a job goes before a newer one of the next higher priority: nobody starves."""
