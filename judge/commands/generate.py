"""`judge generate`: writes the test data; `--check` proves that all of it agrees."""

import shutil
from pathlib import Path

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.scratch import scratch_folder
from judge.base.units import plural
from judge.problems.manifest import sha256_of, write_manifest
from judge.problems.model import Problem, load_problems
from judge.project.build import DATA, build
from judge.project.paths import Project
from judge.testdata.check import check_problem, input_fault
from judge.testdata.generate import FreshCase, make_cases


def generate(project: Project, problem_names: list[str], check: bool) -> int:
    """The command. Returns the exit status: 0 done or all agrees, 1 something does not."""
    build(project, DATA)
    problems = load_problems(project, problem_names)
    if not check:
        for problem in problems:
            _write_data(project, problem)
        return 0
    faults = 0
    for problem in problems:
        report = check_problem(project, problem)
        for fault in report.faults:
            out.print(f"{problem.id}: {fault}", style="bold red", markup=False)
        faults += len(report.faults)
        state = plural(len(report.faults), "fault") if report.faults else "all agrees"
        out.print(f"{problem.id}: {report.summary}: {state}", markup=False)
    return 1 if faults else 0


def _write_data(project: Project, problem: Problem) -> None:
    """Regenerates every case, rejects an invalid one, then replaces the data and its manifest."""
    say(f"{problem.id}: generating")
    with scratch_folder(project.build) as fresh:
        cases = make_cases(project, problem, fresh)
        for case in cases:
            if fault := input_fault(project, problem, case):
                raise JudgeError(f"{problem.id} {fault}")
        _replace(project, problem, cases, fresh)
        small = sum(case.is_small for case in cases)
    say(f"{problem.id}: {plural(len(cases), 'case')}, {small} of them small enough to be committed")


def _replace(project: Project, problem: Problem, cases: list[FreshCase], fresh: Path) -> None:
    committed, generated = project.committed_data(problem.id), project.generated_data(problem.id)
    for group in ("sample", "secret"):
        shutil.rmtree(generated / group, ignore_errors=True)
        for path in [*(committed / group).glob("*.in"), *(committed / group).glob("*.ans")]:
            path.unlink()
    entries = {}
    for case in cases:
        target = committed if case.is_small else generated
        for path in (case.input, case.answer):
            name = str(path.relative_to(fresh))
            entries[name] = sha256_of(path)
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / name)
    write_manifest(committed, entries)
