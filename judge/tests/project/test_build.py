"""Building: what a user sees of it where no bar can be shown."""

import fcntl
import os
import re
import sys
import threading
import time
from pathlib import Path

import pytest

from judge.base import console
from judge.base.events import Advanced, Event, Waiting
from judge.base.records import replace
from judge.project import build_lock
from judge.project.build import build, fresh_if_changed, run_step, will_build
from judge.project.build_state import keep_state
from judge.project.host import JudgeHost
from judge.tests.conftest import CMake
from judge.tests.watching import PATIENCE_S

STEPS = "import time\nfor i in (1, 2, 3, 4): print(f'[{i}/4] step', flush=True); time.sleep(0.01)"


@pytest.mark.parametrize(("every_s", "lines"), [(0.0, 3), (60.0, 0)])
def test_a_long_step_tells_how_far_it_is(
    tree: JudgeHost,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    every_s: float,
    lines: int,
) -> None:
    monkeypatch.setattr(console, "LINE_EVERY_S", every_s)
    run_step(tree, [sys.executable, "-c", STEPS], "building all")
    reported = [line for line in capsys.readouterr().err.splitlines() if "building all: " in line]
    assert [line.partition(",")[0] for line in reported] == [
        f"judge: building all: {number} of 4" for number in range(1, lines + 1)
    ]
    # One step alone gives no rate.
    assert [re.search(r", about \d+ s left$", line) is not None for line in reported] == [False, True, True][
        :lines
    ]


@pytest.mark.built
@pytest.mark.parametrize(
    ("file", "known"),
    [("runner", True), ("solver", True), ("emulated/solver", True), ("emulated", True), ("solve", False)],
)
def test_what_a_build_makes_is_known_before(tree: JudgeHost, file: str, known: bool) -> None:
    (tree.installation.build / "build.ninja").write_text(
        "rule x\nbuild solver: x a.o\nbuild emulated/solver: x b.o\n"
    )
    assert will_build(tree.installation, file) == known


@pytest.mark.parametrize(
    ("changed", "nvcc", "is_forgotten"),
    [
        ({}, "/cuda-13.0/bin/nvcc", False),
        ({}, None, False),
        ({"CMAKE_CUDA_COMPILER": None}, "/cuda-13.0/bin/nvcc", False),
        ({"CMAKE_CUDA_COMPILER": "/cuda-12.9/bin/nvcc"}, "/cuda-13.0/bin/nvcc", True),
        ({"CMAKE_HOME_DIRECTORY": "/elsewhere"}, None, True),
        ({"CMAKE_CACHEFILE_DIR": "/elsewhere/build"}, None, True),
        (
            dict.fromkeys(("CMAKE_CUDA_COMPILER", "CMAKE_HOME_DIRECTORY", "CMAKE_CACHEFILE_DIR")),
            "/nvcc",
            False,
        ),
    ],
    ids=["nothing", "no GPU", "no compiler before", "another compiler", "moved", "moved build", "no cache"],
)
def test_a_build_that_was_configured_otherwise_is_forgotten(
    tmp_path: Path, changed: dict[str, str | None], nvcc: str | None, is_forgotten: bool
) -> None:
    """CMake, given another CUDA compiler, would forget all that it was told, such as that there is no clang."""
    cached = {
        "CMAKE_CUDA_COMPILER": "/cuda-13.0/bin/nvcc",
        "CMAKE_HOME_DIRECTORY": str(tmp_path),
        "CMAKE_CACHEFILE_DIR": str(tmp_path / "build"),
        **changed,
    }
    (tmp_path / "build").mkdir()
    lines = [f"{key}:STRING={value}" for key, value in cached.items() if value]
    if lines:
        (tmp_path / "build/CMakeCache.txt").write_text("\n".join(["# It was made by CMake.", *lines, ""]))
    option = fresh_if_changed(tmp_path, tmp_path / "build", Path(nvcc) if nvcc else None)
    assert option == (["--fresh"] if is_forgotten else [])


def test_waiting_for_another_judge_is_told(tree: JudgeHost, cmake: CMake) -> None:
    told: list[Event] = []
    tree = replace(tree.with_installation(builds=True), tell=told.append)
    waiting = Waiting("another judge's build (pid 4711)", takes_minutes=True)
    build(tree, "something")
    assert cmake.built == ["something"]
    assert waiting not in told
    with (tree.installation.build / ".judge-lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        held.write("4711")
        held.flush()
        second = threading.Thread(target=build, args=[tree, "something else"])
        second.start()
        end = time.monotonic() + 20
        while waiting not in told and time.monotonic() < end:
            time.sleep(0.01)
        assert second.is_alive()
    second.join()
    assert waiting in told


def test_how_far_the_other_judge_is_is_told(
    tree: JudgeHost, cmake: CMake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that builds leaves word in the lock's file, where the one that waits reads it."""
    monkeypatch.setattr(build_lock, "LOOK_EVERY_S", 0.01)
    told: list[Event] = []
    tree = replace(tree.with_installation(builds=True), tell=told.append)
    go_on = tree.installation.build / "go-on"
    cmake.makes(f"echo '[3/7] compiling'\nwhile [ ! -e '{go_on}' ]; do sleep 0.01; done\n")
    both = [threading.Thread(target=build, args=[tree, name]) for name in ("one", "two")]
    for thread in both:
        thread.start()
    titles = {f"waiting for pid {os.getpid()}: building {name}" for name in ("one", "two")}

    def is_told() -> bool:
        return any(
            isinstance(event, Advanced) and event.title in titles and (event.done, event.total) == (3, 7)
            for event in tuple(told)
        )

    end = time.monotonic() + 20
    while not is_told() and time.monotonic() < end:
        time.sleep(0.01)
    go_on.touch()
    for thread in both:
        thread.join()
    assert is_told(), told
    assert sorted(cmake.built) == ["one", "two"]


def test_who_finds_all_built_meanwhile_waits_no_longer(
    tree: JudgeHost, cmake: CMake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wait ends as soon as the other judge has built what is needed, and continues with something else."""
    monkeypatch.setattr(build_lock, "LOOK_EVERY_S", 0.01)
    tree = tree.with_installation(builds=True)
    with (tree.installation.build / ".judge-lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        second = threading.Thread(target=build, args=[tree, "something"])
        second.start()
        second.join(0.1)
        assert second.is_alive()
        keep_state(tree.installation, "something")
        second.join(PATIENCE_S)
        assert not second.is_alive()
    assert cmake.built == []
