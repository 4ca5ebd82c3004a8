"""Every command takes a package from elsewhere, a folder or a zip file, by its path."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.generate import generate
from judge.commands.listing import list_problem
from judge.commands.options.generate import GenerateOptions
from judge.commands.options.run import RunOptions
from judge.commands.options.statement import StatementOptions
from judge.commands.options.submit import SubmitOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.run import run
from judge.commands.samples import samples
from judge.commands.statement import statement
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.broken import BrokenProblem
from judge.problems.time_rule import TimeOptions
from judge.project.devices import DeviceChoice
from judge.project.host import JudgeHost
from judge.tests.packages import (
    DOMJUDGE,
    LEGACY,
    OUTPUT_VALIDATOR,
    PLAIN,
    RIGHT,
    SQUARED,
    VERSION_2025_09,
    Files,
    written,
    zipped,
)
from judge.tests.scoring_packages import SCORED_LEGACY

pytestmark = pytest.mark.built

QUICK = SubmitOptions(time_limit_s=2)
SECONDS = TimeOptions(limit_s=2)


@pytest.fixture
def right(tmp_path: Path) -> str:
    (tmp_path / "right.py").write_text(RIGHT)
    return str(tmp_path / "right.py")


@pytest.fixture
def squared(tmp_path: Path) -> str:
    (tmp_path / "squared.py").write_text(SQUARED)
    return str(tmp_path / "squared.py")


FORMATS = {"legacy": LEGACY, "2025-09": VERSION_2025_09, "DOMjudge": DOMJUDGE, "plain folder": PLAIN}


@pytest.mark.parametrize("name", FORMATS)
def test_a_solution_is_judged_by_a_package(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str, squared: str, name: str
) -> None:
    package = str(written(tmp_path / "double", FORMATS[name]))
    assert submit(tree, package, right, QUICK) == 0
    assert re.search(r"^AC  \w+  right.py  \d of \d tests passed", capsys.readouterr().out, re.MULTILINE)
    assert submit(tree, package, squared, QUICK) == 1
    assert re.search(r"^WA  \w+  squared.py  s\w+/\d", capsys.readouterr().out, re.MULTILINE)


def test_a_zip_file_is_judged_too(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str
) -> None:
    package = zipped(tmp_path / "double.zip", VERSION_2025_09, "double/")
    assert submit(tree, str(package), right, QUICK) == 0
    assert "AC  double  right.py  3 of 3 tests passed" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["legacy", "2025-09", "DOMjudge"])
def test_every_submission_is_as_its_folder_says(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    package = str(written(tmp_path / "double", FORMATS[name]))
    assert verify(tree, Choice((package,)), None, options=VerifyOptions(time_limit_s=SECONDS.limit_s)) == 0
    assert re.search(r"all as expected: 1 problem, 0 solvers, [23] submissions", capsys.readouterr().out)


WRONG = [
    (LEGACY, "accepted", SQUARED, "sample/1: WA, .*; permitted: AC"),
    (LEGACY, "wrong_answer", RIGHT, "no test is WA"),
    (LEGACY, "run_time_error", SQUARED, "no test is RTE"),
    (VERSION_2025_09, "rejected", RIGHT, "no test is RTE or TLE or WA"),
    (VERSION_2025_09, "brute_force", SQUARED, "sample/1: WA, not double.*; permitted: AC and RTE and TLE"),
    (
        VERSION_2025_09,
        "wrong_answer",
        "n = int(input()); print(2 * n + 1 // (n - 5))\n",
        "secret/2-five: RTE, .*; permitted: AC and WA",
    ),
]


@pytest.mark.parametrize(("files", "folder", "source", "reason"), WRONG, ids=[row[3] for row in WRONG])
def test_a_submission_in_the_wrong_folder_is_told(
    tree: JudgeHost,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    files: Files,
    folder: str,
    source: str,
    reason: str,
) -> None:
    package = written(tmp_path / "double", files, **{f"submissions/{folder}/strange.py": source})
    assert (
        verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=SECONDS.limit_s)) == 1
    )
    assert re.search(
        rf"double {folder}/strange.py: expected \w+, found \w+: {reason}", capsys.readouterr().out
    )


def test_what_cannot_be_judged_here_is_skipped_with_the_reason(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = {
        "accepted/a.cob": "x",
        "accepted/old.py": "#!/usr/bin/python2\nprint 3\n",
        "accepted/b/a.txt": "x",
        "accepted/c/run": "#!/bin/sh\n",
        "accepted/logic.pl": "main :-\n    read(X), Y is 2 * X, write(Y).\n",
        "accepted/logic/a.pl": "solve(X, Y) :-\n    Y is 2 * X.\n",
        "accepted/perl.pl": "my $n = <STDIN>; print $n > 0 ? 2 * $n :-1;\n",
    }
    package = written(
        tmp_path / "double", LEGACY, **{f"submissions/{name}": text for name, text in more.items()}
    )
    assert (
        verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=SECONDS.limit_s)) == 0
    )
    said = capsys.readouterr().out
    assert said.count("no language of the judge has the suffix") == 2
    assert "no file has the suffix of a language" in said
    assert "18 runs skipped" in said
    assert re.search(r"accepted/perl.pl +AC", said)


@pytest.mark.parametrize(("name", "status"), [("legacy", 0), ("DOMjudge", 0), ("2025-09", 1)])
def test_a_folder_without_main_starts_with_its_first_file_where_the_judges_of_the_format_do_so(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, status: int
) -> None:
    files = {
        "read.py": "from twice import twice\ntwice(int(input()))\n",
        "twice.py": "def twice(n): print(2 * n)\n",
    }
    more = {f"submissions/accepted/two/{file}": text for file, text in files.items()}
    package = written(tmp_path / "double", FORMATS[name], **more)
    assert (
        verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=SECONDS.limit_s))
        == status
    )
    assert ("expected a file __main__.py or main.py to start" in capsys.readouterr().out) == (status == 1)


PERL = "#!/usr/bin/perl\nuse strict;\nmy %h = map { $_ => 1 } (1);\nprint 2 * <STDIN>, qq(\\n);\n"
PROLOG = "main :- read(X), Y is 2 * X, write(Y).\n:- main.\n"


def test_suffixes_mean_what_they_mean_in_the_formats(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cpp = "#include <iostream>\nint main() { int n; std::cin >> n; std::cout << 2 * n; }\n"
    more = {
        "perl.pl": PERL,
        "prolog.pl": PROLOG,
        "capital.C": cpp,
        "capitals.CPP": cpp,
        "c.c": "int main( {\n",
    }
    package = written(
        tmp_path / "double", LEGACY, **{f"submissions/accepted/{name}": text for name, text in more.items()}
    )
    verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=SECONDS.limit_s))
    rows = dict(re.findall(r"^ accepted/(\S+) +(\w+) ", capsys.readouterr().out, re.MULTILINE))
    assert rows == {
        "perl.pl": "AC",
        "prolog.pl": "SKIP",
        "capital.C": "AC",
        "capitals.CPP": "AC",
        "c.c": "CE",
        "right.py": "AC",
    }


def test_a_language_that_the_package_does_not_permit(tree: JudgeHost, tmp_path: Path, right: str) -> None:
    text = str(VERSION_2025_09["problem.yaml"]) + "languages: [cpp]\n"
    package = written(tmp_path / "double", VERSION_2025_09, **{"problem.yaml": text})
    with pytest.raises(JudgeError, match="may not be solved in Python 3 with NumPy: its languages are cpp"):
        submit(tree, str(package), right, QUICK)


def test_the_limit_of_the_package_binds_and_another_is_measured(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str
) -> None:
    assert submit(tree, str(written(tmp_path / "new", VERSION_2025_09)), right) == 0
    assert "time limit 2 s\n" in capsys.readouterr().out
    assert submit(tree, str(written(tmp_path / "old", LEGACY)), right) == 0
    said = capsys.readouterr()
    assert "1 accepted solution of old" in said.err
    assert "time limit 1 s (measured here)" in said.out
    assert submit(tree, str(written(tmp_path / "plain", PLAIN)), right) == 0
    assert (
        "time limit 10 s (none is set or was measured; it only stops what hangs)" in capsys.readouterr().out
    )


def test_in_2025_09_wrong_solutions_bound_the_limit_from_below_too(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str
) -> None:
    slow = f"import time\nend = time.process_time() + 0.7\nwhile time.process_time() < end: pass\n{SQUARED}"
    text = str(VERSION_2025_09["problem.yaml"]).partition("limits")[0]
    changes = {"problem.yaml": text, "submissions/wrong_answer/squared.py": slow}
    assert submit(tree, str(written(tmp_path / "double", VERSION_2025_09, **changes)), right) == 0
    said = capsys.readouterr()
    assert ": 2 solutions of double" in said.err
    assert "time limit 2 s (measured here)" in said.out


VALIDATORS = {
    "C++": ("check.cc", '#include <fstream>\nint main(int, char** names) { std::ofstream(std::string(names[3]) + '
            '"judgemessage.txt") << "never"; return 43; }\n', "never"),
    "two files": ("check.cpp", '#include "code.h"\nint main() { return CODE; }\n', "no reason"),
    "silent": ("check.py", "import sys; sys.exit(43)\n", "no reason"),
}  # fmt: skip


@pytest.mark.parametrize("kind", VALIDATORS)
def test_validators_of_the_package_are_compiled_and_decide(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str, kind: str
) -> None:
    name, source, message = VALIDATORS[kind]
    changes = {f"output_validators/check/{name}": source, "problem.yaml": "validation: custom\n"}
    if kind == "two files":
        changes["output_validators/check/code.h"] = "#define CODE 43\n"
    package = written(tmp_path / "double", LEGACY, **changes)
    assert submit(tree, str(package), right, QUICK) == 1
    assert message in capsys.readouterr().out


@pytest.mark.parametrize("second", [42, 43])
def test_all_validators_must_accept(tree: JudgeHost, tmp_path: Path, right: str, second: int) -> None:
    package = written(
        tmp_path / "double",
        LEGACY,
        **{
            "problem.yaml": "validation: custom\n",
            "output_validators/a.py": OUTPUT_VALIDATOR,
            "output_validators/b.py": f"import sys; sys.exit({second})\n",
        },
    )
    assert submit(tree, str(package), right, QUICK) == (0 if second == 42 else 1)


def test_a_validator_that_fails_is_the_packages_fault(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str
) -> None:
    changes = {"problem.yaml": "validation: custom\n", "output_validators/a.py": "import sys; sys.exit(0)\n"}
    assert submit(tree, str(written(tmp_path / "double", LEGACY, **changes)), right, QUICK) == 1
    said = capsys.readouterr().out
    assert "the output validator failed on sample/1" in said
    assert "JE  double" in said


def test_a_validator_that_does_not_compile(tree: JudgeHost, tmp_path: Path, right: str) -> None:
    changes = {"problem.yaml": "validation: custom\n", "output_validators/a.cc": "int main( {\n"}
    package = written(tmp_path / "double", LEGACY, **changes)
    with pytest.raises(JudgeError, match=r"output_validators/a\.cc does not compile: .*error"):
        submit(tree, str(package), right, QUICK)


def test_the_other_commands_take_a_package(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str
) -> None:
    package = str(zipped(tmp_path / "double.zip", VERSION_2025_09))
    assert list_problem(tree, package) == 0
    said = capsys.readouterr().out
    assert "format 2025-09, judged by output_validator" in said
    assert "secret/2-five" in said
    assert run(tree, RunOptions(package, right, test_name="2-five", time_limit_s=SECONDS.limit_s)) == 0
    assert capsys.readouterr().out == "10\n"
    assert samples(tree, package, tmp_path / "samples") == 0
    assert (tmp_path / "samples/1.ans").read_text() == "6\n"
    assert statement(tree, StatementOptions(package, "en")) == 0
    said = capsys.readouterr().out
    assert "Double it." in said
    assert "Sample output 1" in said
    with pytest.raises(BrokenProblem, match=r"^double: its package brings its test data"):
        generate(tree, GenerateOptions((package,)))


def test_a_package_beside_one_of_our_own(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = str(written(tmp_path / "twice", DOMJUDGE))
    assert verify(tree, Choice(("double", package), ("cpu-add",)), None) == 0
    assert "2 problems" in capsys.readouterr().out
    bad = str(written(tmp_path / "bad", LEGACY, **{"problem.yaml": "type: output-only\n"}))
    assert verify(tree, Choice(("double", bad), ("cpu-add",)), None) == 1
    said = capsys.readouterr()
    assert "bad could not be judged, everything else as expected: 1 problem, " in said.out
    assert "problem.yaml, line 1: type 'output-only' is not supported" in said.err


BROKEN_PROGRAM = "int main() { return x; }\n"
BROKEN_TOOLS: Mapping[str, tuple[Files, dict[str, str | bytes | None]]] = {
    "output validator": (
        VERSION_2025_09,
        {"output_validator/validate.py": None, "output_validator/tool.cpp": BROKEN_PROGRAM},
    ),
    "static validator": (
        VERSION_2025_09,
        {
            "static_validator/tool.cpp": BROKEN_PROGRAM,
            "data/secret/test_group.yaml": "static_validation_score: pass-fail\n",
        },
    ),
    "grader": (
        SCORED_LEGACY,
        {"data/secret/testdata.yaml": "grading: custom\n", "graders/tool.cpp": BROKEN_PROGRAM},
    ),
}


@pytest.mark.parametrize("tool", BROKEN_TOOLS)
def test_a_package_whose_own_program_does_not_compile_stops_no_other(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], tool: str
) -> None:
    files, changes = BROKEN_TOOLS[tool]
    good = str(written(tmp_path / "twice", DOMJUDGE))
    bad = str(written(tmp_path / "bad", files, **changes))
    assert verify(tree, Choice((bad, good)), None) == 1
    said = capsys.readouterr()
    assert "bad could not be judged, everything else as expected: 1 problem, " in said.out
    assert "does not compile: tool.cpp: In function" in said.err
    with pytest.raises(BrokenProblem, match="does not compile"):
        verify(tree, Choice((bad,)), None)


def test_a_package_that_calls_itself_otherwise_is_the_one_that_was_asked_for(
    tree: JudgeHost, tmp_path: Path
) -> None:
    package = written(tmp_path / "twice", DOMJUDGE)
    (package / "domjudge-problem.ini").write_text("short-name = dbl\n")
    (package / "submissions/accepted/right.py").write_text(SQUARED)
    with pytest.raises(BrokenProblem, match="dbl: no time limit"):
        verify(tree, Choice((str(package),)), None)


def test_one_of_our_own_may_be_named_by_its_folder(tree: JudgeHost, right: str) -> None:
    assert submit(tree, str(tree.installation.problems / "double"), right) == 0


def test_two_of_one_name_are_refused(tree: JudgeHost, tmp_path: Path) -> None:
    packages = [str(written(tmp_path / name / "double", PLAIN)) for name in ("a", "b")]
    with pytest.raises(JudgeError, match="two problems are called double"):
        verify(tree, Choice(tuple(packages)), None)


@pytest.mark.parametrize(("junk", "status"), [("", 0), ("junk\n", 1)])
def test_a_package_without_submissions_is_checked_by_its_validators(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], junk: str, status: int
) -> None:
    files = {name: text for name, text in LEGACY.items() if not name.startswith("submissions/")}
    files |= {"data/secret/1-two.in": junk} if junk else {}
    package = written(tmp_path / "double", files)
    assert verify(tree, Choice((str(package),)), None) == status
    told = capsys.readouterr()
    assert ("secret/1-two.in: validate.py does not accept it" in told.out) == bool(junk)
    assert "the package has no submissions" in told.err
    with pytest.raises(JudgeError, match="nothing to judge"):
        verify(tree, Choice((str(package),), device=DeviceChoice.GPU), None)
