"""A problem: its names and limits from problem.yaml, and what lies in its folder."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import UNSET

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.problems.metadata import LimitKeys, read_metadata
from judge.problems.time_rule import LimitSource, TimeRule, time_rule
from judge.project.paths import Project

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """What a solution may use. The defaults are the format's typical system defaults."""

    time_s: float = 1.0
    """CPU seconds."""
    overrun_factor: float = 1.0
    """How far a program may exceed the time limit before it is killed: up to there its time is known."""
    time_source: LimitSource = LimitSource.UNKNOWN
    memory_bytes: int = 2048 * MIB
    output_bytes: int = 8 * MIB
    code_bytes: int = 128 * 1024
    compilation_time_s: float = 60.0
    compilation_memory_bytes: int = 2048 * MIB
    validation_time_s: float = 60.0
    validation_memory_bytes: int = 2048 * MIB
    validation_output_bytes: int = 8 * MIB


MEASURES = {
    "memory": ("memory_bytes", MIB),
    "output": ("output_bytes", MIB),
    "code": ("code_bytes", 1024),
    "compilation_time": ("compilation_time_s", None),
    "compilation_memory": ("compilation_memory_bytes", MIB),
    "validation_time": ("validation_time_s", None),
    "validation_memory": ("validation_memory_bytes", MIB),
    "validation_output": ("validation_output_bytes", MIB),
}
"""The keys of problem.yaml: which field of Limits each fills, and its unit in bytes; None: seconds."""


@dataclass(frozen=True)
class Problem:
    id: str
    names: dict[str, str]
    """Title by language code; "en" is always there."""
    limits: Limits
    time_rule: TimeRule
    folder: Path

    @property
    def title(self) -> str:
        return self.names["en"]

    @property
    def statements(self) -> dict[str, Path]:
        """Statement files by language code."""
        return {path.name.split(".")[1]: path for path in sorted(self.folder.glob("statement/problem.*.md"))}

    @property
    def has_output_validator(self) -> bool:
        """Else the default comparison decides."""
        return (self.folder / "output_validator").is_dir()

    @property
    def has_program(self) -> bool:
        return (self.folder / "main.cpp").exists()


NOT_PROBLEMS = ("common", "__pycache__")
"""Folders in problems/ that are none."""


def problem_ids(project: Project) -> list[str]:
    """The names of all folders in problems/ that hold a problem, or should."""
    return sorted(
        path.name
        for path in project.problems.glob("*")
        if path.is_dir() and path.name not in NOT_PROBLEMS and not path.name.startswith(".")
    )


def check_names(names: Iterable[str], known: Sequence[str]) -> None:
    """An unknown name is an error with a suggestion."""
    for name in names:
        if name not in known:
            raise unknown_name("problem", name, known)


def load_problems(project: Project, ids: list[str] | None = None) -> list[Problem]:
    """The named problems, or all, of which none may be broken (else: broken.py)."""
    known = problem_ids(project)
    check_names(ids or [], known)
    return [load_problem(project.problems / name) for name in known if not ids or name in ids]


def load_problem(folder: Path) -> Problem:
    where = folder / "problem.yaml"
    if not where.exists():
        raise JudgeError(
            f"{where} is missing: write it (CONTRIBUTING.md, Add a problem), or remove the folder."
        )
    metadata = read_metadata(where)
    rule = time_rule(metadata.limits, where)
    problem = Problem(folder.name, metadata.names, _limits(metadata.limits, rule), rule, folder)
    if problem.statements:
        _check_languages(where, set(problem.names), set(problem.statements))
    return problem


def _check_languages(where: Path, names: set[str], statements: set[str]) -> None:
    """Each statement has its name, and each name its statement."""
    for language in sorted(names ^ statements):
        statement = f"statement/problem.{language}.md"
        lacks, has, mend = (
            (f"a name in '{language}'", statement, f"add it to 'name', or remove {statement}")
            if language in statements
            else (statement, f"a name in '{language}'", f"write it, or remove '{language}' from 'name'")
        )
        raise JudgeError(f"{where}: there is {has}, but not {lacks}: {mend}.")


def _limits(keys: LimitKeys, rule: TimeRule) -> Limits:
    given: dict[str, Any] = {}
    for key, (field, unit_bytes) in MEASURES.items():
        value = getattr(keys, key)
        if value is not UNSET:
            given[field] = max(1, int(value * unit_bytes)) if unit_bytes else value
    default = Limits()
    return replace(
        default,
        time_s=rule.time_limit_s or default.time_s,
        overrun_factor=rule.time_limit_to_tle,
        time_source=LimitSource.UNKNOWN if rule.time_limit_s is None else LimitSource.PACKAGE,
        **given,
    )
