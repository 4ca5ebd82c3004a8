"""A problem that was exported and read again is the same, as far as both formats can say it."""

from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.commands.export import FORMATS, export
from judge.commands.options.export import ExportOptions, PackageForm
from judge.problems.formats.find import load_package
from judge.problems.model import Problem, TestCase
from judge.problems.submission_rules import main_verdict
from judge.project.host import JudgeHost
from judge.tests.answer_packages import DOUBLES
from judge.tests.packages import DOMJUDGE, LEGACY, PLAIN, VERSION_2025_09, Files, written

SOURCES = {"legacy": LEGACY, "2025-09": VERSION_2025_09, "domjudge": DOMJUDGE, "plain": PLAIN}
RICH_LEGACY: Files = {
    **LEGACY,
    "problem.yaml": (
        "name: Double\nauthor: A. N. Other\nsource: A contest\nsource_url: https://example.org\nlicense: cc0\n"
        "rights_owner: A. N. Other\nkeywords: numbers easy\nuuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d11\n"
        "limits: {memory: 64, output: 3, validation_time: 7, time_multiplier: 3}\n"
    ),
    "data/secret/testdata.yaml": "input_validator_flags: -a\noutput_validator_flags: float_tolerance 1e-6\n",
}
RICH_2025_09: Files = {
    **VERSION_2025_09,
    "problem.yaml": (
        "problem_format_version: 2025-09\nname: {en: Double, de: Doppelt}\nversion: '3'\n"
        "uuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d11\nlicense: cc0\nrights_owner: A. N. Other\n"
        "credits: {authors: [A, {name: B, email: b@example.org}], testers: T}\nembargo_until: 2030-01-02\n"
        "source: [{name: A contest, url: https://example.org}, Another]\nkeywords: [two words]\n"
        "languages: [python3, cpp]\n"
        "limits: {validation_passes: 4, time_resolution: 0.5, time_multipliers: {ac_to_time_limit: 4}}\n"
        "type: [interactive, multi-pass]\nconstants: {top: 9, name: {value: 1, long: one}}\n"
    ),
    "statement/problem.de.md": "Verdopple, bis {{top}}.\n",
    "include/python3/helper.py": "TOP = {{name.long}}\n",
    "data/secret/1-two.files/more.txt": "x\n",
    "data/secret/test_group.yaml": "output_validator_args: [a]\ninput_validator_args: [b]\n",
    "data/secret/2-five.yaml": "args: [x]\noutput_validator_args: [c, 7]\n"
    "input_validator_args: {validate.py: [d e]}\n",
    "data/invalid_input/letter.in": "x\n",
    "data/invalid_output/1.in": "1\n",
    "data/invalid_output/1.ans": "2\n",
    "data/invalid_output/1.out": "3\n",
    "submissions/mine/slow.py": "",
    "submissions/submissions.yaml": (
        "mine: {permitted: [AC, TLE], required: [TLE], use_for_time_limit: false}\n"
        "wrong_answer: {message: not double, sample: {permitted: [WA]}}\naccepted/right.py: {language: python3}\n"
    ),
}


def exported(
    tree: JudgeHost, source: Path, format_name: PackageForm, target: Path, *, strict: bool = False
) -> int:
    return export(tree, ExportOptions(str(source), format_name, target, strict=strict))


def cases(tests: tuple[TestCase, ...]) -> Any:
    return [
        (test.name, test.input.read_text(), test.answer.read_text(), test.validator_args) for test in tests
    ]


def said(problem: Problem) -> dict[str, Any]:
    """What every format can say."""
    package = problem.package
    assert package is not None
    return {
        "title": problem.title,
        "tests": cases(package.tests),
        "memory": (
            problem.limits.memory_bytes,
            problem.limits.output_bytes,
            problem.limits.validation_time_s,
        ),
        "submissions": sorted(
            (main_verdict(package.rules.of(name)), path.name, path.read_text())
            for name, path in package.submissions.items()
            if package.rules.of(name)
        ),
        "input validators": [program.name for program in package.input_validators],
        "output validators": len(problem.output_validators),
        "kind": (problem.is_interactive, problem.passes),
        "included": package.included,
    }


@pytest.mark.parametrize("target", sorted(FORMATS.keys() - {"polygon"}))
@pytest.mark.parametrize("source", SOURCES)
def test_what_every_format_can_say_comes_back(
    tree: JudgeHost, tmp_path: Path, source: str, target: PackageForm
) -> None:
    folder = written(tmp_path / "double", SOURCES[source])
    assert exported(tree, folder, target, tmp_path / "out/double") == 0
    first, second = load_package(str(folder)), load_package(str(tmp_path / "out/double"))
    assert said(second) == {**said(first), "title": first.title}
    assert second.package
    assert second.package.remarks in (
        (),
        ("input_validators/ is missing or empty: the inputs are not checked",),
    )


@pytest.mark.parametrize(("name", "files"), [("legacy", RICH_LEGACY), ("2025-09", RICH_2025_09)])
def test_the_same_format_loses_nothing(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: PackageForm, files: Files
) -> None:
    folder = written(tmp_path / "double", files)
    assert exported(tree, folder, name, tmp_path / "out/double.zip", strict=True) == 0
    assert "not in the package" not in capsys.readouterr().out
    first, second = load_package(str(folder)), load_package(str(tmp_path / "out/double.zip"))
    assert said(second) == said(first)
    assert (second.about, second.limits, second.time_rule, second.names, second.languages) == (
        first.about, first.limits, first.time_rule, first.names, first.languages,
    )  # fmt: skip
    assert first.package
    assert second.package
    assert second.package.constants == first.package.constants
    assert [(test.input_validator_args, test.args, bool(test.files)) for test in second.package.tests] == [
        (test.input_validator_args, test.args, bool(test.files)) for test in first.package.tests
    ]
    assert [test.name for test in second.package.invalid_inputs] == [
        test.name for test in first.package.invalid_inputs
    ]
    assert [(one.test.name, one.is_right) for one in second.package.judged_outputs] == [
        (one.test.name, one.is_right) for one in first.package.judged_outputs
    ]
    for submission in first.package.submissions:
        assert set(second.package.rules.of(submission)) == set(first.package.rules.of(submission))
        assert second.package.rules.uses.of(submission) == first.package.rules.uses.of(submission)


MULTI_PASS: Files = {
    **VERSION_2025_09,
    "data/sample/2.interaction": "> 1\n< 2\n",
    "problem.yaml": f"{VERSION_2025_09['problem.yaml']!s}  validation_passes: 7\ntype: [multi-pass, interactive]\n",
}


@pytest.mark.parametrize("target", ["2025-09", "domjudge"])
def test_the_kind_of_a_problem_comes_back(tree: JudgeHost, tmp_path: Path, target: PackageForm) -> None:
    folder = written(tmp_path / "double", MULTI_PASS)
    assert exported(tree, folder, target, tmp_path / "out/double") == 0
    again = load_package(str(tmp_path / "out/double"))
    assert (again.is_interactive, again.passes) == (True, 7)
    assert again.package
    assert [path.read_text() for path in again.package.interactions.values()] == ["> 1\n< 2\n"]


def test_a_format_without_passes_is_refused(tree: JudgeHost, tmp_path: Path) -> None:
    folder = written(tmp_path / "double", MULTI_PASS)
    with pytest.raises(JudgeError, match="the format legacy has no multi-pass problems"):
        exported(tree, folder, "legacy", tmp_path / "out/double")


@pytest.mark.parametrize("target", ["legacy", "2025-09"])
def test_a_problem_of_samples_alone_is_refused_where_it_would_be_no_package(
    tree: JudgeHost, tmp_path: Path, target: PackageForm
) -> None:
    samples = {name: text for name, text in DOMJUDGE.items() if "/secret/" not in name}
    folder = written(tmp_path / "double", samples)
    with pytest.raises(JudgeError, match=f"the format {target} requires at least one secret test"):
        exported(tree, folder, target, tmp_path / "out/double")
    assert exported(tree, folder, "domjudge", tmp_path / "domjudge/double") == 0
    assert load_package(str(tmp_path / "domjudge/double")).package


def test_a_uuid_that_is_none_is_made_anew_and_named(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = f"{LEGACY['problem.yaml']!s}uuid: A\n"
    folder = written(tmp_path / "double", LEGACY, **{"problem.yaml": manifest})
    assert exported(tree, folder, "2025-09", tmp_path / "out/double") == 0
    assert "not in the package: uuid 'A', which is not a UUID" in capsys.readouterr().out
    assert len(load_package(str(tmp_path / "out/double")).about.uuid) == 36


LOST = (
    "limits.time_resolution 0.5 s", "keywords: the blanks", "source: all but the first", "credits: testers",
    "credits: details of authors",
    "version: 3", "embargo_until: 2030-01-02", "languages: cpp, python3",
    "data/secret/2-five: arguments of validators", "data/secret/2-five: the arguments of submissions",
    "data/secret/2-five: the arguments of each input validator", "data/secret/1-two: the files next to standard input",
    "constants: the texts have their values instead", "data/invalid_input: 1 input",
    "outputs with the verdict that they must get: 1 output", "submissions/mine: the format has no such folder",
    "submissions/rejected: the format has no such folder",
    "submissions/mine/slow.py: which verdicts",
    "submissions/rejected/crashing.py: which verdicts", "submissions/wrong_answer/squared.py: which verdicts",
    "submissions.yaml: which submissions bound the time limit",
)  # fmt: skip


def test_what_a_format_cannot_say_is_named(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = (
        str(RICH_2025_09["problem.yaml"]).replace(", multi-pass", "").replace("validation_passes: 4, ", "")
    )
    folder = written(tmp_path / "double", RICH_2025_09, **{"problem.yaml": manifest})
    assert exported(tree, folder, "legacy", tmp_path / "legacy") == 0
    told = capsys.readouterr().out
    for what in LOST:
        assert f"not in the package: {what}" in told
    assert told.count("not in the package") == len(LOST)
    assert exported(tree, folder, "legacy", tmp_path / "again", strict=True) == 1
    again = load_package(str(tmp_path / "legacy"))
    assert again.package
    assert again.is_interactive
    assert again.package.included == {"python3": {"helper.py": "TOP = one\n"}}
    assert "bis 9." in again.statements["de"].read_text()
    assert again.names == {"en": "Double", "de": "Doppelt"}


def test_answers_go_out_and_come_back(tree: JudgeHost, tmp_path: Path) -> None:
    source, target = written(tmp_path / "doubles", DOUBLES), tmp_path / "exported"
    assert exported(tree, source, "2025-09", target) == 0
    problem = load_package(str(target))
    assert problem.is_submit_answer
    assert problem.package
    assert [*problem.package.submissions] == [
        *(load_package(str(source)).package or problem.package).submissions
    ]
    for format_name in ("legacy", "domjudge", "polygon"):
        with pytest.raises(JudgeError, match="which only the format 2025-09 can express"):
            exported(tree, source, format_name, tmp_path / format_name)


def test_a_static_validator_goes_out_and_comes_back(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "static_validator/validate.py": "raise SystemExit(42)\n",
        "data/secret/test_group.yaml": "static_validation_score: pass-fail\nstatic_validator_args: [a b]\n",
        "data/secret/1-two.yaml": "args: [x]\n",
    }
    source = written(tmp_path / "double", VERSION_2025_09, **files)
    assert exported(tree, source, "2025-09", tmp_path / "exported") == 0
    package = load_package(str(tmp_path / "exported")).package
    assert package
    assert package.static_validator
    assert [(test.name, test.validator_args) for test in package.static_tests] == [
        ("secret/static-validation", ("a b",))
    ]
    capsys.readouterr()
    for format_name in ("legacy", "polygon"):
        assert exported(tree, source, format_name, tmp_path / format_name) == 0
        assert "not in the package: static_validator/: that the files" in capsys.readouterr().out
