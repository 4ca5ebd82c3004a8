"""Large tests: generated when asked for, listed apart, and only solvers are judged on them."""

import pytest

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.commands.generate import generate
from judge.commands.options.generate import GenerateOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.formats.own import load_problem
from judge.problems.large import enlarged
from judge.problems.manifest import FILE_OF_LARGE, read_manifest
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built

GENERATOR = """\
#!/bin/sh
case "$1 $2" in
"--list ") echo sample/01-three; echo large/01-five; echo large/02-known ;;
"--print sample/01-three") echo 3 ;;
"--print large/01-five") echo 5 ;;
"--print large/02-known") echo 7 ;;
"--print-answer large/01-five") exit 3 ;;
"--print-answer large/02-known") echo 14 ;;
esac
"""
LARGE = Choice(large=True)


@pytest.fixture
def generated(tree: JudgeHost) -> JudgeHost:
    """A tree with a generator that knows the answer of one of its large cases, and a validator that knows its
    flag."""
    tools = tree.installation.build / "problem-tools/double"
    tools.mkdir(parents=True)
    for name, text in (
        ("generate", GENERATOR),
        ("validate-input", '#!/bin/sh\n[ "$1" = --large ] && exit 42\n'),
    ):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    folder = tree.installation.committed_data("double") / "large"
    folder.mkdir()
    (folder / "test_group.yaml").write_text("input_validator_args: [--large]\n")
    return tree


def generate_large(host: JudgeHost) -> None:
    assert generate(host, GenerateOptions(("double",), large=True)) == 0


def test_they_are_listed_apart_and_never_committed(generated: JudgeHost) -> None:
    contest = (generated.installation.committed_data("double") / "SHA256SUMS").read_text()
    generate_large(generated)
    listed = read_manifest(generated.installation.committed_data("double"), FILE_OF_LARGE)
    names = ["large/01-five.ans", "large/01-five.in", "large/02-known.ans", "large/02-known.in"]
    assert list(listed) == names
    assert (generated.installation.committed_data("double") / "SHA256SUMS").read_text() == contest
    assert [path.name for path in (generated.installation.committed_data("double") / "large").iterdir()] == [
        "test_group.yaml"
    ]
    answers = [
        (generated.installation.generated_data("double") / f"{name}.ans").read_text()
        for name in ("large/01-five", "large/02-known")
    ]
    assert answers == ["10\n", "14\n"], "by the first solver, and by the generator"
    tests = [
        test.name
        for test in load_test_cases(
            generated.installation, load_problem(generated.installation.problems / "double")
        )
    ]
    assert tests
    assert not any(name.startswith("large/") for name in tests)
    assert generate(generated, GenerateOptions(("double",), check=True, large=True)) == 0


def test_only_solvers_are_judged_on_them_and_what_is_missing_is_made(
    generated: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    generate_large(generated)
    (generated.installation.generated_data("double") / "large/01-five.in").unlink()
    assert verify(generated, LARGE, None) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "all as expected: 1 problem, 3 solvers, 0 submissions, 1 solution skipped, 4 runs" in printed


def test_a_wrong_answer_to_one_is_found(generated: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    generate_large(generated)
    program = generated.installation.build / "double"
    program.write_text(program.read_text().replace("number + number)", "number + number + (number == 7))"))
    assert verify(generated, LARGE, None) == 1
    assert "large/02-known: line 1, token 1: expected 14, found 15" in " ".join(
        capsys.readouterr().out.split()
    )


def test_what_takes_too_long_is_skipped_with_the_reason(
    generated: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    generate_large(generated)
    program = generated.installation.build / "double"
    slow = "(next(filter(None, iter(int, 1))) if number == 7 else 0) + number + number)"
    program.write_text(program.read_text().replace("number + number)", slow))
    assert verify(generated, LARGE, None, options=VerifyOptions(time_limit_s=0.5)) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "too slow for it: CPU time" in printed
    assert ", 3 runs, 3 runs skipped, " in printed, "one of cpu-add, two of gpu-add"


def test_a_problem_without_them_says_how_to_make_them(tree: JudgeHost) -> None:
    problem = enlarged(load_problem(tree.installation.problems / "double"))
    with pytest.raises(JudgeError, match="no large tests in ") as caught:
        load_test_cases(tree.installation, problem)
    assert caught.value.next_step == RunJudge(("generate", "--large", "double"))


def test_an_invalid_one_is_refused(generated: JudgeHost) -> None:
    validator = generated.installation.build / "problem-tools/double/validate-input"
    validator.write_text("#!/bin/sh\nexit 43\n")
    with pytest.raises(JudgeError, match="large/01-five: the input validator rejects it"):
        generate(generated, GenerateOptions(("double",), large=True))
    assert not (generated.installation.committed_data("double") / FILE_OF_LARGE).exists()
