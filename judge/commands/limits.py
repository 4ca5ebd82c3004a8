"""`judge limits`: measures the time limits for this machine, and shows how far the solutions are from them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.text import Text

from judge.base.console import out
from judge.base.records import as_json, json_text, replace
from judge.base.tables import Column, FittedTable
from judge.base.units import seconds
from judge.base.whole_files import write_text
from judge.engine.local import LocalEngine
from judge.engine.progress import with_progress
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.stored import stored_submissions
from judge.limits.find import measure_records
from judge.limits.known import limit_text, limited
from judge.limits.margins import Margin, margin_warnings, margins
from judge.limits.measure import counting_solutions, counting_tests
from judge.machine.hardware import Hardware
from judge.problems.broken import load_usable
from judge.problems.limit_records import LimitRecord
from judge.problems.model import Problem, TestCase
from judge.problems.submission_uses import Use
from judge.problems.test_cases import Tests, load_test_cases
from judge.problems.time_rule import TimeOptions
from judge.project.build import SOLVERS
from judge.project.host import JudgeHost
from judge.testdata.generate import ensure_data

FORMAT_VERSION = 1


def limits(host: JudgeHost, names: list[str], options: TimeOptions, json_file: Path | None) -> int:
    """The command. Returns the exit status: 0 all margins are met, 1 not, or a problem that was named is broken."""
    problems, broken = load_usable(host, names, SOLVERS)
    problems = [replace(problem, time_rule=options.rule(problem.time_rule)) for problem in problems]
    tests = broken.of_each(problems, lambda problem: _tests_of(host, problem))
    results, records = measure_records(host, broken.without(problems), tests, broken)
    found = broken.of_each(
        broken.without(problems), lambda problem: limited(problem, records[problem.id], options)
    )
    problems = list(found.values())
    for result in _too_slow(host, problems, tests):
        results[result.solution.problem.id].append(result)
    for problem in problems:
        _show(problem, records[problem.id], margins(problem, results[problem.id]))
    failures = [line for problem in problems for line in _failures(problem, results[problem.id])]
    warnings = [line for problem in problems for line in margin_warnings(problem, results[problem.id])]
    for line in [*warnings, *failures]:
        out.print(line, style="yellow", soft_wrap=True)
    if json_file:
        write_text(json_file, _as_json(host.hardware, problems, results))
    return 1 if warnings or failures else broken.exit_status


def _tests_of(host: JudgeHost, problem: Problem) -> list[TestCase]:
    stored_submissions(host, problem)  # whose folders may be wrong
    ensure_data(host, problem)
    return load_test_cases(host.installation, problem)


def _too_slow(host: JudgeHost, problems: Sequence[Problem], tests: Tests) -> list[Result]:
    """The solutions expected to be too slow, each judged until it is."""
    found = [
        Job(replace(solution, problem=problem), chosen)
        for problem in problems
        for solution in counting_solutions(host, problem, Use.UPPER)
        if (chosen := counting_tests(problem, solution, tests[problem.id], Use.UPPER))
    ]
    engine = LocalEngine(host)
    title = "measuring submissions that are too slow"
    return list(with_progress(host.tell, engine.judge([found]), len(found), title))


def _show(problem: Problem, record: LimitRecord | None, found: Sequence[Margin]) -> None:
    rows = sorted(found, key=lambda one: (one.use is Use.UPPER, one.language))
    styles = ["" if margin.is_kept else "yellow" for margin in rows]

    def column(heading: str, text: Callable[[Margin], str], rank: int, *, right: bool = False) -> Column:
        cells = [Text(text(margin), style) for margin, style in zip(rows, styles, strict=True)]
        return Column(heading, cells, rank, right=right)

    columns = [
        column("language", lambda margin: margin.language, 3),
        column("solution", lambda margin: margin.name, 0),
        column("slowest test", lambda margin: margin.test, 2),
        column("CPU time", lambda margin: f"{_more(margin)}{seconds(margin.cpu_ns)}", 0, right=True),
        column("margin", lambda margin: f"{_more(margin)}{margin.factor:.2f}", 0, right=True),
        column("wanted", _wanted, 1, right=True),
    ]
    out.print(FittedTable(f"{problem.id}: {limit_text(problem)}", columns))
    if record:
        rule = problem.time_rule
        made = (
            f"{seconds(record.slowest.cpu_ns)} x {rule.ac_to_time_limit:g}, rounded up to a multiple of "
            f"{rule.time_resolution_s:g} s"
        )
        slowest = f"slowest accepted: {record.slowest.name} on {record.slowest.test}"
        note = f"; measured while {record.pressure}" if record.pressure else ""
        out.print(Text(f"{slowest}, {made}{note}", style="dim"), soft_wrap=True)


def _more(margin: Margin) -> str:
    """Of what was killed."""
    return ">" if margin.was_ended else ""


def _wanted(margin: Margin) -> str:
    quotient = "limit / time" if margin.use is Use.LOWER else "time / limit"
    return f"{quotient} >= {margin.wanted:g}"


def _failures(problem: Problem, results: Sequence[Result]) -> list[str]:
    return [
        f"{problem.id}: {result.solution.name} was left out: expected {result.solution.expected.code}, "
        f"found {result.verdict.code}: {result.reason}"
        for result in results
        if not result.as_expected
    ]


def _as_json(hardware: Hardware, problems: Sequence[Problem], results: Mapping[str, Sequence[Result]]) -> str:
    content = {
        "format_version": FORMAT_VERSION,
        "machine": as_json(hardware),
        "problems": [
            {
                "id": problem.id,
                "time_limit_s": problem.limits.time_s,
                "time_limit_source": problem.limits.time_source,
                "rule": as_json(problem.time_rule),
                "solutions": [
                    {**as_json(one), "is_kept": one.is_kept} for one in margins(problem, results[problem.id])
                ],
            }
            for problem in problems
        ],
    }
    return json_text(content)
