"""The order of jobs."""

from enum import IntEnum


class Priority(IntEnum):
    """The lower priority goes first, until a job of a higher number has waited long enough (AGE_S)."""

    CONTEST = 0
    CLASS = 1
    PRACTICE = 2
    REJUDGING = 3
    MEASURING = 4


AGE_S = 120.0
"""The wait after which a job goes before newer ones of the next more urgent priority: no job starves."""
