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
WORDS = "data/secret/1-two.files/words.txt"
OF_SECRET = "data/secret/test_group.yaml"
STATIC = {
    **VERSION_2025_09,
    "static_validator/validate.py": "raise SystemExit(42)\n",
    OF_SECRET: "static_validation_score: pass-fail\n",
}


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
        (VERSION_2025_09, {OF_SECRET: "args: [--fast]\n"}),
        ({**VERSION_2025_09, WORDS: "two\n"}, {WORDS: "deux\n"}),
        (STATIC, {OF_SECRET: "static_validation_score: pass-fail\nstatic_validator_args: [no-imports]\n"}),
        (STATIC, {"data/sample/test_group.yaml": "static_validation_score: pass-fail\n"}),
        (LEGACY, {"data/secret/testdata.yaml": "on_reject: continue\n"}),
        (POLYGON, {"problem.xml": manifest(judging='input-file="in.txt" output-file=""')}),
    ],
    ids=[
        "answer",
        "include",
        "validator",
        "constants",
        "points",
        "requirement",
        "interactor",
        "arguments",
        "file",
        "static-arguments",
        "static-test",
        "continued",
        "named-file",
    ],
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


def test_the_digest_of_an_ordinary_package_is_that_of_earlier_releases(
    tree: JudgeHost, tmp_path: Path
) -> None:
    """Stores have it: with another one nothing could be judged until every problem is opened again."""
    problem = load_package(str(written(tmp_path / "double", VERSION_2025_09)))
    assert problem.package
    assert problem_sha256(tree.installation.data, problem, problem.package.tests) == (
        "95aa01092ea6bb5af4a8d76f43e992d8b93757b4f4221917df4f0bbe56521a0d"
    )
