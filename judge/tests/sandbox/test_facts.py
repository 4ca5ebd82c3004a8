"""Reading what the runner reports, and refusing what is not that."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.project.host import JudgeHost
from judge.sandbox.facts import GpuFacts, facts_from_json
from judge.sandbox.isolation import Isolation, Missing
from judge.sandbox.run import RunLimits, run

SAMPLE: dict[str, Any] = {
    "format_version": 4,
    "outcome": "exited",
    "exit_code": 0,
    "signal": None,
    "signal_name": None,
    "user_ns": 3,
    "system_ns": 4,
    "wall_ns": 9,
    "peak_memory_bytes": 5,
    "stdout_bytes": 1,
    "stderr_bytes": 2,
    "work_bytes": 6,
    "work_files": 1,
    "contention": {"waited_ns": 2, "stolen_ns": None, "others_cpu_ns": 7},
    "gpu": {"device": 1, "peak_memory_bytes": 8, "trace": None, "trace_missing": "not asked for"},
    "isolation": {
        "cgroup": "v2",
        "in_force": ["seccomp"],
        "missing": [{"name": "user-namespace", "reason": "in a chroot"}],
    },
    "message": None,
}


def test_all_facts_are_kept() -> None:
    facts = facts_from_json(json.dumps(SAMPLE).encode())
    assert facts.succeeded
    assert facts.cpu_ns == 7
    assert facts.gpu == GpuFacts(1, 8, None, "not asked for")
    assert facts.isolation == Isolation("v2", ("seccomp",), (Missing("user-namespace", "in a chroot"),))


def test_runs_share_what_isolated_them() -> None:
    """A million separate isolations would take gigabytes."""
    one, other = (facts_from_json(json.dumps(SAMPLE | {"user_ns": ns}).encode()) for ns in (1, 2))
    weaker = facts_from_json(
        json.dumps(SAMPLE | {"isolation": SAMPLE["isolation"] | {"cgroup": None}}).encode()
    )
    assert one.isolation is other.isolation
    assert weaker.isolation == Isolation(None, one.isolation.in_force, one.isolation.missing)


def test_the_trace_is_kept() -> None:
    nothing = {"count": 0, "bytes": 0, "total_ns": 0}
    kernel = {
        "name": "add(int*)",
        "launches": 3,
        "completed": 2,
        "total_ns": 30,
        "longest_ns": 20,
        "registers": 16,
        "shared_bytes": 0,
        "local_bytes": 0,
        "block": [32, 1, 1],
        "grid": [7, 1, 1],
        "occupancy": None,
        "occupancy_limit": None,
    }
    trace = {
        "can_be_forged": True,
        "complete": False,
        "processes": 1,
        "before_cuda_ns": 1,
        "start_up_ns": 2,
        "copy_in": {"count": 1, "bytes": 4096, "total_ns": 100},
        "copy_out": nothing,
        "copy_device": nothing,
        "memset": nothing,
        "managed": None,
        "kernels": [kernel],
        "kernels_total_ns": 30,
        "kernel_launches": 3,
        "busy_ns": 30,
        "peak_memory_bytes": 4096,
        "unfreed_bytes": None,
        "errors": [{"call": "cudaMalloc", "code": 2, "name": "cudaErrorMemoryAllocation", "count": 1}],
        "synchronized_before_exit": None,
    }
    gpu = {"device": 0, "peak_memory_bytes": 8, "trace": trace, "trace_missing": None}
    facts = facts_from_json(json.dumps({**SAMPLE, "gpu": gpu}).encode())
    assert facts.gpu is not None
    assert facts.gpu.trace is not None
    assert facts.gpu.trace.copy_in.bytes == 4096
    assert facts.gpu.trace.kernels[0].block == (32, 1, 1)
    assert facts.gpu.trace.kernels[0].completed == 2
    assert facts.gpu.trace.errors[0].name == "cudaErrorMemoryAllocation"
    with pytest.raises(ValueError, match="unknown field `surprise`"):
        facts_from_json(json.dumps({**SAMPLE, "gpu": {**gpu, "trace": {**trace, "surprise": 1}}}).encode())


def test_a_run_without_a_gpu() -> None:
    assert facts_from_json(json.dumps({**SAMPLE, "gpu": None}).encode()).gpu is None


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({**SAMPLE, "format_version": 1}, "expected format_version 4, found 1"),
        ({**SAMPLE, "isolation": None}, "cannot be read"),
        (
            {key: value for key, value in SAMPLE.items() if key != "outcome"},
            "missing required field `outcome`",
        ),
        ([], "cannot be read"),
    ],
)
def test_other_facts_are_the_judges_error(
    tree: JudgeHost, tmp_path: Path, facts: object, message: str
) -> None:
    (tree.installation.build / "runner").unlink()
    (tree.installation.build / "runner").write_text(
        f"#!/bin/sh\ncat >\"$3\" <<'END'\n{json.dumps(facts)}\nEND\n"
    )
    (tree.installation.build / "runner").chmod(0o755)
    with pytest.raises(JudgeError) as caught:
        run(tree, ["/bin/true"], RunLimits(1, 1, 1, 1), tmp_path)
    assert message in str(caught.value)


def test_a_missing_runner_is_the_judges_error(tree: JudgeHost, tmp_path: Path) -> None:
    (tree.installation.build / "runner").unlink()
    with pytest.raises(JudgeError, match="cannot be started"):
        run(tree, ["/bin/true"], RunLimits(1, 1, 1, 1), tmp_path)
