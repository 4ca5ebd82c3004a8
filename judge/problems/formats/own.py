"""Our own problems: 2025-09 packages whose test data is made by their generators and whose programs are built with the
judge."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import UNSET

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.problems.formats.limit_keys import limits_of
from judge.problems.metadata import read_metadata
from judge.problems.model import Problem
from judge.problems.program import Program
from judge.problems.time_rule import time_rule
from judge.problems.yaml_files import place
from judge.project.installation import Installation

NOT_PROBLEMS = ("common", "packages", "__pycache__")
"""Folders in problems/ that are not problems, and the build's name for the part of packages."""


def problem_ids(installation: Installation) -> list[str]:
    """The names of all folders in problems/ that contain a problem, or should."""
    return sorted(
        path.name
        for path in installation.problems.glob("*")
        if path.is_dir() and path.name not in NOT_PROBLEMS and not path.name.startswith(".")
    )


def check_names(names: Iterable[str], known: Sequence[str]) -> None:
    """An unknown name is an error with a suggestion."""
    for name in names:
        if name not in known:
            raise unknown_name("problem", name, known)


def load_problem(folder: Path) -> Problem:
    where = folder / "problem.yaml"
    if not where.exists():
        raise JudgeError(
            f"{where} is missing: write it (CONTRIBUTING.md, Add a problem), or remove the folder."
        )
    metadata = read_metadata(where)
    if "en" not in metadata.names:
        raise JudgeError(
            f"{place(where, 'name')}: 'name' must be a text or a map of languages with 'en' in it, "
            f"found {metadata.names}."
        )
    if metadata.constants is not UNSET:
        raise JudgeError(
            f"{place(where, 'constants')}: the key 'constants' is for packages: write the values themselves."
        )
    for kind in ("scoring", "interactive", "multi-pass"):
        if kind in metadata.types:
            raise JudgeError(
                f"{place(where, 'type')}: type '{kind}' is judged only in packages from elsewhere: nothing here makes "
                "the data of such a problem. Give the command its folder."
            )
    rule = time_rule(metadata.limits, where)
    statements = {path.name.split(".")[1]: path for path in sorted(folder.glob("statement/problem.*.md"))}
    if statements:
        _check_languages(where, set(metadata.names), set(statements))
    validator = folder / "output_validator"
    return Problem(
        id=folder.name,
        names=metadata.names,
        limits=limits_of(metadata.limits, rule),
        time_rule=rule,
        folder=folder,
        statements=statements,
        output_validators=(Program(validator),) if validator.is_dir() else (),
        languages=metadata.language_ids,
        about=metadata.about,
        has_program=(folder / "main.cpp").exists(),
    )


def _check_languages(where: Path, names: set[str], statements: set[str]) -> None:
    """Requires a name for each statement, and a statement for each name."""
    for language in sorted(names ^ statements):
        statement = f"statement/problem.{language}.md"
        lacks, has, mend = (
            (f"a name in '{language}'", statement, f"add it to 'name', or remove {statement}")
            if language in statements
            else (statement, f"a name in '{language}'", f"write it, or remove '{language}' from 'name'")
        )
        raise JudgeError(f"{where}: there is {has}, but not {lacks}: {mend}.")
