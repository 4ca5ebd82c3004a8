"""Judging one solution: compile, run each test, validate, decide."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from judge.compiling import Compiled, headline
from judge.contestants import Contestant
from judge.emulator import PROCESSES, WALL_FACTOR, refusal
from judge.facts import Facts
from judge.findings import FILE_NAME, Finding, Found, environment_of, gathered, read_findings
from judge.isolation import Isolation
from judge.lanes import in_lanes
from judge.processes import Stop
from judge.project import Project
from judge.reported import Reported, read_reports
from judge.runner import limits_of_a_test, read_text, run
from judge.scratch import scratch_folder
from judge.testcases import TestCase
from judge.timing import Phases, median_run
from judge.units import plural
from judge.validating import validate_output
from judge.verdicts import Ruling, Verdict, decide, overall
from judge.work import Work

EXCERPT_BYTES = 2000
STDERR_BYTES = 8 * 1024
"""Read of the beginning and of the end of what a submission says there."""


@dataclass(frozen=True)
class TestResult:
    test: TestCase
    ruling: Ruling
    facts: Facts
    """Of several timed runs, those of the median wall time."""
    stdout_excerpt: str
    """The beginning of the output, kept where it was not right."""
    stderr_excerpt: str
    """Without what a solver reports there."""
    repetitions: tuple[Facts, ...] = ()
    """All timed runs, in order."""
    phases: Phases | None = None
    """Of the run that `facts` are of; None: no solver of ours, or it did not report them."""
    repeated_phases: tuple[Phases | None, ...] = ()
    """Of each of the repetitions."""
    work: Work | None = None
    """What the test asks of any solver; None: not reported."""
    findings: tuple[Finding, ...] = ()
    """What the emulated GPU found; of another device always nothing."""

    @property
    def runs(self) -> list[tuple[Facts, Phases | None]]:
        """The timed runs, each with its phases."""
        repetitions = self.repetitions or (self.facts,)
        return list(zip(repetitions, self.repeated_phases or (None,) * len(repetitions), strict=True))

    @property
    def failed(self) -> bool:
        return self.ruling.verdict not in (Verdict.AC, Verdict.SKIP)


@dataclass
class Result:
    """All that is known of one solution."""

    contestant: Contestant
    tests: list[TestResult] = field(default_factory=list)
    compiled: Compiled | None = None
    """None: it did not come to be run."""
    compile_error: str | None = None
    compiler_isolation: Isolation | None = None
    obstacle: str | None = None
    """Why it could not be judged here at all."""
    test_count: int = 0
    left_out: int = 0
    """Tests that were too large for the emulated GPU."""

    @property
    def verdict(self) -> Verdict:
        if self.obstacle is not None:
            return Verdict.SKIP
        if self.compile_error is not None:
            return Verdict.CE
        failure = self.first_failure
        return failure.ruling.verdict if failure else overall([test.ruling.verdict for test in self.tests])

    @property
    def as_expected(self) -> bool:
        """What cannot run here is no failure, unless it must: it is reported as skipped."""
        skipped = self.verdict is Verdict.SKIP
        if self.contestant.emulated and self.contestant.expected is Verdict.TLE:
            return self.verdict in (Verdict.SKIP, Verdict.AC, Verdict.TLE)  # time is not judged
        if self.contestant.may_skip:
            return skipped or self.verdict is self.contestant.expected
        # Some tests may be beyond a technique's declared size; nothing else excuses a skip.
        excused = self.contestant.largest_size is not None or not self.count(Verdict.SKIP)
        return not skipped and excused and self.verdict is self.contestant.expected

    @property
    def first_failure(self) -> TestResult | None:
        return next((test for test in self.tests if test.failed), None)

    @property
    def reason(self) -> str:
        if self.obstacle is not None:
            return self.obstacle
        if self.compile_error is not None:
            return headline(self.compile_error)
        failure = self.first_failure
        if failure:
            return f"{failure.test.name}: {failure.ruling.reason}"
        if self.left_out:
            return f"{plural(self.left_out, 'test')} too large to emulate"
        return next((test.ruling.reason for test in self.tests if test.ruling.verdict is Verdict.SKIP), "")

    @property
    def findings(self) -> tuple[Found, ...]:
        """What the emulated GPU found in any test."""
        return gathered((test.test.name, test.findings) for test in self.tests)

    @property
    def isolations(self) -> list[Isolation]:
        """That of every run, the compiler's too."""
        compiler = [self.compiler_isolation] if self.compiler_isolation else []
        return compiler + [test.facts.isolation for test in self.tests]

    def count(self, verdict: Verdict) -> int:
        return sum(test.ruling.verdict is verdict for test in self.tests)


def judge(
    project: Project,
    contestant: Contestant,
    tests: Sequence[TestCase],
    lanes: Sequence[Sequence[int]],
    *,
    stop_at_failure: bool,
    repeat: int = 1,
    work: Mapping[str, Work] | None = None,
    on_test: Callable[[TestResult], None] = lambda _: None,
) -> Result:
    """Judges one solution on the tests in order.

    A lane is the cores for one test at a time, to which its run is pinned (to none when there are none): as many
    tests as there are lanes run at once. With `stop_at_failure` the first failing test ends it, as in a contest.
    With `repeat` above 1 a test that is passed is run and timed so many times more: the run that passed it was the
    warm-up. `work`: of the tests by name, for solutions that do not report it. On the emulated GPU nothing is timed.
    """
    known_work = work or {}
    result = Result(contestant, test_count=len(tests))
    result.obstacle = contestant.obstacle()
    if result.obstacle is not None:
        return result
    compiled = contestant.prepare(lanes[0])
    result.compiler_isolation = compiled.isolation
    if compiled.error is not None:
        result.compile_error = compiled.error
        if contestant.emulated:
            result.obstacle = refusal(compiled.error)
        return result
    if contestant.obstacle_to_run is not None:
        result.obstacle = f"it compiles, but was not run: {contestant.obstacle_to_run}"
        return result
    result.compiled = compiled

    def judge_one(test: TestCase, cores: Sequence[int], stop: Stop) -> TestResult:
        first = judge_test(project, contestant, compiled, test, cores, stop, known_work.get(test.name))
        if repeat == 1 or contestant.emulated or first.ruling.verdict is not Verdict.AC:
            return first
        runs: list[TestResult] = []
        while len(runs) < repeat and all(one.ruling.verdict is Verdict.AC for one in runs):
            runs.append(judge_test(project, contestant, compiled, test, cores, stop))
        return together(runs)

    with closing(in_lanes(judge_one, tests, lanes)) as test_results:
        for found in test_results:
            test_result = replace(found, work=found.work or known_work.get(found.test.name))
            result.tests.append(test_result)
            on_test(test_result)
            if stop_at_failure and test_result.failed:
                break
    return result


def together(runs: Sequence[TestResult]) -> TestResult:
    """Timed runs of one test as one result: that of median wall time, or the first that was not right."""
    for number, one in enumerate(runs, start=1):
        if one.ruling.verdict is not Verdict.AC:
            reason = f"{one.ruling.reason} (repetition {number}, after a run that was right)"
            return replace(one, ruling=Ruling(one.ruling.verdict, reason))
    return replace(
        runs[median_run([one.facts for one in runs])],
        repetitions=tuple(one.facts for one in runs),
        repeated_phases=tuple(one.phases for one in runs),
    )


def judge_test(
    project: Project,
    contestant: Contestant,
    compiled: Compiled,
    test: TestCase,
    cores: Sequence[int],
    stop: Stop | None = None,
    work: Work | None = None,
) -> TestResult:
    """One run of one test, on these cores, and what is to be said of it. The limits may depend on the test's work."""
    limits = limits_of_a_test(contestant.limits(work), len(cores) or 1, contestant.needs_gpu)
    emulated = contestant.emulated
    if emulated:
        limits = replace(limits, processes=PROCESSES, wall_ms=WALL_FACTOR * limits.wall_ms)
    with scratch_folder() as folder:
        facts = run(
            project,
            compiled.command,
            limits,
            folder,
            stdin=test.input,
            visible=compiled.visible,
            cores=cores,
            environment=environment_of(project) if emulated else (),
            keep=FILE_NAME if emulated else None,
            stop=stop,
        )
        validation = None
        if facts.succeeded:
            validation = validate_output(project, contestant.problem, test, folder / "stdout")
        said = _reports(project, contestant, compiled, facts, folder / "stderr")
        ruling = decide(facts, validation, said.words, contestant.is_solver)
        passed = ruling.verdict is Verdict.AC
        stdout_excerpt = "" if passed else read_text(folder / "stdout", EXCERPT_BYTES)
        return TestResult(
            test,
            ruling,
            facts,
            stdout_excerpt,
            _both_ends(said.words),
            repetitions=(facts,),
            phases=said.phases,
            repeated_phases=(said.phases,),
            work=said.work,
            findings=read_findings(folder / FILE_NAME, partial(_authors_names, project, contestant))
            if emulated
            else (),
        )


def _reports(
    project: Project, contestant: Contestant, compiled: Compiled, facts: Facts, stderr: Path
) -> Reported:
    """What a solver of ours reports; a stranger's words are only words. Phases longer than the run are none.

    The words of a submission speak of its file by the name that its author gave it.
    """
    if not contestant.is_solver:
        words = _words(stderr, facts.stderr_bytes)
        if contestant.emulated:
            words = _authors_names(project, contestant, words)
        for source in compiled.visible:
            words = words.replace(str(source), contestant.file_name)
        return Reported(None, None, words)
    said = read_reports(read_text(stderr) if facts.stderr_bytes else "", contestant.name)
    return replace(said, phases=None) if said.phases and said.phases.total_ns > facts.wall_ns else said


def _authors_names(project: Project, contestant: Contestant, text: str) -> str:
    """The text with the files of an emulated program called as their author calls them."""
    if contestant.language is None:
        return text.replace(f"{project.root}/", "")
    source = re.escape(contestant.language.source_name)
    return re.sub(rf"(?<![\w./-])(/sandbox/)?{source}\b", lambda _: contestant.file_name, text)


def _words(stderr: Path, size: int) -> str:
    """All, or of much the beginning and the end: a crash is explained in the last lines."""
    if size <= 2 * STDERR_BYTES:
        return read_text(stderr, 2 * STDERR_BYTES) if size else ""
    return f"{read_text(stderr, STDERR_BYTES)}\n...\n{read_text(stderr, STDERR_BYTES, size - STDERR_BYTES)}"


def _both_ends(words: str) -> str:
    if len(words) <= EXCERPT_BYTES:
        return words
    half = EXCERPT_BYTES // 2
    return f"{words[:half]}\n...\n{words[-half:]}"
