"""`judge generate`: writes the test data; `--check` proves that it is consistent."""

import shutil
from pathlib import Path

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.scratch import scratch_folder
from judge.base.units import plural, some_of
from judge.commands.generate_described import generate_described, tell_faults
from judge.commands.options.generate import GenerateOptions
from judge.problems.broken import load_usable
from judge.problems.checksums import known_checksums
from judge.problems.large import enlarged
from judge.problems.manifest import write_manifest
from judge.problems.model import Problem
from judge.problems.test_cases import groups, manifest_name, unlisted_files
from judge.project.build import DATA
from judge.project.checkout import require_checkout
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.testdata.check import check_problem, input_fault
from judge.testdata.generate import FreshCase, case_names, make_cases, require_generator

SOME = 3
"""The most files that are named in a message."""


def generate(host: JudgeHost, options: GenerateOptions) -> int:
    """The command. Returns the exit status: 0 if all is done or consistent; 1 if not, or if a named problem is
    broken."""
    problems, broken = load_usable(host, options.problems, DATA, without_data=True)
    if options.large:
        broken.of_each(problems, require_generator)
        problems = [enlarged(problem) for problem in broken.without(problems)]

    def work(host: JudgeHost, problem: Problem) -> bool:
        if problem.package:
            return generate_described(host, problem, check=options.check)
        if not options.check:
            require_checkout(host.installation, f"judge generate {problem.id}")
        return _check(host, problem) if options.check else _write_data(host, problem)

    agrees = broken.of_each(problems, lambda problem: work(host, problem))
    return broken.exit_status if all(agrees.values()) else 1


def _check(host: JudgeHost, problem: Problem) -> bool:
    """Whether everything is consistent."""
    report = check_problem(host, problem)
    for hint in report.hints:
        out.print(f"{problem.id}: {hint}", style="yellow", soft_wrap=True)
    tell_faults(problem, report.faults, report.summary)
    return not report.faults


def _write_data(host: JudgeHost, problem: Problem) -> bool:
    """Regenerates every case, rejects invalid ones, then replaces the data and its manifest."""
    _require_no_foreign_files(host, problem)
    say(f"{problem.id}: generating")
    with scratch_folder(host.installation.data.path) as fresh:
        cases = make_cases(host, problem, fresh)
        for case in cases:
            if fault := input_fault(host, problem, case):
                raise JudgeError(fault)
        small = sum(case.is_committed for case in cases)
        _replace(host.installation, problem, cases, fresh)
    kind = "large case" if problem.is_large else "case"
    say(f"{problem.id}: {plural(len(cases), kind)}, {small} of them small enough to be committed")
    return True


def _require_no_foreign_files(host: JudgeHost, problem: Problem) -> None:
    """Raises JudgeError for tests that were added next to the generated ones: they would be deleted."""
    folder = host.installation.committed_data(problem.id)
    unlisted = unlisted_files(host.installation, problem)
    if not unlisted:
        return
    names = {folder / name for name in case_names(host, problem)}
    # Generated files may be there without being listed, after an interrupted run.
    foreign = [host.installation.show(path) for path in unlisted if path.with_suffix("") not in names]
    if foreign:
        generators = host.installation.show(problem.folder / "generators")
        raise JudgeError(
            f"{some_of(foreign, SOME)}: not made by {generators}, and would be deleted. Nothing was "
            f"changed. Let {generators} print these inputs, each as a case of its own, or move the files away."
        )


def _replace(installation: Installation, problem: Problem, cases: list[FreshCase], fresh: Path) -> None:
    committed, generated = installation.committed_data(problem.id), installation.generated_data(problem.id)
    for group in groups(problem):
        shutil.rmtree(generated / group, ignore_errors=True)
        for path in [*(committed / group).glob("*.in"), *(committed / group).glob("*.ans")]:
            path.unlink()
    entries = {}
    with known_checksums(
        installation.data, problem.id
    ) as checksum:  # so that `verify` need not read large ones again
        for case in cases:
            target = committed if case.is_committed else generated
            for path in (case.input, case.answer):
                name = str(path.relative_to(fresh))
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.move(path, target / name)
                entries[name] = checksum(target / name)
    write_manifest(committed, entries, manifest_name(problem))
