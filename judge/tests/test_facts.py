"""Reading what the runner reports, and refusing what is not that."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge.errors import JudgeError
from judge.facts import GpuFacts, facts_from_json
from judge.isolation import Isolation, Missing
from judge.project import Project
from judge.runner import RunLimits, run

SAMPLE: dict[str, Any] = {
    "format_version": 2,
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
    "gpu": {"device": 1, "peak_memory_bytes": 8},
    "isolation": {
        "cgroup": "v2",
        "in_force": ["seccomp"],
        "missing": [{"name": "user-namespace", "reason": "in a chroot"}],
    },
    "message": None,
}


def test_all_facts_are_kept() -> None:
    facts = facts_from_json(SAMPLE)
    assert facts.succeeded
    assert facts.cpu_ns == 7
    assert facts.gpu == GpuFacts(1, 8)
    assert facts.isolation == Isolation("v2", ("seccomp",), (Missing("user-namespace", "in a chroot"),))


def test_a_run_without_a_gpu() -> None:
    assert facts_from_json({**SAMPLE, "gpu": None}).gpu is None


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({**SAMPLE, "format_version": 1}, "expected format_version 2, found 1"),
        ({**SAMPLE, "isolation": None}, "cannot be read"),
        ({key: value for key, value in SAMPLE.items() if key != "outcome"}, "KeyError('outcome')"),
        ([], "cannot be read"),
    ],
)
def test_other_facts_are_the_judges_error(tree: Project, tmp_path: Path, facts: object, message: str) -> None:
    (tree.build / "runner").unlink()
    (tree.build / "runner").write_text(f"#!/bin/sh\ncat >\"$3\" <<'END'\n{json.dumps(facts)}\nEND\n")
    (tree.build / "runner").chmod(0o755)
    with pytest.raises(JudgeError) as caught:
        run(tree, ["/bin/true"], RunLimits(1, 1, 1, 1), tmp_path)
    assert message in str(caught.value)


def test_a_missing_runner_is_the_judges_error(tree: Project, tmp_path: Path) -> None:
    (tree.build / "runner").unlink()
    with pytest.raises(JudgeError, match="cannot be started"):
        run(tree, ["/bin/true"], RunLimits(1, 1, 1, 1), tmp_path)
