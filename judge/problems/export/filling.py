"""Texts with values inserted: those of templates, and those of a package whose format has no constants."""

import re
from collections.abc import Iterable
from pathlib import Path

from judge.base.outside_files import DATA_BYTES, text_of
from judge.problems.constants import filled, filled_tex
from judge.problems.export.package_files import PackageFiles
from judge.problems.model import Problem

TEMPLATES = Path(__file__).parent / "templates"
SUBMISSIONS = ("submissions/", "solutions/")


def filled_template(name: str, **values: str) -> str:
    """A template with these values: @NAME@ stands for each."""
    text = (TEMPLATES / f"{name}.in").read_text("utf-8")
    return re.sub(r"@([A-Z_]+)@", lambda found: values[found[1]], text)


def fill_constants(package: PackageFiles, problem: Problem, names: Iterable[str]) -> None:
    """Fills in the files with these names. A note is made, as the constants themselves are lost."""
    if problem.package is None or not (constants := problem.constants):
        return
    if not problem.package.fills_submissions:
        names = [one for one in names if not one.startswith(SUBMISSIONS)]
    package.lose("constants: the texts have their values instead")
    for name in names:
        content = package.files[name]
        try:
            text = content if isinstance(content, str) else text_of(content, DATA_BYTES)
        except UnicodeDecodeError:  # a picture
            continue
        text = filled_tex(text, constants) if name.endswith(".tex") else text
        package.files[name] = filled(text, constants)
