"""A submission that reads a file, as on other judges, is told where its input is."""

import pytest

from judge.judging.input_file import input_file, with_input_file
from judge.judging.solutions import submission
from judge.judging.verdicts import Decision, Verdict
from judge.project.host import JudgeHost
from judge.tests.measured import PROBLEM

FREOPEN = 'int main() { freopen("input.txt", "r", stdin); }'


@pytest.mark.parametrize(
    ("name", "source", "opened"),
    [
        ("mine.cpp", FREOPEN, "input.txt"),
        ("mine.c", FREOPEN, "input.txt"),
        ("mine.cu", FREOPEN, "input.txt"),
        ("mine.cpp", 'std::ifstream fin("task.in");', "task.in"),
        ("mine.cpp", 'ifstream fin{"task.in"};', "task.in"),
        ("mine.c", 'FILE *f = fopen("data.in", "rb");', "data.in"),
        ("mine.cpp", "// " + FREOPEN, None),
        ("mine.cpp", f"/* {FREOPEN} */", None),
        ("mine.cpp", f"#ifndef ONLINE_JUDGE\n{FREOPEN}\n#endif\n", None),
        ("mine.cpp", 'freopen("output.txt", "w", stdout);', None),
        ("mine.cpp", 'ifstream fin("/dev/stdin");', None),
        ("mine.py", FREOPEN, None),
    ],
)
def test_the_file_that_a_submission_reads(
    tree: JudgeHost, name: str, source: str, opened: str | None
) -> None:
    read = submission(tree, PROBLEM, source, name)
    assert input_file(read) == opened
    wrong = with_input_file(Decision(Verdict.WA, "line 1"), read)
    said = f'; it reads "{opened}", which is not there: read standard input' if opened else ""
    assert wrong == Decision(Verdict.WA, f"line 1{said}")
    assert with_input_file(Decision(Verdict.AC, ""), read) == Decision(Verdict.AC, "")
