"""--sanitize: a program that a signal killed is run again, and the line is named."""

from dataclasses import replace

import pytest

from judge.base.errors import JudgeError
from judge.commands.submit import submit
from judge.commands.submit_options import PLAIN, SubmitOptions
from judge.judging.sanitize import read_report
from judge.project.paths import Project

pytestmark = pytest.mark.slow

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


def submitted(
    tree: Project, capsys: pytest.CaptureFixture[str], name: str, text: str, options: SubmitOptions
) -> str:
    source = tree.root / name
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
    tree: Project, capsys: pytest.CaptureFixture[str], name: str, text: str, cause: str
) -> None:
    printed = submitted(tree, capsys, name, text, PLAIN)
    assert "--sanitize runs it again" in printed
    assert cause not in printed
    printed = submitted(tree, capsys, name, text, SubmitOptions(sanitize=True))
    last = printed.rstrip().splitlines()[-1]
    assert last == f"RTE  double  {name}  sample/01-three (test 1 of 1): {cause} (samples only)"
    assert "The sanitizers reported 1 finding:" in printed
    assert "--sanitize runs it again" not in printed


def test_an_assertion_keeps_its_words(tree: Project, capsys: pytest.CaptureFixture[str]) -> None:
    text = "#include <cassert>\nint main(int n, char**) {\n  assert(n > 7);\n}\n"
    printed = submitted(tree, capsys, "mine.cpp", text, SubmitOptions(sanitize=True))
    last = printed.rstrip().splitlines()[-1]
    assert "killed by SIGABRT: " in last
    assert "Assertion `n > 7' failed.; abort, mine.cpp:3" in last


def test_other_failures_are_not_run_again(tree: Project, capsys: pytest.CaptureFixture[str]) -> None:
    printed = submitted(tree, capsys, "mine.cpp", "int main() { return 1; }\n", SubmitOptions(sanitize=True))
    assert "sanitize" not in printed.lower()


def test_it_is_for_c_and_cpp(tree: Project) -> None:
    source = tree.root / "mine.py"
    source.write_text("print(1)\n")
    with pytest.raises(JudgeError, match=r"--sanitize is for C17, C\+\+20, not Python 3"):
        submit(tree, "double", str(source), SubmitOptions(samples_only=True, sanitize=True))


OVERFLOW = """\
=================================================================
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018 at pc 0x55 bp 0x7f sp 0x7f
READ of size 4 at 0x602000000018 thread T0
    #0 0x55d0 in std::vector<int>::operator[](unsigned long) /usr/include/c++/12/bits/stl_vector.h:1123
    #1 0x55d1 in last(std::vector<int>&) mine.cpp:7
    #2 0x55d2 in main mine.cpp:12

0x602000000018 is located 0 bytes to the right of 8-byte region [0x602000000010,0x602000000018)
allocated by thread T0 here:
    #0 0x7f in operator new(unsigned long) (/usr/lib/x86_64-linux-gnu/libasan.so.8+0xb9a38)
"""


def test_the_place_is_the_innermost_of_the_author() -> None:
    found = read_report(OVERFLOW, {"mine.cpp"})
    assert found is not None
    assert (found.kind, found.place) == ("heap-buffer-overflow", "mine.cpp:7")
    assert found.message == "read of 4 bytes, 0 bytes to the right of 8-byte region"


def test_the_first_error_counts() -> None:
    undefined = "mine.cpp:4:9: runtime error: index 7 out of bounds for type 'int [5]'\n"
    found = read_report(f"debug\n{undefined}{OVERFLOW}", {"mine.cpp"})
    assert found is not None
    assert (found.kind, found.place) == ("undefined-behaviour", "mine.cpp:4")
    assert found.message == "index 7 out of bounds for type 'int [5]'"
    assert read_report("nothing of that kind", {"mine.cpp"}) is None
