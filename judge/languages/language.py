"""One language: a row of languages.toml, and the commands that follow from it."""

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from judge.base.records import Count, Record, replace
from judge.languages.toolkits import TOOLKITS, Toolkit
from judge.problems.device import Device

if TYPE_CHECKING:
    from judge.sandbox.run import RunLimits

MIB = 1 << 20
SANDBOX_PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where a sandbox looks for programs, whatever PATH is outside."""
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
OBJECT_PLACEHOLDERS = frozenset({"source", "toolkit", "toolkit_options"})
COMPILE_PLACEHOLDERS = frozenset({"source", "sources", "toolkit", "toolkit_options", "entry_point"})
RUN_PLACEHOLDERS = frozenset({"source", "program", "memory_mib", "toolkit"})


Name = Annotated[
    str, Meta(pattern=r"\A[a-z][a-z0-9-]*\Z", description="lower-case letters, digits and hyphens")
]
Suffixes = Annotated[
    tuple[Annotated[str, Meta(pattern=r"\A\.[^A-Z]*\Z")], ...],
    Meta(min_length=1, description="at least one, each a dot and small letters"),
]
Command = Annotated[tuple[str, ...], Meta(min_length=1, description="at least one argument, each a text")]


class Refusal(Record, frozen=True, kw_only=True):
    """A compiler's message that a source needs something that is missing here, so that it may be right elsewhere."""

    pattern: str
    """A regular expression, searched in each line of the message."""
    reason: str | None = None
    """{found} in it stands for the pattern's first group that matched; None: the line itself is the reason."""


class Language(Record, frozen=True, kw_only=True):
    id: Name
    """Its code in the ICPC languages table, if it has one."""
    title: str
    suffixes: Suffixes
    """The suffixes; of several rows with one suffix, the first is chosen."""
    version: Command
    """A command that prints the version of its compiler or interpreter."""
    compile: Command
    """Command to compile into the file, or the folder, `program`, or to check the syntax."""
    compile_object: tuple[str, ...] = ()
    """Command to compile {source} alone into `program`, an object that `compile` takes among its sources."""
    run: Command
    """Command to run {program}, or {source} if the language has no program."""
    self_test: str
    """A program that reads two integers and prints their sum."""
    packages: tuple[str, ...] = ()
    """Debian packages that contain its tools."""
    wheels: tuple[str, ...] = ()
    """Packages of PyPI, for the judge's own environment, that contain its tools."""
    download: str = ""
    """The size of the packages or wheels: "87 MB", measured on a Debian 12 that has everything else of the judge."""
    install: str = ""
    """The command that installs its tools; `judge languages --install` if packages or wheels do."""
    aliases: tuple[Name, ...] = ()
    """Other ids for --language."""
    variant_of: str | None = None
    """The row whose files it accepts as well, if it is named: another implementation of that language."""
    tools: tuple[str, ...] = ()
    """Programs that it needs, besides the toolkit."""
    toolkit: str | None = None
    """A key of TOOLKITS."""
    device: Annotated[Device, Meta(description=f"one of {', '.join(one.value for one in Device)}")] = (
        Device.CPU
    )
    """The device of its programs. Compiling needs no GPU."""
    without_gpu: str | None = None
    """The row that gets its submissions if there is no GPU."""
    linked_suffixes: tuple[str, ...] = ()
    """Suffixes of other languages' files in a folder that are compiled and linked with its own."""
    entry_points: tuple[str, ...] = ()
    """Where a program of several files starts: a file or a class, in order of preference."""
    file_name: str | None = None
    """A regular expression: the text that its first group matches in a source must be the file's name. A match without
    the group is ignored."""
    part: str | None = None
    """A regular expression: a source whose beginning it matches is part of others, and no program starts in it."""
    visible: tuple[Annotated[str, Meta(pattern="^/", description="a path that begins with /")], ...] = ()
    """Patterns of paths that compiling and running must see besides /usr."""
    memory_overhead_mib: Count = 0
    """The memory of its run-time system, added to the problem's limit."""
    memory_exhausted: str | None = None
    """A regular expression, searched in a failed program's stderr: a match means that the program reached its memory
    limit."""
    error_line: str | None = None
    """A regular expression: the first line of a failed program's stderr that matches says what happened. None: the
    last line does."""
    error_place: str | None = None
    """A regular expression with the groups `file` and `line`, searched in a failed program's stderr: of the matches in
    its own files, the one nearest to the line that says what happened counts."""
    sanitize: tuple[str, ...] = ()
    """Options for `compile`, added at the end: they make a program that reports memory errors and undefined
    behaviour."""
    warnings: tuple[str, ...] = ()
    """Options for `compile`, added at the end: they make GCC warn about possible causes of a failure."""
    processes: Count = 0
    """The most processes and threads of a program that may be alive at once, including its run-time system's, if that
    is more than the 256 of any program."""
    precompiled_header: str | None = None
    """A header that is compiled once for all sources that begin with it (headers.py)."""
    refusals: tuple[Refusal, ...] = ()

    @property
    def missing_tools(self) -> list[str]:
        """The tools that it lacks here, under their usual names."""
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
        """The name of a single source on the compiler's command line, where nothing that a user typed may appear."""
        for found in re.finditer(self.file_name, text) if self.file_name else ():
            if found[1]:
                return f"{found[1]}{self.suffixes[0]}"
        return f"solution{self.suffixes[0]}"

    def has_suffix(self, file_name: str) -> bool:
        return has_suffix(file_name, self.suffixes)

    def sources_of(self, file_names: Iterable[str]) -> list[str]:
        """The files of a folder that are compiled; none if there is no file of the language itself."""
        names = list(file_names)
        if not any(map(self.has_suffix, names)):
            return []
        return [name for name in names if has_suffix(name, (*self.suffixes, *self.linked_suffixes))]

    def starting_file(self, texts: Mapping[str, str]) -> str | None:
        """The one of these files of the language that is started or compiled; None if that is ambiguous."""
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

    def object_command(self, source: str) -> list[str]:
        options = self._toolkit.options() if self._toolkit else []
        return self._filled(self.compile_object, {"source": source, "toolkit_options": options})

    @property
    def sanitized(self) -> "Language":
        """This language, with programs that report memory errors and undefined behaviour."""
        return replace(
            self, compile=(*self.compile, *self.sanitize), compile_object=(), precompiled_header=None
        )

    def run_command(self, result: Path, memory_bytes: int) -> list[str]:
        """Starts the program, or the source if the language has no program, under this memory limit."""
        memory_mib = str(max(1, memory_bytes // MIB))
        values = {"source": str(result), "program": str(result), "memory_mib": memory_mib}
        return self._filled(self.run, values)

    def allowed(self, limits: "RunLimits") -> "RunLimits":
        """The limits of a run, with the additions for the language's run-time system."""
        memory_bytes = limits.memory_bytes + self.memory_overhead_mib * MIB
        return replace(limits, memory_bytes=memory_bytes, processes=max(limits.processes, self.processes))

    def refusal(self, message: str) -> str | None:
        """Why a source that the compiler refuses may be right elsewhere; None: it is wrong, as far as the message
        shows."""
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
    """The program that a sandbox starts by this name; None if there is none, or if it was taken off PATH."""
    return shutil.which(tool, path=SANDBOX_PATH) if shutil.which(tool) else None


def placeholders(command: Sequence[str]) -> set[str]:
    return {name for part in command for name in PLACEHOLDER.findall(part)}


def has_suffix(file_name: str, suffixes: Sequence[str]) -> bool:
    """Whether its own suffix is one of them, like ".cpp" or ".CPP". Not ".C": for some that is C++, for others C."""
    suffix = PurePosixPath(file_name).suffix
    return (suffix if suffix == ".C" else suffix.lower()) in suffixes
