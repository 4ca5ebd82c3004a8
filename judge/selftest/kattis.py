"""Our own problems as `judge export` writes them, checked by verifyproblem of Kattis' problemtools."""

import os
import re
import shutil
import sys
from pathlib import Path

from judge.base.errors import JudgeError
from judge.problems.formats.own import problem_ids
from judge.project.installation import Installation
from judge.selftest.units import Unit

VERIFYPROBLEM = os.path.join(os.path.dirname(sys.executable), "verifyproblem")  # noqa: PTH118, PTH120  # must not resolve links
PARTS = ("config", "data", "validators", "graders", "submissions")
"""All parts but the statement, which needs LaTeX."""
WITHOUT_PYPY = """\
python3:
    compile: 'python3 -m py_compile {files}'
    run: 'python3 "{mainfile}"'
"""


def export_units(
    installation: Installation, results: Path, step: str, all_submissions: bool = False
) -> list[Unit]:
    """A unit for each problem. `verify` judges all submissions by the same rules; here, only one of each folder is
    judged unless `all_submissions`."""
    if not Path(VERIFYPROBLEM).exists():
        raise JudgeError(
            f"{VERIFYPROBLEM} is missing: the launcher installs it for `judge test`, unless WARP_JUDGE_SETUP is off. "
            "Install the package problemtools."
        )
    if not shutil.which("pypy3"):  # Kattis runs Python with PyPy; without PyPy, Python itself replaces it
        languages = results / "problemtools/languages.yaml"
        languages.parent.mkdir()
        languages.write_text(WITHOUT_PYPY)
    units = []
    for problem in problem_ids(installation):
        folder = str(results / "".join(filter(str.isalnum, problem)))
        export = [sys.executable, "-P", "-m", "judge", "export", problem, "--output", folder]
        verify = [VERIFYPROBLEM, "--werror"]
        verify += [] if all_submissions else ["--submission_filter", _one_of_each(installation, problem)]
        verify += ["--parts", *PARTS, "--", folder]
        units.append(
            Unit(f"{step} {problem}", [export, verify], environment={"XDG_CONFIG_HOME": str(results)})
        )
    return units


def _one_of_each(installation: Installation, problem: str) -> str:
    """A pattern for the first submission in each folder."""
    folders = sorted(
        path for path in (installation.problems / problem / "submissions").iterdir() if path.is_dir()
    )
    first = [min(file for file in folder.iterdir() if file.suffix != ".cu") for folder in folders]
    return "|".join(re.escape(f"{file.parent.name}/{file.name}") for file in first)
