"""--sanitize: a program that was killed, or gave a wrong answer, is run again, and the line is named."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.options.submit import PLAIN, SubmitOptions
from judge.commands.submit import submit
from judge.project.host import JudgeHost
from judge.tests.packages import VERSION_2025_09, Files, written

pytestmark = [pytest.mark.slow, pytest.mark.built]

NULL = """\
#include <cstdio>
int at(const int* v, int i) {
  return v[i];
}
int main() {
  int* volatile none = nullptr;
  int n;
  if (scanf("%d", &n) == 1) printf("%d", at(none, n));
}
"""
FREED_TWICE = """\
#include <stdlib.h>
int main(void) {
  int* volatile p = malloc(4);
  free(p);
  free(p);
}
"""


PAST_THE_END = """\
#include <cstdio>
int result[4], other[4];
void fill(int* numbers, int count) {
  for (int i = 0; i < count; ++i) numbers[i] = i;
}
int main() {
  fill(result, 5);
  printf("%d", other[0] + 7);
}
"""


OF_THE_PACKAGE = """\
#include <cstdio>
#include <cstdlib>
#include "numbers.hpp"
int at(const int* v, int i) {
  return v[i];
}
int main(int count, char** arguments) {
  std::FILE* file = std::fopen("index.txt", "r");
  int index;
  if (count < 2 || !file || std::fscanf(file, "%d", &index) != 1) return 0;
  std::printf("%d", at(numbers, std::atoi(arguments[1]) * index));
}
"""


def submitted(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], name: str, text: str, options: SubmitOptions
) -> str:
    source = tree.installation.root / name
    source.write_text(text)
    assert submit(tree, "double", str(source), replace(options, samples_only=True)) == 1
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "cause"),
    [
        ("mine.cpp", NULL, "segmentation fault, mine.cpp:3"),
        ("mine.c", FREED_TWICE, "double-free, mine.c:5"),
    ],
)
def test_the_line_is_named(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], name: str, text: str, cause: str
) -> None:
    printed = submitted(tree, capsys, name, text, PLAIN)
    assert "--sanitize runs it again" in printed
    assert cause not in printed
    printed = submitted(tree, capsys, name, text, SubmitOptions(sanitize=True))
    last = printed.rstrip().splitlines()[-1]
    assert last == f"RTE  double  {name}  sample/01-three (test 1 of 1): {cause} (samples only)"
    assert "The sanitizers reported 1 finding:" in printed
    assert "--sanitize runs it again" not in printed


def test_a_wrong_answer_is_looked_at_too(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    printed = submitted(tree, capsys, "mine.cpp", PAST_THE_END, PLAIN)
    assert "sanitize" not in printed.lower()
    printed = submitted(tree, capsys, "mine.cpp", PAST_THE_END, SubmitOptions(sanitize=True))
    last = printed.rstrip().splitlines()[-1]
    assert last.startswith("WA  double  mine.cpp  sample/01-three (test 1 of 1): line 1, token 1: expected 6")
    assert last.endswith("; global-buffer-overflow, mine.cpp:4 (samples only)")
    assert "global variable 'result' of size 16 (mine.cpp:2)" in printed


def test_a_wrong_answer_for_another_reason(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    text = '#include <cstdio>\nint main() { printf("7"); }\n'
    printed = submitted(tree, capsys, "mine.cpp", text, SubmitOptions(sanitize=True))
    assert "with AddressSanitizer and UndefinedBehaviorSanitizer: nothing found" in printed


def test_an_assertion_keeps_its_words(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    text = "#include <cassert>\nint main(int n, char**) {\n  assert(n > 7);\n}\n"
    printed = submitted(tree, capsys, "mine.cpp", text, SubmitOptions(sanitize=True))
    last = printed.rstrip().splitlines()[-1]
    assert "killed by SIGABRT: " in last
    assert "Assertion `n > 7' failed.; abort, mine.cpp:3" in last


def test_other_failures_are_not_run_again(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    printed = submitted(tree, capsys, "mine.cpp", "int main() { return 1; }\n", SubmitOptions(sanitize=True))
    assert "sanitize" not in printed.lower()


def test_it_is_for_c_and_cpp(tree: JudgeHost) -> None:
    source = tree.installation.root / "mine.py"
    source.write_text("print(1)\n")
    with pytest.raises(JudgeError, match=r"--sanitize is for C17, C\+\+20, not Python 3"):
        submit(tree, "double", str(source), SubmitOptions(samples_only=True, sanitize=True))


def test_it_is_given_what_the_package_gives(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    given: Files = {
        "include/cpp/numbers.hpp": "inline int numbers[4] = {1, 2, 3, 4};\n",
        "data/sample/1.yaml": "args: ['8192']\n",
        "data/sample/1.files/index.txt": "8192\n",
    }
    package = written(tmp_path / "given", {**VERSION_2025_09, **given})
    source = tmp_path / "mine.cpp"
    source.write_text(OF_THE_PACKAGE)
    assert submit(tree, str(package), str(source), SubmitOptions(sanitize=True, samples_only=True)) == 1
    last = capsys.readouterr().out.rstrip().splitlines()[-1]
    assert last.startswith("RTE  ")
    assert ": segmentation fault, mine.cpp:5 " in last
