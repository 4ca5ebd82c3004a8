"""The files of a package's statements: problem.LANGUAGE.SUFFIX, or problem.SUFFIX for English. A language may have a
region or a script: pt-BR, zh-Hans."""

import re
from pathlib import Path

from judge.problems.formats.tree import Tree

ENDINGS = ("md", "tex", "html", "txt", "pdf")
"""Suffixes, beginning with those that a terminal shows best."""
FILE = re.compile(rf"problem(?:\.([A-Za-z]{{2,3}}(?:-[A-Za-z]{{2,4}})?))?\.({'|'.join(ENDINGS)})")


def statements_in(tree: Tree, folder: str) -> dict[str, Path]:
    """Statements by language; the folder "" is that of the package."""
    found: dict[str, tuple[int, Path]] = {}
    for name in tree.entries(folder):
        shown = f"{folder}/{name}" if folder else name
        path = tree / shown
        if match := FILE.fullmatch(name):
            rank, language = ENDINGS.index(match[2]), match[1] or "en"
            if (
                shown not in tree.refused
                and path.is_file()
                and (language not in found or rank < found[language][0])
            ):
                found[language] = (rank, path)
    return {language: path for language, (_, path) in sorted(found.items())}
