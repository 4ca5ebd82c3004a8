"""What the runner is asked for."""

import json
from itertools import pairwise
from pathlib import Path

from judge.project.paths import Project
from judge.sandbox.run import RunLimits, run
from judge.tests.sandbox.test_facts import SAMPLE


def test_a_run_has_its_limits_and_does_not_see_the_project(tree: Project, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    (tree.build / "runner").unlink()
    (tree.build / "runner").write_text(
        f"#!/bin/sh\nprintf '%s\\n' \"$@\" >'{asked}'\ncat >\"$3\" <<'END'\n{json.dumps(SAMPLE)}\nEND\n"
    )
    (tree.build / "runner").chmod(0o755)
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
        ("--hide", str(tree.root)),
        ("--hide", str(tree.build)),
        ("--", "/bin/true"),
    }
    assert {value for option, value in options if option == "--visible"} == {str(shown)}
