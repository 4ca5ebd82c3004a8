"""What the runner is asked for."""

import json
import shutil
from collections import namedtuple
from itertools import pairwise
from pathlib import Path

import pytest

from judge.base.errors import JudgeError, ToolInterrupted
from judge.base.next_steps import SetVariable
from judge.project.build import PACKAGES, SOLVERS, build
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.sandbox.run import MOST_BYTES, MOST_MS, RunLimits, run
from judge.tests.sandbox.test_facts import SAMPLE

pytestmark = pytest.mark.built


def test_a_run_has_its_limits_and_does_not_see_the_project(tree: JudgeHost, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    (tree.installation.build / "runner").unlink()
    (tree.installation.build / "runner").write_text(
        f"#!/bin/sh\nprintf '%s\\n' \"$@\" >'{asked}'\ncat >\"$3\" <<'END'\n{json.dumps(SAMPLE)}\nEND\n"
    )
    (tree.installation.build / "runner").chmod(0o755)
    shown = tmp_path / "source.py"
    run(tree, ["/bin/true"], RunLimits(1, 2, 3, 4, 5, 6), tmp_path, visible=[shown])
    options = {*pairwise(asked.read_text().splitlines())}
    assert options >= {
        ("--cpu-limit-ms", "1"),
        ("--wall-limit-ms", "2"),
        ("--memory-limit-bytes", "3"),
        ("--output-limit-bytes", "4"),
        ("--process-limit", "5"),
        ("--work-limit-bytes", "6"),
        ("--hide", str(tree.installation.root)),
        ("--hide", str(tree.installation.build)),
        ("--", "/bin/true"),
    }
    assert {value for option, value in options if option == "--visible"} == {str(shown)}


def test_limits_that_a_package_may_ask_for_are_those_that_the_runner_takes(
    tree: JudgeHost, tmp_path: Path
) -> None:
    """A factor of 10^9 on 10^9 s is more."""
    build(tree, SOLVERS, problems=[PACKAGES])
    most = RunLimits(10**21, 10**21, 10**18, 10**18, work_bytes=10**18)
    assert run(tree, ["/bin/true"], most, tmp_path).succeeded
    bounds = (this_installation().root / "runner/sandbox/run/limits.hpp").read_text()
    assert f"most_limit_ms = {MOST_MS:,};".replace(",", "'") in bounds
    assert f"most_limit_bytes = std::int64_t{{1}} << {MOST_BYTES.bit_length() - 1};" in bounds


@pytest.mark.parametrize(("status", "expected"), [(3, ToolInterrupted), (2, JudgeError)])
def test_what_the_machine_did_to_a_program_ends_this_submission_alone(
    tree: JudgeHost, tmp_path: Path, status: int, expected: type[JudgeError]
) -> None:
    runner = tree.installation.build / "runner"
    runner.unlink()
    runner.write_text(f"#!/bin/sh\necho 'runner: it was killed' >&2\nexit {status}\n")
    runner.chmod(0o755)
    with pytest.raises(JudgeError, match="runner: it was killed") as raised:
        run(tree, ["/bin/true"], RunLimits(1, 2, 3, 4), tmp_path)
    assert type(raised.value) is expected


@pytest.mark.parametrize("said", ["", "runner: cannot write --facts: No space left on device"])
@pytest.mark.parametrize("is_full", [True, False])
def test_a_full_folder_is_named_with_what_to_do(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, *, is_full: bool
) -> None:
    (tree.installation.build / "runner").unlink()
    (tree.installation.build / "runner").write_text(f"#!/bin/sh\nprintf '%s' '{said}' >&2\nexit 2\n")
    (tree.installation.build / "runner").chmod(0o755)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1 << 30, 0, 0 if is_full else 1 << 30))
    with pytest.raises(JudgeError) as found:
        run(tree, ["/bin/true"], RunLimits(1, 2, 3, 4), tmp_path)
    assert isinstance(found.value.next_step, SetVariable) is is_full
    assert said in str(found.value)
