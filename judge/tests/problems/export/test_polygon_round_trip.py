"""Packages for Polygon and from it: what was exported is judged the same when it is read again."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.export import FORMATS, export
from judge.commands.options.export import ExportOptions, PackageForm
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.languages import problem_tools
from judge.languages.language import Language
from judge.languages.sources import language_of_folder
from judge.problems.export.polygon_programs import standard_checker
from judge.problems.export.polygon_statements import one_text, parts_of
from judge.problems.formats.find import load_package
from judge.problems.model import Problem, TestCase
from judge.problems.submission_rules import main_verdict
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.testdata.check_package import package_faults
from judge.testdata.generate import ensure_data
from judge.tests.packages import DOMJUDGE, LEGACY, PLAIN, VERSION_2025_09, Files, written
from judge.tests.polygon import POLYGON, SOLUTIONS, manifest

pytestmark = pytest.mark.built

TEX = "\\problemname{Double}\nDouble it.\n\\section*{Input}\nA number.\n\\section*{Output}\nIts double.\n"
CPP_VALIDATOR = """\
#include "read.h"
int main(int, char** argv) {
  if (read() == std::string(argv[1])) exit(42);
  std::exit(43);
}
"""
SOURCES: Mapping[str, Files] = {
    "legacy": {**LEGACY, "problem_statement/problem.en.tex": TEX},
    "2025-09": VERSION_2025_09,
    "domjudge": DOMJUDGE,
}
TAGGED = f"""{SOLUTIONS}
<solution tag="accepted"><source path="solutions/also.py"/></solution>
<solution tag="runtime-error"><source path="solutions/crashing.py"/></solution>
<solution tag="rejected"><source path="solutions/either.py"/></solution>
"""
RICH_POLYGON: Files = {
    **POLYGON,
    "problem.xml": manifest(
        solutions=TAGGED,
        checker_tests='<test verdict="ok"/><test verdict="wrong-answer"/>',
        validator_tests='<test verdict="valid"/><test verdict="invalid"/>',
        tests='<test method="manual" sample="true"/>\n<test method="manual" group="a"/>\n',
    ).replace("</problem>", '<tags><tag value="easy"/></tags></problem>'),
    "statement-sections/english/name.tex": "Double\n",
    "statement-sections/english/legend.tex": "Double it.\n",
    "statement-sections/english/input.tex": "A number.\n",
    "statement-sections/english/output.tex": "Its double.\n",
    "solutions/also.py": "print(int(input()) * 2)\n",
    "solutions/crashing.py": "print(2 * int(input()) // 0)\n",
    "solutions/either.py": "print(int(input()) + 1)\n",
    "files/tests/checker-tests/01": "2\n",
    "files/tests/checker-tests/01.o": " 4 \n",
    "files/tests/checker-tests/01.a": "4\n",
    "files/tests/checker-tests/02": "2\n",
    "files/tests/checker-tests/02.o": "4 4\n",
    "files/tests/checker-tests/02.a": "4\n",
    "files/tests/validator-tests/01": "7\n",
    "files/tests/validator-tests/02": "x\n",
}


def said(tree: JudgeHost, problem: Problem) -> dict[str, Any]:
    """What both sides can say; the names of tests become numbers."""
    package = problem.package
    assert package is not None
    ensure_data(tree, problem)
    return {
        "id": problem.id,
        "title": problem.title,
        "tests": [
            (test.is_sample, test.input.read_text(), test.answer.read_text()) for test in package.tests
        ],
        "memory": problem.limits.memory_bytes,
        "submissions": sorted(
            (main_verdict(package.rules.of(name)), path.name, path.read_text())
            for name, path in package.submissions.items()
        ),
        "validators": (len(package.input_validators), len(problem.output_validators)),
        "invalid inputs": [test.input.read_text() for test in package.invalid_inputs],
        "outputs": [(one.output.read_text(), one.is_right) for one in package.judged_outputs],
    }


@pytest.fixture
def unoptimised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs of packages are compiled in a fraction of the time, and decide the same."""

    def language(*asked: Any) -> Language:
        found = language_of_folder(*asked)
        return replace(found, compile=tuple(word.replace("-O2", "-O0") for word in found.compile))

    monkeypatch.setattr(problem_tools, "language_of_folder", language)


@pytest.mark.parametrize("source", SOURCES)
def test_what_polygon_can_say_of_another_package_comes_back(
    tree: JudgeHost, tmp_path: Path, source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written(tmp_path / "double", SOURCES[source])
    target = tmp_path / "out/double.zip"
    assert export(tree, ExportOptions(str(folder), "polygon", target)) == 0
    first, second = load_package(str(folder)), load_package(str(target))
    assert said(tree, second) == said(tree, first)
    assert verify(tree, Choice((str(target),)), None) == 0


@pytest.mark.parametrize("target", sorted(FORMATS.keys() - {"polygon"}))
def test_what_other_formats_can_say_of_a_polygon_package_comes_back(
    tree: JudgeHost, tmp_path: Path, target: PackageForm
) -> None:
    folder = written(tmp_path / "double", RICH_POLYGON)
    assert export(tree, ExportOptions(str(folder), target, tmp_path / "out/double")) == 0
    first, second = load_package(str(folder)), load_package(str(tmp_path / "out/double"))
    wanted = said(tree, first)
    if target != "2025-09":
        wanted |= {"invalid inputs": [], "outputs": []}
    assert said(tree, second) == wanted
    statement = second.statements["en"].read_text()
    assert parts_of(statement, "en") == {
        "legend": "Double it.\n", "input": "A number.\n", "output": "Its double.\n"
    }  # fmt: skip
    assert verify(tree, Choice((str(tmp_path / "out/double"),)), None) == 0


def test_polygon_to_polygon_loses_nothing_but_the_way_tests_were_made(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written(tmp_path / "double", RICH_POLYGON)
    assert export(tree, ExportOptions(str(folder), "polygon", tmp_path / "out/double", strict=True)) == 0
    assert "not in the package" not in capsys.readouterr().out
    first, second = load_package(str(folder)), load_package(str(tmp_path / "out/double"))
    assert said(tree, second) == said(tree, first)
    assert (second.limits, second.names, second.about) == (first.limits, first.names, first.about)
    assert second.about.keywords == ("easy",)
    assert second.package
    assert first.package
    assert set(second.package.submissions) == set(first.package.submissions)
    assert [test.input_validator_args for test in second.package.tests] == [
        test.input_validator_args for test in first.package.tests
    ]
    generated = written(tmp_path / "generated/double", POLYGON)
    assert export(tree, ExportOptions(str(generated), "polygon", tmp_path / "plain", strict=True)) == 1
    assert "not in the package: generators" in capsys.readouterr().out
    assert verify(tree, Choice((str(tmp_path / "plain"),)), None) == 0


def test_a_submission_of_which_nothing_is_expected_is_not_taken_for_a_right_one(
    tree: JudgeHost, tmp_path: Path
) -> None:
    folder = written(
        tmp_path / "double", LEGACY, **{"submissions/slow_accepted/slow.py": "while True: pass\n"}
    )
    assert export(tree, ExportOptions(str(folder), "polygon", tmp_path / "out/double")) == 0
    package = load_package(str(tmp_path / "out/double")).package
    assert package
    assert not any("slow" in name and package.rules.of(name) for name in package.submissions)
    assert "solutions/slow.py is not judged: its tag is do-not-run" in package.remarks


@pytest.mark.usefixtures("unoptimised")
@pytest.mark.parametrize("accepted", [True, False])
def test_validators_in_cpp_with_headers_and_arguments_stand_alone(
    tree: JudgeHost, tmp_path: Path, accepted: bool
) -> None:
    """`exit` within them, and the arguments that no caller of testlib's passes."""
    changes = {
        "problem.yaml": "problem_format_version: 2025-09\nname: Double\nlimits: {time_limit: 2}\n"
        "uuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d11\n",
        "input_validators/validate.py": None,
        "input_validators/letters/main.cpp": CPP_VALIDATOR,
        "input_validators/letters/read.h": "#include <iostream>\n#include <string>\n"
        "inline std::string read() { std::string word; std::cin >> word; return word; }\n",
        **{name: "7\n" for name in VERSION_2025_09 if name.endswith(".in")},
        **{name: "14\n" for name in VERSION_2025_09 if name.endswith(".ans")},
        **{
            f"data/{group}/test_group.yaml": f"input_validator_args: ['{7 if accepted else 8}']\n"
            for group in ("sample", "secret")
        },
    }
    folder = written(tmp_path / "double", VERSION_2025_09, **changes)
    assert export(tree, ExportOptions(str(folder), "polygon", tmp_path / "out/double")) == 0
    problem = load_package(str(tmp_path / "out/double"))
    assert bool(package_faults(tree, problem)) is not accepted


def test_the_reason_of_an_output_validator_is_that_of_the_checker(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written(tmp_path / "double", VERSION_2025_09)
    assert export(tree, ExportOptions(str(folder), "polygon", tmp_path / "out/double")) == 0
    assert verify(tree, Choice((str(tmp_path / "out/double"),)), None) == 0
    assert "not double: ['9']" in capsys.readouterr().out


@pytest.mark.usefixtures("unoptimised")
def test_the_default_comparison_goes_along_where_no_checker_of_testlib_decides_like_it(
    tree: JudgeHost, tmp_path: Path
) -> None:
    """The program is the one that judges here: NO for an answer No is right."""
    for name in ("runner", "base"):
        (tree.installation.root / name).symlink_to(this_installation().root / name)
    cases = {name: "No\n" for name in LEGACY if name.endswith(".ans")}
    solutions = {
        "submissions/accepted/right.py": "print('NO')\n", "submissions/wrong_answer/squared.py": "print('NOT')\n"
    }  # fmt: skip
    folder = written(tmp_path / "double", LEGACY, **cases, **solutions)
    assert export(tree, ExportOptions(str(folder), "polygon", tmp_path / "out/double")) == 0
    assert (tmp_path / "out/double/files/check.cpp").is_file()
    assert verify(tree, Choice((str(tmp_path / "out/double"),)), None) == 0


@pytest.mark.parametrize(
    ("answer", "arguments", "name"),
    [
        ("12 -3\n0\n", (), "std::ncmp.cpp"),
        ("9223372036854775808\n", (), "std::wcmp.cpp"),
        ("007\n", (), "std::wcmp.cpp"),
        ("#.#\n", (), "std::wcmp.cpp"),
        ("No\n", (), None),
        ("No\n", ("case_sensitive",), "std::wcmp.cpp"),
        ("1.50\n", ("float_tolerance", "1e-6"), "std::rcmp6.cpp"),
        ("1.50\n", ("float_tolerance", "0.000001"), "std::rcmp6.cpp"),
        ("1.50\n", ("float_tolerance", "1e-5"), None),
        ("x 1.5\n", ("float_tolerance", "1e-6"), None),
        ("1.5\n", ("float_absolute_tolerance", "1e-6"), None),
        ("1\n", ("space_change_sensitive",), None),
    ],
)
def test_a_checker_of_testlib_is_named_only_if_it_decides_alike(
    tmp_path: Path, answer: str, arguments: tuple[str, ...], name: str | None
) -> None:
    (tmp_path / "a").write_text(answer)
    assert standard_checker([TestCase("a", tmp_path / "a", tmp_path / "a")], arguments) == name


def test_a_standard_checker_without_its_source_is_the_comparison(tmp_path: Path) -> None:
    named = manifest().replace('<checker type="testlib">', '<checker name="std::rcmp6.cpp" type="testlib">')
    without = re.sub(r"(<checker [^>]*>)<source [^>]*/>", r"\1", named)
    problem = load_package(str(written(tmp_path / "double", POLYGON, **{"problem.xml": without})))
    assert problem.package
    assert problem.output_validators == ()
    assert problem.package.tests[0].validator_args == ("float_tolerance", "1e-6")
    assert load_package(str(written(tmp_path / "own", POLYGON, **{"problem.xml": named}))).output_validators
    with pytest.raises(JudgeError, match="the source of this checker is missing"):
        load_package(
            str(written(tmp_path / "bad", POLYGON, **{"problem.xml": without.replace("rcmp6", "unknown")}))
        )


@pytest.mark.parametrize(
    ("files", "error"),
    [
        ({**VERSION_2025_09, "problem.yaml": f"{VERSION_2025_09['problem.yaml']!s}type: interactive\n"}, "interactive"),
        ({**LEGACY, "include/python3/a.py": "A = 1\n"}, "include/ cannot be exported to Polygon"),
        ({**PLAIN}, "Polygon requires an accepted solution in one file"),
        (
            {
                **{name: text for name, text in VERSION_2025_09.items() if not name.startswith("output_")},
                "output_validator/a.java": "class A {}\n",
            },
            "only a validator that is one source file in C\\+\\+ or Python",
        ),
    ],
)  # fmt: skip
def test_what_polygon_cannot_judge_is_refused(
    tree: JudgeHost, tmp_path: Path, files: Files, error: str
) -> None:
    folder = written(tmp_path / "double", files)
    with pytest.raises(JudgeError, match=error):
        export(tree, ExportOptions(str(folder), "polygon", tmp_path / "out"))


@pytest.mark.parametrize("target", sorted(FORMATS.keys() - {"polygon"}))
def test_the_formats_of_the_icpc_have_no_named_files(
    tree: JudgeHost, tmp_path: Path, target: PackageForm
) -> None:
    named = manifest(judging='input-file="in.txt" output-file=""')
    solution = "print(2 * int(open('in.txt').read()))\n"
    folder = written(tmp_path / "double", POLYGON, **{"problem.xml": named, "solutions/main.py": solution})
    with pytest.raises(JudgeError, match=r"solutions read in\.txt and write standard output"):
        export(tree, ExportOptions(str(folder), target, tmp_path / "out"))
    assert export(tree, ExportOptions(str(folder), "polygon", tmp_path / "same")) == 0
    again = load_package(str(tmp_path / "same"))
    assert again.package
    assert again.package.named_files
    assert again.package.named_files.input == "in.txt"


def test_a_statement_is_split_at_its_headings_and_joined_again() -> None:
    parts = parts_of(TEX + "\\section*{Constraints}\nSmall.\n\\section*{Note}\nEasy.\n", "en")
    assert parts == {
        "legend": "Double it.\n",
        "input": "A number.\n",
        "output": "Its double.\n\\section*{Constraints}\nSmall.\n",
        "notes": "Easy.\n",
    }
    assert parts_of(one_text("Double", parts, "en"), "en") == parts
    assert parts_of("\\section*{输入}\n一个数。\n", "zh") == {"legend": "\n", "input": "一个数。\n"}
