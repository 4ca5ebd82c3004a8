"""`judge languages`: the languages of submissions, which of them are available, and installing the others."""

import re
import sys
from collections.abc import Mapping, Sequence

import click

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.records import json_text
from judge.base.tables import Column, FittedTable
from judge.base.units import plural
from judge.base.whole_files import write_text
from judge.commands.options.languages import LanguagesOptions
from judge.languages.compiler import version_line
from judge.languages.installing import INSTALL, apt_get, apt_plan, pip_install
from judge.languages.language import Language
from judge.languages.self_test import self_test
from judge.languages.table import LANGUAGES, language_of
from judge.project.build import PACKAGES, SOLVERS, build
from judge.project.host import JudgeHost

FORMAT_VERSION = 1
Checked = Mapping[str, str | None]
"""Findings by id: the fault of a language; None: its self-test passes."""


def languages(host: JudgeHost, options: LanguagesOptions) -> int:
    """The command. Returns the exit status: 1 if a self-test fails, or a language to check is missing."""
    rows = list(dict.fromkeys(language_of("", name) for name in options.names)) or list(LANGUAGES)
    if options.install:
        if not options.names:
            example = RunJudge(("languages", "--install", "go"), "For example")
            raise JudgeError("--install: expected languages, found none", example)
        install_languages(rows, yes=options.yes)
    checked: Checked = {}
    if options.install or options.check:
        checked = _checked(host, rows if options.names else [row for row in rows if not row.missing_tools])
    missing = sum(bool(row.missing_tools) for row in rows)
    columns = [
        Column("id", [row.id for row in rows], 0),
        Column("language", [row.title for row in rows], 2, folds=True),
        Column("files", [" ".join(row.suffixes) for row in rows], 1, folds=True),
        Column("here", [_state(row, checked) for row in rows], 0, folds=True),
        Column("to install it", [row.install if row.missing_tools else "" for row in rows], 0, folds=True),
        Column("downloads", [row.download if row.missing_tools else "" for row in rows], 3),
    ]
    out.print(FittedTable("Languages", columns))
    out.print(f"{plural(len(rows), 'language')}, {len(rows) - missing} installed")
    if options.json:
        found = [_as_json(row, checked) for row in rows]
        write_text(options.json, json_text({"format_version": FORMAT_VERSION, "languages": found}))
    return 1 if any(checked.values()) else 0


def install_languages(rows: Sequence[Language], *, yes: bool) -> None:
    """Installs what those rows lack, after showing its size; on a terminal it asks first, unless `yes`."""
    missing = [row for row in rows if row.missing_tools]
    for row in missing:
        if not row.packages and not row.wheels:
            raise JudgeError(f"{row.title} is installed in another way: {row.install}")
    packages = sorted({package for row in missing for package in row.packages})
    wheels = sorted({wheel for row in missing for wheel in row.wheels})
    if packages:
        apt_get(sys.stderr, "update", "-q")
        plan = apt_plan(packages)
        if plan.problem:
            raise JudgeError(f"Nothing is installed: {plan.problem}.")
        takes = f", takes {plan.disk} of the disk" if plan.disk else ""
        say(f"apt-get install {' '.join(packages)}: downloads {plan.download or 'nothing'}{takes}")
    if wheels:
        sizes = " and ".join(row.download for row in missing if row.wheels)
        say(f"pip install {' '.join(wheels)}: downloads {sizes}")
    if missing and not yes and sys.stdin.isatty() and not click.confirm("Install?", err=True):
        raise JudgeError("Nothing is installed.")
    if packages:
        apt_get(sys.stderr, *INSTALL, *packages)
    if wheels:
        pip_install(sys.stderr, wheels)


def _checked(host: JudgeHost, rows: Sequence[Language]) -> Checked:
    """The result of each row's self-test. Without a GPU, a program that needs one is compiled but not run."""
    build(host, SOLVERS, problems=[PACKAGES])
    checked = {}
    for row in rows:
        not_run = host.policy.gpus.obstacle if row.device.needs_gpu else None
        checked[row.id] = self_test(host, row) or (
            f"compiles, but was not run: {not_run}" if not_run else None
        )
    return checked


def _state(row: Language, checked: Checked) -> str:
    if row.missing_tools:
        return "not installed"
    said = re.search(r"\d+\.\d+[\w.]*", version_line(row) or "")
    version = said[0] if said else "installed"
    if row.id not in checked:
        return version
    problem = checked[row.id]
    return f"{version}; " + (problem or "works")


def _as_json(row: Language, checked: Checked) -> dict[str, object]:
    return {
        "id": row.id,
        "title": row.title,
        "suffixes": row.suffixes,
        "device": row.device.value,
        "missing": row.missing_tools,
        "version": None if row.missing_tools else version_line(row),
        "packages": row.packages,
        "wheels": row.wheels,
        "install": row.install,
        "download": row.download or None,
        "memory_overhead_mib": row.memory_overhead_mib,
        "works": None if row.id not in checked else checked[row.id] is None,
        "problem": checked.get(row.id),
    }
