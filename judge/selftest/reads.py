"""The files of the project that a test has read, and whether any of them has changed."""

import hashlib
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from judge.selftest.noting.module_parts import parts_of

NOTING = Path(__file__).parent / "noting"
"""A folder for PYTHONPATH: the processes that a test starts note what they read."""
DERIVED = {"__pycache__", "precompiled"}
ABSENT = "absent"


def tests_environment() -> dict[str, str]:
    """The variables of this process, without Python's own: one that keeps Python from storing compiled modules would
    make each process of the tests compile them again."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def noting(notes: Path, root: Path) -> dict[str, str]:
    """The variables with which a Python process, and its descendants, note what they read in `notes`. Makes that file
    writable for all, as a test may become another user."""
    notes.touch()
    notes.chmod(0o666)
    path = os.pathsep.join(filter(None, (str(NOTING), str(root), os.environ.get("PYTHONPATH", ""))))
    return {"PYTHONPATH": path, "WARP_JUDGE_NOTES": str(notes), "WARP_JUDGE_NOTES_ROOT": str(root)}


def noting_path() -> list[str]:
    """The addition to the PYTHONPATH of a process that is started with a path of its own: a folder, or nothing."""
    return [str(NOTING)] if "WARP_JUDGE_NOTES" in os.environ else []


@contextmanager
def not_noted() -> Iterator[None]:
    """Wraps the making of a copy of the project: reads of the copy are noted when they happen."""
    module = sys.modules.get("sitecustomize")
    if not hasattr(module, "start_notes"):
        yield
        return
    module.paused += 1  # type: ignore[union-attr]
    try:
        yield
    finally:
        module.paused -= 1  # type: ignore[union-attr]


def notes_in(file: Path) -> list[str]:
    """The notes in a file that processes wrote, each once. A note: a kind, a blank and a path; the kinds are "file",
    "folder", "tree", "names", and "parts": of a module its outline, and its functions whose names follow the path."""
    try:
        lines = {os.fsdecode(line) for line in file.read_bytes().split(b"\n") if line}
    except OSError:
        return []
    notes, parts = set(), defaultdict[str, set[str]](set)
    for line in lines:
        kind, _, name = line.partition(" ")
        if kind in ("outline", "body"):
            module, _, function = name.partition(" ")
            parts[module].update({function} - {""})
        else:
            notes.add(line)
    return sorted({*notes, *(" ".join(["parts", module, *sorted(names)]) for module, names in parts.items())})


State = tuple[int, int, int]
Found = TypeVar("Found")


def state_of(path: Path) -> State:
    """Figures that change when a file is written or replaced."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size, found.st_ino


def _looked_up(path: Path, known: dict[tuple[Path, State], Found], look: Callable[[bytes], Found]) -> Found:
    """What `look` finds in a file, kept in `known`."""
    key = path, state_of(path)
    if key not in known:
        known[key] = look(path.read_bytes())
    return known[key]


class Digests:
    """Digests of the current content that notes name. What a file holds is looked up once, and what `earlier` ones know
    of it is used if it has not been written since."""

    def __init__(self, root: Path, earlier: "Digests | None" = None) -> None:
        self.root = root
        self._root_name = os.fsencode(root)
        self._known: dict[str, str] = {}
        self._files: dict[tuple[Path, State], str] = earlier._files if earlier else {}
        self._modules: dict[tuple[Path, State], dict[str, str]] = earlier._modules if earlier else {}

    def of_note(self, note: str) -> str:
        if note not in self._known:
            self._known[note] = self._digest(*note.split(" ", 1))
        return self._known[note]

    def of_notes(self, notes: list[str]) -> str:
        text = "\n".join(f"{note} {self.of_note(note)}" for note in notes)
        return hashlib.blake2b(text.encode(errors="surrogateescape"), digest_size=16).hexdigest()

    def newest(self, notes: list[str]) -> float:
        """The time when one of the files was last written, without files that a build has made; 0 if there are
        none."""
        named = [note.split(" ", 1) for note in notes]
        files = [name for kind, name in named if kind == "file"]
        files += [name.split(" ", 1)[0] for kind, name in named if kind == "parts"]
        return max((self._written(file) for file in files if not file.startswith("build")), default=0.0)

    def _written(self, file: str) -> float:
        try:
            return (self.root / file).stat().st_mtime
        except OSError:
            return 0.0

    def _digest(self, kind: str, name: str = "") -> str:
        path = self.root / name
        try:
            match kind:
                case "folder":
                    names = sorted({entry.name for entry in path.iterdir()} - DERIVED)
                    return self._of_bytes("\n".join(names).encode(errors="surrogateescape"))
                case "tree":
                    return self._of_tree(path)
                case "names":
                    return self._of_bytes(self._tracked_names())
                case "parts":
                    module, *functions = name.split()
                    parts = self._parts(self.root / module)
                    return self._of_bytes(
                        "".join(parts.get(one, ABSENT) for one in ("", *functions)).encode()
                    )
                case _:
                    return self._of_file(path)
        except IsADirectoryError:
            return "folder"
        except OSError:
            return ABSENT

    def _of_bytes(self, content: bytes) -> str:
        """A digest that ignores the build's own path in the content."""
        return hashlib.blake2b(content.replace(self._root_name, b"ROOT"), digest_size=16).hexdigest()

    def _of_file(self, path: Path) -> str:
        return _looked_up(path, self._files, self._of_bytes)

    def _parts(self, module: Path) -> dict[str, str]:
        def parts(source: bytes) -> dict[str, str]:
            try:
                return parts_of(source)
            except SyntaxError:
                return {"": self._of_bytes(source)}

        return _looked_up(module, self._modules, parts)

    def _of_tree(self, folder: Path) -> str:
        lines = []
        for parent, folders, files in os.walk(folder):
            folders[:] = sorted(set(folders) - DERIVED)
            for file in sorted(files):
                name = os.path.relpath(os.path.join(parent, file), self.root)  # noqa: PTH118
                lines.append(f"{name} {self.of_note(f'file {name}')}")
        return self._of_bytes("\n".join(lines).encode(errors="surrogateescape"))

    def _tracked_names(self) -> bytes:
        return subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=self.root, capture_output=True, check=False,
        ).stdout  # fmt: skip
