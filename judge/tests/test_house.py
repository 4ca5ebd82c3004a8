"""The shape of the house: sizes of files, names, what every problem brings."""

import ast
import re
from pathlib import Path

import pytest

from judge.judging.solutions import solvers
from judge.judging.stored import stored_submissions
from judge.judging.verdicts import Verdict
from judge.problems.device import Device
from judge.problems.model import Problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import this_host
from judge.selftest.tracked_files import tracked_files
from judge.tests.own_problems import own_problems

pytestmark = pytest.mark.built

PROJECT = this_host()
PROBLEMS = own_problems(PROJECT)
SOURCES = {".cpp", ".hpp", ".cu", ".cuh", ".c", ".py"}


def project_files() -> list[Path]:
    return [Path(name) for name in tracked_files(PROJECT.installation.root)]


def test_files_stay_short() -> None:
    lengths = sorted(
        len((PROJECT.installation.root / path).read_bytes().splitlines())
        for path in project_files()
        if path.suffix in SOURCES
    )
    assert lengths[len(lengths) // 2] < 100
    assert lengths[len(lengths) * 9 // 10] < 350


def test_every_module_says_what_it_is_about() -> None:
    modules = [
        path
        for path in project_files()
        if path.parts[0] == "judge"
        and path.suffix == ".py"
        and not {"tests", "new", "new_packages"} & {*path.parts}
    ]
    assert len(modules) > 100
    for path in modules:
        assert ast.get_docstring(ast.parse((PROJECT.installation.root / path).read_text(encoding="utf-8"))), (
            path
        )


def test_every_variant_has_one_name_everywhere() -> None:
    """Row "cpu-blocked" of matmul is matmul_cpu_blocked() in matmul_cpu_blocked.cpp, and no file is without a row."""
    tables = list((PROJECT.installation.root / "kernels").glob("*/*_variants.cpp"))
    assert tables
    for table in tables:
        operation = table.parent.name
        text = table.read_text(encoding="utf-8")
        rows = {name.replace("-", "_") for name in re.findall(r'"((?:cpu|gpu)-[a-z0-9-]+)"', text)}
        files = {
            path.stem.removeprefix(f"{operation}_") for path in table.parent.rglob(f"{operation}_[cg]pu_*")
        }
        assert rows == files != set(), operation
        for row in rows:
            assert f"{operation}_{row}" in text


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_a_problem_for_the_gpu_has_cuda_submissions_of_every_kind(problem: Problem) -> None:
    found = {item.expected for item in stored_submissions(PROJECT, problem) if item.device.needs_gpu}
    every_kind = {Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE}
    assert found == (every_kind if is_for_the_gpu(problem) else set())


def is_for_the_gpu(problem: Problem) -> bool:
    """Whether it has a solver of ours for the GPU; one for the CPU alone is welcome, too."""
    return any(solver.device is not Device.CPU for solver in solvers(PROJECT, problem))


def test_most_problems_are_for_the_gpu() -> None:
    """The two above and below say little of one that is not."""
    assert sum(map(is_for_the_gpu, PROBLEMS)) > len(PROBLEMS) // 2


def test_each_problem_has_a_uuid_of_its_own() -> None:
    found = [
        re.findall(r"^uuid: *(\S+)", (problem.folder / "problem.yaml").read_text("utf-8"), re.MULTILINE)
        for problem in PROBLEMS
    ]
    assert len({uuid for [uuid] in found}) == len(PROBLEMS)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_a_problem_brings_all_that_belongs_to_it(problem: Problem) -> None:
    assert problem.has_program
    for part in ("generators", "input_validators"):
        assert list((problem.folder / part).glob("*.cpp")), part
    names = [test.name for test in load_test_cases(PROJECT.installation, problem)]
    assert sum(name.startswith("secret/") for name in names) >= 25
    assert any(name.startswith("sample/") for name in names)
    assert all(re.fullmatch(r"(sample|secret)/\d\d-[a-z0-9-]+", name) for name in names)
    for path in problem.statements.values():
        assert "{{remainingsamples}}" in path.read_text(encoding="utf-8")
    submissions = stored_submissions(PROJECT, problem)
    wanted = {Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE}
    assert wanted <= {submission.expected for submission in submissions}
    accepted = [item for item in submissions if item.expected is Verdict.AC]
    assert {item.language.id for item in accepted if item.language} >= (
        {"cpp", "python3", "cuda"} if is_for_the_gpu(problem) else {"cpp", "python3"}
    )
    sources = [(problem.folder / "submissions" / item.name).read_text(encoding="utf-8") for item in accepted]
    for manner in ("scanf(", "cin >>", "input()"):
        assert any(manner in source for source in sources), f"no accepted submission reads with {manner}"
