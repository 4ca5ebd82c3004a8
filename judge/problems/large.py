"""Large tests: those of our own problems beyond the sizes of contests, for which limits of a contest say nothing.

They are generated where they are asked for, never committed, and only the solvers of problem programs are judged on
them: submissions are written for the sizes in a problem's statement.
"""

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.problems.model import MIB, Problem
from judge.sandbox.run import RunLimits

TIME_LIMIT_S = 60.0
"""The time of a solver on each core that it has: what takes longer is skipped."""
GENERATION_OF_LARGE = RunLimits(
    cpu_ms=7_200_000, wall_ms=3_600_000, memory_bytes=32 << 30, output_bytes=8 << 30
)
"""The limits as GENERATION in limits.py, which is for tests of contests."""


def enlarged(problem: Problem) -> Problem:
    """The problem with its large tests instead of the others. Raises JudgeError for one from elsewhere."""
    if problem.package:
        raise JudgeError(f"{problem.id}: only the problems of this project have large tests.")
    limits = replace(
        problem.limits,
        memory_bytes=32 * 1024 * MIB,
        output_bytes=8 * 1024 * MIB,
        validation_time_s=600.0,
        validation_memory_bytes=16 * 1024 * MIB,
    )
    return replace(problem, limits=limits, is_large=True)
