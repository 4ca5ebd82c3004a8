"""A solution's attempt at one test, by the rules of the problem's kind, and the validators' decision."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.base.text import printable
from judge.judging.given_points import NONE_GIVEN, GivenPoints, given_in
from judge.judging.interactive import interact
from judge.judging.validators import ACCEPTED, validate_output
from judge.judging.verdicts import Validation
from judge.problems.model import Problem, TestCase
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts
from judge.sandbox.run import Pipes, RunLimits
from judge.sandbox.transcript import JUDGES, SOLUTIONS, Transcript

Validate = Callable[[JudgeHost, Problem, TestCase, Path], Validation]
"""Decides whether an output of a test is right, in place of the problem's validators."""
NEXT_PASS = "nextpass.in"
"""The feedback file by which a validator asks for another pass: its input."""
TRANSCRIBED_BYTES = 1 << 20
"""The most bytes of the input and of the output of a pass."""


def any_output(_: JudgeHost, __: Problem, ___: TestCase, ____: Path) -> Validation:
    """A stand-in for the validators if only the output is needed."""
    return Validation(ACCEPTED, "")


class RunSolution(Protocol):
    """Runs the solution once."""

    def __call__(self, *, stdin: Path | None = None, pipes: Pipes | None = None) -> Facts: ...


class RunAttempt(Struct, frozen=True):
    facts: Facts
    validation: Validation | None
    """None: the run ended without an answer."""
    given: GivenPoints = NONE_GIVEN
    """The validator's points in a scoring problem."""
    transcript: str = ""
    """The transcript of an interactive or multi-pass problem."""


class Attempted(Struct, frozen=True):
    """A solution and a test to run it on."""

    host: JudgeHost
    problem: Problem
    test: TestCase
    folder: Path
    """The folder for the solution's output files."""
    limits: RunLimits
    run_solution: RunSolution
    cores: Sequence[int] = ()
    """Cores that it may use; none: all."""

    def attempt(self, validate: Validate | None = None) -> RunAttempt:
        """`validate`: decides in place of the problem's validators."""
        if validate is not None:
            facts = self.run_solution(stdin=self.test.input)
            output = self.folder / "stdout"
            said = validate(self.host, self.problem, self.test, output) if facts.succeeded else None
            return RunAttempt(facts, said)
        transcript = Transcript()
        if self.problem.passes == 1 and not self.problem.scoring:
            ran = self._one_pass(self.test, transcript)
        else:
            with scratch_folder() as place:
                ran = self._with_feedback(transcript, place)
        return replace(ran, transcript=printable(transcript.text))

    def _with_feedback(self, transcript: Transcript, place: Path) -> RunAttempt:
        """Takes the points from the validator's feedback folder into account."""
        feedback = place / "feedback"
        feedback.mkdir()
        if self.problem.passes > 1:
            ran = self._all_passes(transcript, place, feedback)
        else:
            ran = self._one_pass(self.test, transcript, feedback)
        if not self.problem.scoring:
            return ran
        said = ran.validation
        if said and (said.points or said.share):
            return replace(ran, given=GivenPoints(said.points, said.share, said.message, decides=True))
        return replace(ran, given=given_in(feedback))

    def _one_pass(self, test: TestCase, transcript: Transcript, feedback: Path | None = None) -> RunAttempt:
        """`feedback`: the files of the validator's feedback folder, before and after."""
        if self.problem.is_interactive:
            played = interact(
                self.host,
                self.problem,
                test,
                self.folder,
                self.limits,
                lambda pipes: self.run_solution(pipes=pipes),
                transcript,
                feedback,
            )
            return RunAttempt(played.facts, played.validation)
        output = self.folder / "stdout"
        facts = self.run_solution(stdin=test.input)
        if self.problem.passes > 1:
            transcript.add(JUDGES, _beginning(test.input))
            transcript.add(SOLUTIONS, _beginning(output))
        if not facts.succeeded:
            return RunAttempt(facts, None)
        return RunAttempt(facts, validate_output(self.host, self.problem, test, output, feedback, self.cores))

    def _all_passes(self, transcript: Transcript, place: Path, feedback: Path) -> RunAttempt:
        """Runs as many passes as the validator asks for. The limits apply to each."""
        test, slowest = self.test, None
        for number in range(1, self.problem.passes + 1):
            ran = self._one_pass(test, transcript, feedback)
            slowest = ran.facts if slowest is None else with_most(ran.facts, slowest)
            said, wanted = ran.validation, feedback / NEXT_PASS
            if said is not None and wanted.is_file() and not said.accepted:
                failed = f"the output validator left {NEXT_PASS} in pass {number}, but did not exit with 42"
                return RunAttempt(
                    slowest, Validation(None, f"{failed}: {said.message}" if said.message else failed)
                )
            if not ran.facts.succeeded or said is None:
                return ran
            if not wanted.is_file():
                return RunAttempt(slowest, said)
            test = replace(self.test, input=place / f"pass-{number + 1}.in")
            wanted.rename(test.input)
            transcript.begin_pass()
        most = (
            f"the output validator asks for more than {self.problem.passes} passes, the limit of the problem"
        )
        return RunAttempt(slowest or ran.facts, Validation(None, most))


def with_most(facts: Facts, before: Facts) -> Facts:
    """The facts with the times and memory of earlier passes, if they are larger."""
    if before.cpu_ns > facts.cpu_ns:
        facts = replace(facts, user_ns=before.user_ns, system_ns=before.system_ns)
    return replace(
        facts,
        wall_ns=max(facts.wall_ns, before.wall_ns),
        peak_memory_bytes=max(facts.peak_memory_bytes, before.peak_memory_bytes),
    )


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(TRANSCRIBED_BYTES)
