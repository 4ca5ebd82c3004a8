"""Junk for validators: what they accept and on what they fail is told, and nothing of those that refuse it all."""

from pathlib import Path

import pytest

from judge.commands.options.verify import VerifyOptions
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.formats.find import load_package
from judge.project.host import JudgeHost
from judge.reports.terminal.junk_text import junk_table
from judge.testdata.junk import KINDS, junk_of
from judge.testdata.known_junk import JunkReport
from judge.testdata.try_junk import try_junk
from judge.tests.packages import LEGACY, VERSION_2025_09, written
from judge.tests.polygon import POLYGON

pytestmark = pytest.mark.built

STRICT = """\
#include <stdio.h>
#include <string.h>
int main() {
  char text[64];
  size_t size = fread(text, 1, sizeof text, stdin);
  return size == 2 && text[0] > '0' && text[0] <= '9' && text[1] == '\\n' ? 42 : 43;
}
"""
LENIENT = '#include <stdio.h>\nint main() { int n; return scanf("%d", &n) == 1 ? 42 : 43; }\n'
CRASHING = """\
#include <stdio.h>
#include <stdlib.h>
int main() { int n; if (scanf("%d", &n) != 1) abort(); return 42; }
"""
ENDLESS = '#include <stdio.h>\nint main() { int n; while (scanf("%d", &n) != 1) {} return 42; }\n'
OWN_CODE = '#include <stdio.h>\nint main() { int n; return scanf("%d", &n) == 1 ? 42 : 7; }\n'
LINE = "#include <stdio.h>\nint main() { return getchar() == EOF ? 1 : 42; }\n"
"""An output validator that fails where there is nothing to read."""
FAILING = """\
#include <stdio.h>
int main(int count, char **names) {
  int found, right;
  if (count < 4 || fscanf(fopen(names[2], "r"), "%d", &found) != 1) return 3;
  return fscanf(fopen(names[3], "r"), "%d", &right) == 1 && found == right ? 0 : 1;
}
"""
"""A checker that fails where there is no number."""
QUICK = "limits: {validation_time: 1}\n"


@pytest.fixture
def few_kinds_of_junk() -> None:
    """All of them."""


def tried(tree: JudgeHost, folder: Path, validator: str) -> JunkReport:
    """What comes of this input validator."""
    manifest = str(LEGACY["problem.yaml"]) + QUICK
    changes = {
        "problem.yaml": manifest,
        "input_validators/validate.py": None,
        "input_validators/v.c": validator,
    }
    [report] = try_junk(tree, load_package(str(written(folder / "double", LEGACY, **changes))))
    return report


def test_there_are_many_kinds_and_each_differs() -> None:
    made = dict(junk_of(b"12 a\n3.5 b\n", b"4\n"))
    assert len(made) == len(KINDS) + 1 > 50
    assert len({kind.name for kind in made}) == len(made)
    assert b"12 a\n3.5 b\n" not in made.values()
    assert sum(not kind.is_harmless for kind in KINDS) >= 30


def test_what_changes_nothing_is_left_out() -> None:
    names = {kind.name for kind, _ in junk_of(b"x\n")}
    assert "empty" in names
    assert not names & {"tabs for spaces", "a negative number", "that of another test"}


def test_a_strict_validator_refuses_all(tree: JudgeHost, tmp_path: Path) -> None:
    report = tried(tree, tmp_path, STRICT)
    assert report.kinds > 30
    assert (report.accepted, report.accepted_harmless, report.failed) == ([], [], {})
    assert junk_table("double", [report]) is None


def test_a_lenient_one_is_told_apart_by_what_it_accepts(tree: JudgeHost, tmp_path: Path) -> None:
    report = tried(tree, tmp_path, LENIENT)
    assert {"a word too many", "a negative number", "a fraction", "a NUL at the end"} <= {*report.accepted}
    assert {"CR LF", "a leading plus", "no final line end"} <= {*report.accepted_harmless}
    assert not report.failed


@pytest.mark.parametrize(
    ("validator", "how"), [(CRASHING, "was stopped"), (ENDLESS, "was stopped"), (OWN_CODE, "exit code 7")]
)
def test_one_that_fails_is_told_with_how(tree: JudgeHost, tmp_path: Path, validator: str, how: str) -> None:
    report = tried(tree, tmp_path, validator)
    assert "empty" in report.failed[how]
    assert "failed on junk/empty" in report.repeat
    assert "repeat.sh" in report.repeat


def test_one_that_hangs_is_not_asked_again(tree: JudgeHost, tmp_path: Path) -> None:
    assert tried(tree, tmp_path, ENDLESS).kinds == 1


def test_output_validators_get_outputs(tree: JudgeHost, tmp_path: Path) -> None:
    changes = {"output_validator/validate.py": None, "output_validator/v.c": LINE}
    package = written(tmp_path / "double", VERSION_2025_09, **changes)
    _, report = try_junk(tree, load_package(str(package)))
    assert "that of another test" in report.accepted
    assert "empty" in report.failed["exit code 1"]


def test_a_checker_of_testlib_that_fails_is_told(tree: JudgeHost, tmp_path: Path) -> None:
    manifest = str(POLYGON["problem.xml"]).replace(
        'files/check.py" type="python.3', 'files/check.c" type="c.gcc'
    )
    changes = {"problem.xml": manifest, "files/check.py": None, "files/check.c": FAILING}
    _, report = try_junk(tree, load_package(str(written(tmp_path / "double", POLYGON, **changes))))
    assert "empty" in report.failed["exit code 3"]
    assert "that of another test" not in report.accepted


def test_verify_shows_a_table(tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    package = written(
        tmp_path / "double", LEGACY, **{"input_validators/validate.py": None, "input_validators/v.c": LENIENT}
    )
    assert verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=2)) == 0
    printed = capsys.readouterr().out
    assert "validators given" in printed
    assert "accepted, harmless" in printed
