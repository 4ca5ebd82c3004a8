"""What makes a judgement stale: whatever the verdict, or the points, of a submission depends on."""

from pathlib import Path

import pytest

from judge.problems.data_sha256 import problem_sha256
from judge.problems.formats.find import load_package
from judge.project.host import JudgeHost
from judge.tests.packages import LEGACY, VERSION_2025_09, Files, written
from judge.tests.polygon import POLYGON, manifest
from judge.tests.scoring_packages import SCORED_2025_09

INTERACTIVE: Files = {
    **POLYGON,
    "problem.xml": manifest(
        tests='<test method="manual"/>', assets='<interactor><source path="files/gen.py"/></interactor>'
    ),
    "tests/01.a": "6\n",
}
GROUP = "data/secret/2-big/test_group.yaml"


@pytest.mark.parametrize(
    ("files", "changes"),
    [
        (LEGACY, {"data/secret/1-two.ans": "5\n"}),
        (LEGACY, {"include/cpp/more.h": "int more;\n"}),
        (VERSION_2025_09, {"output_validator/validate.py": "raise SystemExit(42)\n"}),
        (VERSION_2025_09, {"problem.yaml": f"{VERSION_2025_09['problem.yaml']!s}constants: {{most: 5}}\n"}),
        (SCORED_2025_09, {GROUP: "max_score: 50\n"}),
        (SCORED_2025_09, {GROUP: "max_score: 60\nrequire_pass: sample\n"}),
        (INTERACTIVE, {"files/gen.py": "import sys\n"}),
    ],
    ids=["answer", "include", "validator", "constants", "points", "requirement", "interactor"],
)
def test_another_content_is_another_problem(
    tree: JudgeHost, tmp_path: Path, files: Files, changes: dict[str, str | bytes | None]
) -> None:
    found = []
    for name, changed in (("a", {}), ("b", {}), ("c", changes)):
        problem = load_package(str(written(tmp_path / name / "double", files, **changed)))
        assert problem.package
        found.append(problem_sha256(tree.installation.data, problem, problem.package.tests))
    assert found[0] == found[1] != found[2]


def test_what_only_informs_changes_nothing(tree: JudgeHost, tmp_path: Path) -> None:
    found = []
    for name, title in (("a", "Double"), ("b", "Twice")):
        text = str(LEGACY["problem.yaml"]).replace("Double", title)
        problem = load_package(str(written(tmp_path / name / "double", LEGACY, **{"problem.yaml": text})))
        assert problem.package
        found.append(problem_sha256(tree.installation.data, problem, problem.package.tests))
    assert found[0] == found[1]
