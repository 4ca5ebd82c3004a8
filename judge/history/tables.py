"""The tables of `judge history` and `judge best`."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from rich.text import Text

from judge.base.plain import is_plain
from judge.base.tables import Column, FittedTable
from judge.base.text import one_line
from judge.base.units import fine_time, mebibytes, seconds
from judge.history.details import KeptResult, KeptTest
from judge.history.ranking import Best, Ranking
from judge.history.sparkline import BARS, PLAIN_BARS, sparkline
from judge.judging.findings import Found
from judge.judging.verdicts import Verdict
from judge.problems.device import EMULATED_MARKS
from judge.reports.model import points_in_words
from judge.reports.terminal.findings_text import findings_note
from judge.reports.terminal.verdict_text import verdict_text
from judge.store.history.attempts import Attempt, Session
from judge.store.history.summaries import Summary

CHART_LENGTH = 16
"""The number of last attempts in a line's chart."""
SAMPLES_ONLY = "samples only"
Figure = TypeVar("Figure")
Lines = Mapping[tuple[object, ...], Sequence[Attempt]]


def sessions_table(sessions: Sequence[Session], summaries: Mapping[int, Summary]) -> FittedTable:
    """The table of sessions. `summaries`: by session."""
    each = [summaries.get(session.id) for session in sessions]
    columns = [
        Column("session", [str(session.id) for session in sessions], 0, right=True),
        Column("time (UTC)", [minute(session.started_utc) for session in sessions], 1),
        Column("command", [one_line(session.command) for session in sessions], 2),
        Column("judged", [_judged(*pair) for pair in zip(sessions, each, strict=True)], 0, folds=True),
        Column("result", [_result(*pair) for pair in zip(sessions, each, strict=True)], 0, folds=True),
    ]
    machines = [one_line(session.machine) for session in sessions]
    if len(set(machines)) == 1:
        return FittedTable(f"History on {machines[0]}", columns)
    columns.append(Column("machine", machines, 3, folds=True))
    return FittedTable("History", columns)


def attempts_table(title: str, attempts: Sequence[Attempt], lines: Lines, *, utf8: bool) -> FittedTable:
    """The table of attempts. `lines`: all attempts by their line, oldest first; the newest row of each line shows its
    chart."""
    charted: set[tuple[object, ...]] = set()
    charts = []
    for attempt in attempts:
        charts.append(chart(lines[attempt.line], utf8=utf8) if attempt.line not in charted else "")
        charted.add(attempt.line)
    columns = [
        Column("session", [str(attempt.session) for attempt in attempts], 6, right=True),
        Column("time (UTC)", [minute(attempt.judged_utc) for attempt in attempts], 3),
        *_columns(attempts, passed_rank=7),
        Column("over time", charts, 2),
        Column("source", [(attempt.source_sha256 or "")[:8] for attempt in attempts], 5),
    ]
    return FittedTable(title, columns)


def session_table(title: str, attempts: Sequence[Attempt], results: Mapping[int, KeptResult]) -> FittedTable:
    """One whole session, solvers first, with failures and findings; `results`: by the attempt's id."""
    attempts = sorted(attempts, key=lambda attempt: (attempt.kind != "solver", attempt.name))
    columns = [
        *_columns(attempts, passed_rank=2),
        Column("note", [_note(attempt, results[attempt.id].findings) for attempt in attempts], 1, folds=True),
    ]
    return FittedTable(title, columns)


def tests_table(title: str, tests: Sequence[KeptTest], *, timed: bool) -> FittedTable:
    """The tests of one attempt, from its stored result."""
    columns = [
        Column("test", [one_line(test.name) for test in tests], 0, folds=True),
        Column("verdict", [verdict(test.verdict) for test in tests], 0),
    ]
    if not timed:
        return FittedTable(title, columns)
    facts = [test.facts for test in tests]
    columns += [
        Column("wall", [seconds(each.wall_ns) for each in facts], 1, right=True),
        Column("CPU", [seconds(each.cpu_ns) for each in facts], 2, right=True),
        Column("memory", [mebibytes(each.peak_memory_bytes) for each in facts], 3, right=True),
    ]
    return FittedTable(title, columns)


def best_table(title: str, ranking: Ranking, *, utf8: bool) -> FittedTable:
    shown = ranking.solutions
    last = [best.last for best in shown]
    points = [_points(attempt) for attempt in last]
    columns = [
        Column("solution", [one_line(attempt.name) for attempt in last], 0, folds=True),
        *([Column("points", points, 0, right=True)] if any(points) else []),
        Column("wall", [seconds(best.wall_ns) for best in shown], 0, right=True),
        Column("range", [_range(best) for best in shown], 4, right=True),
        Column("to the best", [_ratio(best, shown[0]) for best in shown], 1, right=True),
        *_figures(last, first_rank=5),
        Column("attempts", [str(best.count) for best in shown], 3, right=True),
        Column("over time", [chart(best.attempts, utf8=utf8) for best in shown], 2),
        Column("source", [(attempt.source_sha256 or "")[:8] for attempt in last], 8),
    ]
    return FittedTable(title, columns)


def by_machine(attempts: Iterable[Attempt]) -> dict[str, list[Attempt]]:
    found: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        found[attempt.machine].append(attempt)
    return found


def chart(attempts: Sequence[Attempt], *, utf8: bool) -> str:
    """The wall times of the last attempts, "x" for one that was not accepted, not even partially; empty if there is
    only one, or no time."""
    if len(attempts) < 2 or attempts[0].emulated or is_plain():
        return ""
    bars = BARS if utf8 else PLAIN_BARS
    accepted = (Verdict.AC.code, Verdict.PA.code)
    last = attempts[-CHART_LENGTH:]
    return sparkline([attempt.wall_ns if attempt.verdict in accepted else None for attempt in last], bars)


def minute(time_utc: str) -> str:
    return one_line(time_utc[:16].replace("T", " "))


def verdict(code: str) -> Text:
    found = next((verdict for verdict in Verdict if verdict.code == code), None)
    return verdict_text(found) if found else Text(one_line(code))


def _scope(attempt: Attempt) -> Text:
    """Its verdict, and what is special about it."""
    return Text.assemble(_verdict(attempt), _special(attempt))


def _special(attempt: Attempt) -> str:
    """A mark: the attempt was on the samples alone, or with a time limit that the user chose."""
    samples = f", {SAMPLES_ONLY}" if attempt.samples_only else ""
    limit = f", --time-limit {attempt.chosen_limit_s:g}" if attempt.chosen_limit_s is not None else ""
    factor = f", --time-factor {attempt.chosen_factor:g}" if attempt.chosen_factor is not None else ""
    return samples + limit + factor


def _verdict(attempt: Attempt) -> Text:
    """ "PA 60 of 100"."""
    return Text.assemble(verdict(attempt.verdict), f" {_points(attempt)}".rstrip())


def _points(attempt: Attempt) -> str:
    return points_text(attempt.points, attempt.most_points)


def points_text(points: float | None, most: float | None) -> str:
    """ "60 of 100"; empty without points."""
    return "" if points is None else points_in_words(points, most)


def _columns(attempts: Sequence[Attempt], passed_rank: int) -> list[Column]:
    return [
        Column("solution", [one_line(attempt.name) for attempt in attempts], 0, folds=True),
        Column("verdict", [_scope(attempt) for attempt in attempts], 0, folds=True),
        Column(
            "passed",
            [f"{item.tests_passed}/{item.tests_total}" for item in attempts],
            passed_rank,
            right=True,
        ),
        Column("wall", [_wall(attempt) for attempt in attempts], 0, right=True),
        *_figures(attempts, first_rank=4),
    ]


def _wall(attempt: Attempt) -> str:
    if attempt.emulated and attempt.verdict != Verdict.SKIP.code:
        return EMULATED_MARKS[0]
    return "" if attempt.wall_ns is None else seconds(attempt.wall_ns)


def _figures(attempts: Sequence[Attempt], first_rank: int) -> list[Column]:
    """Other interesting figures besides the verdict and the wall time."""
    return [
        Column("CPU", _told(attempts, lambda item: item.cpu_ns, seconds), first_rank + 3, right=True),
        Column("kernels", _told(attempts, lambda item: item.kernels_ns, fine_time), first_rank, right=True),
        Column("share", _told(attempts, lambda item: item.share, "{:.0%}".format), first_rank, right=True),
        Column(
            "memory",
            _told(attempts, lambda item: item.peak_memory_bytes, mebibytes),
            first_rank + 4,
            right=True,
        ),
    ]


def _told(
    attempts: Sequence[Attempt], figure: Callable[[Attempt], Figure | None], show: Callable[[Figure], str]
) -> list[str]:
    figures = [figure(attempt) for attempt in attempts]
    return ["" if value is None else show(value) for value in figures]


def _judged(session: Session, summary: Summary | None) -> str:
    """The number of judged solutions; in an unfinished session, also how many were to be judged."""
    if not summary or (session.given and session.ended_utc is None):
        return one_line(session.given)
    return one_line(summary.judged)


def _result(session: Session, summary: Summary | None) -> Text:
    count = summary.attempts if summary else 0
    unfinished = f", unfinished: {count} of {session.planned}" if session.ended_utc is None else ""
    if summary is None:
        return Text(unfinished.removeprefix(", ") or "nothing kept")
    if attempt := summary.first:
        if max(session.planned, count) > 1:
            style = "" if summary.accepted == count else "red"
            text = f"{summary.accepted} of {count} accepted{_special(attempt)}{unfinished}"
            return Text(text, style=style)
        wall = f" {_wall(attempt)}".rstrip()
        return Text.assemble(_verdict(attempt), wall, _special(attempt), unfinished)
    if summary.unexpected:
        return Text(f"{summary.unexpected} not as expected{unfinished}", style="red")
    return Text(f"all as expected{unfinished}")


def _note(attempt: Attempt, findings: Sequence[Found]) -> Text:
    reason = Text(one_line(attempt.reason), style="dim")
    if not attempt.as_expected and attempt.command != "submit":
        reason = Text(f"expected {attempt.expected}: {one_line(attempt.reason)}", style="bold red")
    found = Text(one_line(findings_note(findings)), style="yellow")
    return Text("; ").join(part for part in (reason, found) if part)


def _range(best: Best) -> str:
    times = best.recent_ns
    return f"{seconds(times[0])} - {seconds(times[-1])}" if len(times) > 1 else ""


def _ratio(best: Best, fastest: Best) -> str:
    """Empty if the points differ already."""
    if best is fastest:
        return "best"
    if best.last.points != fastest.last.points:
        return ""
    return "tie" if best.ties_with(fastest) else f"{best.wall_ns / max(fastest.wall_ns, 1):.2f}x"
