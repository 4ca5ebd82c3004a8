"""Inserts the constants of a problem into the texts of a package whose format does not have them."""

from collections.abc import Iterable

from judge.base.outside_files import DATA_BYTES, text_of
from judge.problems.constants import filled, filled_tex
from judge.problems.export.package_files import PackageFiles
from judge.problems.model import Problem


def fill_constants(package: PackageFiles, problem: Problem, names: Iterable[str]) -> None:
    """Fills in the files with these names. A note is made, as the constants themselves are lost."""
    constants = problem.package.constants if problem.package else {}
    if not constants:
        return
    package.lose("constants: the texts have their values instead")
    for name in names:
        content = package.files[name]
        try:
            text = content if isinstance(content, str) else text_of(content, DATA_BYTES)
        except UnicodeDecodeError:  # a picture
            continue
        text = filled_tex(text, constants) if name.endswith(".tex") else text
        package.files[name] = filled(text, constants)
