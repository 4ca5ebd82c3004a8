"""How faults of a problem's own files are told: by the author's names, once, and with what to do."""

import shutil
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.generate import generate
from judge.commands.options.generate import GenerateOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.broken import BrokenProblem
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built

Captured = pytest.CaptureFixture[str]


def test_a_traceback_keeps_its_lines_and_names_the_authors_file(tree: JudgeHost, gcd: Path) -> None:
    (gcd / "generators/generate.py").write_text("def fail():\n    return {}['seed']\n\nfail()\n")
    with pytest.raises(JudgeError) as caught:
        generate(tree, GenerateOptions(("gcd",)))
    lines = str(caught.value).splitlines()
    assert '  File "problems/gcd/generators/generate.py", line 4, in <module>' in lines
    assert lines[-1] == "KeyError: 'seed'"


def test_a_missing_generator_is_asked_for(tree: JudgeHost, gcd: Path) -> None:
    (gcd / "generators/generate.py").unlink()
    with pytest.raises(
        JudgeError, match=r"^gcd: problems/gcd/generators has no program: write generate.py there"
    ):
        generate(tree, GenerateOptions(("gcd",)))


def test_a_validator_that_says_nothing(tree: JudgeHost, gcd: Path) -> None:
    (gcd / "input_validators/validate.py").write_text("raise SystemExit(43)\n")
    with pytest.raises(JudgeError, match="sample/01-five: the input validator rejects it without a reason"):
        generate(tree, GenerateOptions(("gcd",)))


def test_a_damaged_answer_is_not_called_stale(tree: JudgeHost, gcd: Path, capsys: Captured) -> None:
    answer = tree.installation.committed_data("gcd") / "sample/01-five.ans"
    answer.write_text("5\n")
    shutil.rmtree(gcd / "submissions/time_limit_exceeded")  # it takes seconds
    assert verify(tree, Choice(("gcd",)), None, VerifyOptions(time_limit_s=1.0)) == 1
    printed = capsys.readouterr().out
    assert "damaged test data: testdata/gcd/sample/01-five.ans" in printed
    assert "stale" not in printed
    with pytest.raises(
        BrokenProblem, match=r"the test data are damaged: testdata/gcd/sample/01-five.ans: .*generate gcd$"
    ):
        verify(tree, Choice(("gcd",)), None)
