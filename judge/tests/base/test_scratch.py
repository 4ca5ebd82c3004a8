"""Temporary files go, whatever becomes of the judge; those of a living judge stay."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from judge.base import scratch
from judge.base.interruption import HEARD
from judge.project.installation import this_installation
from judge.tests.watching import everything_below, helpers_of, soon

USE = """
import sys
from judge.base.scratch import scratch_folder
from pathlib import Path
with scratch_folder() as folder, scratch_folder(Path(sys.argv[1])) as second:
    (second / "file").write_text("x")
    (folder / "file").write_text("x")
    print(folder, flush=True)
    sys.stdin.readline()
print("done", flush=True)
sys.stdin.readline()
"""


def start(tmp_path: Path) -> subprocess.Popen[str]:
    """Starts it by `env`: under nohup, or in the background of a script, tests inherit that signals are ignored."""
    return subprocess.Popen(
        ["env", "--default-signal", sys.executable, "-c", USE, tmp_path / "place"],
        cwd=this_installation().root, env={**os.environ, "TMPDIR": str(tmp_path)}, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def folders(tmp_path: Path) -> set[Path]:
    """All folders of judges, at both places."""
    return {
        path for path in everything_below(tmp_path) if path.name.startswith("warp-judge-") and path.is_dir()
    }


def helpers(process: subprocess.Popen[str]) -> list[int]:
    return list(helpers_of(process.pid))


def test_a_folder_is_empty_private_and_used_again() -> None:
    with scratch.scratch_folder() as first, scratch.scratch_folder() as second:
        assert first != second
        assert first.parent == second.parent
        assert first.parent.stat().st_mode & 0o077 == 0
        (first / "deep").mkdir()
        (first / "deep/file").write_text("x")
        (first / "link").symlink_to("/nowhere")
    with scratch.scratch_folder() as third, scratch.scratch_folder() as fourth:
        assert {third, fourth} == {first, second}
        assert list(third.iterdir()) == list(fourth.iterdir()) == []


def test_threads_that_ask_at_once_share_the_folder_of_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scratch, "_sweep", lambda _: time.sleep(0.05))

    def parent_of_one(_: int) -> Path:
        with scratch.scratch_folder(tmp_path) as folder:
            return folder.parent

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(parent_of_one, range(4)))) == 1


def test_the_end_of_the_judge_removes_it(tmp_path: Path) -> None:
    with start(tmp_path) as process:
        folder = Path(first_line(process))
        assert folder.parent.parent == tmp_path
        assert folder.parent.name.startswith(f"warp-judge-scratch-{process.pid}-")
        assert len(folders(tmp_path)) == 2
        assert soon(lambda: len(helpers(process)) == 1)
        process.communicate("\n\n")
    assert folders(tmp_path) == set()
    assert not helpers(process)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("whole_group", [False, True], ids=["alone", "group"])
def test_a_killed_judge_leaves_nothing(tmp_path: Path, number: signal.Signals, whole_group: bool) -> None:
    with start(tmp_path) as process:
        first_line(process)
        (os.killpg if whole_group else os.kill)(process.pid, number)
        process.wait()
        assert soon(lambda: not folders(tmp_path) and not helpers(process))


IN_TURN = """
import sys
from judge.base.scratch import scratch_folder
from judge.base.streams import set_up_streams
from pathlib import Path
set_up_streams()
for place in ("first", "second", "third"):
    with scratch_folder(Path(sys.argv[1], place)):
        print(place, flush=True)
        sys.stdin.readline()
"""


def test_a_helper_that_was_killed_is_replaced(tmp_path: Path) -> None:
    """The judge goes on, and what it makes before and afterwards is removed when it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", IN_TURN, tmp_path], cwd=this_installation().root,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        assert process.stdin
        for place in ("first", "second", "third"):
            assert first_line(process) == place
            assert soon(lambda: len(helpers(process)) == 1)
            [helper] = helpers(process)
            if place != "third":
                os.kill(helper, signal.SIGKILL)
                assert soon(lambda: not helpers(process))
                print(file=process.stdin, flush=True)
        assert len(folders(tmp_path)) == 3
        process.kill()
        process.wait()
    assert soon(lambda: not folders(tmp_path))


def test_the_next_judge_sweeps_what_even_the_helper_could_not(tmp_path: Path) -> None:
    with start(tmp_path) as dead, start(tmp_path) as alive:
        left, kept = Path(first_line(dead)).parent, Path(first_line(alive)).parent
        assert soon(lambda: len(helpers(dead)) == 1)
        (helper,) = helpers(dead)
        os.kill(helper, signal.SIGKILL)
        dead.kill()
        dead.wait()
        foreign = tmp_path / "warp-judge-scratch-notes.txt"
        foreign.write_text("not a folder of a judge")
        runners = tmp_path / f"warp-judge-{os.getpid()}-1"
        runners.mkdir()
        assert left.exists()
        with start(tmp_path) as sweeper:
            mine = Path(first_line(sweeper)).parent
            assert {path for path in folders(tmp_path) if path.parent == tmp_path} == {kept, mine, runners}
            assert len(folders(tmp_path)) == 5
            assert foreign.exists()
            sweeper.kill()
        alive.kill()


def test_no_signal_that_ends_the_judge_ends_the_helper() -> None:
    """A signal does not end the helper, even before that has a session of its own."""
    helper = scratch._helper()
    status = Path(f"/proc/{helper.pid}/status").read_text()
    [blocked] = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigBlk:")]
    for number in HEARD:
        assert blocked >> (number - 1) & 1
    assert not {*HEARD} & signal.pthread_sigmask(signal.SIG_BLOCK, ())


LEAVES = """
import os, signal
from judge.base import scratch
with scratch.scratch_folder() as folder:
    (folder / "file").write_text("x")
    helper = scratch._helper()
    os.kill(helper.pid, signal.SIGKILL)
    helper.wait()
    if {removes}:
        scratch.remove_folders()
    os._exit(0)
"""


@pytest.mark.parametrize("removes", [True, False])
def test_a_process_that_leaves_at_once_removes_its_own_where_its_helper_is_dead(
    tmp_path: Path, removes: bool
) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", LEAVES.format(removes=removes)]
    subprocess.run(command, cwd=this_installation().root, env=environment, check=True)
    assert bool(folders(tmp_path)) is not removes


KILLED_AS_IT_MAKES_ONE = """
import os, signal
from judge.base import scratch
make = os.mkdir
def make_and_be_killed(path, *rest):
    make(path, *rest)
    if scratch.PREFIX in str(path):
        os.kill(os.getpid(), signal.SIGKILL)
os.mkdir = make_and_be_killed
with scratch.scratch_folder():
    pass
"""


def test_a_judge_that_is_killed_in_the_moment_when_its_folder_is_made_leaves_nothing(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", KILLED_AS_IT_MAKES_ONE]
    killed = subprocess.run(command, cwd=this_installation().root, env=environment, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert soon(lambda: not folders(tmp_path))
