"""Packages for a DOMjudge: of the format legacy, with domjudge-problem.ini and .timelimit."""

from judge.base.outside_folders import TIME_LIMIT
from judge.problems.export.content import Content
from judge.problems.export.legacy import add_common
from judge.problems.export.package_files import PackageFiles
from judge.problems.formats.domjudge import INI
from judge.problems.time_rule import LimitSource


def export_domjudge(content: Content) -> PackageFiles:
    """The package, with the time limit measured here if the problem has none: a DOMjudge measures nothing."""
    package = PackageFiles()
    add_common(package, content)
    problem = content.problem
    title = problem.title.replace('"', "'")
    lines = [f"short-name = {problem.id}", f'name = "{title}"']
    if problem.limits.time_source is LimitSource.UNKNOWN:
        package.lose("the time limit: none is known here; `judge limits` measures one")
    else:
        package.add(TIME_LIMIT, f"{problem.limits.time_s:g}\n")
        lines.append(f"timelimit = {problem.limits.time_s:g}")
    package.add(INI, "\n".join(lines) + "\n")
    return package
