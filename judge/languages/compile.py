"""Compiles a submission inside the sandbox, under limits, once.

The source goes in as standard input, a folder as an archive, and the program comes out as standard output: the
compiler sees the system and its own work directory, nothing else. The result is stored under the hash of everything
that it depends on.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.base.text import printable, read_text
from judge.languages.compile_cache import FILES, CompileCache, KeptProgram
from judge.languages.compile_leads import with_lead
from judge.languages.compile_warnings import CompilerWarning, read_warnings
from judge.languages.compiler import cache_key, run_compiler
from judge.languages.headers import header_folder
from judge.languages.language import Language, has_suffix
from judge.languages.package_objects import object_name, package_objects
from judge.languages.sources import SourceFile, archive, unpack, write_files
from judge.problems.formats.programs import HEADERS
from judge.problems.model import Limits
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts
from judge.sandbox.isolation import Isolation

HEAD_LINES, TAIL_LINES = 28, 12
"""The most lines of a message: it says what went wrong at its beginning or at its end."""
PART_BYTES = 12 * 1024
LINE_CHARACTERS = 400
MARK = "\ufeff"
STOPPED = "the compiler was stopped"
COUNT_OF_ERRORS = re.compile(r"\d+ (errors?|warnings?)( and \d+ errors?)? generated when compiling for \w+\.")
"""clang's message about CUDA C++ that names the host's processor, which does not matter to the author."""
ERROR_AT = re.compile(r"^\S.*?(:\d+|\(\d+\)):(\d+:)? (fatal )?\w*error\b", re.IGNORECASE)
"""A line that names an error and its place, in the form of compilers."""
MESSAGE_AT = re.compile(r"^[^\s:]+:\d+:(\d+:)? ")
"""A line that need not be an error."""
PLACE_ALONE = re.compile(
    r"""
    (?: File[ ]"(?P<ocaml>[^"]+)",[ ]lines?[ ](?P<ocaml_line>\d+)\b.*
    | \s*(?:-->[ ])?(?P<file>[^\s:]+):(?P<line>\d+)(?::\d+)?:?
    )""",
    re.VERBOSE,
)
"""A line with only the place of an error that another line names."""


class Compiled(Struct, frozen=True):
    """A program that can be started, or the reason why there is none."""

    command: tuple[str | Path, ...]
    """Starts the program, from any working directory."""
    visible: tuple[Path, ...] = ()
    """Files that the command needs to see besides the program itself."""
    source: Path | None = None
    """The file or folder of an interpreted language, which the program's messages name."""
    error: str | None = None
    isolation: Isolation | None = None
    """The isolation of the compiler; None if none ran."""
    warnings: tuple[CompilerWarning, ...] = ()
    """The compiler's warnings, with the names that the author gave the files."""
    files: Path | None = None
    """A folder of submitted files that are copied to the program's work directory."""


def compile_submission(
    host: JudgeHost,
    submitted: str | Sequence[SourceFile],
    file_name: str,
    language: Language,
    limits: Limits,
    cores: Sequence[int] = (),
    *,
    independent: Sequence[SourceFile] = (),
) -> Compiled:
    """Compiles one source, or the files of a folder; a compile error is a result.

    `file_name` is its author's name for it. The language must be available (self_test.py). `independent`: the
    files that a package adds, if the submission has no part in what they compile to; they are compiled once for all.
    """
    given = _given(submitted, language, limits)
    if isinstance(given, str):
        return Compiled((), error=given)
    command = language.compile_command(given.start, given.sources)
    files = _files_to_read(submitted, language)
    key = cache_key(b"".join((given.content, *files.values())), language, (*command, *files))
    result_name = "program" if language.makes_program else "solution" if given.is_folder else given.start
    cache = CompileCache(
        host.installation.data.compile_cache, requires_isolation=host.policy.require_isolation
    )
    kept = cache.find(key)
    if kept is None:
        with scratch_folder() as output:
            (output / "source").write_bytes(given.content)
            objects = package_objects(host, language, independent, limits, cache, cores)
            command = _linked_command(language, given, objects) if objects else command
            # A folder's files begin with headers of its own.
            headers = None if given.is_folder else header_folder(host, language, str(submitted), cores)
            folders = [kept.folder for kept in objects.values()]
            facts = run_compiler(
                host, language, limits, output, given.name, command, cores, headers=headers, sees=folders
            )
            message = "" if facts.succeeded else _message(facts, output)
            if message and headers and not _is_about(given.name, message):
                facts = run_compiler(host, language, limits, output, given.name, command, cores)
                message = "" if facts.succeeded else _message(facts, output)
            if message:
                message = with_lead(message, _texts(submitted, given))
                if not given.is_folder:
                    message = message.replace(given.name, file_name)
                message = _without_folders(message, ("/sandbox", *folders, *language.compiler_sees))
                return Compiled((), error=printable(message), isolation=facts.isolation)
            result = _result_in(output, submitted, language)
            warnings = read_warnings(read_text(output / "stderr", PART_BYTES)) if facts.stderr_bytes else ()
            kept = cache.keep(key, result, result_name, _weakest(facts.isolation, objects), warnings, files)
    folder, isolation, warnings = kept
    result = folder / result_name
    started = result / given.start if given.is_folder and not language.makes_program else result
    run_command = tuple(language.run_command(started, limits.memory_bytes))
    needed: tuple[Path, ...] = () if run_command[0] == str(result) and not files else (result,)
    return Compiled(
        command=run_command,
        visible=(*needed, *((folder / FILES,) if files else ()), *language.program_sees),
        source=None if language.makes_program else result,
        isolation=isolation,
        warnings=tuple(replace(one, file=file_name) if one.file == given.name else one for one in warnings),
        files=folder / FILES if files else None,
    )


def _files_to_read(submitted: str | Sequence[SourceFile], language: Language) -> dict[str, bytes]:
    """The content by name of a folder's files that the compiler has no use for."""
    if isinstance(submitted, str):
        return {}
    compiled = (*language.suffixes, *language.linked_suffixes, *HEADERS)
    return {file.name: file.content for file in submitted if not has_suffix(file.name, compiled)}


def _result_in(output: Path, submitted: str | Sequence[SourceFile], language: Language) -> Path:
    """The file or folder that is started, in the folder in which it was compiled."""
    if not isinstance(submitted, str) and not language.makes_program:
        result = output / "solution"
        write_files({file.name: file.content for file in submitted}, result)
        return result
    if language.makes_folder:
        result = output / "program"
        unpack(output / "stdout", result)
        return result
    return output / ("stdout" if language.makes_program else "source")


def _without_folders(message: str, folders: Sequence[str | Path]) -> str:
    """The message without the paths of folders, which must not show."""
    for folder in folders:
        message = message.replace(f"{folder}/", "")
    return message


def _weakest(isolation: Isolation, objects: Mapping[str, KeptProgram]) -> Isolation:
    """The isolation of a program: that of its compiler, unless one of its objects was made with less."""
    isolations = [isolation, *(one.isolation for one in objects.values())]
    return next((one for one in isolations if not one.is_full), isolation)


def _linked_command(language: Language, given: "_Given", objects: Mapping[str, KeptProgram]) -> list[str]:
    """The command with objects instead of the sources that they are made of."""
    sources = [
        str(objects[source].folder / object_name(source)) if source in objects else source
        for source in given.sources
    ]
    return language.compile_command(given.start, sources)


class _Given(Struct, frozen=True):
    """The compiler's input."""

    name: str
    """The name of the source in the work directory; "." for a folder."""
    content: bytes
    """The source, or the folder as an archive."""
    start: str
    """The file that is started, or compiled if the language compiles a single file."""
    sources: Sequence[str]
    """All files in the language."""

    @property
    def is_folder(self) -> bool:
        return self.name == "."


def _given(submitted: str | Sequence[SourceFile], language: Language, limits: Limits) -> _Given | str:
    """The compiler's input, without byte-order marks, which some compilers take for a letter; or the error that
    prevents one."""
    if isinstance(submitted, str):
        submitted = submitted.removeprefix(MARK)
    else:
        submitted = [SourceFile(file.name, file.text.removeprefix(MARK)) for file in submitted]
    parts = [submitted] if isinstance(submitted, str) else [file.text for file in submitted]
    if sum(len(part.encode("utf-8", errors="surrogateescape")) for part in parts) > limits.code_bytes:
        most = f"{limits.code_bytes / 1024:g} KiB"
        return f"the judge refused the source: it is longer than {most}, this problem's limit (code in problem.yaml)"
    if isinstance(submitted, str):
        name = language.source_name(submitted)
        return _Given(name, submitted.encode("utf-8", errors="surrogateescape"), name, [name])
    sources = language.sources_of(file.name for file in submitted)
    suffixes = " ".join(language.suffixes)
    if not sources:
        return f"error: expected files of {language.title}, {suffixes}, found none"
    start = language.starting_file({file.name: file.text for file in submitted})
    if start is None and language.links_files:
        start = sources[0]
    if start is not None:
        return _Given(".", archive(submitted), start, sources)
    if language.entry_points:
        wanted = f"expected a file {' or '.join(language.entry_points)} to start"
    else:
        wanted = f"{language.title} takes one file {suffixes} at a time"
    return f"error: {wanted}, found {', '.join(sources)}"


def _texts(submitted: str | Sequence[SourceFile], given: _Given) -> dict[str, str]:
    if isinstance(submitted, str):
        return {given.name: submitted}
    return {file.name: file.text for file in submitted}


def _message(facts: Facts, output: Path) -> str:
    """The compiler's message, truncated; preceded by what stopped the compiler, if it was stopped."""
    lines = read_text(output / "stderr", PART_BYTES).splitlines()
    beyond = facts.stderr_bytes - PART_BYTES
    if beyond > 0 or len(lines) > HEAD_LINES + TAIL_LINES:
        end = read_text(output / "stderr", PART_BYTES, max(0, beyond)).rstrip().splitlines()
        lines = [*lines[:HEAD_LINES], "...", *end[-TAIL_LINES:]]
    lines = [line for line in lines if not COUNT_OF_ERRORS.fullmatch(line)]
    lines = [line if len(line) <= LINE_CHARACTERS else line[:LINE_CHARACTERS] + " ..." for line in lines]
    if facts.outcome != "exited":
        lines = [f"{STOPPED}: {facts.ending}", *lines]
    return "\n".join(lines) or f"the compiler gave no message ({facts.ending})"


def _is_about(source: str, message: str) -> bool:
    """Whether it names an error in the source, instead of something that happened to the compiler."""
    return re.search(rf"^{re.escape(source)}:\d+:\d+: (fatal )?error: ", message, re.MULTILINE) is not None


def headline(error: str) -> str:
    """The line of a compiler's message that is most useful in a table."""
    lines = error.strip().splitlines()
    if lines[0].startswith(STOPPED):
        return lines[0]
    for line in lines:
        if ERROR_AT.match(line):
            return line
    named = next((line.strip() for line in lines if "error" in line.lower()), None)
    if named is None:
        return next(filter(MESSAGE_AT.match, lines), lines[0]).strip()
    place = next(filter(None, map(PLACE_ALONE.fullmatch, lines)), None)
    if place is None:
        return named
    return f"{place['ocaml'] or place['file']}:{place['ocaml_line'] or place['line']}: {named}"
