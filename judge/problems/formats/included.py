"""The folder include/ of a package: files that are compiled with each submission, by language."""

from judge.base.errors import JudgeError
from judge.base.outside_files import text_of
from judge.problems.formats.tree import Tree
from judge.problems.model import Included

FOLDER = "include"


def included_in(tree: Tree) -> Included:
    """Files by the folder's name, a language or "default", then by the file's. Raises JudgeError for a file outside
    these folders."""
    found: dict[str, dict[str, str]] = {}
    for file in tree.below(FOLDER):
        language, _, name = file.removeprefix(f"{FOLDER}/").partition("/")
        if not name:
            raise JudgeError(
                f"{tree / file}: expected a folder for each language in {FOLDER}/, or {FOLDER}/default/."
            )
        text = text_of(tree / file, errors="surrogateescape")
        found.setdefault(language, {})[name] = text
    return found
