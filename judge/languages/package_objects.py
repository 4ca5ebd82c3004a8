"""A package's source files, compiled once for all submissions that are linked with them.

An object is in the cache of compiled submissions, under the hash of all of the package's files.
"""

from collections.abc import Sequence

from judge.base.scratch import scratch_folder
from judge.languages.compile_cache import CompileCache, KeptProgram
from judge.languages.compiler import cache_key, run_compiler
from judge.languages.language import Language
from judge.languages.sources import SourceFile, archive
from judge.problems.model import Limits
from judge.project.host import JudgeHost

FOLDER = "."


def package_objects(
    host: JudgeHost,
    language: Language,
    files: Sequence[SourceFile],
    limits: Limits,
    cache: CompileCache,
    cores: Sequence[int] = (),
) -> dict[str, KeptProgram]:
    """The objects of those of a package's files that compile by themselves. `files`: all that they may include."""
    if not language.compile_object:
        return {}
    sources = language.sources_of(file.name for file in files)
    objects = {source: _object(host, language, source, files, limits, cache, cores) for source in sources}
    return {source: kept for source, kept in objects.items() if kept}


def object_name(source: str) -> str:
    """The name of an object, which linkers print: without its folder it tells the author where an error is."""
    return f"{source.replace('/', '_')}.o"


def _object(
    host: JudgeHost,
    language: Language,
    source: str,
    files: Sequence[SourceFile],
    limits: Limits,
    cache: CompileCache,
    cores: Sequence[int],
) -> KeptProgram | None:
    command, content = language.object_command(source), archive(files)
    key = cache_key(content, language, command)
    if kept := cache.find(key):
        return kept
    with scratch_folder() as output:
        (output / "source").write_bytes(content)
        facts = run_compiler(host, language, limits, output, FOLDER, command, cores)
        if not facts.succeeded:  # it is compiled with the submission, which shows the message
            return None
        return cache.keep(key, output / "stdout", object_name(source), facts.isolation)
