"""The files of a package that are compiled with each submission."""

from collections.abc import Sequence

from judge.base.records import replace
from judge.languages.language import Language
from judge.languages.sources import SourceFile
from judge.problems.constants import filled
from judge.problems.model import Limits, Package

DEFAULT = "default"


def with_included(
    package: Package,
    submitted: str | Sequence[SourceFile],
    file_name: str,
    language: Language,
    limits: Limits,
) -> tuple[str | Sequence[SourceFile], Language, Limits]:
    """The sources, the language and the limits: the package's files replace those of the same name, and do not count
    towards the limit on code."""
    folders = [DEFAULT, *(name for name in (*language.aliases, language.id))]
    included = {
        name: SourceFile(name, filled(text, package.constants))
        for folder in folders
        for name, text in package.included.get(folder, {}).items()
    }
    if not included:
        return submitted, language, limits
    if isinstance(submitted, str):
        own = language.source_name(submitted) if language.file_name else file_name
        files = {own: SourceFile(own, submitted)}
        # A single file is where the program starts, unless one of the package's is.
        if not {*language.entry_points} & included.keys():
            language = replace(language, entry_points=(own,))
    else:
        files = {file.name: file for file in submitted}
    added = sum(len(file.content) for file in included.values())
    return (
        tuple({**files, **included}.values()),
        language,
        replace(limits, code_bytes=limits.code_bytes + added),
    )
