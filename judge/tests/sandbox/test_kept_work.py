"""What a program leaves in its work directory, copied for the caller."""

from pathlib import Path

import pytest

from judge.project.host import JudgeHost
from judge.sandbox.run import RunLimits, run

pytestmark = pytest.mark.built

LIMITS = RunLimits(cpu_ms=5000, wall_ms=9000, memory_bytes=1 << 28, output_bytes=1 << 20, work_bytes=1 << 20)
LEAVES = "mkdir a; echo one > a/b; echo two > c; chmod 0 c; ln -s /etc/passwd d; mkfifo e; ln c f"


def test_files_and_folders_are_copied_and_nothing_else(tree: JudgeHost, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    facts = run(tree, ["/bin/sh", "-c", LEAVES], LIMITS, tmp_path, keep_work=kept)
    assert facts.succeeded
    assert sorted(path.name for path in kept.iterdir()) == ["a", "c", "f"]
    assert (kept / "a/b").read_text() == "one\n"
    assert (kept / "c").read_text() == "two\n"
