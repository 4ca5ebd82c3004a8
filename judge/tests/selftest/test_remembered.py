"""What is remembered of tests: a run that passed counts as long as all that it read is as it was."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.project.installation import this_installation
from judge.selftest import remembered
from judge.selftest.lanes import Lanes
from judge.selftest.noting.module_parts import parts_of
from judge.selftest.noting.sitecustomize import Notes
from judge.selftest.reads import Digests, notes_in, noting
from judge.selftest.remembered import DECIDING, Memory, Passed
from judge.selftest.units import Unit, UnitOutcome, run_commands, run_units

PROGRAM = """\
import pathlib, subprocess, sys
print(pathlib.Path("data/one.txt").read_text(), [path.name for path in pathlib.Path("data/folder").iterdir()])
import helper
subprocess.run([sys.executable, "-c", "import other"], check=True)
subprocess.run(["cat", str(pathlib.Path("data/three.txt").absolute())], check=True)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a program that reads files, modules, a folder, and more by what it starts."""
    root = tmp_path / "project"
    for name, text in {
        "check.py": PROGRAM,
        "helper.py": "number = 1\n",
        "other.py": "number = 2\n",
        "data/one.txt": "one\n",
        "data/two.txt": "two\n",
        "data/three.txt": "three\n",
        "data/folder/a.txt": "a\n",
    }.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def run(root: Path, code: str = "check.py", forgets: bool = False) -> UnitOutcome:
    folder = root.parent / "results"
    folder.mkdir(exist_ok=True)
    unit = Unit("some check", [[sys.executable, code]])
    with Lanes(1) as lanes:
        [outcome] = run_units(
            [unit], Memory(root, forgets), folder, [run_commands(root)], lambda _: None, lanes
        )
    (folder / "some-check.reads").unlink(missing_ok=True)
    return outcome


def test_what_a_program_and_its_children_read_is_noted(root: Path) -> None:
    notes = root.parent / "notes"
    environment = {"PATH": "/usr/bin:/bin", **noting(notes, root)}
    subprocess.run([sys.executable, "check.py"], cwd=root, env=environment, check=True, capture_output=True)
    noted = notes_in(notes)
    for name in (
        "file check.py",
        "parts helper.py",
        "parts other.py",
        "file data/one.txt",
        "file data/three.txt",
    ):
        assert name in noted
    assert "folder data/folder" in noted
    assert "file data/two.txt" not in noted


def test_what_passed_is_not_run_again_whatever_changes_that_it_did_not_read(root: Path) -> None:
    assert not run(root).is_remembered
    assert run(root).is_remembered
    (root / "data/two.txt").write_text("nobody reads this\n")
    assert run(root).is_remembered


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "check.py").write_text(PROGRAM + "\n"),
        lambda root: (root / "helper.py").write_text("number = 3\n"),
        lambda root: (root / "other.py").write_text("number = 3\n"),
        lambda root: (root / "data/one.txt").write_text("ONE\n"),
        lambda root: (root / "data/three.txt").write_text("THREE\n"),
        lambda root: (root / "data/folder/b.txt").write_text("new\n"),
    ],
    ids=[
        "itself",
        "a module",
        "a module of a child",
        "a file",
        "an argument of a child",
        "a new file in a folder",
    ],
)
def test_each_kind_of_change_is_noticed(root: Path, change: Callable[[Path], object]) -> None:
    run(root)
    change(root)
    assert not run(root).is_remembered
    assert run(root).is_remembered


IN_A_PACKAGE = """\
import package.there
try:
    import package.missing
except ImportError:
    pass
"""


def test_a_new_module_is_noticed_by_who_looked_for_it_alone(root: Path) -> None:
    (root / "package").mkdir()
    for name in ("__init__", "there"):
        (root / f"package/{name}.py").write_text("")
    (root / "check.py").write_text(IN_A_PACKAGE)
    run(root)
    (root / "package/other.py").write_text("")
    assert run(root).is_remembered
    (root / "package/missing.py").write_text("")
    assert not run(root).is_remembered


@pytest.mark.slow
def test_a_new_file_of_tests_is_no_matter_for_the_others_and_a_conftest_is(root: Path) -> None:
    (root / "tests/room").mkdir(parents=True)
    (root / "tests/room/test_one.py").write_text("def test_one() -> None: pass\n")
    (root / "check.py").write_text(
        "import importlib.metadata, pytest, sys\n"
        "sys.path.insert(0, 'tests')\n"
        "importlib.metadata.version('pytest')\n"  # is looked for in each folder of the path
        "sys.exit(pytest.main(['-q', 'tests/room/test_one.py']))\n"
    )
    assert not run(root).is_remembered
    for name in ("tests/test_other.py", "tests/room/test_other.py"):
        (root / name).write_text("def test_other() -> None: pass\n")
    assert run(root).is_remembered
    for name in ("tests/conftest.py", "tests/room/conftest.py"):
        (root / name).write_text("")
        assert not run(root).is_remembered
        assert run(root).is_remembered


def test_what_the_question_for_a_current_build_lists_is_not_noted(root: Path) -> None:
    """What was built is noted when it is used."""
    asking = root / "judge/project/build_state.py"
    asking.parent.mkdir(parents=True)
    asking.write_text("import os\nprint(os.listdir('data'))\n")
    (root / "check.py").write_text(
        "import runpy, pathlib\n"
        "runpy.run_path(str(pathlib.Path('judge/project/build_state.py').absolute()))\n"
        "print(list(pathlib.Path('data/folder').glob('*')))\n"
    )
    run(root)
    (root / "data/new.txt").write_text("")
    assert run(root).is_remembered
    (root / "data/folder/new.txt").write_text("")
    assert not run(root).is_remembered


def test_both_sides_of_a_change_are_remembered(root: Path) -> None:
    """Branches are tested in turns like this."""
    run(root)
    (root / "helper.py").write_text("number = 3\n")
    run(root)
    (root / "helper.py").write_text("number = 1\n")
    assert run(root).is_remembered


def test_a_failure_is_never_remembered(root: Path) -> None:
    (root / "check.py").write_text("import sys; sys.exit(1)\n")
    assert not run(root).passed
    assert not run(root).is_remembered


def test_what_is_edited_while_it_is_tested_is_not_remembered(root: Path) -> None:
    memory = Memory(root)
    later = time.time() + 60
    os.utime(root / "helper.py", (later, later))
    memory.keep("a", ["file helper.py", "file other.py"], Passed(1.0, 1.0, 1))
    assert Memory(root).recall("a") is None


def test_a_file_is_looked_at_again_only_if_it_was_written(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one test has read was mostly read by others, and to take a module apart takes as long as a small test."""
    looked_at: list[bytes] = []

    def noted_parts_of(source: bytes) -> dict[str, str]:
        looked_at.append(source)
        return parts_of(source)

    monkeypatch.setattr("judge.selftest.reads.parts_of", noted_parts_of)
    notes = ["file data/one.txt", "parts helper.py", "parts other.py"]
    first = Digests(root)
    before = first.of_notes(notes)
    assert len(looked_at) == 2
    assert Digests(root, first).of_notes(notes) == before
    assert len(looked_at) == 2
    (root / "helper.py").write_text("number = 3\n")  # as long as before
    after = Digests(root, first).of_notes(notes)
    assert looked_at[2:] == [b"number = 3\n"]
    assert after == Digests(root).of_notes(notes) != before
    (root / "data/one.txt").unlink()
    assert Digests(root, first).of_notes(notes) == Digests(root).of_notes(notes) != after


def test_another_machine_or_a_changed_tool_forgets(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(root)
    monkeypatch.setattr(remembered, "kind_of_machine", lambda _: "another")
    assert not run(root).is_remembered


@pytest.mark.parametrize(
    ("name", "forgets"), [("WARP_JUDGE_STRANGERS", True), ("WARP_JUDGE_TRACEBACK", False)]
)
def test_what_decides_a_test_from_outside_forgets(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str, forgets: bool
) -> None:
    monkeypatch.delenv(name, raising=False)
    run(root)
    monkeypatch.setenv(name, "1")
    assert run(root).is_remembered is not forgets


def test_each_variable_that_a_test_reads_decides_what_is_remembered() -> None:
    """The name by which the judge was called is not one that a user sets."""
    read = re.compile(r'environ(?:\.get\(|\[)"(WARP_JUDGE_\w+)"(?!\] =)|"(WARP_JUDGE_\w+)" in os\.environ')
    sources = (
        path.read_text(errors="replace") for path in (this_installation().root / "judge/tests").rglob("*.py")
    )
    named = {name for source in sources for names in read.findall(source) for name in names if name}
    assert "WARP_JUDGE_STRANGERS" in named
    assert named - {"WARP_JUDGE_CALLED_AS"} <= set(DECIDING)


def test_again_runs_what_is_remembered(root: Path) -> None:
    run(root)
    assert not run(root, forgets=True).is_remembered


def test_skips_are_remembered_with_their_reasons(root: Path) -> None:
    memory = Memory(root)
    memory.keep("a", ["file helper.py"], Passed(1.0, 2.0, 3, [("t", "no GPU here")]))
    assert Memory(root).recall("a") == Passed(1.0, 2.0, 3, [("t", "no GPU here")])


def test_the_place_of_a_checkout_is_no_difference(root: Path) -> None:
    (root / "data/one.txt").write_text(f"built in {root}/build\n")
    Memory(root).keep("a", ["file data/one.txt"], Passed(1.0, 1.0, 1))
    moved = root.rename(root.with_name("elsewhere"))
    (moved / "data/one.txt").write_text(f"built in {moved}/build\n")
    assert Memory(moved).recall("a")


def test_the_oldest_are_removed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "FILES_KEPT", 2)
    memory = Memory(root)
    for name in ("a", "b", "c"):
        memory.keep(name, ["file helper.py"], Passed(1.0, 1.0, 1))
    memory.make_room()
    assert sum(Memory(root).recall(name) is not None for name in ("a", "b", "c")) == 2


@pytest.mark.parametrize(
    "compiled",
    [
        "mod.cpython-311.pyc",
        "mod.cpython-311-pytest-9.2.0.pyc",
        "mod.cpython-311.pyc.140",
        "mod.cpython-311.opt-1.pyc",
    ],
)
def test_a_compiled_module_is_noted_as_its_source(tmp_path: Path, compiled: str) -> None:
    """A fresh clone compiles it while the tests run, so it would be newer than they are."""
    notes = Notes(str(tmp_path / "notes"), str(tmp_path))
    notes.note("file", str(tmp_path / "pkg/__pycache__" / compiled))
    assert (tmp_path / "notes").read_text() == "file pkg/mod.py\n"
