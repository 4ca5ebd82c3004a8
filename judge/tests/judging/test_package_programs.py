"""What the formats let a package add to programs: files, arguments, constants, and scripts that build and run."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.options.statement import StatementOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.statement import statement
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.formats.find import load_package
from judge.problems.time_rule import TimeOptions
from judge.project.host import JudgeHost
from judge.testdata.check_package import package_faults
from judge.tests.packages import LEGACY, OUTPUT_VALIDATOR, RIGHT, VERSION_2025_09, Files, written

pytestmark = pytest.mark.built

Changes = dict[str, str | bytes | None]
MANIFEST = str(VERSION_2025_09["problem.yaml"])
SECONDS = TimeOptions(limit_s=4)
USES_INCLUDED = "from doubling import double\nprint(double(int(input())))\n"
DOUBLING = "def double(number):\n    return 2 * number\n"
CPP = '#include <iostream>\n#include "doubling.hpp"\nint main() { int n; std::cin >> n; std::cout << twice(n); }\n'
HEADER = "inline int twice(int number) { return 2 * number; }\n"
DRIVER = "import solution\nprint(solution.double(int(input())))\n"
PRINTS_ARGUMENT = "import sys\ninput()\nprint(sys.argv[1])\n"
READS_FILE = "print(open('answer.txt').read())\n"
READS_FACTOR = "print(int(open('data.txt').read()) * int(input()))\n"
READS_FACTOR_CPP = (
    "#include <fstream>\n#include <iostream>\n"
    'int main() { int n, m = 0; std::ifstream file("data.txt"); file >> m; std::cin >> n; std::cout << m * n; }\n'
)
WANTS_ARGUMENT = "import sys\nsys.exit(42 if sys.argv[1:] == ['mine', '{}'] else 43)\n"
SEES_FILE = "import os, sys\nsys.exit(42 if os.path.exists('answer.txt') else 43)\n"
RUN = '#!/bin/sh\nexec python3 "$(dirname "$0")/check.py" "$@"\n'
BUILD = "#!/bin/sh\nset -e\nmv source check.py\necho built >&2\n"


def with_cases(**files: str) -> Changes:
    """Gives each case the same files: by ending, with {} for its answer."""
    answers = {"data/sample/1": 6, "data/secret/1-two": 4, "data/secret/2-five": 10}
    return {
        f"{case}.{ending.replace('__', '/').replace('_txt', '.txt')}": text.replace("{}", str(answer))
        for case, answer in answers.items()
        for ending, text in files.items()
    }


GOOD: dict[str, tuple[Files, Changes]] = {
    "a module for Python": (
        VERSION_2025_09,
        {"submissions/accepted/right.py": USES_INCLUDED, "include/python3/doubling.py": DOUBLING},
    ),
    "a header for C++, in legacy": (
        LEGACY,
        {"submissions/accepted/right.cpp": CPP, "include/cpp/doubling.hpp": HEADER, "include/python3/no.py": ""},
    ),
    "a file for all languages, and one that replaces it": (
        VERSION_2025_09,
        {
            "submissions/accepted/right.py": USES_INCLUDED,
            "include/default/doubling.py": "broken(\n",
            "include/python3/doubling.py": DOUBLING,
        },
    ),
    "a driver that starts the submission": (
        VERSION_2025_09,
        {
            "submissions/accepted/right.py": None,
            "submissions/accepted/right/solution.py": DOUBLING,
            "submissions/wrong_answer/squared.py": None,
            "submissions/rejected/crashing.py": None,
            "include/python3/main.py": DRIVER,
        },
    ),
    "arguments of a submission": (
        VERSION_2025_09,
        {"submissions/accepted/right.py": PRINTS_ARGUMENT, **with_cases(yaml="args: ['{}']\n")},
    ),
    "arguments of the output validator": (
        VERSION_2025_09,
        {
            "output_validator/validate.py": "import sys\nsys.exit(42 if sys.argv[4:] == ['a', 'b c'] else 43)\n",
            "submissions/wrong_answer/squared.py": None,
            "data/sample/test_group.yaml": "output_validator_args: [a, b c]\n",
            "data/secret/test_group.yaml": "output_validator_args: [a, b c]\n",
        },
    ),
    "files beside a submission": (
        VERSION_2025_09,
        {"submissions/accepted/right.py": READS_FILE, **with_cases(files__answer_txt="{}\n")},
    ),
    "an included file that is read": (
        VERSION_2025_09,
        {
            "include/default/data.txt": "2\n",
            "submissions/accepted/right.py": READS_FACTOR,
            "submissions/accepted/right.cpp": READS_FACTOR_CPP,
        },
    ),
    "an included file that is read, in legacy": (
        LEGACY,
        {"include/default/data.txt": "2\n", "submissions/accepted/right.cpp": READS_FACTOR_CPP},
    ),
    "files of a folder that are read": (
        VERSION_2025_09,
        {
            "submissions/accepted/python/main.py": READS_FACTOR,
            "submissions/accepted/python/data.txt": "2\n",
            "submissions/accepted/cpp/main.cpp": READS_FACTOR_CPP.replace("data.txt", "more/data.txt"),
            "submissions/accepted/cpp/more/data.txt": "2\n",
        },
    ),
    "files beside a submission, which replace included ones": (
        VERSION_2025_09,
        {
            "include/default/answer.txt": "0\n",
            "submissions/accepted/right.py": READS_FILE,
            **with_cases(files__answer_txt="{}\n"),
        },
    ),
    "constants": (
        VERSION_2025_09,
        {
            "problem.yaml": f"{MANIFEST}constants: {{factor: 2, most: {{value: 9, tex: nine}}}}\n",
            "submissions/accepted/right.py": "print({{factor}} * int(input()) if {{most.value}} == 9 else 0)\n",
            "input_validators/limit.py": "raise SystemExit(42 if int(input()) <= {{most}} else 43)\n",
            "output_validator/validate.py": "'{{unknown}}'\nraise SystemExit(42 if {{factor}} == 2 else 43)\n",
            "submissions/wrong_answer/squared.py": None,
        },
    ),
    "constants, with data that BAPCtools maintains": (
        VERSION_2025_09,
        {
            "problem.yaml": f"{MANIFEST}constants: {{factor: 2}}\n",
            "generators/generators.yaml": "data:\n  sample:\n    data:\n      '1':\n",
            "submissions/wrong_answer/squared.py": "n = int(input())\nprint('{{factor}}' == '2' and 2 * n)\n",
            "output_validator/validate.py": f"assert {{{{factor}}}} == 2\n{OUTPUT_VALIDATOR}",
        },
    ),
    "arguments with constants": (
        VERSION_2025_09,
        {
            "problem.yaml": f"{MANIFEST}constants: {{n: 7}}\n",
            "input_validators/validate.py": "import sys\nsys.exit(42 if sys.argv[1:] == ['7'] else 43)\n",
            "data/sample/test_group.yaml": "input_validator_args: ['{{n}}']\n",
            "data/secret/test_group.yaml": "input_validator_args: [{{n}}]\n",
        },
    ),
    "an output validator with scripts": (
        VERSION_2025_09,
        {
            "output_validator/validate.py": None,
            "output_validator/source": str(VERSION_2025_09["output_validator/validate.py"]),
            "output_validator/build": BUILD,
            "output_validator/run": RUN,
        },
    ),
    "validators with scripts, in legacy": (
        LEGACY,
        {
            "problem.yaml": "name: Double\nvalidation: custom\n",
            "output_validators/a/run": RUN,
            "output_validators/a/check.py": str(VERSION_2025_09["output_validator/validate.py"]),
            "input_validators/b/build": "#!/bin/sh\nmv source run\n",
            "input_validators/b/source": "#!/bin/sh\nread number && exit 42\n",
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_a_good_package_is_as_expected(tree: JudgeHost, tmp_path: Path, name: str) -> None:
    files, changes = GOOD[name]
    package = written(tmp_path / "double", files, **changes)
    assert (
        verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=SECONDS.limit_s)) == 0
    )


@pytest.mark.parametrize(
    "name",
    [
        "a module for Python",
        "arguments of a submission",
        "files beside a submission",
        "an included file that is read",
        "an included file that is read, in legacy",
    ],
)
def test_without_what_the_package_adds_it_is_not(tree: JudgeHost, tmp_path: Path, name: str) -> None:
    files, changes = GOOD[name]
    only = {file: text for file, text in changes.items() if file.startswith("submissions/")}
    package = written(tmp_path / "double", files, **only)
    assert (
        verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=SECONDS.limit_s)) == 1
    )


def test_input_validators_get_their_arguments_then_those_of_the_submission(
    tree: JudgeHost, tmp_path: Path
) -> None:
    said = "args: ['{}']\ninput_validator_args: {one.py: [mine]}\n"
    one, other = WANTS_ARGUMENT.format("6"), "import sys\nsys.exit(42 if sys.argv[1:] == ['6'] else 43)\n"
    changes: Changes = {
        **{file: None for file in VERSION_2025_09 if "secret" in file},
        "data/secret/1.in": "3\n",
        "data/secret/1.ans": "6\n",
        "data/secret/1.yaml": said.replace("{}", "6"),
        "data/sample/1.yaml": said.replace("{}", "6"),
        "input_validators/one.py": one,
        "input_validators/other.py": other,
    }
    problem = load_package(str(written(tmp_path / "double", VERSION_2025_09, **changes)))
    assert package_faults(tree, problem) == []


def test_input_validators_see_the_files_of_the_case(tree: JudgeHost, tmp_path: Path) -> None:
    changes = {"input_validators/sees.py": SEES_FILE, **with_cases(files__answer_txt="{}\n")}
    problem = load_package(str(written(tmp_path / "double", VERSION_2025_09, **changes)))
    assert package_faults(tree, problem) == []
    bad = load_package(
        str(written(tmp_path / "bad/double", VERSION_2025_09, **{"input_validators/sees.py": SEES_FILE}))
    )
    assert any("sees.py does not accept it" in fault for fault in package_faults(tree, bad))


def test_what_is_added_does_not_count_as_code(tree: JudgeHost, tmp_path: Path) -> None:
    changes = {
        "problem.yaml": MANIFEST.replace("limits:\n", "limits:\n  code: 1\n"),
        "include/python3/doubling.py": f"{DOUBLING}# {'x' * 4096}\n",
        "submissions/accepted/right.py": USES_INCLUDED,
        "submissions/accepted/long.py": f"{RIGHT}# {'x' * 4096}\n",
    }
    package = written(tmp_path / "double", VERSION_2025_09, **changes)
    assert (
        verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=SECONDS.limit_s)) == 1
    )
    (package / "submissions/accepted/long.py").unlink()
    assert (
        verify(tree, Choice((str(package),)), None, options=VerifyOptions(time_limit_s=SECONDS.limit_s)) == 0
    )


@pytest.mark.parametrize(
    ("build", "error"),
    [
        ("#!/bin/sh\necho no luck >&2\nexit 3\n", "does not compile: no luck"),
        ("#!/bin/sh\n", "there is no file run"),
    ],
)
def test_a_script_that_fails_is_told(tree: JudgeHost, tmp_path: Path, build: str, error: str) -> None:
    changes: Changes = {"output_validator/validate.py": None, "output_validator/build": build}
    package = written(tmp_path / "double", VERSION_2025_09, **{"data/sample/1.out": "6\n", **changes})
    with pytest.raises(JudgeError, match=error):
        package_faults(tree, load_package(str(package)))


def test_a_statement_shows_the_constants(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {"problem.yaml": f"{MANIFEST}constants: {{n: {{value: 7, tex: seven}}}}\n"}
    text = {"statement/problem.en.md": "Up to {{n}}, {{n.tex}}, {{m}}.\n"}
    package = written(tmp_path / "double", VERSION_2025_09, **said, **text)
    assert statement(tree, StatementOptions(str(package), "en", "markdown")) == 0
    assert "Up to 7, seven, {{m}}." in capsys.readouterr().out
    tex: Changes = {"statement/problem.en.md": None, "statement/problem.en.tex": "Up to \\constant{n.tex}.\n"}
    package = written(tmp_path / "tex", VERSION_2025_09, **said, **tex)
    assert statement(tree, StatementOptions(str(package), "en")) == 0
    assert "Up to seven." in capsys.readouterr().out
