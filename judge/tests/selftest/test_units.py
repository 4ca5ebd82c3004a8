"""Units that run beside each other: in order, and more of them only while cores idle."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.problems.formats.own import problem_ids
from judge.project.installation import this_installation
from judge.selftest import idle_cores
from judge.selftest.pytest_units import pytest_servers, pytest_unit
from judge.selftest.remembered import Memory, Passed
from judge.selftest.units import USUAL_WALL_S, Runner, Unit, longest_first, run_units

HERE = Path(__file__).parent.parent
UNITS = [Unit(f"made {number}", reads=["file it"]) for number in range(4)]
WHOLE_FILE = "import pytest\npytest.importorskip('no_such_module', reason='no moon here')\ndef test(): pass\n"


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_cores, "LOOK_S", 0.005)


def ran_at_once(folder: Path, spare: int) -> int:
    """How many of four units ran at a time, with one runner and this many more: each waits for one beside it."""
    running, most, lock = 0, 0, threading.Lock()
    is_enough = threading.Event()

    def run(unit: Unit, log: Path, notes: Path) -> tuple[int, float]:
        nonlocal running, most
        with lock:
            running, most = running + 1, max(most, running + 1)
        if running == 2:
            is_enough.set()
        is_enough.wait(0.2)
        with lock:
            running -= 1
        return 0, 0.0

    runner: Runner = run
    memory = Memory(folder, forgets=True)
    outcomes = run_units(UNITS, memory, folder, [runner], lambda _: None, [runner] * spare)
    assert [outcome.unit.name for outcome in outcomes] == [unit.name for unit in UNITS]
    return most


def test_more_run_while_cores_idle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def seconds() -> Iterator[float]:
        idled_s = 0.0
        while True:
            idled_s += 100
            yield idled_s

    idled = seconds()
    monkeypatch.setattr(idle_cores, "idle_s", lambda: next(idled))
    assert ran_at_once(tmp_path, spare=1) == 2
    assert ran_at_once(tmp_path, spare=0) == 1


def test_none_more_while_all_cores_are_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_cores, "idle_s", lambda: 1.0)
    assert ran_at_once(tmp_path, spare=2) == 1


def test_what_idles_is_read_of_the_machine() -> None:
    assert 0 < idle_cores.idle_s() <= idle_cores.idle_s()


def test_the_longest_is_begun_first(tmp_path: Path) -> None:
    (tmp_path / "it").touch()
    memory = Memory(tmp_path)
    for unit, wall_s in zip(UNITS, (1.0, 3.0, 2.0), strict=False):
        memory.keep(unit.name, ["file it"], Passed(wall_s, 0.1, 1))
    assert [unit.name[-1] for unit in longest_first(UNITS, memory)] == ["1", "2", "0", "3"]


def test_what_has_never_run_is_ordered_by_what_it_usually_takes(tmp_path: Path) -> None:
    usually = [Unit(name) for name in ("verify matmul", "judge engine/test_slurm.py", "export matmul")]
    memory = Memory(tmp_path)
    memory.keep("new", ["file it"], Passed(1000, 0.1, 1))
    ordered = [unit.name for unit in longest_first([Unit("never"), *usually, Unit("new")], memory)]
    assert ordered == ["new", "judge engine/test_slurm.py", "verify matmul", "export matmul", "never"]


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
    with pytest_servers(tmp_path, 1) as servers:
        moon, nothing = run_units(units, Memory(tmp_path), tmp_path, servers, lambda _: None)
    assert (moon.passed, nothing.passed) == (True, False)
    assert [skip.reason for skip in moon.skips] == ["no moon here"]
