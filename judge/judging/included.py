"""The files of a package that are compiled with each submission."""

from collections.abc import Sequence

from msgspec import Struct

from judge.base.records import replace
from judge.languages.language import Language
from judge.languages.sources import SourceFile
from judge.languages.table import names_of
from judge.problems.constants import filled
from judge.problems.model import Limits, Package

DEFAULT = "default"


class WithIncluded(Struct, frozen=True):
    """A submission with the files of a package."""

    submitted: str | Sequence[SourceFile]
    language: Language
    limits: Limits
    """The package's files do not count towards the limit on code."""
    independent: tuple[SourceFile, ...] = ()
    """The package's files, if what they compile to cannot depend on the submission."""


def with_included(
    package: Package,
    submitted: str | Sequence[SourceFile],
    file_name: str,
    language: Language,
    limits: Limits,
) -> WithIncluded:
    """The package's files replace those of the same name."""
    included = {
        name: SourceFile(name, filled(text, package.constants))
        for folder in (DEFAULT, *names_of(language))
        for name, text in package.included.get(folder, {}).items()
    }
    if not included:
        return WithIncluded(submitted, language, limits)
    independent: tuple[SourceFile, ...] = ()
    if isinstance(submitted, str):
        own = language.source_name(submitted) if language.file_name else file_name
        files = {own: SourceFile(own, submitted)}
        # A single file is where the program starts, unless one of the package's is.
        if not {*language.entry_points} & included.keys():
            language = replace(language, entry_points=(own,))
        # They may include the submission, by name. A folder may hold any file that one of them looks for.
        if not any(own in file.text for file in included.values()):
            independent = tuple(file for name, file in included.items() if name != own)
    else:
        files = {file.name: file for file in submitted}
    added = sum(len(file.content) for file in included.values())
    return WithIncluded(
        tuple({**files, **included}.values()),
        language,
        replace(limits, code_bytes=limits.code_bytes + added),
        independent,
    )
