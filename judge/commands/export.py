"""`judge export`: a problem as a package for other judges."""

from collections.abc import Callable, Mapping
from pathlib import Path

from judge.base.console import out
from judge.base.units import plural
from judge.commands.options.export import ExportOptions, PackageForm
from judge.limits.known import limited_unmeasured
from judge.problems.broken import build_names
from judge.problems.export.content import Content, content_of
from judge.problems.export.domjudge import export_domjudge
from judge.problems.export.legacy import export_legacy
from judge.problems.export.package_files import ZIP, PackageFiles
from judge.problems.export.polygon import export_polygon
from judge.problems.export.version_2025_09 import export_2025_09
from judge.problems.time_rule import NO_TIME_OPTIONS
from judge.project.build import DATA, build
from judge.project.host import JudgeHost
from judge.service.intake import problem_of
from judge.service.prepared_problem import loaded_tests

FORMATS: Mapping[PackageForm, Callable[[Content], PackageFiles]] = {
    "legacy": export_legacy,
    "2025-09": export_2025_09,
    "domjudge": export_domjudge,
    "polygon": export_polygon,
}
AT_THE_TOP = ("domjudge", "polygon")
"""Formats whose zip files have no folder around the package."""


def export(host: JudgeHost, options: ExportOptions) -> int:
    """The command. Returns the exit status: with --strict, 1 if the format cannot express everything."""
    problem = problem_of(host, options.problem)
    build(host, DATA, problems=build_names([problem]))
    tests = loaded_tests(host, problem)
    content = content_of(host.installation, limited_unmeasured(host, problem, NO_TIME_OPTIONS), tests)
    package = FORMATS[options.form](content)
    target = options.output or Path(f"{problem.id}{ZIP}")
    package.write(target, "" if options.form in AT_THE_TOP else _short_name(problem.id))
    for line in package.lost:
        out.print(f"not in the package: {line}", style="yellow", soft_wrap=True)
    what = plural(len(package.files), "file")
    out.print(f"{target}: {problem.id} in the format {options.form}, {what}", soft_wrap=True)
    return 1 if options.strict and package.lost else 0


def _short_name(problem_id: str) -> str:
    """A short name: Kattis permits small letters and digits."""
    return "".join(
        character for character in problem_id.lower() if character.isascii() and character.isalnum()
    )
