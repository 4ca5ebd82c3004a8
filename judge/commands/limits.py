"""`judge limits`: measures the time limits for this machine, and shows how far the solutions are from them."""

from collections.abc import Callable, Sequence

from rich.text import Text

from judge.base.console import out
from judge.base.records import as_json, json_text
from judge.base.tables import Column, FittedTable
from judge.base.units import seconds
from judge.base.whole_files import write_text
from judge.commands.options.limits import LimitsOptions
from judge.judging.results import Result
from judge.limits.known import limit_text
from judge.limits.margins import Margin
from judge.machine.hardware import Hardware
from judge.problems.submission_uses import Use
from judge.problems.time_rule import TimeOptions
from judge.project.host import JudgeHost
from judge.service.measured_limits import MeasuredLimit, measured_limits

FORMAT_VERSION = 1


def limits(host: JudgeHost, options: LimitsOptions) -> int:
    """The command. Returns the exit status: 0 if all margins are met; 1 if not, or if a named problem is broken."""
    measured, broken = measured_limits(host, options.problems, TimeOptions(factor=options.time_factor))
    for one in measured:
        _show(one)
    warnings = [line for one in measured for line in one.warnings]
    failures = [_left_out(result) for one in measured for result in one.unexpected]
    for line in [*warnings, *failures]:
        out.print(line, style="yellow", soft_wrap=True)
    if options.json:
        write_text(options.json, _as_json(host.hardware, measured))
    return 1 if warnings or failures else broken.exit_status


def _show(measured: MeasuredLimit) -> None:
    problem, record = measured.problem, measured.record
    rows = sorted(measured.margins, key=lambda one: (one.use is Use.UPPER, one.language))
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
    """The time of a run that was killed, as a lower bound."""
    return ">" if margin.was_ended else ""


def _wanted(margin: Margin) -> str:
    quotient = "limit / time" if margin.use is Use.LOWER else "time / limit"
    return f"{quotient} >= {margin.wanted:g}"


def _left_out(result: Result) -> str:
    solution = result.solution
    expected = f"expected {solution.expected.code}, found {result.verdict.code}: {result.reason}"
    return f"{solution.problem.id}: {solution.name} was left out: {expected}"


def _as_json(hardware: Hardware, measured: Sequence[MeasuredLimit]) -> str:
    content = {
        "format_version": FORMAT_VERSION,
        "machine": as_json(hardware),
        "problems": [
            {
                "id": one.problem.id,
                "time_limit_s": one.problem.limits.time_s,
                "time_limit_source": one.problem.limits.time_source,
                "rule": as_json(one.problem.time_rule),
                "solutions": [{**as_json(margin), "is_kept": margin.is_kept} for margin in one.margins],
            }
            for one in measured
        ],
    }
    return json_text(content)
