"""Control groups that root gives away: where they are made, and that nothing of them stays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.machine.control_groups import MEMBERS, given_groups, places, remove_dead_groups

SECOND = "35 30 0:30 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
FIRST = (
    "36 30 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "37 30 0:32 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "38 30 0:33 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
)


def test_groups_are_made_where_the_runner_makes_its_own() -> None:
    first = [Path("/sys/fs/cgroup") / name for name in ("memory", "cpu,cpuacct", "pids")]
    assert places(SECOND, lambda _: True) == [Path("/sys/fs/cgroup")]
    assert places(FIRST + SECOND, lambda _: True) == [Path("/sys/fs/cgroup")]
    assert places(FIRST + SECOND, lambda _: False) == first  # a hybrid: version 2 controls nothing
    assert places(FIRST.replace("pids", "freezer"), lambda _: False) == []
    assert places("21 1 0:19 / / rw - ext4 /dev/vda rw\nnonsense\n", lambda _: True) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes control groups for others")
def test_groups_are_their_users_and_go_once_their_judge_has_ended() -> None:
    made = given_groups("test", 61200, 61200)
    if not made:
        pytest.skip("no control groups may be made here")
    try:
        assert {file.name for file in made} == {MEMBERS}
        assert {(file.parent.stat().st_uid, file.stat().st_uid) for file in made} == {(61200, 61200)}
        remove_dead_groups()
        assert all(file.exists() for file in made)  # its judge lives
        ended = subprocess.Popen(["true"])
        ended.wait()
        own = made[0].parent.name
        dead = [
            file.parent.with_name(name)
            for file in made
            for name in (own.replace(f".{os.getpid()}-", f".{number}-") for number in (ended.pid, 1))
        ]
        for folder in dead:
            (folder / "run").mkdir(parents=True)
        remove_dead_groups()
        assert not any(folder.exists() for folder in dead)
    finally:
        for file in made:
            file.parent.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes control groups for others")
def test_containers_whose_judges_have_one_process_id_get_groups_of_their_own() -> None:
    give = "from judge.machine import control_groups as at; print(*at.given_groups('test', 61200, 61200))"
    command = ["unshare", "--pid", "--fork", "--mount-proc", sys.executable, "-c", give]
    tried = subprocess.run([*command[:4], "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"this user may not mount: {tried.stderr.strip()}")
    made = [
        [
            Path(name)
            for name in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        ]
        for _ in range(2)
    ]
    try:
        if not made[0]:
            pytest.skip("no control groups may be made here")
        assert len(made[0]) == len(made[1])
        assert not {*made[0]} & {*made[1]}
    finally:
        for file in {*made[0], *made[1]}:
            file.parent.rmdir()
