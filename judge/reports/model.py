"""The report of `verify` and `submit`: what --json writes, and the source of every other form of it.

docs/report.md describes the whole; report.schema.json, next to this file, is generated from these classes and the
texts below their fields (schema.py).
"""

from typing import Annotated, Literal

from msgspec import Meta

from judge.base.records import Count, Positive, Record
from judge.base.units import plural
from judge.judging.advice import CountedRun
from judge.judging.difference import Difference
from judge.judging.emulated_cost import TestLeftOut
from judge.judging.findings import Found
from judge.judging.repeated_times import RepeatedTime
from judge.judging.times import Phases, Spread, TimeSplit
from judge.judging.verdicts import Verdict
from judge.machine.hardware import Hardware
from judge.measure.ceilings import Ceilings
from judge.measure.cpu_against_gpu import Comparison
from judge.measure.roofline import Share
from judge.problems.points import decimal, of_most
from judge.problems.time_rule import LimitSource
from judge.problems.work import Precision
from judge.sandbox.facts import RunFacts
from judge.sandbox.isolation import Isolation

FORMAT_VERSION: Literal[5] = 5


def points_in_words(points: float, most: float | None) -> str:
    """ "60 of 100"."""
    return of_most(decimal(points), None if most is None else decimal(most))


class ReportedFacts(RunFacts, frozen=True):
    isolation: Count
    """Index of this run's isolation in the report's `isolations`, from 0."""


class ReportedShare(Share, frozen=True, kw_only=True):
    text: str
    """The share as text."""


class Repetitions(Record, frozen=True):
    """Times over all timed runs of the test."""

    count: Positive
    """Timed runs."""
    wall_ns: Spread
    """Wall time."""
    cpu_ns: Spread
    """CPU time."""


class TestReport(Record, frozen=True):
    """One test of a solution."""

    name: str
    """Group and file: "secret/07-all-off"."""
    verdict: Verdict
    """The verdict of this test."""
    reason: str
    """One line; empty for AC."""
    stdout: str
    """The beginning of its output; empty for AC."""
    stderr: str
    """The beginning and the end of standard error, without what a solver reports there; empty for AC."""
    timed: bool
    """Whether its times and memory count: not on the emulated GPU, nor for a run that shared the GPU or answered
    several tests."""
    facts: ReportedFacts
    """The facts of the run with median wall time, if there were several."""
    over_limit_cpu_ns: tuple[Count, ...]
    """CPU time, in ns, of earlier runs that exceeded the time limit and do not count: the test was run again alone."""
    phases: Phases | None
    """Null: not a solver, or not reported."""
    time_split: TimeSplit | None
    """Null: it was skipped, or emulated."""
    repetitions: Repetitions | None
    """Null: it ran once, so that its times are those in `facts`, or it was emulated."""
    share: ReportedShare | None
    """Null: it was not passed, or the test's work is unknown."""
    difference: Difference | None = None
    """The difference of a wrong answer; null: the answer is not wrong, or the validator names no place in the
    output."""
    transcript: str = ""
    """The dialogue: the validator's lines begin with <, the solution's with >; the beginning and the end; empty for
    AC, and if the two do not talk to each other."""
    repeated_time: RepeatedTime | None = None
    """CPU times of all runs of a test that was run again near its limit; null: it was not, or a run was ended before
    its time was known."""
    points: float | None = None
    """Points of a scoring problem, to six decimals like all points; null: another kind of problem."""

    @property
    def failed(self) -> bool:
        return self.verdict not in (Verdict.AC, Verdict.SKIP)

    @property
    def runs(self) -> int:
        """The number of runs that count."""
        if self.verdict is Verdict.SKIP:
            return 0
        return self.repetitions.count if self.repetitions else 1


class GroupReport(Record, frozen=True):
    """The outcome of a group of tests of a scoring problem."""

    name: str
    """The name in the package: "secret/group1"."""
    verdict: Verdict | None
    """Null: it was not judged, as a group before it was not passed."""
    points: float
    """Its points."""
    most_points: float | None
    """Null: unlimited."""
    passed: Count
    """Tests that were judged and passed."""
    test_count: Count
    """The number of tests."""
    reason: str
    """One line; empty for AC."""

    @property
    def points_text(self) -> str:
        """ "60 of 100"."""
        return points_in_words(self.points, self.most_points)


class WorstFigures(Record, frozen=True):
    """The worst over the timed tests of a solution."""

    wall_ns: int
    cpu_ns: int
    memory_bytes: int


class SolutionReport(Record, frozen=True):
    """One solution."""

    name: str
    """A solver's name, or the file of a submission: a stored one below its folder, others below their author."""
    kind: Literal["solver", "submission"]
    """A solver is part of the problem's program."""
    needs_gpu: bool
    """Whether it computes on a GPU."""
    emulated: bool
    """Whether it ran on the emulated GPU: the times in its facts are those of the emulation, and say nothing about its
    own."""
    language: str | None
    """Id of the submission's language; null: a solver."""
    source_sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None
    """SHA-256 of the submission's source; null: a solver."""
    expected: Verdict
    """The expected verdict."""
    verdict: Verdict
    """The verdict."""
    as_expected: bool
    """Whether the two agree; a permitted skip counts as agreeing."""
    reason: str
    """One line; empty for AC."""
    compile_error: str | None
    """The compiler's message; null: it compiled, or there was nothing to compile."""
    compiler_isolation: Count | None
    """Index of the compiler's isolation in the report's `isolations`, from 0; null: no compiler was run."""
    findings: tuple[Found, ...]
    """Faults that the emulated GPU found (docs/emulator.md), or a run with sanitizers (submit --sanitize): each place
    of the source once."""
    test_count: Count
    """The number of tests. A submission is judged until the first that fails."""
    tests_left_out: tuple[TestLeftOut, ...]
    """Tests that it was not judged on because they are too large for the emulated GPU."""
    tests: tuple[TestReport, ...]
    """Tests that it was judged on, in order."""
    counted: CountedRun | None = None
    """The advice from one more test, run with counters (docs/emulated-gpu.md); null: there was none. For example, it
    was not accepted on the emulated GPU."""
    points: float | None = None
    """Points of a scoring problem; null: another kind of problem, or no score. For example, not all that counts was
    judged."""
    most_points: float | None = None
    """The most points of a solution; null: unlimited."""
    groups: tuple[GroupReport, ...] = ()
    """Groups of a scoring problem with a score, each before those within it."""
    gpus_failed: tuple[str, ...] = ()
    """GPUs that failed while it was judged on them, each with the reason; its results are from another one."""

    @property
    def gpus(self) -> tuple[int, ...]:
        """The numbers of the GPUs that its runs had: one, unless any would do."""
        return tuple(sorted({test.facts.gpu.device for test in self.tests if test.facts.gpu}))

    @property
    def points_text(self) -> str:
        """ "60 of 100"; empty without points."""
        return "" if self.points is None else points_in_words(self.points, self.most_points)

    @property
    def is_skipped(self) -> bool:
        return self.verdict is Verdict.SKIP

    @property
    def is_rejected(self) -> bool:
        """Whether it would be accepted, but --strict rejects it for its findings."""
        return self.verdict is self.expected is Verdict.AC and not self.as_expected and bool(self.findings)

    @property
    def is_accepted(self) -> bool:
        return self.verdict is Verdict.AC and not self.is_rejected

    @property
    def was_emulated(self) -> bool:
        return self.emulated and not self.is_skipped

    @property
    def device_name(self) -> str:
        """The device that it computes on: "CPU", "GPU" or "emulated"."""
        return "emulated" if self.emulated else "GPU" if self.needs_gpu else "CPU"

    @property
    def found_verdict(self) -> Verdict:
        """The verdict; if it is the expected one, the unexpected part is what was skipped."""
        return Verdict.SKIP if self.verdict is self.expected and self.count(Verdict.SKIP) else self.verdict

    @property
    def passed(self) -> int:
        """The number of passed tests."""
        return self.count(Verdict.AC)

    @property
    def skipped_runs(self) -> int:
        """Tests that it was not run on, including those that are missing because nothing could be run."""
        if self.is_skipped and not self.tests:
            return self.test_count
        return self.count(Verdict.SKIP) + len(self.tests_left_out)

    @property
    def timed_tests(self) -> list[TestReport]:
        """Tests whose times are meaningful."""
        return [test for test in self.tests if test.timed and test.verdict is not Verdict.SKIP]

    @property
    def worst(self) -> WorstFigures | None:
        """None: nothing was timed."""
        timed = [test.facts for test in self.timed_tests]
        if not timed:
            return None
        return WorstFigures(
            max(facts.wall_ns for facts in timed),
            max(facts.cpu_ns for facts in timed),
            max(facts.peak_memory_bytes for facts in timed),
        )

    def count(self, verdict: Verdict) -> int:
        return sum(test.verdict is verdict for test in self.tests)


class WorkOfTest(Record, frozen=True):
    """The work that a test demands of any solution; null if unknown."""

    name: str
    """Group and file."""
    size: Count | None = None
    """The size in size_unit."""
    size_unit: str | None = None
    """The unit of the problem's size."""
    flop: Count | None = None
    """Floating-point operations of the plain algorithm."""
    least_bytes: Count | None = None
    """Bytes that must be read or written at least."""
    precision: Precision | None = None
    """The precision of the operations."""
    only_reads: bool | None = None
    """Whether almost none of the bytes are written."""


class ProblemReport(Record, frozen=True):
    """A problem and everything that was judged of it."""

    id: str
    """Its folder's name."""
    title: str
    """The title in English."""
    time_limit_s: Annotated[float, Meta(gt=0)]
    """CPU seconds."""
    time_limit_source: LimitSource
    """problem.yaml, this machine's accepted solutions, the command line, or none of them: then the limit ends only
    programs that hang."""
    tests: tuple[WorkOfTest, ...]
    """Tests that any solution was judged on: samples, then secret tests by name."""
    comparison: Comparison
    """The CPU against the GPU."""
    results: tuple[SolutionReport, ...]
    """Solvers first, then submissions."""


class Interruption(Record, frozen=True):
    """How far the judging had got when it was interrupted."""

    done: Count
    """The number whose verdict was known."""
    planned: Positive | None
    """The number that were planned; null: not known yet."""
    unit: Literal["solution", "test"]
    """What is counted: solutions of a `verify`, or the tests of a `submit`."""

    @property
    def text(self) -> str:
        """ "interrupted after 6 of 24 solutions"."""
        if self.planned is None:
            return "interrupted before judging began"
        return f"interrupted after {self.done} of {plural(self.planned, self.unit)}"


class SubmissionThere(Record, frozen=True):
    """A submission to an online judge."""

    id: Count
    """Its number there."""
    server: str
    """The judge's address."""
    state: str
    """Its state: "done"."""
    submitted_utc_ms: int
    """When it was submitted, in ms since 1970."""
    not_told: str
    """What the judge hides about secret tests, in one line; empty: nothing."""


class Report(Record, frozen=True):
    """What `judge verify --json` and `judge submit --json` write. Times are in ns unless the name says otherwise, sizes
    in bytes."""

    format_version: Literal[5]
    """Changes whenever a field changes its meaning or is removed."""
    command: str
    """The command as it was typed."""
    version: str | None
    """The judge's own commit, with "-dirty" if its files differ from that; null: unknown."""
    date: str
    """When it was written: UTC, ISO 8601."""
    duration_s: Annotated[float, Meta(ge=0)]
    """How long the judging took, in seconds."""
    passed: bool
    """Whether everything was judged and as expected."""
    damaged_test_data: tuple[str, ...]
    """A line for each file of test data that is missing or does not match its checksum."""
    isolation: str
    """The isolation of all runs in one line."""
    isolations: tuple[Isolation, ...]
    """Each isolation that any run had, once."""
    machine: Hardware | None
    """Where it was judged; null: an online judge does not report it."""
    ceilings: Ceilings | None
    """Null: nothing was measured for this machine."""
    problems: tuple[ProblemReport, ...]
    """Problems by id."""
    problems_left_out: tuple[str, ...] = ()
    """A line for each problem that cannot be judged: its id, what is wrong with its folder, and what to do."""
    interrupted: Interruption | None = None
    """Null: it was not interrupted; otherwise the report has what was known by then."""
    submission: SubmissionThere | None = None
    """The submission that an online judge judged (submit --to); null: it was judged here."""

    @property
    def place(self) -> str:
        """Where it was judged, in one line."""
        if self.machine:
            return self.machine.name
        return (
            f"{self.submission.server}, submission {self.submission.id}" if self.submission else "not known"
        )

    @property
    def of_users(self) -> bool:
        """Whether it is a report of `submit`, where solutions are only expected to be accepted."""
        return self.command.startswith("judge submit ")

    @property
    def results(self) -> list[tuple[str, SolutionReport]]:
        """All solutions, each with the id of its problem."""
        return [(problem.id, result) for problem in self.problems for result in problem.results]


class Reports(Record, frozen=True):
    """What `judge report A.json B.json --json` writes: several reports in one, each with its own machine and date."""

    format_version: Literal[5]
    """The version of each report."""
    reports: Annotated[tuple[Report, ...], Meta(min_length=1)]
    """Reports in the order in which they were named."""
