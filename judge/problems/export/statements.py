"""The statements of a package, with the pictures and other files next to them."""

import re

from judge.base.outside_folders import files_below
from judge.problems.constants import filled
from judge.problems.export.content import Content
from judge.problems.export.package_files import PackageFiles
from judge.problems.export.polygon_statements import one_text, stored_parts
from judge.problems.export.tex import markdown_as_tex
from judge.problems.formats.polygon import NAME as POLYGON
from judge.problems.formats.statements import FILE
from judge.problems.statement_content import statement_text

EXAMPLE = re.compile(r"example\.\d+(\.a)?")
"""Polygon's copies of the samples."""
NEXT_SAMPLE = "{{nextsample}}"


def add_statements(package: PackageFiles, content: Content, folder: str, *, as_tex: bool) -> None:
    """`as_tex`: those in Markdown become TeX. Other files stay unchanged."""
    problem = content.problem
    for language, path in problem.statements.items():
        if stored := stored_parts(problem, language):
            title, parts, place = stored
            package.add(f"{folder}/problem.{language}.tex", one_text(title, parts, language))
            for file in files_below(place, root=problem.folder):
                if file.suffix != ".tex" and not EXAMPLE.fullmatch(file.name):
                    package.add(f"{folder}/{file.relative_to(place)}", file)
        elif as_tex and path.suffix == ".md":
            text = filled(statement_text(path), problem.constants)
            if NEXT_SAMPLE in text:
                package.lose(f"{path.name}: the place of a sample within the statement")
            title = problem.names.get(language, problem.title)
            package.add(f"{folder}/problem.{language}.tex", markdown_as_tex(text, title))
        else:
            package.add(f"{folder}/problem.{language}{path.suffix}", path)
    if problem.package and problem.package.format == POLYGON:
        return
    places = {path.parent for path in problem.statements.values()} - {problem.folder}
    for place in places:
        for path in files_below(place, root=problem.folder):
            if not FILE.fullmatch(path.name):
                package.add(f"{folder}/{path.relative_to(place)}", path)
