"""What every result says of its isolation, and the refusal to run with less."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.options.submit import SubmitOptions
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.project.host import JudgeHost
from judge.sandbox.isolation import Isolation, Missing, describe

FULL = Isolation("v1", ("seccomp", "user-namespace"), ())
LACKING = Isolation(
    None,
    ("seccomp",),
    (
        Missing("cgroup-memory", "nothing is mounted there"),
        Missing("user-namespace", "in a chroot"),
        Missing("cgroup-cpu", "nothing is mounted there"),
    ),
)


def test_full_isolation_in_one_line() -> None:
    assert describe([FULL, FULL]) == "isolation: full (cgroup v1)"


def test_what_is_missing_is_named_with_its_reason() -> None:
    assert describe([LACKING]) == (
        "isolation: without cgroup-memory, cgroup-cpu (nothing is mounted there); "
        "user-namespace (in a chroot) (no cgroup)"
    )


def test_a_run_with_a_gpu_does_not_differ_by_its_limit_alone() -> None:
    with_gpu = replace(FULL, in_force=(*FULL.in_force, "gpu-memory"))
    assert describe([FULL, with_gpu]) == "isolation: full (cgroup v1)"


def test_runs_that_differ_are_told_apart() -> None:
    assert describe([FULL, LACKING, FULL]).startswith(
        "isolation differs between runs: 2 runs full (cgroup v1) | 1 run without cgroup-memory, "
    )


def test_no_run_has_no_isolation() -> None:
    assert describe([]) == "isolation: nothing was run"


REFUSING = """#!/bin/sh
case " $* " in
  *" --require-isolation "*) echo "runner: isolation is required; missing: user-namespace (in a chroot)" >&2; exit 2 ;;
esac
exec {runner} "$@"
"""


@pytest.fixture
def strict(fresh_tree: JudgeHost) -> JudgeHost:
    """A tree whose runner refuses what is asked of it, as on a machine without user namespaces."""
    runner = fresh_tree.installation.build / "runner"
    real = runner.resolve()
    runner.unlink()
    runner.write_text(REFUSING.format(runner=real))
    runner.chmod(0o755)
    return fresh_tree.with_policy(require_isolation=True)


@pytest.mark.slow
def test_required_isolation_that_is_missing_ends_the_command(strict: JudgeHost) -> None:
    with pytest.raises(JudgeError, match=r"missing: user-namespace \(in a chroot\)"):
        verify(strict, Choice(), None)
    source = strict.installation.root / "mine.c"
    source.write_text("int main(void) { return 0; }\n")
    with pytest.raises(JudgeError, match=r"missing: user-namespace \(in a chroot\)"):
        submit(strict, "double", str(source))


@pytest.mark.built
def test_without_the_option_the_same_runner_judges(strict: JudgeHost) -> None:
    source = strict.installation.root / "mine.py"
    source.write_text("print(2 * int(input()))\n")
    tolerant = strict.with_policy(require_isolation=False)
    assert submit(tolerant, "double", str(source)) == 0


@pytest.mark.built
def test_a_program_compiled_with_less_isolation_is_not_taken_where_it_is_required(
    strict: JudgeHost, tmp_path: Path
) -> None:
    source = strict.installation.root / "mine.c"
    source.write_text(
        '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d\\n", 2 * n); }\n'
    )
    submit(
        strict.with_policy(require_isolation=False), "double", str(source), SubmitOptions(samples_only=True)
    )
    kept = list(strict.installation.data.compile_cache.glob("*/isolation.json"))
    assert kept
    for file in kept:
        file.write_text('{"cgroup": null, "in_force": [], "missing": [{"name": "seccomp", "reason": "old"}]}')
    with pytest.raises(JudgeError, match="isolation is required"):
        submit(strict, "double", str(source), SubmitOptions(samples_only=True))
