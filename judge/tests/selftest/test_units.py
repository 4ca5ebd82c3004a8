"""Units that run beside each other, and in what order they begin."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.problems.formats.own import problem_ids
from judge.project.installation import this_installation
from judge.selftest.lanes import Lanes
from judge.selftest.pytest_units import pytest_servers, pytest_unit, without_built
from judge.selftest.remembered import Memory, Passed
from judge.selftest.units import USUAL_WALL_S, Runner, Unit, run_unit, run_units

HERE = Path(__file__).parent.parent
UNITS = [Unit(f"made {number}", reads=["file it"]) for number in range(4)]
WHOLE_FILE = "import pytest\npytest.importorskip('no_such_module', reason='no moon here')\ndef test(): pass\n"


def run_until(running: int, seen: list[str]) -> Runner:
    """A runner of which each waits until so many run at a time, or a while; it notes what it began."""
    lock, at_once, is_enough = threading.Lock(), 0, threading.Event()

    def run(unit: Unit, log: Path, notes: Path) -> tuple[int, float]:
        nonlocal at_once
        with lock:
            seen.append(unit.name)
            at_once += 1
            if at_once == running:
                is_enough.set()
        is_enough.wait(0.2)
        return 0, 0.0

    return run


def test_as_many_run_as_there_are_runners_and_lanes(tmp_path: Path) -> None:
    memory, seen = Memory(tmp_path, forgets=True), list[str]()
    runners = [run_until(2, seen)] * 2
    with Lanes(2) as lanes:
        outcomes = run_units(UNITS, memory, tmp_path, runners, lambda _: None, lanes)
    assert [outcome.unit.name for outcome in outcomes] == [unit.name for unit in UNITS] == sorted(seen)


def test_no_unit_begins_once_lanes_are_closed(tmp_path: Path) -> None:
    memory, seen = Memory(tmp_path, forgets=True), list[str]()
    with Lanes(1) as lanes:

        def close(unit: Unit, log: Path, notes: Path) -> tuple[int, float]:
            lanes.close()
            return run_until(1, seen)(unit, log, notes)

        outcomes = run_units(UNITS, memory, tmp_path, [close, close], lambda _: None, lanes)
    assert [outcome.unit.name for outcome in outcomes] == seen == [UNITS[0].name]


def begun_in_order(units: Sequence[Unit], memory: Memory, folder: Path) -> list[str]:
    seen = list[str]()
    with Lanes(1) as lanes:
        run_units(units, memory, folder, [run_until(1, seen)], lambda _: None, lanes)
    return seen


def test_the_longest_is_begun_first(tmp_path: Path) -> None:
    (tmp_path / "it").touch()
    memory = Memory(tmp_path)
    for unit, wall_s in zip(UNITS, (1.0, 3.0, 2.0), strict=False):
        memory.keep(unit.name, ["file it"], Passed(wall_s, 0.1, 1))
    (tmp_path / "it").write_text("changed")
    assert [name[-1] for name in begun_in_order(UNITS, Memory(tmp_path), tmp_path)] == ["1", "2", "0", "3"]


def test_what_has_never_run_is_ordered_by_what_it_usually_takes(tmp_path: Path) -> None:
    usually = [Unit(name) for name in ("judge judging/test_devices.py", "verify matmul", "export matmul")]
    memory = Memory(tmp_path, forgets=True)
    memory.keep("new", ["file it"], Passed(1000, 0.1, 1))
    ordered = begun_in_order([Unit("never"), *usually, Unit("new")], memory, tmp_path)
    assert ordered == ["new", "verify matmul", "judge judging/test_devices.py", "export matmul", "never"]


def test_what_is_usually_long_is_there() -> None:
    installation = this_installation()
    files = {f"judge {file.relative_to(HERE)}" for file in HERE.rglob("test_*.py")}
    problems = {f"{step} {name}" for name in problem_ids(installation) for step in ("verify", "export")}
    assert set(USUAL_WALL_S) <= files | problems


@pytest.mark.slow
def test_a_file_that_needs_what_is_not_here_is_skipped_whole(tmp_path: Path) -> None:
    """One without tests is a fault."""
    (tmp_path / "test_moon.py").write_text(WHOLE_FILE)
    (tmp_path / "test_nothing.py").write_text("")
    units = [
        pytest_unit("made", [str(tmp_path / f"test_{name}.py")], tmp_path) for name in ("moon", "nothing")
    ]
    with pytest_servers(tmp_path, 1) as servers, Lanes(1) as lanes:
        moon, nothing = run_units(units, Memory(tmp_path), tmp_path, servers, lambda _: None, lanes)
    assert (moon.passed, nothing.passed) == (True, False)
    assert [skip.reason for skip in moon.skips] == ["no moon here"]


@pytest.mark.parametrize(("reads_build", "passes"), [(False, False), (True, True)])
def test_what_reads_the_build_without_its_mark_fails(tmp_path: Path, reads_build: bool, passes: bool) -> None:
    """The control reads no program of the build."""

    def run(unit: Unit, log: Path, notes: Path) -> tuple[int, float]:
        notes.write_text(
            "file judge/a.py\nfile build/runner\n" if "built" in unit.name else "file judge/a.py\n"
        )
        return 0, 0.0

    (tmp_path / "judge").mkdir()
    (tmp_path / "judge/a.py").touch()
    memory = Memory(tmp_path, forgets=True)
    units = [Unit(name, reads_build=reads_build) for name in ("judge built.py", "judge other.py")]
    outcomes = {unit.name: run_unit(unit, memory, tmp_path, run) for unit in units}
    assert outcomes["judge built.py"].passed == passes
    assert outcomes["judge other.py"].passed
    told = tmp_path / "judge-built.py.log"
    assert told.exists() != passes
    assert passes or "build/runner" in told.read_text()


def test_files_are_left_out_by_their_marks(tmp_path: Path) -> None:
    texts = {
        "whole": "pytestmark = pytest.mark.built\n",
        "list": "pytestmark = [\n    pytest.mark.slow,\n    pytest.mark.built,\n]\n",
        "some": "@pytest.mark.built\ndef test() -> None: ...\n",
        "none": "pytestmark = [pytest.mark.slow]\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert without_built(tmp_path, [*texts]) == ["some", "none"]
    assert without_built(tmp_path, [*texts], anywhere=True) == ["none"]
