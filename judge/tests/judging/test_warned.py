"""What the compiler suspects stands next to a crash or a wrong answer that it may explain, and next to nothing else."""

import subprocess

import pytest

from judge.base.records import replace
from judge.commands.options.submit import PLAIN, SubmitOptions
from judge.commands.submit import submit
from judge.judging.causes import cause_of
from judge.judging.findings import WARNED, Finding
from judge.judging.verdicts import Verdict
from judge.judging.warned import FORMAT, NOT_MEANT, UNDEFINED, warned_of
from judge.languages.compile_warnings import CompilerWarning, read_warnings
from judge.project.host import JudgeHost

pytestmark = [pytest.mark.built, pytest.mark.usefixtures("common_headers")]

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint a[4];\n"
CPP = "#include <bits/stdc++.h>\nusing namespace std;\nint a[4];\n\n"
FAULTS = {
    "mine.c": {
        'int main(void) { int n; scanf("%d", n); }': "is & missing before argument 2?",
        'int main(void) { long n; int m; scanf("%d%ld", &m, n); }': "is & missing before argument 3?",
        'int main(void) { char c = 0; scanf(" %c", c); }': "expects argument of type 'char *'",
        'int main(void) { int n; scanf("%d%d%d%d%d%d%d", &n); }': "expects a matching 'int *' argument",
        'int main(void) { int n = 5; printf("%s", n); }': "'%s' expects",
        'int main(void) { double d = 3; printf("%d", d); }': "expects argument of type 'int'",
        'int main(void) { int *p; *p = 3; printf("%d", *p); }': "'p' is used uninitialized",
        'int main(void) { int s; printf("x%d", s); }': "'s' is used uninitialized",
        'int *f(void) { int n = 3; return &n; } int main(void) { printf("%d", *f()); }': "address of local",
        'int main(void) { int *p = malloc(80); free(p); free(p); printf("%d", p[0]); }': "after 'free'",
        'int main(void) { int n; scanf("%d", &n); if (n = 3) puts("no"); }': "assignment",
        'int main(void) { int i; for (i = 0; i < 3; i++);\n  puts("7"); }': "does not guard",
        'int main(void) { for (int i = 0; i <= 4; i++) a[i] = i; printf("%d", a[3] + 90); }': "iteration 4 invokes",
    },
    "mine.cpp": {
        'int main() { int n; scanf("%d", n); }': "is & missing before argument 2?",
        'int main() { string s; scanf("%s", s); }': "expects argument of type 'char*'",
        "int main() { string s(50, 'x'); printf(\"%s\", s); }": "'%s' expects",
        "int f(int* p) { if (p) *p = 1; else abort(); } int main() { return f(a); }": "end of non-void",
        "int f(int n) { int b[9]; b[n % 9] = n; return f(n + 1) + b[3]; } int main() { return f(2); }": "recursion",
    },
}
CASES = [(name, text, said) for name, cases in FAULTS.items() for text, said in cases.items()]


def last_line(
    tree: JudgeHost,
    capsys: pytest.CaptureFixture[str],
    name: str,
    text: str,
    options: SubmitOptions = PLAIN,
) -> str:
    source = tree.installation.root / name
    source.write_text((CPP if name.endswith(".cpp") else HEAD) + text + "\n")
    submit(tree, "double", str(source), replace(options, samples_only=True))
    return capsys.readouterr().out.rstrip().splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text", "said"), CASES)
def test_a_failure_is_explained(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    """Whether it crashes or prints something is for the machine to say."""
    line = last_line(tree, capsys, name, text)
    assert line.startswith(("RTE", "WA", "MLE")), line
    assert f"; the compiler warns at {name}:5: " in line
    assert said in line


@pytest.mark.slow
def test_of_a_right_program_nothing_is_said(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'int f(int n) { if (n) return 2 * n; }\nint main(void) { int n; scanf("%d", &n); printf("%d", f(n)); }'
    line = last_line(tree, capsys, "mine.c", text)
    assert line.startswith("AC"), line
    assert "warn" not in line


@pytest.mark.slow
def test_it_says_why_at_the_line_that_the_sanitizers_find(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    text = 'int main(void) { int n;\nscanf("%d", n); }'
    line = last_line(tree, capsys, "mine.c", text, SubmitOptions(sanitize=True))
    assert "killed by SIGSEGV; the compiler warns at mine.c:6: format '%d' expects" in line


@pytest.mark.slow
def test_a_program_that_was_compiled_before_is_explained_as_well(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    text = 'int main(void) { int n; scanf("%d", again); }'
    assert last_line(tree, capsys, "mine.c", text) == last_line(tree, capsys, "mine.c", text)


def test_warnings_are_read_with_either_kind_of_quotation_marks() -> None:
    said = "mine.c:4:11: warning: \u2018n\u2019 is used uninitialized [-Wuninitialized]\n"
    plain = said.replace("\u2018", "'").replace("\u2019", "'")
    assert read_warnings(said * 2) == read_warnings(plain)
    (one,) = read_warnings(said)
    assert (one.flag, one.file, one.line) == ("uninitialized", "mine.c", 4)
    assert read_warnings("mine.c:4:11: error: no\nmine.c:4: note: [-Wformat=]\n") == ()


WARNING = CompilerWarning("return-type", "no return", "mine.c", 3)
TRUNCATED = CompilerWarning(
    "format", "format '%d' expects argument of type 'int', but argument 2 has type 'long'", "mine.c", 4
)
COMPARED = CompilerWarning("parentheses", "suggest parentheses", "mine.c", 5)
OTHERS = replace(WARNING, file="/usr/include/c++/12/bits/stl_vector.h")


def test_only_what_may_explain_the_verdict_is_shown() -> None:
    def lines(verdict: Verdict) -> list[int | None]:
        found = warned_of([WARNING, TRUNCATED, COMPARED, OTHERS, WARNING], verdict, ["mine.c"])
        return [one.line for one in found]

    assert lines(Verdict.RTE) == [3]
    assert lines(Verdict.WA) == [3, 4, 5]
    assert lines(Verdict.TLE) == [3, 5]
    assert lines(Verdict.AC) == lines(Verdict.MLE) == lines(Verdict.JE) == []


def test_what_was_seen_outranks_what_is_suspected_elsewhere() -> None:
    crash = Finding("segmentation-fault", "read of a null pointer", "mine.c", 9)
    elsewhere, here = (Finding(WARNED, "no return", "mine.c", line) for line in (3, 9))
    assert cause_of([elsewhere, crash]) == crash
    assert cause_of([elsewhere, crash, here]) == here


def test_the_flags_are_gccs() -> None:
    """A flag that no compiler has would explain nothing."""
    listed = subprocess.run(["gcc", "--help=warnings"], capture_output=True, text=True, check=True).stdout
    known = {
        line.split()[0].removeprefix("-W").partition("=")[0] for line in listed.splitlines() if line.strip()
    }
    assert (UNDEFINED | NOT_MEANT | FORMAT) - known == set()
