"""The solutions of Polygon packages: extra tags, of groups of tests, and files that are compiled with solutions."""

from pathlib import Path

import pytest

from judge.commands.verify import verify
from judge.judging.expected import is_settled
from judge.judging.prepare import prepared
from judge.judging.selection import Choice
from judge.judging.stored import stored_submissions
from judge.judging.verdicts import Verdict
from judge.problems.formats.find import load_package
from judge.problems.submission_rules import Expectation, exactly
from judge.project.host import JudgeHost
from judge.tests.packages import RIGHT, Files, written
from judge.tests.polygon import POLYGON, SOLUTIONS, manifest

pytestmark = pytest.mark.built

MAIN = SOLUTIONS.splitlines()[0]
GROUPED = '<test group="1"/><test group="2"/><test group="2" method="generated" cmd="gen 1"/>'
SMALL = "n = int(input())\nprint(2 * n if n < 4 else 0)\n"
FIRST_ONLY = "n = int(input())\nprint(2 * n if n == 3 else 0)\n"


def with_extra(*tags: tuple[str, str, str]) -> Files:
    """`tags`: of squared.py, each with its group and its testset."""
    extra = "".join(f'<extra-tag tag="{tag}" group="{group}" testset="{of}"/>' for tag, group, of in tags)
    solutions = (
        f'{MAIN}<solution tag="rejected"><source path="solutions/squared.py"/>'
        f"<extra-tags>{extra}</extra-tags></solution>"
    )
    return {**POLYGON, "problem.xml": manifest(tests=GROUPED, solutions=solutions)}


@pytest.mark.parametrize(
    ("source", "tags", "fault"),
    [
        (FIRST_ONLY, [("accepted", "1", "tests"), ("wrong-answer", "2", "tests")], ""),
        (FIRST_ONLY, [("accepted", "2", "tests")], "secret/02: WA, wrong answer not double; permitted: AC"),
        (SMALL, [("time-limit-exceeded", "2", "tests")], "secret/02: WA"),
        (SMALL, [("accepted", "2", "other")], ""),
        (FIRST_ONLY, [("wrong-answer", "", "tests")], ""),
        (FIRST_ONLY, [("do-not-run", "1", "tests")], ""),
        (SMALL, [("runtime-error", "2", "tests")], "no test of group 2 is RTE"),
    ],
)
def test_extra_tags_are_of_the_tests_of_a_group(
    tree: JudgeHost,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    source: str,
    tags: list[tuple[str, str, str]],
    fault: str,
) -> None:
    package = written(tmp_path / "double", with_extra(*tags), **{"solutions/squared.py": source})
    status = verify(tree, Choice((str(package),)), None)
    assert status == (1 if fault else 0)
    assert fault in " ".join(capsys.readouterr().out.split())


def test_a_first_failure_ends_nothing_that_is_said_of_other_tests() -> None:
    tested = [("a", Verdict.WA, "")]
    of_group = Expectation(frozenset({"AC"}), tests="group 2", names=frozenset({"b", "c"}))
    assert is_settled([exactly("WA")], tested, True, ["b", "c"])
    assert not is_settled([exactly("WA"), of_group], [*tested, ("b", Verdict.AC, "")], True, ["c"])
    assert is_settled([exactly("WA"), of_group], [*tested, ("b", Verdict.AC, "")], True, ["d"])


NEEDS = "#include <{}>\nint main() {{ return 1 }}\n"
OF_WINDOWS = {
    "windows.h": True,
    "CONIO.H": True,
    "bits/windows.h": False,
    "none.h": False,
    "cstdio": False,
}
"""Headers, and whether one that is missing is one of Windows."""


@pytest.mark.parametrize("header", OF_WINDOWS)
def test_a_source_for_windows_is_skipped_and_others_are_not(
    tree: JudgeHost, tmp_path: Path, header: str
) -> None:
    solutions = f'{MAIN}<solution tag="rejected"><source path="solutions/it.cpp"/></solution>'
    sources = {"solutions/squared.py": "", "solutions/it.cpp": NEEDS.format(header)}
    files: Files = {**POLYGON, **sources, "problem.xml": manifest(solutions=solutions)}
    problem = load_package(str(written(tmp_path / "double", files)))
    [found] = [one for one in stored_submissions(tree, problem) if one.name == "rejected/it.cpp"]
    compiled = prepared(tree, found, ())
    assert compiled.error is not None
    assert found.language is not None
    assert (header in (found.language.refusal(compiled.error) or "")) is OF_WINDOWS[header]


GRADER = '#include <cstdio>\n#include "twice.h"\nint main() { int n; scanf("%d", &n); printf("%d\\n", twice(n)); }\n'
FUNCTION = '#include "twice.h"\nint twice(int number) { return 2 * number; }\n'


def test_solutions_are_compiled_with_the_grader(tree: JudgeHost, tmp_path: Path) -> None:
    asset = '<stages><stage name="compile"/></stages><assets><asset name="solution"/></assets>'
    resources = "".join(
        f'<file path="files/{name}" for-types="cpp.*">{asset}</file>' for name in ("grader.cpp", "twice.h")
    )
    solutions = "".join(
        f'<solution tag="{tag}"><source path="solutions/{tag}.{suffix}"/></solution>'
        for tag, suffix in (("main", "cpp"), ("wrong-answer", "cpp"), ("accepted", "py"))
    )
    files = {
        **POLYGON,
        "problem.xml": manifest(resources=resources, solutions=solutions),
        "files/grader.cpp": GRADER,
        "files/twice.h": "int twice(int number);\n",
        "solutions/main.cpp": FUNCTION,
        "solutions/wrong-answer.cpp": FUNCTION.replace("2 * number", "number * number"),
        "solutions/accepted.py": RIGHT,
    }
    package = written(tmp_path / "double", files)
    assert verify(tree, Choice((str(package),)), None) == 0, "the answers are made with the grader, too"
    swapped = {"solutions/wrong-answer.cpp": FUNCTION}
    package = written(tmp_path / "swapped" / "double", files, **swapped)
    assert verify(tree, Choice((str(package),)), None) == 1
