"""Validators of a package may be in any language of the table."""

import tomllib
from pathlib import Path

import pytest

from judge.judging.validators import validate_output, validated_by
from judge.languages.table import LANGUAGES
from judge.problems.formats.find import load_package
from judge.project.host import JudgeHost
from judge.tests.packages import VERSION_2025_09, written

pytestmark = pytest.mark.built

VALIDATORS = tomllib.loads((Path(__file__).parent / "validators.toml").read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("language_id", VALIDATORS)
def test_validators_accept_and_reject(tree: JudgeHost, tmp_path: Path, language_id: str) -> None:
    language = next(row for row in LANGUAGES if row.id == language_id)
    if language.missing_tools:
        pytest.skip(f"no {', '.join(language.missing_tools)} here; {language.install}")
    suffix, sources = language.suffixes[0], VALIDATORS[language_id]
    name = f"{'Validate' if language_id == 'java' else 'validate'}{suffix}"
    changes = {
        "input_validators/validate.py": None,
        "output_validator/validate.py": None,
        f"input_validators/{name}": sources["input"],
        f"output_validator/{name}": sources["output"],
        "data/secret/2-five.in": "x\n",
    }
    problem = load_package(str(written(tmp_path / "double", VERSION_2025_09, **changes)))
    assert problem.package
    tests = {test.name: test for test in problem.package.tests}
    good, bad = tests["secret/1-two"], tests["secret/2-five"]
    [validator] = problem.package.input_validators
    assert validated_by(tree, problem, validator, good).accepted
    assert validated_by(tree, problem, validator, bad).rejected
    output = tmp_path / "output"
    for text, accepted in (("4\n", True), ("5\n", False)):
        output.write_text(text)
        found = validate_output(tree, problem, good, output)
        assert (found.accepted, found.rejected) == (accepted, not accepted), found
        assert found.message == ("" if accepted else "not 4")
