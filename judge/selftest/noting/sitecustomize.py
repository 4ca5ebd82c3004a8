"""Notes which files of the project a Python process reads, for tests that are not run again until one of them has
changed.

Python loads a module of this name when it starts: in each process whose PYTHONPATH has this folder, and so in each
that a test starts. Every file, folder and argument that names a place in the project is appended to the file
WARP_JUDGE_NOTES at once, so that a killed process has reported its reads. Of a module that is loaded, its parts are
noted (noting_loader.py). It costs nothing if that variable is not set.
"""

import _thread
import itertools
import os
import re
import sys
from typing import Any

NOTES, ROOT = "WARP_JUDGE_NOTES", "WARP_JUDGE_NOTES_ROOT"
HERE = os.path.dirname(os.path.abspath(__file__))
NOT_NOTED = re.compile(
    r"\.(git|venv|mypy_cache|ruff_cache|pytest_cache)(/|$)|(.*/)?__pycache__$"
    r"|build/(test-results|submissions|package-data|known-junk|judge-|CMake|\.ninja|build\.ninja)|build(-\w+)?$|$"
)
"""Folders of git, tools and builds, results, what is compiled, and no name."""
COMPILED = re.compile(r"__pycache__/(\w+)\.[\w.-]+\.pyc(\.\d+)?$")
EMULATOR = "build/cuda-emulator"
LISTS_FOR_ITSELF = (
    "<frozen importlib._bootstrap_external>",
    "/importlib/metadata/__init__.py",
    "/judge/project/build_state.py",
)
"""Code whose lists of folders are not noted: the search for a module, whose own name is noted, that for an installed
distribution, and the question whether the build is up to date, as it is when tests run."""
COLLECTS_TESTS = ("/_pytest/main.py", "/_pytest/python.py")
"""Code of pytest that lists each folder on the way to a file of tests, of which it reads these files alone:"""
OF_EACH_FOLDER = ("conftest.py", "__init__.py")

paused = 0
"""While it is not 0, nothing is noted: a copy of the project is being made, whose reads are noted when it is read."""


class Notes:
    def __init__(self, file: str, root: str) -> None:
        self.file, self.root = file, os.path.realpath(root)
        self.place = re.compile(re.escape(self.root) + r"(?=/|$)[^\s:;,'\"]*")
        self.known: set[str] = set()
        self.reads_a_module = _thread._local()

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            writes = (
                flags & os.O_ACCMODE == os.O_WRONLY if mode is None else "r" not in mode and "+" not in mode
            )
            if (
                not writes
                and isinstance(path, str | bytes)
                and not getattr(self.reads_a_module, "now", False)
            ):
                self.note("file", path)
        elif event in ("os.listdir", "os.scandir"):
            if isinstance(arguments[0], str | bytes | None):
                self.hear_list(os.fsdecode(arguments[0] or "."), lister(sys._getframe(1)))
        elif event == "import":
            self.hear_import(arguments[0])
        elif event in ("subprocess.Popen", "os.posix_spawn", "os.exec"):
            self.hear_start(arguments[0], arguments[1], arguments[-1])
        elif event == "os.system":
            self.hear_start("", [arguments[0]], None)

    def hear_list(self, folder: str, lister: str) -> None:
        """Notes a folder, or what the code that lists it looks for there."""
        if lister.endswith(COLLECTS_TESTS):
            for name in OF_EACH_FOLDER:
                self.note("file", os.path.join(folder, name))
        elif not lister.endswith(LISTS_FOR_ITSELF):
            self.note("folder", folder)

    def hear_import(self, module: str) -> None:
        """Notes a module of the project, whether there is one or not."""
        package, dot, _ = module.partition(".")
        if dot and os.path.isdir(os.path.join(self.root, package)):
            self.write("outline", module.replace(".", "/") + ".py")

    def module_at(self, path: str) -> str | None:
        """The name of a module's file, relative to the root, or of the one that it is a copy of. None: it is noted as a
        whole when it is opened, as one of this folder is, of another project, or made by the build."""
        text = os.path.abspath(path)
        name = self.name_of(text)
        is_ours = name and not text.startswith(HERE + "/") and not name.startswith("build")
        return name if is_ours and not NOT_NOTED.match(name) else None

    def name_of(self, path: str) -> str:
        """The name of a file of the project, or of a copy that a test made; empty: it is none."""
        if path.startswith(self.root + "/"):
            return path[len(self.root) + 1 :]
        if "/root/judge/" in path and path.endswith((".py", ".pyc")):
            return "judge/" + path.rpartition("/root/judge/")[2]
        return ""

    def hear_start(self, program: Any, words: Any, environment: Any) -> None:
        texts = [
            os.fsdecode(word) for word in (program, *words) if isinstance(word, str | bytes | os.PathLike)
        ]
        for text in texts:
            for place in self.place.findall(text):
                self.note_whole(place)
            if text.startswith("/") and (real := os.path.realpath(text)) != text:
                self.note_whole(real)
        if texts and os.path.basename(texts[0]) == "git":
            self.write("names", "")
        is_judge = any(one == "-m" and other == "judge" for one, other in itertools.pairwise(texts))
        if is_judge and environment is not None and not self.is_passed_on(environment):
            self.write("tree", "judge")

    @staticmethod
    def is_passed_on(environment: Any) -> bool:
        """Whether a Python process with this environment reports its reads."""
        path = environment.get("PYTHONPATH", "") if isinstance(environment, dict) else ""
        return NOTES in environment and HERE in path

    def note_whole(self, place: str) -> None:
        """Notes an argument: a process that gets a folder may read all of it."""
        if os.path.isdir(place):
            self.note("tree", place)
        else:
            self.note("file", place)

    def note(self, kind: str, path: str | bytes) -> None:
        name = COMPILED.sub(r"\1.py", self.name_of(os.path.abspath(os.fsdecode(path))))
        if name.startswith(EMULATOR):
            kind, name = "tree", EMULATOR
        if not NOT_NOTED.match(name) and "\n" not in name:
            self.write(kind, name)

    def write(self, kind: str, name: str) -> bool:
        """Appends a note if it is new. False: it could not be noted now, or nothing is."""
        line = f"{kind} {name}\n"
        if paused or line in self.known:
            return not paused
        try:  # opened each time: a descriptor that stays open would confuse tests that count theirs
            descriptor = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
            os.write(descriptor, os.fsencode(line))
            os.close(descriptor)
        except OSError:  # without descriptors, or where the file is not: the parent has noted its arguments
            return False
        self.known.add(line)
        return True


def lister(frame: Any) -> str:
    """The file of the code that lists a folder, by pathlib or not, as it is or noted for others."""
    while frame and frame.f_code.co_filename.endswith(("/pathlib.py", "/preloaded_modules.py")):
        frame = frame.f_back
    return frame.f_code.co_filename if frame else ""


def start_notes(file: str, root: str) -> Notes:
    notes = Notes(file, root)
    sys.addaudithook(notes.hear)
    notes.note("file", __file__)  # what it does not note yet, it may after a change
    from noting_loader import note_parts  # from this folder: it is in PYTHONPATH

    note_parts(notes)
    return notes


if os.environ.get(NOTES) and os.environ.get(ROOT):
    start_notes(os.environ[NOTES], os.environ[ROOT])
