"""Makes the report of what was judged."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction

import msgspec
from msgspec import Struct, field

from judge.base.records import as_json, converted, decoded, part_of, replace
from judge.base.text import all_as_utf8
from judge.judging.results import Result, TestResult
from judge.judging.scoring import GroupScore
from judge.judging.solutions import Solution
from judge.judging.times import spread_of, time_split
from judge.judging.verdicts import Verdict
from judge.measure.ceilings import MEASURE, load_ceilings
from judge.measure.cpu_against_gpu import compare
from judge.measure.roofline import Share
from judge.measure.shares import RooflineInputs, roofline_inputs
from judge.problems.model import Problem
from judge.problems.points import points_number
from judge.project.host import JudgeHost
from judge.project.version import commit_of
from judge.reports.model import (
    FORMAT_VERSION,
    GroupReport,
    Interruption,
    ProblemReport,
    Repetitions,
    Report,
    ReportedFacts,
    ReportedShare,
    SolutionReport,
    TestReport,
    WorkOfTest,
)
from judge.sandbox.facts import Facts
from judge.sandbox.isolation import Isolation, describe


class JudgingOutcome(Struct, frozen=True):
    """Everything that a command has judged."""

    problems: Sequence[Problem]
    results: Mapping[str, Sequence[Result]]
    """Results by problem id."""
    damage: Sequence[str]
    """A line for each file of test data that does not match its checksum."""
    duration_s: float
    interrupted: Interruption | None = None
    command: str = field(default_factory=lambda: shlex.join(["judge", *sys.argv[1:]]))
    """The command as it was typed."""
    date: datetime = field(default_factory=lambda: datetime.now(UTC))
    left_out: Sequence[str] = ()
    """A line for each problem that cannot be judged."""


class Isolations:
    """The isolations of all runs, each once; runs refer to them by numbers, as most have the same."""

    def __init__(self) -> None:
        self._numbers: dict[Isolation, int] = {}

    def number(self, isolation: Isolation) -> int:
        return self._numbers.setdefault(isolation, len(self._numbers))

    @property
    def all(self) -> tuple[Isolation, ...]:
        return tuple(self._numbers)


def prepare_report(host: JudgeHost) -> None:
    """Queries the tree's and machine's data ahead: an interrupted judge has no time for it."""
    commit_of(host.installation)
    _ = host.hardware


def report_of(host: JudgeHost, outcome: JudgingOutcome) -> Report:
    results = [result for results in outcome.results.values() for result in results]
    hardware = host.hardware
    ceilings = load_ceilings(hardware, host.tell)
    isolations = Isolations()
    problems = []
    for problem in outcome.problems:
        found = outcome.results.get(problem.id, ())
        measure = roofline_inputs(host.installation, problem, found, ceilings)
        problems.append(_problem_report(problem, found, measure, isolations))
    report = Report(
        format_version=FORMAT_VERSION,
        command=outcome.command,
        version=commit_of(host.installation),
        date=outcome.date.astimezone(UTC).isoformat(timespec="seconds"),
        duration_s=round(outcome.duration_s, 3),
        passed=not (outcome.interrupted or outcome.damage) and all(result.as_expected for result in results),
        damaged_test_data=tuple(outcome.damage),
        isolation=describe(run for result in results for run in result.isolations),
        isolations=isolations.all,
        machine=hardware,
        ceilings=ceilings,
        problems=tuple(problems),
        problems_left_out=tuple(outcome.left_out),
        interrupted=outcome.interrupted,
    )
    # Names of files need not be UTF-8, and what is written is what is drawn.
    try:
        return decoded(msgspec.json.encode(report), Report)
    except UnicodeEncodeError:
        return converted(all_as_utf8(as_json(report)), Report)


def _problem_report(
    problem: Problem, results: Sequence[Result], measure: RooflineInputs, isolations: Isolations
) -> ProblemReport:
    names = {test.test.name for result in results for test in result.tests}
    return ProblemReport(
        id=problem.id,
        title=problem.title,
        time_limit_s=problem.limits.time_s,
        time_limit_source=problem.limits.time_source,
        tests=tuple(_test_work(name, measure) for name in sorted(names, key=_sample_first)),
        comparison=compare(results),
        results=tuple(solution_report(result, isolations, measure) for result in results),
    )


def _sample_first(name: str) -> tuple[bool, str]:
    return not name.startswith("sample/"), name


def _test_work(name: str, measure: RooflineInputs) -> WorkOfTest:
    work = measure.work.get(name)
    return WorkOfTest(name, **msgspec.structs.asdict(work)) if work else WorkOfTest(name)


def solution_report(
    result: Result, isolations: Isolations, measure: RooflineInputs | None = None
) -> SolutionReport:
    """The report; without a reference, no share of a ceiling is known."""
    whole = without_tests(result, isolations)
    tests = (
        test_report(result.solution, test, isolations, measure or RooflineInputs()) for test in result.tests
    )
    return replace(whole, tests=tuple(tests))


def without_tests(result: Result, isolations: Isolations) -> SolutionReport:
    """A report's data about a solution as a whole."""
    solution, score = result.solution, result.score
    return part_of(
        result,
        SolutionReport,
        name=solution.name,
        kind="solver" if solution.is_solver else "submission",
        needs_gpu=solution.device.needs_gpu,
        emulated=solution.device.is_emulated,
        language=solution.language.id if solution.language else None,
        source_sha256=solution.source_sha256,
        expected=solution.expected,
        compiler_isolation=(
            isolations.number(result.compiler_isolation) if result.compiler_isolation else None
        ),
        tests_left_out=tuple(result.left_out),
        tests=(),
        points=_number(score.points) if score else None,
        most_points=_number(score.most) if score else None,
        groups=tuple(map(_group_report, score.groups)) if score else (),
    )


def _group_report(group: GroupScore) -> GroupReport:
    points, most = points_number(group.points), _number(group.most)
    return part_of(group, GroupReport, points=points, most_points=most, test_count=group.tests)


def _number(points: Fraction | None) -> float | None:
    return None if points is None else points_number(points)


def test_report(
    solution: Solution, test: TestResult, isolations: Isolations, measure: RooflineInputs
) -> TestReport:
    """One test of a solution."""
    verdict = test.decision.verdict
    accepted = verdict is Verdict.AC
    timed = solution.device.is_timed and test.timed
    return TestReport(
        name=test.test.name,
        verdict=verdict,
        reason=test.decision.reason,
        stdout="" if accepted else test.stdout_excerpt,
        stderr="" if accepted else test.stderr_excerpt,
        timed=timed,
        facts=_reported_facts(test.facts, isolations),
        over_limit_cpu_ns=tuple(facts.cpu_ns for facts in test.over_limit_runs),
        phases=test.phases,
        time_split=time_split(test.facts, test.phases) if timed and verdict is not Verdict.SKIP else None,
        repetitions=_repetitions(test) if solution.device.is_timed else None,
        share=_reported_share(measure.share(solution, test)),
        difference=test.difference,
        transcript=test.transcript,
        repeated_time=test.repeated_time if timed else None,
        points=_number(test.points),
    )


def _reported_facts(facts: Facts, isolations: Isolations) -> ReportedFacts:
    return ReportedFacts(**{**msgspec.structs.asdict(facts), "isolation": isolations.number(facts.isolation)})


def _repetitions(test: TestResult) -> Repetitions | None:
    if len(test.repetitions) < 2:
        return None
    return Repetitions(
        len(test.repetitions),
        spread_of([facts.wall_ns for facts in test.repetitions]),
        spread_of([facts.cpu_ns for facts in test.repetitions]),
    )


def _reported_share(share: Share | None) -> ReportedShare | None:
    if share is None:
        return None
    if share.missing:  # a report is read elsewhere, where the judge may be called in another way
        share = replace(share, missing=share.missing.replace(MEASURE, "judge calibrate"))
    return ReportedShare(**msgspec.structs.asdict(share), text=share.in_words)
