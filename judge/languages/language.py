"""One language: a row of languages.toml, and the commands that follow from it."""

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from judge.base.records import Record, replace
from judge.languages.toolkits import TOOLKITS, Toolkit
from judge.problems.device import Device

if TYPE_CHECKING:
    from judge.sandbox.run import RunLimits

MIB = 1 << 20
SANDBOX_PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where a sandbox looks for programs, whatever PATH is outside."""
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
COMPILE_PLACEHOLDERS = frozenset({"source", "sources", "toolkit", "toolkit_options", "entry_point"})
RUN_PLACEHOLDERS = frozenset({"source", "program", "memory_mib", "toolkit"})


class Refusal(Record, frozen=True, kw_only=True):
    """A compiler's message that says that a source needs what is not here, though it may be right elsewhere."""

    pattern: str
    """A regular expression, searched in each line of the message."""
    reason: str | None = None
    """{found} in it is the pattern's first group that matched; None: the line itself is the reason."""


class Language(Record, frozen=True, kw_only=True):
    id: str
    """Code of the ICPC languages table, where the language has one."""
    title: str
    suffixes: tuple[str, ...]
    """The suffixes; of several rows with one suffix, the first is chosen."""
    version: tuple[str, ...]
    """A command that prints the version of what compiles or runs it."""
    compile: tuple[str, ...]
    """Command to compile into the file, or the folder, `program`, or to check the syntax."""
    run: tuple[str, ...]
    """Command to run {program}, or {source} where the language has no program."""
    self_test: str
    """A program that reads two integers and prints their sum."""
    packages: tuple[str, ...] = ()
    """Debian packages that bring its tools."""
    wheels: tuple[str, ...] = ()
    """Packages of PyPI, for the judge's own environment, that bring its tools."""
    download: str = ""
    """How much the packages or wheels are: "87 MB", measured on a Debian 12 that has all else of the judge."""
    install: str = ""
    """The command that brings its tools; `judge languages --install` where packages or wheels do."""
    aliases: tuple[str, ...] = ()
    """Other ids that --language takes."""
    variant_of: str | None = None
    """The row whose files it takes as well, where it is named: another implementation of that language."""
    tools: tuple[str, ...] = ()
    """Programs that it needs, besides the toolkit."""
    toolkit: str | None = None
    """A key of TOOLKITS."""
    device: Device = Device.CPU
    """What its programs compute on. Compiling needs no GPU."""
    without_gpu: str | None = None
    """The row that takes its submissions where there is no GPU."""
    linked_suffixes: tuple[str, ...] = ()
    """Suffixes of other languages' files in a folder that are compiled and linked with its own."""
    entry_points: tuple[str, ...] = ()
    """Where a program of several files starts: a file or a class, those that are preferred first."""
    file_name: str | None = None
    """A regular expression: what its first group matches in a source is what its file must be called. A match without
    the group is passed over."""
    part: str | None = None
    """A regular expression: a source whose beginning it matches is a part of others, in which no program starts."""
    visible: tuple[str, ...] = ()
    """Patterns of paths that compiling and running must see besides /usr."""
    memory_overhead_mib: int = 0
    """What its run-time system gets above the problem's memory limit."""
    memory_exhausted: str | None = None
    """A regular expression, searched in what a failed program said on stderr: it means that it met its memory limit."""
    error_line: str | None = None
    """A regular expression: of what a failed program said on stderr, the first line with a match says what happened.
    None: the last line does."""
    error_place: str | None = None
    """A regular expression with the groups `file` and `line`, searched in what a failed program said on stderr: of the
    matches in its own files the one nearest to the line that says what happened counts."""
    sanitize: tuple[str, ...] = ()
    """Options for `compile`, behind the others: they make a program that reports errors of memory and undefined
    behaviour."""
    warnings: tuple[str, ...] = ()
    """Options for `compile`, behind the others: they make GCC warn of what may explain a failure."""
    processes: int = 0
    """Processes and threads of a program that may be alive at once, its run-time system's own among them, where that is
    more than the 256 of any program."""
    precompiled_header: str | None = None
    """One that is compiled once for all sources that begin with it (headers.py)."""
    refusals: tuple[Refusal, ...] = ()

    @property
    def missing_tools(self) -> list[str]:
        """What compiling or running it lacks here, as people call it."""
        toolkit = self._toolkit
        missing = [toolkit.title] if toolkit and toolkit.compiler() is None else []
        return missing + [tool for tool in self.tools if tool_path(tool) is None]

    @property
    def makes_program(self) -> bool:
        return any("{program}" in part for part in self.run)

    @property
    def makes_folder(self) -> bool:
        """Whether the program is a folder of files."""
        return any("{program}/" in part for part in self.run)

    @property
    def links_files(self) -> bool:
        """Whether several of its files are compiled into one program."""
        return self.makes_program and "{sources}" in self.compile

    @property
    def compiler_sees(self) -> tuple[Path, ...]:
        """What the compiler must see besides the system."""
        return (*(self._toolkit.folders() if self._toolkit else ()), *self.program_sees)

    @property
    def program_sees(self) -> tuple[Path, ...]:
        """What a program must see besides the system and itself."""
        toolkit = self._toolkit.folders() if self._toolkit and "toolkit" in placeholders(self.run) else ()
        return (*toolkit, *(path for pattern in self.visible for path in sorted(Path("/").glob(pattern[1:]))))

    @property
    def version_command(self) -> list[str]:
        return self._filled(self.version, {})

    def source_name(self, text: str) -> str:
        """The name of a single source on the compiler's command line: nothing that a user typed gets there."""
        for found in re.finditer(self.file_name, text) if self.file_name else ():
            if found[1]:
                return f"{found[1]}{self.suffixes[0]}"
        return f"solution{self.suffixes[0]}"

    def has_suffix(self, file_name: str) -> bool:
        return has_suffix(file_name, self.suffixes)

    def sources_of(self, file_names: Iterable[str]) -> list[str]:
        """What of a folder is compiled; nothing where there is no file of the language itself."""
        names = list(file_names)
        if not any(map(self.has_suffix, names)):
            return []
        return [name for name in names if has_suffix(name, (*self.suffixes, *self.linked_suffixes))]

    def starting_file(self, texts: Mapping[str, str]) -> str | None:
        """The one of these files of the language that is started or compiled; None where that is not clear."""
        sources = self._starting(texts)
        if len(sources) == 1:
            return sources[0]
        return next((entry for entry in self.entry_points if entry in sources), None)

    def first_to_start(self, texts: Mapping[str, str]) -> str | None:
        """The first of these files of the language, by name, if it starts in a file and none of its `entry_points` is
        there; else None."""
        starts_in_a_file = any(self.has_suffix(entry) for entry in self.entry_points)
        if not starts_in_a_file or self.starting_file(texts):
            return None
        return min(self._starting(texts), default=None)

    def _starting(self, texts: Mapping[str, str]) -> list[str]:
        """Its files without those that are parts of others, unless all are."""
        sources = [file for file in texts if self.has_suffix(file)]
        part = re.compile(self.part) if self.part else None
        return [file for file in sources if not (part and part.match(texts[file]))] or sources

    def compile_command(self, source: str, sources: Sequence[str]) -> list[str]:
        """`source` is one of `sources`, which are relative to the compiler's work directory."""
        options = self._toolkit.options() if self._toolkit else []
        entry = self.entry_points[0] if self.entry_points else ""
        values = {"source": source, "sources": sources, "toolkit_options": options, "entry_point": entry}
        return self._filled((*self.compile, *self.warnings), values)

    @property
    def sanitized(self) -> "Language":
        """This language, with programs that report errors of memory and undefined behaviour."""
        return replace(self, compile=(*self.compile, *self.sanitize), precompiled_header=None)

    def run_command(self, result: Path, memory_bytes: int) -> list[str]:
        """Starts the program, or the source where the language has no program, under this memory limit."""
        memory_mib = str(max(1, memory_bytes // MIB))
        values = {"source": str(result), "program": str(result), "memory_mib": memory_mib}
        return self._filled(self.run, values)

    def allowed(self, limits: "RunLimits") -> "RunLimits":
        """The limits of a run, with what the language's run-time system gets besides."""
        memory_bytes = limits.memory_bytes + self.memory_overhead_mib * MIB
        return replace(limits, memory_bytes=memory_bytes, processes=max(limits.processes, self.processes))

    def refusal(self, message: str) -> str | None:
        """Why what the compiler says may be right elsewhere; None: it is wrong, as far as the message tells."""
        for refusal in self.refusals:
            for line in message.splitlines():
                if found := re.search(refusal.pattern, line):
                    what = next((group for group in found.groups() if group), "")
                    return refusal.reason.replace("{found}", what) if refusal.reason else line.strip()
        return None

    @property
    def _toolkit(self) -> Toolkit | None:
        return TOOLKITS[self.toolkit] if self.toolkit else None

    def _filled(self, command: Sequence[str], values: Mapping[str, str | Sequence[str]]) -> list[str]:
        """The command with its placeholders filled; one that stands for a list is an argument of its own."""
        compiler = self._toolkit.compiler() if self._toolkit else None
        values = {"toolkit": str(compiler), **values}
        filled: list[str] = []
        for part in command:
            value = values.get(part[1:-1]) if part.startswith("{") else None
            if value is not None and not isinstance(value, str):
                filled += value
            else:
                filled.append(PLACEHOLDER.sub(lambda name: str(values.get(name[1], name[0])), part))
        return filled


def tool_path(tool: str) -> str | None:
    """The program that a sandbox starts by this name; None where there is none, or where it was taken off PATH."""
    return shutil.which(tool, path=SANDBOX_PATH) if shutil.which(tool) else None


def placeholders(command: Sequence[str]) -> set[str]:
    return {name for part in command for name in PLACEHOLDER.findall(part)}


def has_suffix(file_name: str, suffixes: Sequence[str]) -> bool:
    """Whether its own is one of them, as ".cpp" or ".CPP" is. Not ".C": to some that is C++, to others C."""
    suffix = PurePosixPath(file_name).suffix
    return (suffix if suffix == ".C" else suffix.lower()) in suffixes
