"""The problems of Warp Judge itself, of which its tests demand more than `judge verify` does of a user's.

Their problem.yaml says so: `rights_owner` is the authors of Warp Judge.
"""

from pathlib import Path

from judge.base.errors import JudgeError
from judge.problems.formats.own import load_problem, problem_ids
from judge.problems.metadata import read_metadata
from judge.problems.model import Problem
from judge.project.host import JudgeHost

AUTHORS = "The Warp Judge authors"


def own_problems(host: JudgeHost) -> list[Problem]:
    """Our problems, sorted by id. A user's problem may even be broken."""
    folders = [host.installation.problems / name for name in problem_ids(host.installation)]
    return [load_problem(folder) for folder in folders if _owner(folder / "problem.yaml") == AUTHORS]


def _owner(metadata: Path) -> str:
    try:
        return read_metadata(metadata).rights_owner
    except (JudgeError, OSError):
        return ""
