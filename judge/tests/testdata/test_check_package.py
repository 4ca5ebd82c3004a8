"""What a package's validators say of its inputs and outputs is compared with what the package says."""

from pathlib import Path

import pytest

from judge.commands.options.verify import VerifyOptions
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.formats.find import load_package
from judge.project.host import JudgeHost
from judge.testdata.check_package import package_faults
from judge.tests.packages import LEGACY, VERSION_2025_09, Files, written

pytestmark = pytest.mark.built

Changes = dict[str, str | bytes | None]
VALID = "data/valid_output/1"
INVALID = "data/invalid_output/1"
WITH_FLAG = "import sys\nsys.exit(42 if sys.argv[1:] == ['7'] else 43)\n"
ASSERTING = "assert input().isdigit()\nraise SystemExit(42)\n"
KILLED = "import os\nos.kill(os.getpid(), 11)\n"


def of(case: str, **files: str) -> Changes:
    """A case's files by ending."""
    return {f"{case}.{ending}": text for ending, text in files.items()}


GOOD: list[Changes] = [
    {},
    {"data/invalid_input/letter.in": "x\n"},
    {"data/invalid_input/letter.in": "x\n", "input_validators/validate.py": ASSERTING},
    {"data/invalid_input/letter.in": "x\n", "input_validators/lenient.py": "raise SystemExit(42)\n"},
    {"input_validators/b.py": WITH_FLAG, "data/sample/test_group.yaml": "input_validator_args: [7]\n",
     "data/secret/test_group.yaml": "input_validator_args: ['7']\n"},
    {"data/sample/1.out": "6\n"},
    of(VALID, **{"in": "4\n", "ans": "8\n", "out": "8\n"}),
    of(INVALID, **{"in": "4\n", "ans": "8\n", "out": "9\n"}),
]  # fmt: skip
SILENT = "import sys\nsys.exit(42 if sys.stdin.buffer.read() in (b'3\\n', b'2\\n', b'5\\n') else 43)\n"
BAD: list[tuple[Changes, str]] = [
    *[
        (
            {"input_validators/validate.py": SILENT, **of("data/secret/9", **{"in": given, "ans": "6\n"})},
            f"secret/9.in: validate.py does not accept it: no reason given; {unseen}",
        )
        for given, unseen in [
            ("3\r\n", "its lines end in CR LF, as Windows writes them"),
            ("\ufeff3\n", "it begins with a byte-order mark"),
            ("3", "its last line has no line end"),
        ]
    ],
    (of("data/secret/9", **{"in": "x\n", "ans": "6\n"}), "secret/9.in: validate.py does not accept it"),
    (
        {"data/invalid_input/number.in": "7\n"},
        "invalid_input/number.in: expected an input validator to reject it",
    ),
    ({"data/invalid_input/a.in": "7\n", "input_validators/validate.py": KILLED}, "failed on invalid_input/a"),
    ({"input_validators/b.py": WITH_FLAG}, "sample/1.in: b.py does not accept it"),
    ({"data/sample/1.out": "7\n"}, "sample/1.out: expected that it is accepted, found otherwise: not double"),
    (
        of(VALID, **{"in": "4\n", "ans": "8\n", "out": "9\n"}),
        "valid_output/1.out: expected that it is accepted",
    ),
    (
        of(VALID, **{"in": "x\n", "ans": "8\n", "out": "8\n"}),
        "valid_output/1.in: validate.py does not accept it",
    ),
    (
        of(INVALID, **{"in": "4\n", "ans": "8\n", "out": "8\n"}),
        "invalid_output/1.out: expected that it is rejected",
    ),
]


def faults(tree: JudgeHost, folder: Path, files: Files, changes: Changes) -> list[str]:
    return package_faults(tree, load_package(str(written(folder / "double", files, **changes))))


@pytest.mark.parametrize("changes", GOOD, ids=range(len(GOOD)))
def test_a_good_package_has_no_fault(tree: JudgeHost, tmp_path: Path, changes: Changes) -> None:
    assert faults(tree, tmp_path, VERSION_2025_09, changes) == []


@pytest.mark.parametrize(("changes", "fault"), BAD, ids=[row[1] for row in BAD])
def test_each_fault_is_told(tree: JudgeHost, tmp_path: Path, changes: Changes, fault: str) -> None:
    assert any(fault in line for line in faults(tree, tmp_path, VERSION_2025_09, changes))


def test_verify_fails_with_a_fault(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = written(tmp_path / "double", LEGACY, **{"input_validators/strict.py": "raise SystemExit(43)\n"})
    assert verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=2)) == 1
    assert "double: sample/1.in: strict.py does not accept it" in capsys.readouterr().out
