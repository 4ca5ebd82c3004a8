"""Test data that was made before the problem's generator, or the solution that makes the answers, was changed."""

from collections.abc import Sequence

from judge.base.errors import JudgeError
from judge.base.next_steps import for_shell
from judge.base.scratch import scratch_folder
from judge.judging.results import Result
from judge.judging.verdicts import Verdict
from judge.problems.manifest import sha256_of
from judge.problems.model import Problem
from judge.problems.test_cases import damaged_files, generating, manifest_of, test_names
from judge.project.host import JudgeHost
from judge.testdata.generate import answering_solutions, case_names, make_input


def stale_data(host: JudgeHost, problem: Problem, results: Sequence[Result]) -> str | None:
    """How the data behind unexpected failures differs from what would be made now, and what to do.

    None: it does not, or that cannot be determined, as for a package, which contains its data, or for damaged data.
    Only a failed test is made again, as large ones take long.
    """
    if problem.package or damaged_files(host.installation, problem):
        return None
    failed = [result for result in results if result.solution.expected is Verdict.AC and result.first_failure]
    if not failed:
        return None
    try:
        what = _changed_cases(host, problem) or _changed_content(host, problem, failed)
    except JudgeError:  # a generator that fails now says nothing about its earlier output
        return None
    if what is None:
        return None
    return f"the test data are stale: {what}. {for_shell(generating(problem))}"


def fault_of_data(host: JudgeHost, problem: Problem, results: Sequence[Result]) -> str | None:
    """The fault: the data is damaged, or else stale, and what to do."""
    if damage := damaged_files(host.installation, problem):
        return f"the test data are damaged: {damage[0]}. Restore them. {for_shell(generating(problem))}"
    return stale_data(host, problem, results)


def _changed_cases(host: JudgeHost, problem: Problem) -> str | None:
    now, stored = set(case_names(host, problem)), set(test_names(host.installation, problem))
    generators = host.installation.show(problem.folder / "generators")
    if new := sorted(now - stored):
        return f"{generators} now also makes {new[0]}"
    if gone := sorted(stored - now):
        return f"{generators} no longer makes {gone[0]}"
    return None


def _changed_content(host: JudgeHost, problem: Problem, failed: Sequence[Result]) -> str | None:
    """What changed in the test on which the solution that makes the answers failed, or else in another."""
    maker = next(iter(answering_solutions(host, problem)), None)
    by_maker = next((one for one in failed if maker and one.solution.name == maker.name), None)
    test = (by_maker or failed[0]).first_failure
    assert test is not None
    name = test.test.name
    with scratch_folder() as folder:
        fresh = folder / "input"
        make_input(host, problem, name, fresh)
        if sha256_of(fresh) != manifest_of(host.installation, problem)[f"{name}.in"]:
            generators = host.installation.show(problem.folder / "generators")
            return f"{generators} now makes another input for {name}"
    if by_maker and test.decision.verdict is Verdict.WA:
        return f"{by_maker.solution.name}, which makes the answers, now gives another one for {name}"
    return None
