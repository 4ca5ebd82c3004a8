"""Submissions that other judges cannot run."""

import re

from judge.problems.export.content import ExportedSubmission
from judge.problems.submission_rules import COMPILE_ERROR

CUDA = ".cu"
NUMPY = re.compile(rb"^[ \t]*(?:import|from)[ \t]+numpy\b", re.MULTILINE)


def why_left_out(submission: ExportedSubmission) -> str | None:
    """What the package lacks without it, as a line for its author; None: it can be run."""
    files = submission.files
    if submission.main_verdict == COMPILE_ERROR:
        return f"submissions/{submission.name}: that it does not compile; it is left out"
    if any(name.endswith(CUDA) for name in files):
        return "submissions in CUDA, which no judge of this format knows; they are left out"
    if any(name.endswith(".py") and NUMPY.search(path.read_bytes()) for name, path in files.items()):
        return "submissions with NumPy, which judges of this format need not have; they are left out"
    return None
