"""The points of scoring problems go from format to format, and what the other cannot say is named or refused."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.export import export
from judge.commands.options.export import ExportOptions, PackageForm
from judge.problems.formats.find import load_package
from judge.problems.scoring import Scoring
from judge.project.host import JudgeHost
from judge.tests.packages import Files, written
from judge.tests.scoring_packages import SCORED_2025_09, SCORED_LEGACY, SCORED_POLYGON, giving, writing

pytestmark = pytest.mark.built

FORMATS: dict[PackageForm, Files] = {"legacy": SCORED_LEGACY, "2025-09": SCORED_2025_09}
GRADED = {
    "data/secret/2-big/testdata.yaml": "grading: custom\ngrader_flags: a b\n",
    "graders/grade.py": "print('AC 1')\n",
}


def scoring_of(path: Path) -> Scoring:
    scoring = load_package(str(path)).scoring
    assert scoring is not None
    return scoring


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("target", FORMATS)
def test_the_groups_keep_their_points(
    tree: JudgeHost, tmp_path: Path, source: PackageForm, target: PackageForm
) -> None:
    package = written(tmp_path / "double", FORMATS[source])
    assert export(tree, ExportOptions(str(package), target, tmp_path / "out")) == 0
    before, after = scoring_of(package), scoring_of(tmp_path / "out")
    assert [(one.name, one.most) for one in after.root.groups if one.name != "sample"] == [
        (one.name, one.most) for one in before.root.groups if one.name != "sample"
    ]
    assert after.best == before.best
    if source == target:
        assert after == before
    folder = "partially_accepted" if target == "legacy" or source == "legacy" else "partial"
    assert (tmp_path / f"out/submissions/{folder}/small.py").is_file()


def test_a_grader_goes_with_its_package(tree: JudgeHost, tmp_path: Path) -> None:
    package = written(tmp_path / "double", SCORED_LEGACY, **GRADED)
    assert export(tree, ExportOptions(str(package), "legacy", tmp_path / "out")) == 0
    assert (tmp_path / "out/graders/grade.py").read_text() == GRADED["graders/grade.py"]
    assert [group.grader_flags for group in scoring_of(tmp_path / "out").root.groups][-1] == ("a", "b")
    with pytest.raises(
        JudgeError, match="double: a grader of its own cannot be expressed in the format 2025-09"
    ):
        export(tree, ExportOptions(str(package), "2025-09", tmp_path / "new"))


@pytest.mark.parametrize(
    ("group", "what"),
    [
        ("grader_flags: avg\naccept_score: 5\n", "'avg' of secret/2-big"),
        (
            "grader_flags: min\naccept_score: 2.5\nrange: 0 60\n",
            "2.5 points of secret/2-big, not a whole number,",
        ),
        ("grader_flags: min\naccept_score: 5\nreject_score: 1\n", "points of rejected tests of secret/2-big"),
    ],
)
def test_what_2025_09_cannot_say_is_refused(tree: JudgeHost, tmp_path: Path, group: str, what: str) -> None:
    package = written(tmp_path / "double", SCORED_LEGACY, **{"data/secret/2-big/testdata.yaml": group})
    with pytest.raises(JudgeError, match=f"double: {what} cannot be expressed in the format 2025-09"):
        export(tree, ExportOptions(str(package), "2025-09", tmp_path / "out"))


def test_what_legacy_cannot_say_is_named(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "max_score: 60\nscore_aggregation: sum\nrequire_pass: secret/1-small\n"
    giving_points = {"output_validator/validate.py": giving(writing("1"))}
    package = written(
        tmp_path / "double", SCORED_2025_09, **giving_points, **{"data/secret/2-big/test_group.yaml": said}
    )
    assert export(tree, ExportOptions(str(package), "legacy", tmp_path / "out", strict=True)) == 1
    lost = " ".join(capsys.readouterr().out.split())
    assert "data/secret/2-big: that it is judged only if secret/1-small is passed" in lost
    assert "points that the output validator may give" in lost
    thirds = {"data/secret/2-big/test_group.yaml": "max_score: 10\nscore_aggregation: sum\n"}
    package = written(tmp_path / "thirds", SCORED_2025_09, **thirds)
    with pytest.raises(JudgeError, match="10/3 points of each test of secret/2-big, not a decimal number"):
        export(tree, ExportOptions(str(package), "legacy", tmp_path / "new"))


STATIC: Files = {
    **SCORED_2025_09,
    "static_validator/validate.py": "raise SystemExit(42)\n",
    "data/secret/2-big/test_group.yaml": "max_score: 40\n",
}
STYLE = "max_score: 20\nscore_aggregation: {}\nstatic_validation_score: {}\n"
SMALL = STYLE.replace("20", "40")
WITHOUT_POINTS: dict[str, Files] = {
    "a pass-fail group": {"data/secret/1-small/test_group.yaml": SMALL.format("pass-fail", "pass-fail")},
    "a minimum": {"data/secret/1-small/test_group.yaml": SMALL.format("min", 40)},
    "all groups": {"data/secret/test_group.yaml": STYLE.replace("20", "80").format("pass-fail", "pass-fail")},
    "samples": {"data/sample/test_group.yaml": "static_validation_score: pass-fail\n"},
}
WITH_POINTS: dict[str, Files] = {
    "a sum": {"data/secret/1-small/test_group.yaml": SMALL.format("sum", 10)},
    "a group without cases": {"data/secret/0-style/test_group.yaml": STYLE.format("sum", 20)},
    "a pass-fail group without cases": {
        "data/secret/0-style/test_group.yaml": STYLE.format("pass-fail", "pass-fail")
    },
    "an unlimited group": {
        "output_validator/validate.py": giving(writing("1")),
        "data/secret/test_group.yaml": "max_score: unbounded\n",
        "data/secret/1-small/test_group.yaml": STYLE.replace("20", "unbounded").format("sum", 0),
    },
}


@pytest.mark.parametrize("case", [*WITHOUT_POINTS, *WITH_POINTS])
def test_the_static_validator_keeps_its_points(tree: JudgeHost, tmp_path: Path, case: str) -> None:
    changes = {**WITHOUT_POINTS, **WITH_POINTS}[case]
    package = written(tmp_path / "double", {**STATIC, **changes})
    assert export(tree, ExportOptions(str(package), "2025-09", tmp_path / "out")) == 0
    before, after = load_package(str(package)), load_package(str(tmp_path / "out"))
    assert before.package
    assert after.package
    assert before.package.static_tests == after.package.static_tests
    assert before.scoring == after.scoring


@pytest.mark.parametrize("case", WITHOUT_POINTS)
def test_legacy_has_the_points_of_the_cases(tree: JudgeHost, tmp_path: Path, case: str) -> None:
    static = written(tmp_path / "double", {**STATIC, **WITHOUT_POINTS[case]})
    assert export(tree, ExportOptions(str(static), "legacy", tmp_path / "out")) == 0
    for file in static.glob("data/**/test_group.yaml"):
        for line in ("static_validation_score: pass-fail\n", "static_validation_score: 40\n"):
            file.write_text(file.read_text().replace(line, ""))
    (static / "static_validator/validate.py").unlink()
    assert export(tree, ExportOptions(str(static), "legacy", tmp_path / "other")) == 0
    assert scoring_of(tmp_path / "out") == scoring_of(tmp_path / "other")


@pytest.mark.parametrize("case", WITH_POINTS)
def test_legacy_has_no_points_of_a_static_validator(tree: JudgeHost, tmp_path: Path, case: str) -> None:
    package = written(tmp_path / "double", {**STATIC, **WITH_POINTS[case]})
    with pytest.raises(JudgeError, match="the static validator's points in secret/"):
        export(tree, ExportOptions(str(package), "legacy", tmp_path / "out"))


def test_points_of_polygon_stay_in_their_package(tree: JudgeHost, tmp_path: Path) -> None:
    package = written(tmp_path / "double", SCORED_POLYGON)
    for target in FORMATS:
        with pytest.raises(
            JudgeError, match="groups of tests that are not those of their folders cannot be expressed"
        ):
            export(tree, ExportOptions(str(package), target, tmp_path / target))
    new = written(tmp_path / "new/double", SCORED_2025_09)
    with pytest.raises(JudgeError, match="scoring problems cannot be exported to Polygon"):
        export(tree, ExportOptions(str(new), "polygon", tmp_path / "polygon"))
