"""The fixed workload: it is run as asked, and what it says is read back."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.doctor.machine_speed import WorkloadRun, run_workload
from judge.machine.cores import usable_cores
from judge.project.host import JudgeHost, this_host
from judge.project.installation import Installation

pytestmark = pytest.mark.built


def project_with(tmp_path: Path, script: str) -> JudgeHost:
    """One whose workload is a shell script."""
    program = tmp_path / "cpu-workload"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return JudgeHost(Installation(tmp_path, tmp_path))


def test_each_run_is_told(tmp_path: Path) -> None:
    runs = ", ".join(f'{{"wall_ns": 9000, "cpu_ns": {ns}, "preemptions": 1}}' for ns in (70, 61, 900, 60, 62))
    host = project_with(tmp_path, f'echo \'{{"check": "0", "runs": [{runs}]}}\'')
    core = usable_cores()[0]
    assert run_workload(host, core, 5)[1] == WorkloadRun(9000, 61, 1)


def test_core_runs_and_neighbour_are_passed_on(tmp_path: Path) -> None:
    host = project_with(tmp_path, 'echo "$@" >&2; exit 3')
    with pytest.raises(JudgeError, match=r"exit 3\): --core 1 --runs 7 --neighbour 0"):
        run_workload(host, 1, 7, neighbour=0)


def test_a_workload_that_is_not_built_is_an_error_with_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"cpu-workload failed: .*Run: \./judge/judge doctor"):
        run_workload(JudgeHost(Installation(tmp_path, tmp_path)), 0, 5)


def test_the_real_workload_does_the_same_work_in_each_run_also_beside_a_neighbour() -> None:
    cores = usable_cores()
    host = this_host()
    assert len(run_workload(host, cores[0], 2)) == 2
    [beside] = run_workload(host, cores[0], 1, neighbour=cores[-1])  # with one core, on the same
    assert beside.cpu_ns > 0


def test_the_real_workload_refuses_a_core_that_is_not_there() -> None:
    with pytest.raises(JudgeError, match="cannot run on core 65000"):
        run_workload(this_host(), 65000, 1)
