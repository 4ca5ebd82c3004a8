"""The table of languages, read from languages.toml. To add one: a row there, and its package in apt-packages.txt.

A row is tested before it is offered: its self-test program is compiled and run (see `judge doctor`).
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import ValidationError

from judge.base.called import JUDGE
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.records import converted, replace
from judge.base.shape_words import in_words
from judge.base.suggestions import unknown_name
from judge.languages.language import (
    COMPILE_PLACEHOLDERS,
    OBJECT_PLACEHOLDERS,
    RUN_PLACEHOLDERS,
    Language,
    placeholders,
)
from judge.languages.toolkits import TOOLKITS

FILE = Path(__file__).parent / "languages.toml"


def read_languages(file: Path) -> tuple[Language, ...]:
    """The rows of a table. Raises JudgeError that names file, row, key, what was expected and what was found."""
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise JudgeError(f"{file}: the table of languages cannot be read: {error}") from error
    scripts, shared = content.pop("scripts", {}), content.pop("shared", {})
    languages = tuple(
        _language(name, _with_scripts(_with_shared(name, row, shared, file), scripts), file)
        for name, row in content.items()
    )
    for language in languages:
        for key, expected, found in _faults(language, languages):
            raise _fault(file, language.id, key, expected, found)
    return languages


def _with_shared(name: str, row: Any, shared: dict[str, dict[str, Any]], file: Path) -> Any:
    """The row with the table that its key `shares` names merged in."""
    if not isinstance(row, dict) or "shares" not in row:
        return row
    if row["shares"] not in shared:
        raise _fault(file, name, "shares", f"one of {', '.join(shared) or 'no tables'}", repr(row["shares"]))
    return {**shared[row["shares"]], **{key: value for key, value in row.items() if key != "shares"}}


def _with_scripts(row: Any, scripts: dict[str, str]) -> Any:
    """The row with the scripts that its compile command names."""
    if not isinstance(row, dict) or not isinstance(row.get("compile"), list):
        return row

    def filled(part: Any) -> Any:
        for name, text in scripts.items():
            part = part.replace(f"{{{name}}}", text) if isinstance(part, str) else part
        return part

    return {**row, "compile": [filled(part) for part in row["compile"]]}


def _fault(file: Path, row: str, key: str, expected: str, found: str) -> JudgeError:
    return JudgeError(f"{file.name}: language '{row}', key '{key}': expected {expected}, found {found}.")


def _language(name: str, row: Any, file: Path) -> Language:
    if not isinstance(row, dict):
        raise JudgeError(f"{file.name}: '{name}': expected a table, [{name}], found {row!r}.")
    if "id" in row:
        raise _fault(file, name, "id", "it only as the name of the table", repr(row["id"]))
    row = {**row, "id": name}
    try:
        language = converted(row, Language)
    except ValidationError as error:
        raise JudgeError(f"{file.name}: language '{name}': {in_words(str(error), row, Language)}") from error
    if not (language.install or language.packages or language.wheels):
        raise _fault(file, name, "install", "a value", "none, nor packages or wheels")
    install = language.install or f"{{judge}} languages --install {language.id}"
    return replace(language, install=install.replace("{judge}", JUDGE))


def _faults(language: Language, languages: Iterable[Language]) -> Iterator[tuple[str, str, str]]:
    """Faults that no type expresses: key, what was expected, what was found."""
    ids = [name for other in languages for name in (other.id, *other.aliases)]
    for name in (language.id, *language.aliases):
        if ids.count(name) > 1:
            yield "aliases", "each id and alias once", f"'{name}' again"
    if language.toolkit not in (None, *TOOLKITS):
        yield "toolkit", f"one of {', '.join(TOOLKITS)}", repr(language.toolkit)
    if not language.tools and not language.toolkit:
        yield "tools", "the programs that it needs, or a toolkit", "none"
    for key, known in (
        ("version", {"toolkit"}),
        ("compile", COMPILE_PLACEHOLDERS),
        ("compile_object", OBJECT_PLACEHOLDERS),
        ("run", RUN_PLACEHOLDERS),
    ):
        if unknown := placeholders(getattr(language, key)) - known:
            names = ", ".join(f"{{{name}}}" for name in sorted(known))
            yield key, f"no placeholder but {names}", f"{{{min(unknown)}}}"
    for part in language.compile:
        for name in ("{sources}", "{toolkit_options}"):
            if name in part and name != part:
                yield "compile", f"{name} as an argument of its own", repr(part)
    if not placeholders(language.run) & {"program", "source"}:
        yield "run", "{program} or {source}", " ".join(language.run)
    if not placeholders(language.compile) & {"source", "sources"}:
        yield "compile", "{source} or {sources}", " ".join(language.compile)
    keys = ("file_name", "part", "memory_exhausted", "error_line", "error_place")
    patterns = [(key, getattr(language, key)) for key in keys]
    patterns += [("refusals.pattern", one.pattern) for one in language.refusals]
    for key, pattern in patterns:
        try:
            compiled = re.compile(pattern or "()")
        except re.error as error:
            yield key, "a regular expression", f"{error} in {pattern!r}"
        else:
            if key == "file_name" and compiled.groups != 1:
                yield key, "a regular expression with one group", f"{compiled.groups} groups"
            if key == "error_place" and pattern and {*compiled.groupindex} != {"file", "line"}:
                found = ", ".join(compiled.groupindex) or "none"
                yield key, "a regular expression with the groups file and line", found
    if language.variant_of is not None and language.variant_of not in {other.id for other in languages}:
        yield "variant_of", "the id of another row", repr(language.variant_of)
    if language.without_gpu is not None:
        stand_in = next((other for other in languages if other.id == language.without_gpu), None)
        if stand_in is None or stand_in.device.needs_gpu:
            yield "without_gpu", "the id of a row that needs no GPU", repr(language.without_gpu)


LANGUAGES = read_languages(FILE)
SPECIFY_LANGUAGE = RunJudge(("languages",), "Specify it with --language; for ids and suffixes")


def language_of(file_name: str, chosen: str | None = None) -> Language:
    """The language that `--language` names, or else the one of the file's suffix."""
    if chosen is not None:
        if named := language_named(chosen):
            return named
        raise unknown_name("language", chosen, [language.id for language in LANGUAGES])
    if found := by_suffix(file_name):
        return found
    suffix = PurePosixPath(file_name).suffix
    what = f"no language has the suffix '{suffix}'" if suffix else "it has no suffix to identify its language"
    raise JudgeError(f"{file_name}: {what}.", SPECIFY_LANGUAGE)


def language_named(name: str) -> Language | None:
    """The language with this id or alias."""
    return next((language for language in LANGUAGES if name in (language.id, *language.aliases)), None)


def names_of(language: Language) -> list[str]:
    """The names in a package of any language whose programs this row accepts, its own id last."""
    with_gpu = [row for row in LANGUAGES if row.without_gpu == language.id]
    names = [name for row in (*with_gpu, language) for name in (row.variant_of, *row.aliases, row.id)]
    return [name for name in names if name is not None]


def by_suffix(file_name: str) -> Language | None:
    """The first of the rows with the file's suffix."""
    return next((language for language in LANGUAGES if language.has_suffix(file_name)), None)


def all_suffixes() -> frozenset[str]:
    """Suffixes of sources."""
    return frozenset(suffix for language in LANGUAGES for suffix in language.suffixes)


def without_gpu(language: Language) -> Language | None:
    """The language that gets its submissions if there is no GPU; None if they cannot be judged then."""
    return language_of("", language.without_gpu) if language.without_gpu else None


def is_emulated_here(language: Language) -> bool:
    """Whether its submissions are judged without the missing GPU: on the emulated one."""
    stand_in = without_gpu(language)
    return bool(language.missing_tools) and stand_in is not None and not stand_in.missing_tools


def absent_languages() -> list[Language]:
    """Languages in which nothing can be judged here until they are installed."""
    return [one for one in LANGUAGES if one.missing_tools and not is_emulated_here(one)]


def emulated_language(chosen: str | None) -> Language:
    """The language that is judged on the emulated GPU instead of the chosen one, or if none was chosen."""
    emulated = [language for language in LANGUAGES if language.device.is_emulated]
    if chosen is None:
        return emulated[0]
    language = language_of("", chosen)
    taken = language if language in emulated else without_gpu(language)
    if taken is None:
        served = [one.title for one in LANGUAGES if one.without_gpu]
        raise JudgeError(f"The emulated GPU judges {', '.join(served)}, not the language '{chosen}'.")
    return taken
