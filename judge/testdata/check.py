"""`judge generate --check`: whether data, manifest, validators, generator and answers agree with each other."""

from pathlib import Path

from msgspec import Struct, field

from judge.base.scratch import scratch_folder
from judge.base.units import plural
from judge.judging.prepare import prepared
from judge.judging.solutions import Solution
from judge.judging.validators import validate_input, validate_output
from judge.judging.verdicts import Validation
from judge.problems.manifest import sha256_of
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import groups, manifest_name, manifest_of, output_validator_args
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.testdata.generate import FreshCase, answer_with, answering_solutions, make_cases


class CheckReport(Struct):
    faults: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    """Additions that would let the check find more."""
    cases: int = 0
    invalid_inputs: int = 0
    judged_outputs: int = 0
    cross_checked: int = 0

    @property
    def summary(self) -> str:
        return (
            f"{plural(self.cases, 'case')}, {plural(self.cross_checked, 'answer')} confirmed by a different technique, "
            f"{plural(self.invalid_inputs, 'invalid input')} rejected, "
            f"{plural(self.judged_outputs, 'stored output')} judged"
        )


def check_problem(host: JudgeHost, problem: Problem) -> CheckReport:
    """Regenerates every case and compares; needs no data in the build tree."""
    report = CheckReport()
    with scratch_folder(host.installation.data.path if problem.is_large else None) as fresh:
        cases = make_cases(host, problem, fresh)
        report.cases = len(cases)
        _check_manifest(host.installation, problem, report, cases, fresh)
        for case in cases:
            _check_case(host, problem, report, case)
    _check_invalid_inputs(host, problem, report)
    _check_stored_outputs(host, problem, report)
    return report


def _check_manifest(
    installation: Installation, problem: Problem, report: CheckReport, cases: list[FreshCase], fresh: Path
) -> None:
    committed, manifest = installation.committed_data(problem.id), manifest_of(installation, problem)
    listing = manifest_name(problem)
    made = {
        str(path.relative_to(fresh)): sha256_of(path) for case in cases for path in (case.input, case.answer)
    }
    small = {
        str(path.relative_to(fresh))
        for case in cases
        if case.is_committed
        for path in (case.input, case.answer)
    }
    for name in sorted(made.keys() | manifest.keys()):
        if name not in manifest:
            report.faults.append(f"{name}: made by the generator, not in {listing}")
        elif name not in made:
            report.faults.append(f"{name}: in {listing}, not made by the generator")
        elif made[name] != manifest[name]:
            report.faults.append(
                f"{name}: generator and reference solution now produce other content than {listing} lists"
            )
    stored = {
        str(path.relative_to(committed))
        for group in groups(problem)
        for path in (committed / group).glob("*")
        if path.name != "test_group.yaml"
    }
    for name in sorted(stored & manifest.keys()):
        if sha256_of(committed / name) != manifest[name]:
            report.faults.append(f"{name}: the committed file does not match {listing}")
    for name in sorted(stored - small):
        report.faults.append(
            f"{name}: a file that is not listed, so it is not used; cases come from the generator"
        )
    report.faults += [f"{name}: small, but not committed" for name in sorted(small - stored)]


def input_fault(host: JudgeHost, problem: Problem, case: FreshCase) -> str | None:
    """The input validator's objection to a case, or its failure; None: the case is valid."""
    validation = validate_input(host, problem, case.input, case.name.partition("/")[0])
    return _fault(case, validation, "the input validator rejects it")


def _fault(case: FreshCase, validation: Validation, rejected: str) -> str | None:
    """The validator's objection to a file of the case, or its failure; None: the file is valid. `rejected`: what a
    rejection means."""
    if validation.accepted:
        return None
    if not validation.rejected:
        return f"{case.name}: {validation.message}"
    reason = f": {validation.message}" if validation.message else " without a reason"
    return f"{case.name}: {rejected}{reason}"


def _check_case(host: JudgeHost, problem: Problem, report: CheckReport, case: FreshCase) -> None:
    if fault := input_fault(host, problem, case):
        report.faults.append(fault)
    test = _as_test(host.installation, problem, case)
    validation = validate_output(host, problem, test, case.answer)
    if fault := _fault(case, validation, "the output validator rejects the answer itself"):
        report.faults.append(fault)
    others = _unlike_techniques(host, problem, case.reference)
    if not others:
        report.hints = ["no answer is confirmed: put a second solution into submissions/accepted/"]
        return
    for solution in others:
        output = case.answer.with_suffix(".out")
        compiled = prepared(host, solution, ())
        if compiled.error is not None:
            report.faults.append(f"{solution.name}: does not compile: {compiled.error}")
            continue
        if not answer_with(host, problem, compiled, case.input, output):
            continue
        validation = validate_output(host, problem, test, output)
        if fault := _fault(case, validation, f"{solution.name} disagrees with {case.reference}"):
            report.faults.append(fault)
        else:
            report.cross_checked += 1
        return
    report.faults.append(f"{case.name}: no second technique can solve it")


def _unlike_techniques(host: JudgeHost, problem: Problem, reference: str) -> list[Solution]:
    """The other solvers, the last of the table first, then the other accepted submissions; none that needs a GPU."""
    others = [one for one in answering_solutions(host, problem) if one.name != reference]
    return [one for one in reversed(others) if one.is_solver] + [one for one in others if not one.is_solver]


def _as_test(installation: Installation, problem: Problem, case: FreshCase) -> TestCase:
    group = installation.committed_data(problem.id) / case.name.partition("/")[0]
    return TestCase(case.name, case.input, case.answer, output_validator_args(group))


def _check_invalid_inputs(host: JudgeHost, problem: Problem, report: CheckReport) -> None:
    for path in sorted((host.installation.committed_data(problem.id) / "invalid_input").glob("*.in")):
        validation = validate_input(host, problem, path, "invalid_input")
        if validation.accepted:
            report.faults.append(f"invalid_input/{path.name}: the input validator accepts it")
        elif not validation.rejected:
            report.faults.append(f"invalid_input/{path.name}: {validation.message}")
        else:
            report.invalid_inputs += 1


def _check_stored_outputs(host: JudgeHost, problem: Problem, report: CheckReport) -> None:
    """valid_output/ must be accepted, invalid_output/ refused."""
    for group, wanted in (("valid_output", 42), ("invalid_output", 43)):
        folder = host.installation.committed_data(problem.id) / group
        for path in sorted(folder.glob("*.in")):
            report.judged_outputs += 1
            test = TestCase(
                f"{group}/{path.stem}", path, path.with_suffix(".ans"), output_validator_args(folder)
            )
            validation = validate_output(host, problem, test, path.with_suffix(".out"))
            if validation.exit_code != wanted:
                report.faults.append(
                    f"{test.name}: expected the output validator to exit {wanted}, "
                    f"found {validation.exit_code}: {validation.message}"
                )
