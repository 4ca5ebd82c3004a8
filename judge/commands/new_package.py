"""`judge new FOLDER`: a small, complete package of the format 2025-09, in any folder and of any type."""

import shutil
import sys
from pathlib import Path
from shlex import quote

from judge.base.called import JUDGE
from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.interruption import telling
from judge.base.processes import output_of
from judge.commands.new_parts import TEMPLATES, give_uuid
from judge.commands.options.new import Kind

PACKAGES = TEMPLATES.parent / "new_packages"
"""A folder for each type, with the files that only this type has."""
PYTHON = TEMPLATES / "python"
"""What pass-fail and scoring packages are made from: the same problem as one of a checkout."""
LARGE = ("05-random", "06-largest")
"""Cases that give the points of the second group."""


WHAT = {
    Kind.PASS_FAIL: "counts different numbers",
    Kind.SCORING: "counts different numbers, for 40 points where they are few and 60 where they are many",
    Kind.INTERACTIVE: "guesses a number, talking to output_validator/",
    Kind.MULTI_PASS: "sends a number in letters to its next pass, as output_validator/ wants",
}


def new_package(folder: Path, kind: Kind) -> int:
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise JudgeError(f"{folder} is there already: choose another folder.")
    if not folder.absolute().parent.is_dir():
        raise JudgeError(f"{folder}: the folder {folder.parent} does not exist; create it first.")
    with telling(
        lambda: f"interrupted: not all of {folder} is written; to remove it: rm -r {quote(str(folder))}"
    ):
        if kind in (Kind.PASS_FAIL, Kind.SCORING):
            _write_numbers(folder, kind)
        if (PACKAGES / kind).is_dir():
            shutil.copytree(PACKAGES / kind, folder, dirs_exist_ok=True)
        give_uuid(folder)
    out.out(
        f"{folder}: {WHAT[kind]}, until you make another problem of it:\n"
        f"  problem.yaml, statement/        what is asked\n"
        f"  data/, input_validators/        the tests, with their answers\n"
        f"  submissions/                    right and wrong ones\n"
        f"Then: {JUDGE} verify {quote(str(folder))}"
    )
    return 0


def _write_numbers(folder: Path, kind: Kind) -> None:
    """Writes the package with the data that its generator makes, and the answers of its first accepted submission."""
    shutil.copytree(
        PYTHON,
        folder,
        ignore=shutil.ignore_patterns("invalid_input", "__pycache__"),
        dirs_exist_ok=True,
    )
    shutil.copytree(PYTHON / "invalid_input", folder / "data/invalid_input")
    generator = folder / "generators/generate.py"
    for name in _printed([generator, "--list"]).split():
        group, _, case = name.partition("/")
        if kind is Kind.SCORING and group == "secret":
            group += "/2-large" if case in LARGE else "/1-small"
        file = folder / "data" / group / f"{case}.in"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_printed([generator, "--print", name]))
        answer = _printed([folder / "submissions/accepted/set.py"], file.read_text())
        file.with_suffix(".ans").write_text(answer)
    if kind is Kind.SCORING:
        _make_scoring(folder)


def _make_scoring(folder: Path) -> None:
    """Makes submissions that are too slow for the large cases worth the points of the small ones."""
    manifest, submissions = folder / "problem.yaml", folder / "submissions"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace("\nlicense:", "\ntype: scoring\nlicense:"), encoding="utf-8")
    (submissions / "time_limit_exceeded").rename(submissions / "partial")
    for other in ("wrong_answer", "run_time_error"):
        shutil.rmtree(submissions / other)


def _printed(program: list[str | Path], given: str = "") -> str:
    """The output of a program of the template: it is ours, and needs no sandbox."""
    return output_of([sys.executable, *program], input=given)
