"""Modules of the project that a process loads once, for those that it forks: each gets a module when it imports it.

A loaded module lies aside, with the modules that it imported. An import finds it there, and imports those: so a file of
tests depends on the outlines of the modules that it imports, however many others were loaded. Functions that the
loading of any module has run are noted by who imports theirs, and files that it has read by all who import any, as a
result may lie in some module since then.
"""

import builtins
import importlib
import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from noting_loader import NotingLoader, note_parts
from sitecustomize import Notes


class NotesOfLoading(Notes):  # type: ignore[misc]
    """Holds what is used while modules are loaded, and which module imported which."""

    def __init__(self, root: str) -> None:
        super().__init__("", root)
        self.loading: list[str] = []
        self.outlines: dict[str, str] = {}
        self.imported: dict[str, dict[str, None]] = defaultdict(dict)
        self.functions: dict[str, dict[str, None]] = defaultdict(dict)
        """Functions that loading has run, by the outline of their module."""
        self.others: dict[tuple[str, str], None] = {}

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.loading and event != "import":
            super().hear(event, arguments)

    def write(self, kind: str, name: str) -> bool:
        if self.loading and kind == "outline":
            self.outlines[self.loading[-1]] = name
        elif self.loading and kind == "body":
            self.functions[name.split(" ")[0]][name] = None
        elif self.loading:
            self.others[kind, name] = None
        return False

    def hear_names(self, *names: str) -> None:
        """Holds that the module that is loading has imported those of these names that are modules."""
        if self.loading:
            self.imported[self.loading[-1]].update(
                dict.fromkeys(name for name in names if name in sys.modules)
            )


class RecordingLoader(NotingLoader):  # type: ignore[misc]
    """A loader that says which module is loading."""

    noted: NotesOfLoading

    def exec_module(self, module: ModuleType) -> None:
        self.noted.hear_names(module.__name__)
        self.noted.loading.append(module.__name__)
        try:
            super().exec_module(module)
        finally:
            self.noted.loading.pop()


class Preloaded(MetaPathFinder, Loader):
    """The modules of these names, of one package, and those that they import. One that cannot be loaded is left to
    those that import it."""

    def __init__(self, root: str, names: Sequence[str]) -> None:
        self._notes = NotesOfLoading(root)
        sys.addaudithook(self._notes.hear)
        note_parts(self._notes, RecordingLoader)
        plain_import = builtins.__import__

        def noting_import(
            name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
        ) -> Any:
            found = plain_import(name, globals, locals, fromlist, level)
            self._notes.hear_names(name, *(f"{name}.{one}" for one in fromlist or ()))
            return found

        builtins.__import__ = noting_import
        try:
            for name in names:
                with suppress(Exception):  # a library that is missing, or a mistake of whoever edits it
                    importlib.import_module(name)
        finally:
            builtins.__import__ = plain_import
        self._modules = {name: sys.modules.pop(name) for name in self._notes.outlines if name in sys.modules}
        self._specs = {name: module.__spec__ for name, module in self._modules.items()}
        for name, module in self._modules.items():
            parent, _, last = name.rpartition(".")
            if parent and vars(self._modules[parent]).get(last) is module:
                delattr(self._modules[parent], last)

    def offer(self, notes: Notes) -> None:
        """Has imports of this process find them, and notes them."""
        self._own_notes, self._has_noted = notes, False
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name not in self._modules:
            return None
        return ModuleSpec(name, self, is_package=hasattr(self._modules[name], "__path__"))

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._modules[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        module.__spec__ = self._specs[name]
        self._own_notes.hear_import(name)
        self._own_notes.write("outline", self._notes.outlines[name])
        for function in self._notes.functions[self._notes.outlines[name]]:
            self._own_notes.write("body", function)
        if not self._has_noted:
            self._has_noted = True
            for kind, other in self._notes.others:
                self._own_notes.write(kind, other)
        for imported in self._notes.imported[name]:
            if imported != name and imported not in sys.modules:
                importlib.import_module(imported)
