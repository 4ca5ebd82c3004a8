"""What is read from a Polygon package, and each defect of one: an error with file and line."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.problems.formats.find import load_package
from judge.problems.model import Package, Problem
from judge.problems.program import Protocol
from judge.tests.packages import written, zipped
from judge.tests.polygon import POLYGON, SOLUTIONS, TESTS, manifest

NOT_RUN = f'{SOLUTIONS}<solution tag="do-not-run"><source path="solutions/main.py"/></solution>'

Changes = dict[str, str | bytes | None]


def loaded(folder: Path, changes: Changes | None = None) -> tuple[Problem, Package]:
    problem = load_package(str(written(folder / "double", POLYGON, **(changes or {}))))
    assert problem.package is not None
    return problem, problem.package


def test_a_polygon_package_says_this(tmp_path: Path) -> None:
    problem, package = loaded(tmp_path)
    assert (problem.id, problem.names, package.format) == ("double", {"en": "Double"}, "Polygon")
    assert (problem.limits.time_s, problem.limits.memory_bytes) == (2.0, 256 << 20)
    assert [(path.name, path.protocol) for path in problem.output_validators] == [
        ("check.py", Protocol.TESTLIB)
    ]
    assert [test.name for test in package.tests] == ["sample/01", "secret/02", "secret/03", "secret/04"]
    assert set(package.submissions) == {"main/main.py", "wrong-answer/squared.py"}
    assert problem.statements["en"].name == "problem.tex"
    assert package.remarks == ()


def test_what_is_missing_is_to_be_made(tmp_path: Path) -> None:
    _, package = loaded(tmp_path)
    said = {
        one.test.name: (one.generator, one.arguments, one.output_file, one.solutions)
        for one in package.recipes
    }
    assert set(said) == {"sample/01", "secret/03", "secret/04"}
    assert said["sample/01"][0] is None
    assert said["secret/03"][1] == ("3", "4")
    assert said["secret/04"][2] == "made.txt"
    assert all(solutions[0].name == "main.py" for *_, solutions in said.values())


def test_another_generator_makes_other_files(tmp_path: Path) -> None:
    """A changed package must not be judged with the tests of the old one."""
    _, one = loaded(tmp_path / "1")
    _, same = loaded(tmp_path / "2")
    _, other = loaded(tmp_path / "3", {"files/gen.py": "print(9)\n"})
    names = [package.recipes[1].test.input.parent.parent.name for package in (one, same, other)]
    assert names[0] == names[1] != names[2]


def test_a_zip_file_is_the_same(tmp_path: Path) -> None:
    problem = load_package(str(zipped(tmp_path / "double.zip", POLYGON, "double-3/")))
    assert problem.package is not None
    assert len(problem.package.tests) == 4


def test_tests_of_checker_and_validator_are_those_of_the_package(tmp_path: Path) -> None:
    _, package = loaded(
        tmp_path,
        {
            "problem.xml": manifest(
                checker_tests='<test verdict="ok"/><test verdict="wrong-answer"/>',
                validator_tests='<test verdict="valid"/><test verdict="invalid"/>',
            ),
            **{
                f"files/tests/checker-tests/0{number}{ending}": "1\n"
                for number in (1, 2)
                for ending in ("", ".o", ".a")
            },
            **{f"files/tests/validator-tests/0{number}": "1\n" for number in (1, 2)},
        },
    )
    assert [one.is_right for one in package.judged_outputs] == [True, False]
    assert [test.name for test in package.valid_inputs] == ["validator-tests/1"]
    assert [test.name for test in package.invalid_inputs] == ["validator-tests/2"]


@pytest.mark.parametrize(
    ("changes", "remark"),
    [
        ({"strange.txt": ""}, "strange.txt is not used"),
        ({"problem.xml": manifest(groups="<weights/>\n")}, "problem.xml, line 18: the element weights is not used"),
        (
            {"problem.xml": manifest(tests=f'{TESTS}<test method="generated" cmd="gen 1" colour="red"/>')},
            "attribute colour",
        ),
        (
            {"problem.xml": manifest(solutions=NOT_RUN)},
            "solutions/main.py is not judged: its tag is do-not-run",
        ),
    ],
)  # fmt: skip
def test_what_is_not_used_is_told(tmp_path: Path, changes: Changes, remark: str) -> None:
    _, package = loaded(tmp_path, changes)
    assert any(remark in line for line in package.remarks), package.remarks


def xml(**said: str) -> Changes:
    return {"problem.xml": manifest(**said)}


def solution(tag: str, path: str = "solutions/squared.py") -> str:
    return f'{SOLUTIONS}<solution tag="{tag}"><source path="{path}"/></solution>'


def tagged(tag: str, group: str = "1", testset: str = "tests") -> str:
    """A wrong solution with an extra tag."""
    extra = f'<extra-tags><extra-tag group="{group}" tag="{tag}" testset="{testset}"/></extra-tags>'
    return f'{MAIN}<solution tag="rejected"><source path="solutions/squared.py"/>{extra}</solution>'


def resource(types: str, stage: str = "compile", path: str = "files/gen.py") -> str:
    """A file for solutions."""
    return (
        f'<file path="{path}" for-types="{types}"><stages><stage name="{stage}"/></stages>'
        '<assets><asset name="solution"/></assets></file>'
    )


MAIN = SOLUTIONS.splitlines()[0]
TESTLIB = '#include "testlib.h"\nint main() {}\n'
DEFECTS: list[tuple[Changes, str]] = [
    ({"problem.xml": "<problem>"}, "problem.xml, line 1, column 10: cannot be read: no element found"),
    ({"problem.xml": ""}, "problem.xml, line 1, column 1: cannot be read: no element found"),
    ({"problem.xml": b"<problem>\xff</problem>"}, "problem.xml, line 1, column 10: cannot be read: not well-formed"),
    ({"problem.xml": '<?xml version="1.0" encoding="klingon"?><problem/>'}, "cannot be read: unknown encoding"),
    ({"problem.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><problem/>"}, "line 1: a document type is not supported"),
    ({"problem.xml": "<a>" * 65 + "</a>" * 65}, "line 1: elements are nested more than 64 deep"),
    ({"problem.xml": "<contest/>"}, "line 1: expected the element problem, found contest"),
    ({"problem.xml": "<problem/>"}, "line 1: the element judging is missing"),
    (xml(judging='input-file="../in.txt"'), "line 7: expected the name of a file for input-file, found '../in.txt'"),
    (xml(judging='output-file="-o"'), "line 7: expected the name of a file for output-file, found '-o'"),
    (xml(judging='run-count="2"'), "line 7: run-count '2' is not supported"),
    (xml(time=""), "line 8: the element time-limit is missing"),
    (xml(time="<time-limit>soon</time-limit>"), "line 9: expected a time-limit, a whole number"),
    (xml(time="<time-limit>0</time-limit>"), "line 9: expected a time-limit, a whole number from 1"),
    (xml(time="<time-limit>2000</time-limit><test-count>7</test-count>"), "test-count is 7, but there are 4 tests"),
    (xml(tests=""), "line 8: expected from 1 to 10000 tests, found 0"),
    (xml(tests='<test method="manual" points="-1"/>'), "line 13: expected points, a number, found '-1'"),
    (xml(tests='<test method="manual" points="many"/>'), "expected points, a number, found 'many'"),
    (xml(tests='<test method="magic"/>'), "expected the method manual or generated, found 'magic'"),
    ({"tests/02": None}, "line 14: the file tests/02 of this test is missing"),
    (xml(tests='<test method="generated"/>'.rjust(1) * 3), "line 13: expected the command of a generator"),
    (xml(tests=f'{TESTS}<test method="generated" cmd="gne 1"/>'), "unknown generator 'gne'. Did you mean 'gen'"),
    (xml(tests=f'{TESTS}<test method="generated" cmd="gen 1 | gen"/>'), "'\\|' in the command .* is not supported"),
    (xml(tests=f'{TESTS}<test method="generated" cmd="gen &quot;"/>'), "the command 'gen \"' cannot be read"),
    ({"files/gen.py": None}, "line 24: the file 'files/gen.py' is missing"),
    ({"files/check.py": None}, "the file 'files/check.py' is missing"),
    (
        {"problem.xml": manifest().replace('<checker type="testlib">', '<checker type="native">')},
        "type 'native' is not",
    ),
    (
        {"problem.xml": manifest().replace("checker type", "chequer type").replace("</checker", "</chequer")},
        "expected one checker in assets, found 0",
    ),
    ({"problem.xml": manifest().replace("tests/%02d<", "tests/all<")}, "expected a path with one number"),
    ({"problem.xml": manifest().replace("tests/%02d<", "tests/%s<")}, "expected a path with one number"),
    (
        {"problem.xml": manifest().replace("<input-path-pattern>tests/%02d</input-path-pattern>", "")},
        "input-path-pattern is",
    ),
    (xml(assets='<interactor><source path="files/gen.py"/></interactor>'), "tests/01.a of this test is missing"),
    (
        xml(resources='<file path="files/gen.py"><assets><asset name="solution"/></assets></file>'),
        "line 22: a file that is compiled with solutions of the type '', files/gen.py, is not",
    ),
    (
        xml(resources='<file path="a.py" for-types="python.*"><assets><asset name="SOLUTION"/></assets></file>'),
        "file 'a.py' is missing",
    ),
    (xml(resources=resource("python.*")), "line 22: a file that is compiled with solutions of the type 'python.*'"),
    (xml(resources=resource("cpp.*", "run")), "line 22: a file that solutions have while they run, files/gen.py, is"),
    (xml(solutions=tagged("wrong")), "unknown tag 'wrong'"),
    (xml(solutions=tagged("accepted", "7")), "the extra tag is for the group '7', which has no tests"),
    (xml(solutions=MAIN.replace("main.py", "no.py")), "the file 'solutions/no.py' is missing"),
    (xml(solutions=MAIN.replace("main.py", "../../etc/passwd")), "the file 'solutions/../../etc/passwd' is missing"),
    (xml(solutions=MAIN * 2), "main/main.py appears twice"),
    (xml(solutions=""), "expected one solution with the tag main, found 0"),
    (xml(solutions=solution("wrong")), "unknown tag 'wrong'"),
    (xml(solutions='<solution tag="main"/>'), "the source of this solution is missing"),
    (xml(checker_tests='<test verdict="fine"/>'), "unknown verdict 'fine'"),
    (xml(checker_tests='<test verdict="ok"/>'), "the file files/tests/checker-tests/01 is missing"),
    (xml(validator_tests='<test verdict="good"/>'), "expected the verdict 'valid' or 'invalid', found 'good'"),
    (xml(validator_tests='<test verdict="valid"/>'), "the file files/tests/validator-tests/01 is missing"),
    ({"problem.yaml": "name: a\n"}, "two formats at once, problem.xml of Polygon and problem.yaml"),
    ({"domjudge-problem.ini": "name = a\n"}, "two formats at once, problem.xml of Polygon and domjudge-problem.ini"),
    (
        {"problem.xml": manifest().replace("files/check.py", "files/check.cpp"), "files/check.cpp": TESTLIB},
        "check.cpp includes testlib.h, which the package lacks: put it into files/",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "error"), DEFECTS, ids=range(len(DEFECTS)))
def test_each_defect_is_one_error_with_its_place(tmp_path: Path, changes: Changes, error: str) -> None:
    with pytest.raises(JudgeError, match=error) as found:
        loaded(tmp_path, changes)
    assert "\n" not in str(found.value)


def test_a_header_of_the_package_serves_its_checker(tmp_path: Path) -> None:
    problem, _ = loaded(
        tmp_path,
        {
            "problem.xml": manifest().replace("files/check.py", "files/check.cpp"),
            "files/check.cpp": TESTLIB,
            "files/testlib.h": "",
        },
    )
    assert [header.name for header in problem.output_validators[0].beside] == ["testlib.h"]


TYPES = [
    ("cpp.g++17", "a.cpp", None, ""),
    ("cpp.gcc14-64-msys2-g++23", "a.h", "cpp", ""),
    ("python.3", "a.py", None, ""),
    ("python.pypy3-64", "a.py", "pypy3", ""),
    ("python.2", "a.py", None, "Python 2"),
    ("python.pypy2", "a.py", None, "Python 2"),
    ("java21", "a.java", None, ""),
    ("pas.fpc", "a.dpr", "pascal", ""),
    ("pas.dpr", "a.pas", None, "Delphi"),
    ("d", "a.d", None, "written in D,"),
    ("something.new", "a.py", None, ""),
]


@pytest.mark.parametrize(("kind", "file", "language", "obstacle"), TYPES)
def test_the_declared_type_of_a_solution_says_its_language(
    tmp_path: Path, kind: str, file: str, language: str | None, obstacle: str
) -> None:
    manifest = str(POLYGON["problem.xml"]).replace(
        "</solutions>",
        f'<solution tag="accepted"><source path="solutions/{file}" type="{kind}"/></solution></solutions>',
    )
    files = {**POLYGON, "problem.xml": manifest, f"solutions/{file}": ""}
    package = load_package(str(written(tmp_path / "double", files))).package
    assert package
    assert package.rules.language_of(f"accepted/{file}") == language
    assert obstacle in (package.rules.obstacle_of(f"accepted/{file}") or "")
    assert bool(package.rules.obstacle_of(f"accepted/{file}")) == bool(obstacle)
