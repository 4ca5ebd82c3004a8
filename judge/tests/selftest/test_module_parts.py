"""A test depends on the functions that it runs, and on what the modules that it loads do when they are loaded."""

import ast
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from judge.selftest.noting.module_parts import functions_in, parts_of
from judge.selftest.reads import Digests, notes_in, noting

MODULE = '''\
"""A module."""
import functools

LIMIT = 3


@functools.cache
def used(number: int = LIMIT) -> int:
    """A docstring."""
    def inner() -> int:
        return number + 1
    return inner()  # a comment


def unused() -> int: return 5


class Box:
    size: int = 1

    @property
    def value(self) -> int:
        return self._value

    @value.setter
    def value(self, value: int) -> None:
        self._value = value

    def __fold(self) -> str:
        return "ä"; return "unreachable"

    class Lid:
        async def opens(self) -> None:
            """Only documented."""

        def closes(self) -> None:
            global LIMIT
            LIMIT = 4
'''
USER = "import module\nmodule.used()\nbox = module.Box()\nbox.value = 3\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "module.py").write_text(MODULE)
    (root / "user.py").write_text(USER)
    return root


def notes_of(root: Path, program: str = "user.py") -> list[str]:
    notes = root.parent / "notes"
    notes.unlink(missing_ok=True)
    environment = {"PATH": "/usr/bin:/bin", **noting(notes, root)}
    subprocess.run([sys.executable, program], cwd=root, env=environment, check=True)
    return notes_in(notes)


def test_the_functions_of_a_module_are_told_apart() -> None:
    names = [name for name, _, _ in functions_in(ast.parse(MODULE))]
    assert names == ["used", "unused", "Box.value", "Box.value#2", "Box.__fold", "Box.Lid.closes"]
    assert set(parts_of(MODULE.encode())) == {"", *names}


def test_what_is_loaded_and_what_runs_is_noted(root: Path) -> None:
    for _ in ("compiled", "loaded as it was compiled"):
        assert notes_of(root) == ["file user.py", "parts module.py Box.value#2 used"]
    compiled = sorted(path.name for path in (root / "__pycache__").iterdir())
    assert len(compiled) == 1
    assert "noted" in compiled[0], "Python's own compiled modules have no notes"


@pytest.mark.parametrize(
    ("old", "new", "matters"),
    [
        ("number + 1", "number + 2", True),
        ("LIMIT = 3", "LIMIT = 5", True),
        ("number: int = LIMIT", "number: int = 7", True),
        ("@functools.cache\n", "", True),
        ("A docstring.", "Another docstring.", True),
        ("size: int = 1", "size: int = 2", True),
        ("self._value = value", "self._value = value + 1", True),
        ("return self._value", "return self._value + 1", False),
        ("return 5", "return 6", False),
        ('"ä"', '"ö"', False),
        ("LIMIT = 4", "LIMIT = 5", False),
        ("LIMIT = 4\n", "LIMIT = 4\n            LIMIT = 5\n", False),
        ("def unused() -> int: return 5\n", "", True),
        ("class Box:", "def added() -> None:\n    pass\n\n\nclass Box:", True),
        (MODULE, "def broken(\n", True),
    ],
)
def test_a_change_matters_to_who_uses_the_part(root: Path, old: str, new: str, matters: bool) -> None:
    notes = ["file user.py", "parts module.py Box.value#2 used"]
    before = Digests(root).of_notes(notes)
    assert MODULE.count(old) == 1
    (root / "module.py").write_text(MODULE.replace(old, new))
    assert (Digests(root).of_notes(notes) != before) == matters


def test_a_changed_module_is_compiled_again(root: Path) -> None:
    notes_of(root)
    (root / "module.py").write_text(MODULE + "\n\ndef more() -> None:\n    pass\n\n\nmore()\n")
    assert "parts module.py Box.value#2 more used" in notes_of(root)


def test_a_module_behaves_and_reports_its_lines_as_without_notes(root: Path) -> None:
    (root / "user.py").write_text(
        "import inspect, module, traceback\n"
        "print(module.used(), module.used.__doc__, module.Box.Lid.opens.__doc__, module.Box._Box__fold(None))\n"
        "lid = module.Box.Lid\n"
        "print(inspect.iscoroutinefunction(lid.opens), module.LIMIT, lid().closes(), module.LIMIT)\n"
        "try:\n"
        "    module.Box().value\n"
        "except AttributeError:\n"
        "    print(traceback.format_exc())\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "user.py"], cwd=root, env=environment, check=True, capture_output=True
        ).stdout
        for environment in ({}, noting(root.parent / "notes", root))
    ]
    assert outputs[0] == outputs[1]
    assert b"A docstring" in outputs[0]


def test_a_module_read_as_text_is_noted_as_a_whole(root: Path) -> None:
    (root / "user.py").write_text("import module\nopen(module.__file__).read()\n")
    assert "file module.py" in notes_of(root)


def test_what_a_process_ran_that_was_killed_is_noted(root: Path) -> None:
    (root / "user.py").write_text(
        "import os, signal, module\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    module.used()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "os.waitpid(child, 0)\n"
    )
    assert "parts module.py used" in notes_of(root)


def test_what_a_process_ran_as_another_user_is_noted(root: Path) -> None:
    """A change of a function that could not be noted would pass unseen."""
    (root / "user.py").write_text(
        "import os, module\nif os.getuid() == 0:\n    os.setuid(65534)\nmodule.used()\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # unlike pytest's own
        moved = root.rename(Path(folder) / "project")
        assert "parts module.py used" in notes_of(moved)


def test_what_could_not_be_noted_is_noted_later(root: Path) -> None:
    (root / "user.py").write_text(
        "import module, os, resource\n"
        "limits = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (3, limits[1]))\n"
        "module.used()\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, limits)\n"
        "module.used(2)\n"
    )
    assert "parts module.py used" in notes_of(root)


def test_a_copy_is_noted_as_what_it_is_a_copy_of(root: Path) -> None:
    """A link to the judge, in a checkout that a test makes; what was compiled for one names the file of the other."""
    package = root / "judge"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "module.py").write_text(MODULE)
    copy = root.parent / "made/root"
    copy.mkdir(parents=True)
    (copy / "judge").symlink_to(package)
    program = "import judge.module\njudge.module.used()\nprint(judge.module.unused.__code__.co_filename)\n"
    for place in (copy, root):
        notes = root.parent / "notes"
        notes.unlink(missing_ok=True)
        environment = noting(notes, root)
        environment["PYTHONPATH"] = f"{place}:{environment['PYTHONPATH']}"
        command = [sys.executable, "-P", "-c", program]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        assert done.stdout.strip() == str(place / "judge/module.py")
        assert notes_in(notes)[-1] == "parts judge/module.py used"
