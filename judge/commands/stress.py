"""`judge stress`: random small inputs until two solutions differ, and the smallest such input."""

import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from rich.text import Text

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.interruption import in_one_piece, telling
from judge.base.scratch import scratch_folder
from judge.base.tables import excerpt
from judge.base.text import printable
from judge.base.units import plural
from judge.commands.options.stress import StressOptions
from judge.judging.prepare import obstacle_of, prepared
from judge.limits.known import limited_unmeasured
from judge.machine.cores import free_cores
from judge.problems.broken import build_names
from judge.problems.model import Package, Problem, TestCase
from judge.problems.program import Program
from judge.problems.test_cases import load_test_cases
from judge.project.build import DATA, build
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.reports.terminal.difference_text import difference_text
from judge.service.intake import problem_of, require_program
from judge.service.prepared_problem import loaded_tests
from judge.service.single_run import solution_to_run
from judge.testdata.stress import Disagreement, Inputs, Stress, StressedSolution, from_generator, from_tests

SECRET = "secret"
SHOWN = 4000
"""The most characters of an input or an output."""


def stress(host: JudgeHost, name: str, right: str, other: str, options: StressOptions) -> int:
    """The command. Returns the exit status: 1 if the two differ. The first is taken as correct."""
    problem = problem_of(host, name)
    require_program(problem, "stress")
    if problem.is_interactive or problem.passes > 1:
        kind = "interactive" if problem.is_interactive else "multi-pass"
        raise JudgeError(f"{problem.id} is {kind}: its solutions have no outputs that could be compared.")
    place = _place_to_save(host.installation, problem, options.save)
    build(host, DATA, problems=build_names([problem]))
    problem = limited_unmeasured(host, problem, options.time_options)
    first, second = (_contestant(host, problem, file) for file in (right, other))
    with scratch_folder() as folder, scratch_folder() as made:
        # The small tests of our own problems exist without being generated.
        tests = (
            loaded_tests(host, problem) if problem.package else load_test_cases(host.installation, problem)
        )
        group = _group_of(options.save) if options.save else None
        like = min(tests, key=lambda test: (test.group != group, test.is_sample))
        search = Stress(host, problem, first, second, like, folder, free_cores(1))
        inputs = _inputs(host, problem, tests, search, options, made)
        found, count = _searched(host, search, inputs, options)
        if found is None:
            out.print(f"no difference in {plural(count, 'input')}: {right} and {other}")
            return 0
        telling_all = _StressTelling(
            found, (right, other), f"input {count}, seed {options.seed + count - 1}", place
        )
        with telling(telling_all.close_early), task(host.tell, "making the input smaller"):
            search.minimal(found, telling_all.know)
    with in_one_piece():
        telling_all.close("the smallest such input")
    return 1


class _StressTelling(Struct):
    """What has been found, to be shown at the end, also on an interruption."""

    smallest: Disagreement
    files: tuple[str, str]
    where: str
    """The test where it was found."""
    place: Path | None
    """The file to save it in, without its suffix."""

    def know(self, smaller: Disagreement) -> None:
        self.smallest = smaller

    def close(self, what: str) -> None:
        _show(self.smallest, *self.files, self.where, what)
        if self.place:
            _save(self.smallest, self.place)

    def close_early(self) -> str:
        self.close("the smallest such input so far")
        return "interrupted while making the input smaller"


def _place_to_save(installation: Installation, problem: Problem, name: str | None) -> Path | None:
    """The place of the test, without a suffix."""
    if name is None:
        return None
    if not name.rpartition("/")[2].replace("-", "").replace("_", "").isalnum():
        raise JudgeError(f"--save: '{name}' is not the name of a test: expected letters, digits, - and _.")
    if problem.package is None:
        generators = installation.show(problem.folder / "generators")
        raise JudgeError(f"--save: the tests of {problem.id} are made by {generators}: add the input there.")
    _require_group(problem, problem.package, _group_of(name))
    data = problem.folder / "data/secret"
    place = (data if data.is_dir() else problem.folder) / name
    is_unpacked = problem.folder != problem.package.origin
    if problem.package.format == "Polygon" or is_unpacked:
        raise JudgeError(
            "--save: a test is added to a package that is a folder with its data; unpack it first."
        )
    if place.with_suffix(".in").exists():
        raise JudgeError(f"{place}.in exists and is left unchanged: choose another name.")
    return place


def _group_of(name: str) -> str:
    """The group of a test that is saved by this name: "secret/easy" for "easy/found"."""
    return f"{SECRET}/{name}".rpartition("/")[0]


def _require_group(problem: Problem, package: Package, group: str) -> None:
    """Raises JudgeError unless the package has this group, which may be new only as the one of all secret tests."""
    groups = sorted({test.group for test in package.tests if not test.is_sample})
    may_be_new = group == SECRET and not (problem.scoring and groups)
    if group not in groups and not may_be_new:
        known = ", ".join(f"{one}/NAME".removeprefix(f"{SECRET}/") for one in groups)
        raise JudgeError(f"--save: {problem.id} has no group {group}: expected one of {known or 'NAME'}.")


def _contestant(host: JudgeHost, problem: Problem, file: str) -> StressedSolution:
    here = solution_to_run(host, problem, file, None)
    if here.stand_in:
        out.print(here.stand_in, style="dim")
    solution = here.solution
    if obstacle := obstacle_of(host, solution) or solution.obstacle_to_run:
        raise JudgeError(f"{file}: {obstacle}")
    compiled = prepared(host, solution, free_cores(1))
    if compiled.error is not None:
        raise JudgeError(f"{file} does not compile: {compiled.error}")
    return StressedSolution(solution, compiled)


def _inputs(
    host: JudgeHost,
    problem: Problem,
    tests: Sequence[TestCase],
    search: Stress,
    options: StressOptions,
    folder: Path,
) -> Inputs:
    if options.generator:
        if not options.generator.exists():
            raise JudgeError(f"{options.generator}: expected a program that prints an input, found none.")
        return from_generator(host, problem, Program(options.generator.absolute()), folder)
    package = problem.package
    if package is not None and not package.input_validators:
        raise JudgeError(
            f"{problem.id} has no input validator, which tells good inputs from bad ones: name a program that prints "
            "an input with --generator."
        )
    return from_tests(tests, search.is_valid)


def _searched(
    host: JudgeHost, search: Stress, inputs: Inputs, options: StressOptions
) -> tuple[Disagreement | None, int]:
    """The first input found, and the number of inputs tried."""
    end = time.monotonic() + options.seconds
    count = 0
    with task(host.tell, "looking for a difference"):
        while time.monotonic() < end and (options.cases is None or count < options.cases):
            text = inputs(options.seed + count)
            count += 1
            if text is None:
                continue
            if options.generator and not search.is_valid(text):
                seed = options.seed + count - 1
                raise JudgeError(
                    f"{options.generator} {seed}: the input validator does not accept what it prints."
                )
            if found := search.difference(text):
                return found, count
    return None, count


def _show(found: Disagreement, right: str, other: str, where: str, what: str) -> None:
    failed, file = (found.second, other) if found.second else (found.first, right)
    verdict, reason = failed.decision.verdict, failed.decision.reason
    out.print(Text(f"{verdict.code}  {file}: {reason}", verdict.style), soft_wrap=True)
    out.print(f"found with {where}; {what}:")
    out.print(excerpt("input", _cut(found.input)))
    if failed.difference:
        for part in difference_text(failed.difference):
            out.print(part)
    elif found.second:
        out.print(excerpt(f"output of {right}", _cut(found.answer.decode(errors="replace"))))
        out.print(excerpt(f"output of {other}", _cut(found.output.decode(errors="replace"))))


def _cut(text: str) -> Text:
    more = "" if len(text) <= SHOWN else "\n..."
    return Text(printable(text[:SHOWN]).rstrip("\n") + more)


def _save(found: Disagreement, place: Path) -> None:
    if found.second is None:
        raise JudgeError(
            "not saved: the first solution, which is taken as right, failed, so that there is no answer."
        )
    try:
        place.with_suffix(".in").write_text(found.input, encoding="utf-8")
        place.with_suffix(".ans").write_bytes(found.answer)
    except OSError as error:
        raise JudgeError(f"{place}.in cannot be written: {error.strerror}.") from error
    out.print(f"saved: {place}.in, {place.name}.ans", soft_wrap=True)
