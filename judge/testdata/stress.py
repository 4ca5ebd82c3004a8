"""Finds small random inputs on which two solutions differ, and makes them as small as possible."""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.text import read_text
from judge.judging.attempt import any_output
from judge.judging.one_run import judge_test
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.validators import validate_input, validated_by
from judge.judging.verdicts import Validation, Verdict
from judge.languages.compile import Compiled
from judge.languages.problem_tools import compiled_program
from judge.problems.limits import GENERATION
from judge.problems.model import Problem, TestCase
from judge.problems.program import Program
from judge.problems.tools import ToolRun
from judge.project.host import JudgeHost
from judge.testdata.mutation import mutated
from judge.testdata.shrink import shrunk

SEED_BYTES = 4096
"""The size of a test's input from which new ones are made."""
INPUT_BYTES = 1 << 20
"""The size of a generated one."""
TRIES_TO_SHRINK = 1500
TRIES_FOR_AN_INPUT = 60
"""The number of random changes tried until one keeps the problem's rules."""
Inputs = Callable[[int], str | None]
"""The input for a seed; None: none was found."""


class Disagreement(Struct, frozen=True):
    """An input, and the results for it."""

    input: str
    first: TestResult
    """The result of the solution that is taken as correct."""
    second: TestResult | None
    """None: the first failed by itself."""
    answer: bytes
    """The first's output."""
    output: bytes
    """The second's."""


class StressedSolution(Struct, frozen=True):
    solution: Solution
    compiled: Compiled


class Stress:
    """`right` makes the answers that `other` is compared with, by the problem's own rules."""

    def __init__(
        self,
        host: JudgeHost,
        problem: Problem,
        right: StressedSolution,
        other: StressedSolution,
        like: TestCase,
        folder: Path,
        cores: Sequence[int] = (),
    ) -> None:
        """`like`: a test whose arguments for validators and submissions also apply to the inputs."""
        self._host, self._problem, self._folder, self._cores = host, problem, folder, cores
        self._right, self._other, self._like = right, other, like

    def difference(self, text: str) -> Disagreement | None:
        """The two results for this input; None: they agree."""
        place, answer, output = (self._folder / name for name in ("case.in", "case.ans", "case.out"))
        place.write_text(text, encoding="utf-8")
        test = replace(self._like, name="secret/case", input=place, answer=answer)
        for old in (answer, output):
            old.write_bytes(b"")
        first = self._run(self._right, test, answer, compares=False)
        if first.decision.verdict is not Verdict.AC:
            return Disagreement(text, first, None, answer.read_bytes(), b"")
        second = self._run(self._other, test, output, compares=True)
        if second.decision.verdict is Verdict.AC:
            return None
        if second.decision.verdict is Verdict.JE:
            raise JudgeError(second.decision.reason)
        return Disagreement(text, first, second, answer.read_bytes(), output.read_bytes())

    def _run(self, one: StressedSolution, test: TestCase, output: Path, *, compares: bool) -> TestResult:
        return judge_test(
            self._host,
            one.solution,
            one.compiled,
            test,
            self._cores,
            validate=None if compares else any_output,
            output=output,
        )

    def is_valid(self, text: str) -> bool:
        """Whether the problem's input validators accept it; without any, everything is valid."""
        place = self._folder / "valid.in"
        place.write_text(text, encoding="utf-8")
        return all(found.accepted for found in self._validations(place))

    def _validations(self, place: Path) -> Iterator[Validation]:
        package = self._problem.package
        if package is None:
            yield validate_input(self._host, self._problem, place, "secret")
            return
        test = replace(self._like, name="stress/case", input=place)
        for program in package.input_validators:
            yield validated_by(self._host, self._problem, program, test)

    def minimal(self, found: Disagreement, know: Callable[[Disagreement], None]) -> Disagreement:
        """The smallest one found with the same verdicts. `know` gets each smaller one at once."""
        best = found

        def holds(text: str) -> bool:
            nonlocal best
            if not self.is_valid(text):
                return False
            other = self.difference(text)
            if other is None or _verdicts(other) != _verdicts(found):
                return False
            best = other
            know(other)
            return True

        shrunk(found.input, holds, TRIES_TO_SHRINK)
        return best


def _verdicts(found: Disagreement) -> tuple[Verdict, Verdict | None]:
    return found.first.decision.verdict, found.second.decision.verdict if found.second else None


def from_generator(host: JudgeHost, problem: Problem, program: Program, folder: Path) -> Inputs:
    """Inputs that a program prints, called with the seed."""
    generator = compiled_program(host, problem, program)

    def made(seed: int) -> str:
        run = ToolRun(
            host, problem, "generator", f"seed {seed}", (*generator.command, str(seed)), GENERATION,
            visible=generator.visible,
        )  # fmt: skip
        return read_text(run.printed(folder), INPUT_BYTES)

    return made


def from_tests(tests: Sequence[TestCase], is_valid: Callable[[str], bool]) -> Inputs:
    """Inputs made by random changes to the small tests. Raises JudgeError if there are none."""
    small = [test for test in tests if test.input.exists() and test.input.stat().st_size <= SEED_BYTES]
    beginnings = [read_text(test.input, SEED_BYTES) for test in small]
    if not beginnings:
        raise JudgeError(
            f"no test has an input of at most {SEED_BYTES} bytes, from which others could be made: "
            "name a program that prints one with --generator."
        )
    known = list(dict.fromkeys(beginnings))

    def made(seed: int) -> str | None:
        chance = random.Random(seed)
        for _ in range(TRIES_FOR_AN_INPUT):
            text = mutated(chance.choice(known), chance)
            if is_valid(text):
                if text not in known:
                    known.append(text)
                return text
        return None

    return made
