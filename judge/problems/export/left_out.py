"""Submissions that other judges cannot run, and what other formats cannot say of submissions."""

import re

from judge.problems.export.content import Content, ExportedSubmission
from judge.problems.export.package_files import PackageFiles
from judge.problems.model import TestCase
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


def lose_of_test(package: PackageFiles, test: TestCase) -> None:
    if test.args:
        package.lose(f"data/{test.name}: the arguments of submissions")
    if test.files:
        package.lose(f"data/{test.name}: the files next to standard input")


def lose_rules_of_submissions(package: PackageFiles, content: Content) -> None:
    if content.rules.uses.says_something or any(
        rule.language or rule.entry_point for rule in content.rules.globs
    ):
        package.lose(
            "submissions.yaml: which submissions bound the time limit, their languages and entry points"
        )
