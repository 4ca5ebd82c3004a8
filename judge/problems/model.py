"""A problem: its names and limits from problem.yaml, and what lies in its folder."""

import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.problems.time_rule import LimitSource, TimeRule, time_rule
from judge.problems.yaml_files import (
    FORMAT_VERSION,
    LICENSES,
    LIMIT_KEYS,
    PROBLEM_KEYS,
    checked_map,
    positive,
    read_yaml_map,
    required,
)
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
    def has_program(self) -> bool:
        return (self.folder / "main.cpp").exists()


def problem_ids(project: Project) -> list[str]:
    return sorted(path.parent.name for path in project.problems.glob("*/problem.yaml"))


def load_problems(project: Project, ids: list[str] | None = None) -> list[Problem]:
    """The named problems, or all. An unknown name is an error with a suggestion."""
    known = problem_ids(project)
    for name in ids or []:
        if name not in known:
            raise unknown_name("problem", name, known)
    return [load_problem(project.problems / name) for name in known if not ids or name in ids]


def load_problem(folder: Path) -> Problem:
    where = folder / "problem.yaml"
    content = read_yaml_map(where, PROBLEM_KEYS)
    version = required(content, "problem_format_version", where)
    if version != FORMAT_VERSION:
        raise JudgeError(f"{where}: problem_format_version must be '{FORMAT_VERSION}', found {version!r}.")
    if content.get("type", "pass-fail") != "pass-fail":
        raise JudgeError(f"{where}: type '{content['type']}' is not supported; only 'pass-fail' is.")
    if content.get("license", "unknown") not in LICENSES:
        raise JudgeError(f"{where}: {unknown_name('license', str(content['license']), LICENSES)}")
    try:
        uuid.UUID(str(required(content, "uuid", where)))
    except ValueError as error:
        raise JudgeError(f"{where}: uuid: {error}") from error
    limits = checked_map(content.get("limits", {}), LIMIT_KEYS, f"{where}: limits")
    rule = time_rule(limits, where)
    problem = Problem(folder.name, _names(content, where), _limits(limits, rule, where), rule, folder)
    if problem.statements and set(problem.statements) != set(problem.names):
        raise JudgeError(
            f"{where}: names are given for {sorted(problem.names)}, but statements for {sorted(problem.statements)}."
        )
    return problem


def _names(content: dict[str, Any], where: Path) -> dict[str, str]:
    names = required(content, "name", where)
    if isinstance(names, str):
        names = {"en": names}
    if not isinstance(names, dict) or "en" not in names:
        raise JudgeError(f"{where}: name must be a text or a map of languages with 'en' in it.")
    return {str(language): str(name) for language, name in names.items()}


def _limits(limits: dict[str, Any], rule: TimeRule, where: Path) -> Limits:
    default = Limits()

    def limit(key: str, default_value: float, unit: int = 1) -> float:
        return positive(limits[key], f"limits.{key}", where) * unit if key in limits else default_value

    return Limits(
        time_s=rule.time_limit_s or default.time_s,
        overrun_factor=rule.time_limit_to_tle,
        time_source=LimitSource.UNKNOWN if rule.time_limit_s is None else LimitSource.PACKAGE,
        memory_bytes=int(limit("memory", default.memory_bytes, MIB)),
        output_bytes=int(limit("output", default.output_bytes, MIB)),
        code_bytes=int(limit("code", default.code_bytes, 1024)),
        compilation_time_s=limit("compilation_time", default.compilation_time_s),
        compilation_memory_bytes=int(limit("compilation_memory", default.compilation_memory_bytes, MIB)),
    )
