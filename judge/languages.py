"""The table of languages. To add one: a row here, and its package in apt-packages.txt.

A row proves itself before it is offered: its self-test program is compiled and run (see `judge doctor`).
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from judge.errors import JudgeError
from judge.names import unknown_name


@dataclass(frozen=True)
class Language:
    id: str
    """Code of the ICPC languages table."""
    title: str
    suffixes: tuple[str, ...]
    tools: tuple[str, ...]
    """Programs that it needs; the first is what starts compiling or running."""
    package: str
    """Debian package that brings them."""
    compile: tuple[str, ...]
    """Command to compile the file {source} into the file `program`, or to check the syntax of {source}."""
    run: tuple[str, ...]
    """Command to run {program}, or {source} where the language has no program."""
    self_test: str
    """A program that reads two integers and prints their sum."""

    @property
    def missing_tools(self) -> list[str]:
        return [tool for tool in self.tools if shutil.which(tool) is None]

    @property
    def makes_program(self) -> bool:
        return "{program}" in self.run

    @property
    def source_name(self) -> str:
        """What the compiler knows the source by: nothing that a user typed gets on its command line."""
        return f"solution{self.suffixes[0]}"

    @property
    def result_name(self) -> str:
        """The file that is kept of a compilation."""
        return "program" if self.makes_program else self.source_name

    @property
    def compile_command(self) -> list[str]:
        return [part.format(source=self.source_name) for part in self.compile]

    def run_command(self, result: Path) -> list[str]:
        return [part.format(source=result, program=result) for part in self.run]


LANGUAGES = (
    Language(
        id="c",
        title="C17",
        suffixes=(".c",),
        tools=("gcc",),
        package="gcc",
        compile=("gcc", "-O2", "-std=c17", "-pthread", "-o", "program", "{source}", "-lm"),
        run=("{program}",),
        self_test='#include <stdio.h>\nint main(void) { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); }\n',
    ),
    Language(
        id="cpp",
        title="C++20",
        suffixes=(".cpp", ".cc", ".cxx"),
        tools=("g++",),
        package="g++",
        compile=("g++", "-O2", "-std=c++20", "-pthread", "-o", "program", "{source}"),
        run=("{program}",),
        self_test="#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n",
    ),
    Language(
        id="python3",
        title="Python 3 with NumPy",
        suffixes=(".py",),
        tools=("/usr/bin/python3",),
        package="python3-numpy",
        compile=("/usr/bin/python3", "-m", "py_compile", "{source}"),
        run=("/usr/bin/python3", "-B", "{source}"),
        self_test="import numpy\na, b = map(int, input().split())\nprint(int(numpy.add(a, b)))\n",
    ),
)


def language_of(file_name: str, chosen: str | None = None) -> Language:
    """The language that `--language` names, or else the one of the file's suffix."""
    if chosen is not None:
        for language in LANGUAGES:
            if chosen == language.id:
                return language
        raise unknown_name("language", chosen, [language.id for language in LANGUAGES])
    suffix = Path(file_name).suffix
    for language in LANGUAGES:
        if suffix in language.suffixes:
            return language
    known = ", ".join(f"{' '.join(language.suffixes)} ({language.id})" for language in LANGUAGES)
    raise JudgeError(
        f"{file_name}: no language has the suffix '{suffix}'. Known: {known}. Or say --language."
    )
