"""Large tests: those of our own problems beyond the sizes of contests, to which a contest's limits do not apply.

They are generated when requested, never committed, and only the solvers of problem programs are judged on them:
submissions are written for the sizes in a problem's statement.
"""

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.problems.model import MIB, Problem
from judge.sandbox.run import RunLimits

TIME_LIMIT_S = 60.0
"""The time of a solver on each of its cores: a test that takes longer is skipped."""
GENERATION_OF_LARGE = RunLimits(
    cpu_ms=7_200_000, wall_ms=3_600_000, memory_bytes=32 << 30, output_bytes=8 << 30
)
"""The limits; GENERATION in limits.py is for tests of contests."""


def enlarged(problem: Problem) -> Problem:
    """The problem with its large tests instead of the others. Raises JudgeError for a problem from elsewhere."""
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
