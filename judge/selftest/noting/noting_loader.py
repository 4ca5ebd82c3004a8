"""A loader of Python modules that notes which of their parts a process uses: a test that has passed is run again when a
function changes that it ran, and not for a function next to it.

Who loads a module uses its outline; who runs a function, its body. A statement in front of each body notes the first
run. The compiled module lies in `__pycache__` next to Python's own, under another name.
"""

import _imp
import builtins
import importlib.util
import marshal
import os
import sys
from contextlib import suppress
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
)
from types import CodeType
from typing import Any, Protocol

RAN = "_functions_that_ran"  # as in module_parts.py, which a process loads only to compile a module: it takes long
SPELLING = "noted1"
"""The part of a compiled module's name that tells it from Python's own; it changes with what is compiled into it."""


class Noted(Protocol):
    """Where a process notes what it uses."""

    reads_a_module: Any
    """Has the attribute `now`, of each thread, while what is read is noted as an outline."""

    def module_at(self, path: str) -> str | None:
        """The name, in notes, of a module's file; None: it is not noted by its parts."""

    def write(self, kind: str, name: str) -> bool:
        """Notes that something is used, and says whether that is noted now."""


class FunctionsThatRan(set[str]):
    """The functions that have run in this process."""

    def __init__(self, noted: Noted) -> None:
        self._noted = noted

    def add(self, function: str) -> None:
        if self._noted.write("body", function):
            super().add(function)


class NotingLoader(SourceFileLoader):
    """A loader that notes a module's outline, and has its functions noted when they run."""

    noted: Noted

    def get_code(self, fullname: str) -> CodeType | None:
        module = self.noted.module_at(self.path)
        if module is None:
            return super().get_code(fullname)
        self.noted.write("outline", module)
        self.noted.reads_a_module.now = True
        try:
            return self._code(module)
        finally:
            self.noted.reads_a_module.now = False

    def _code(self, module: str) -> CodeType:
        found = os.stat(self.path)
        state = (module, found.st_mtime_ns, found.st_size)
        cached = importlib.util.cache_from_source(self.path, optimization=SPELLING)
        with suppress(OSError, EOFError, ValueError, TypeError), open(cached, "rb") as file:
            stored, compiled = marshal.load(file)
            if stored == state and isinstance(compiled, CodeType):
                # As Python's loader does: another copy may have been compiled.
                _imp._fix_co_filename(compiled, self.path)  # type: ignore[attr-defined]
                return compiled
        from module_parts import compiled_with_notes

        code: CodeType = compiled_with_notes(self.get_data(self.path), self.path, module)
        if not sys.dont_write_bytecode:
            self.set_data(cached, marshal.dumps((state, code)))
        return code


def note_parts(noted: Noted, loader: type[NotingLoader] = NotingLoader) -> None:
    """Has the modules of the project loaded like this from now on."""
    setattr(builtins, RAN, FunctionsThatRan(noted))
    loader.noted = noted
    finder = FileFinder.path_hook((ExtensionFileLoader, EXTENSION_SUFFIXES), (loader, SOURCE_SUFFIXES))

    def finder_of(folder: str) -> Any:
        if noted.module_at(os.path.join(folder, "any.py")) is None:
            raise ImportError
        return finder(folder)

    sys.path_hooks.insert(0, finder_of)
    sys.path_importer_cache.clear()
