"""The results of a solution that was judged: of each test, and of all together."""

from fractions import Fraction

from msgspec import Struct, field

from judge.base.records import Record
from judge.base.units import plural
from judge.judging.advice import CountedRun
from judge.judging.causes import cause_of, in_words
from judge.judging.counters import LaunchCounts, LineCounts
from judge.judging.difference import Difference
from judge.judging.emulated_cost import TestLeftOut
from judge.judging.expected import deviation
from judge.judging.findings import Finding, Found, gathered
from judge.judging.repeated_times import RepeatedTime, repeated_time
from judge.judging.scoring import Grade, GraderFailure, GraderOutcome, Score, TestScore, score_of
from judge.judging.solutions import Solution
from judge.judging.times import Phases
from judge.judging.verdicts import Decision, Verdict, overall
from judge.languages.compile import Compiled, headline
from judge.problems.model import TestCase
from judge.problems.scoring import ZERO
from judge.problems.work import Work
from judge.sandbox.facts import Facts
from judge.sandbox.isolation import Isolation

ONLY_COMPILED = "it compiled, but was not run"
"""The prefix of the obstacle of a solution that nothing here can run."""


class TestOutcome(Record, frozen=True, kw_only=True):
    """The outcome of a test, without the test itself: the part that is sent from machine to machine, and stored."""

    decision: Decision
    facts: Facts
    """The facts; for several timed runs, those of the one with the median wall time."""
    stdout_excerpt: str
    """The beginning of the output, stored if it was wrong."""
    stderr_excerpt: str
    """The end of stderr without a solver's reports."""
    repetitions: tuple[Facts, ...] = ()
    """All timed runs, in order."""
    phases: Phases | None = None
    """The phases of the run that `facts` describe; None: not a stored solver, or it did not report them."""
    repeated_phases: tuple[Phases | None, ...] = ()
    """The phases of each of the repetitions."""
    work: Work | None = None
    """The work that the test demands of any solver; None: not reported."""
    findings: tuple[Finding, ...] = ()
    """The emulated GPU's findings; always empty for other devices."""
    counters: tuple[LineCounts, ...] = ()
    """Its counts, if they were requested."""
    launches: tuple[LaunchCounts, ...] = ()
    """How kernels were launched, if that was counted."""
    timed: bool = True
    """Whether its times are meaningful: not if the run shared the GPU, or was one of many in a process."""
    over_limit_runs: tuple[Facts, ...] = ()
    """Earlier runs that exceeded the time limit, and do not count (near_limit.py)."""
    cpu_limit_ns: int | None = None
    """The CPU time limit that applied; None: none did, or it is unknown."""
    difference: Difference | None = None
    """The place of a wrong answer; None if the validator names no place in the output."""

    transcript: str = ""
    """The transcript of a failed test of an interactive problem: the dialogue of the solution and the validator."""
    points: Fraction | None = None
    """None: it is not part of a scoring problem."""

    @property
    def runs(self) -> list[tuple[Facts, Phases | None]]:
        """The timed runs, each with its phases."""
        repetitions = self.repetitions or (self.facts,)
        return list(zip(repetitions, self.repeated_phases or (None,) * len(repetitions), strict=True))

    @property
    def repeated_time(self) -> RepeatedTime | None:
        """None: it was not run again near its limit."""
        return repeated_time(self.over_limit_runs, self.repetitions or (self.facts,), self.cpu_limit_ns)

    @property
    def failed(self) -> bool:
        return self.decision.verdict not in (Verdict.AC, Verdict.SKIP)


class TestResult(TestOutcome, frozen=True, kw_only=True):
    """The outcome of a test."""

    test: TestCase


class Result(Struct):
    """Everything known about one solution."""

    solution: Solution
    tests: list[TestResult] = field(default_factory=list)
    compiled: Compiled | None = None
    """None: it was not run."""
    compile_error: str | None = None
    compiler_isolation: Isolation | None = None
    obstacle: str | None = None
    """Why it could not be judged here at all."""
    gpus_failed: tuple[str, ...] = ()
    """GPUs that failed while it was judged on them, each with the reason. It was judged again on another one."""
    lost: str | None = None
    """Why it has no verdict: it cannot be read, or judging it had no result, however often it was tried."""
    test_count: int = 0
    left_out: list[TestLeftOut] = field(default_factory=list)
    """Tests that were too large for the emulated GPU."""
    counted: CountedRun | None = None
    """The advice from a run of one more test, in which the emulated GPU counted; None: there was none."""
    strict: bool = False
    """Whether findings make an accepted solution a failure."""
    grader_said: dict[tuple[str, str], GraderOutcome | GraderFailure] = field(default_factory=dict)
    """Answers of a problem's own grader: by the group, and the lines that it was given."""

    @property
    def test_scores(self) -> dict[str, TestScore]:
        """Scores by the test's name. A sample without a submitted answer is ignored."""
        package = self.solution.problem.package
        samples = package.tests if self.solution.is_answers and package else ()
        not_asked = {test.name: TestScore(Verdict.AC, ZERO) for test in samples if test.is_sample}
        return not_asked | {
            test.test.name: TestScore(test.decision.verdict, test.points or ZERO, test.decision.reason)
            for test in self.tests
        }

    @property
    def score(self) -> Score | None:
        """None: it is not part of a scoring problem, or not all that counts is known."""
        return self.score_by(lambda group, lines: self.grader_said.get((group.name, lines)))

    def score_by(self, grade: Grade) -> Score | None:
        """`grade`: asks the problem's grader."""
        scoring = self.solution.problem.scoring
        return score_of(scoring, self.test_scores, grade) if scoring and self.tests else None

    @property
    def verdict(self) -> Verdict:
        if self.lost is not None:
            return Verdict.JE
        if self.obstacle is not None:
            return Verdict.SKIP
        if self.compile_error is not None:
            return Verdict.CE
        if score := self.score:
            return score.verdict
        if self.left_out and not self.tests:
            return Verdict.SKIP
        failure = self.first_failure
        return (
            failure.decision.verdict if failure else overall([test.decision.verdict for test in self.tests])
        )

    @property
    def is_only_compiled(self) -> bool:
        """Whether it compiled, but nothing can run it."""
        return self.obstacle is not None and self.obstacle.startswith(ONLY_COMPILED)

    @property
    def is_rejected(self) -> bool:
        """Whether it would be accepted as expected, except for its findings."""
        accepted = self.verdict is self.solution.expected is Verdict.AC
        return self.strict and accepted and bool(self.findings)

    @property
    def is_accepted(self) -> bool:
        return self.verdict is Verdict.AC and not self.is_rejected

    @property
    def deviation(self) -> str:
        """How a submission of a package from elsewhere deviates from its expectation; empty: it does not."""
        if self.lost is not None:
            return self.lost
        if self.compile_error is not None:
            return deviation(self.solution.expectations, [("compiling", Verdict.CE, "")])
        tests = [(test.test.name, test.decision.verdict, test.decision.reason) for test in self.tests]
        return deviation(self.solution.expectations, tests, self.score)

    @property
    def as_expected(self) -> bool:
        """A solution that cannot run here is not a failure, unless it must run: it is reported as skipped."""
        if self.is_rejected:
            return False
        if self.solution.expectations and self.solution.device.is_timed and self.verdict is not Verdict.SKIP:
            return not self.deviation
        skipped = self.verdict is Verdict.SKIP
        if self.is_excused:
            return True
        if self.solution.may_skip:
            return skipped or self.verdict is self.solution.expected
        # Some tests may be beyond a technique's declared size; nothing else excuses a skip.
        excused = self.solution.largest_size is not None or not self.count(Verdict.SKIP)
        return not skipped and excused and self.verdict is self.solution.expected

    @property
    def is_excused(self) -> bool:
        """Whether it is too slow, but only where times are judged: not on the emulated GPU."""
        expects_time = self.solution.expected is Verdict.TLE
        return expects_time and not self.solution.device.is_timed and self.verdict is Verdict.AC

    @property
    def first_failure(self) -> TestResult | None:
        """The test that decides: if judging continues after a failure, the first with the worst verdict."""
        failures = [test for test in self.tests if test.failed]
        if failures and self.solution.problem.continued_groups:
            worst = overall([test.decision.verdict for test in failures])
            failures = [test for test in failures if test.decision.verdict is worst]
        return failures[0] if failures else None

    @property
    def failure_number(self) -> int | None:
        """The number of the first failure in the order of judging, from 1: tests that were left out come before it."""
        failure = self.first_failure
        return self.tests.index(failure) + 1 + len(self.left_out) if failure else None

    @property
    def reason(self) -> str:
        if self.lost is not None:
            return self.lost
        if self.obstacle is not None:
            return self.obstacle
        if self.compile_error is not None:
            return headline(self.compile_error)
        if self.solution.expectations and self.tests and (deviates := self.deviation):
            return deviates
        if score := self.score:
            return score.reason
        failure = self.first_failure
        if failure:
            return f"{failure.test.name}: {failure.decision.reason}"
        if self.is_rejected:
            return f"rejected by --strict: {in_words(cause_of(self.findings) or self.findings[0])}"
        excuse = "TLE on a GPU; the emulated one does not judge time" if self.is_excused else ""
        if excuse or self.left_out:
            return "; ".join(filter(None, (self.left_out_text, excuse)))
        if noisy := [test for test in self.tests if test.over_limit_runs]:
            names = (f"{test.test.name}{_in_brackets(test.repeated_time)}" for test in noisy)
            return f"over the time limit at first, but not when run alone: {', '.join(names)}"
        if self.solution.problem.count_rules and self.verdict is Verdict.AC:
            return "; ".join(filter(None, (test.decision.reason for test in self.tests)))
        return next(
            (test.decision.reason for test in self.tests if test.decision.verdict is Verdict.SKIP), ""
        )

    @property
    def not_run(self) -> int:
        """Tests after a failure that ended the judging."""
        return self.test_count - len(self.tests) - len(self.left_out)

    @property
    def left_out_text(self) -> str:
        names = ", ".join(left.name for left in self.left_out)
        return f"{plural(len(self.left_out), 'test')} too large to emulate: {names}" if names else ""

    @property
    def findings(self) -> tuple[Found, ...]:
        """The emulated GPU's findings in all tests."""
        return gathered((test.test.name, test.findings) for test in self.tests)

    @property
    def isolations(self) -> list[Isolation]:
        """The isolation of every run, including the compiler's."""
        compiler = [self.compiler_isolation] if self.compiler_isolation else []
        return compiler + [test.facts.isolation for test in self.tests]

    def count(self, verdict: Verdict) -> int:
        return sum(test.decision.verdict is verdict for test in self.tests)


def _in_brackets(time: RepeatedTime | None) -> str:
    return f" ({time.text})" if time else ""
