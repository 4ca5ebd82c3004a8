"""`judge history`: what was judged, newest first; `judge best`: the fastest accepted solutions."""

import zlib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from sqlite3 import Connection

import msgspec
from msgspec import Raw
from rich.text import Text

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.records import json_text
from judge.base.suggestions import unknown_name
from judge.base.units import plural
from judge.base.whole_files import write_text
from judge.history.database import history_file, opened_to_read
from judge.history.details import KeptResult, unpacked
from judge.history.exports import (
    Attempts,
    Export,
    Rankings,
    Sessions,
    WholeAttempt,
    WholeSession,
    ranked_problem,
)
from judge.history.records import Attempt, Ranking, Session, rank, read_attempts, read_session, read_sessions
from judge.history.tables import (
    attempts_table,
    best_table,
    by_machine,
    minute,
    one_line,
    session_table,
    sessions_table,
    tests_table,
)
from judge.project.paths import this_project
from judge.reports.terminal.findings_text import findings_text

FORMAT_VERSION = 1
"""Of what --json writes."""


def history(problem: str | None, session: int | None, limit: int, file: Path | None) -> int:
    """The command. Returns the exit status."""
    with opened_to_read(_existing_file()) as connection:
        if problem is not None:
            _check_problem(connection, problem)
        if session is not None:
            content = _show_session(connection, session, problem)
        elif problem is not None:
            content = _show_attempts(connection, problem, limit)
        else:
            content = _show_sessions(connection, limit)
    _write(file, content)
    return 0


def best(problem: str | None, limit: int, file: Path | None) -> int:
    """The command. Returns the exit status."""
    with opened_to_read(_existing_file()) as connection:
        if problem is not None:
            _check_problem(connection, problem)
        condition = "verdict = 'AC'" + (" AND problem = ?" if problem is not None else "")
        rankings = rank(read_attempts(connection, condition, *([problem] if problem is not None else [])))
    for ranking in rankings:
        _show_ranking(ranking, limit)
    if not rankings:
        out.print("No solution has been accepted on all tests yet.")
    _write(file, Rankings([ranked_problem(ranking, limit) for ranking in rankings]))
    return 0


def _show_sessions(connection: Connection, limit: int) -> Export:
    sessions = read_sessions(connection, limit)
    attempts: dict[int, list[Attempt]] = defaultdict(list)
    for attempt in read_attempts(connection, "session >= ?", sessions[-1].id if sessions else 0):
        attempts[attempt.session].append(attempt)
    if not sessions:
        out.print("Nothing has been judged yet.")
    else:
        out.print(sessions_table(sessions, attempts))
        out.print(Text("show one in full: ./judge/judge history --session ID", style="dim"))
    return Sessions(sessions)


def _show_attempts(connection: Connection, problem: str, limit: int) -> Export:
    """Attempts that could not run say nothing about progress and are left out."""
    attempts = read_attempts(connection, "problem = ? AND verdict != 'SKIP'", problem)
    lines: dict[tuple[object, ...], list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        lines[attempt.line].append(attempt)
    shown = attempts[::-1][:limit]
    for machine, there in by_machine(shown).items():
        out.print(attempts_table(f"{one_line(problem)} on {one_line(machine)}", there, lines))
    if len(attempts) > len(shown):
        out.print(
            Text(f"the last {len(shown)} of {plural(len(attempts), 'attempt')}; more: --limit N", style="dim")
        )
    return Attempts(shown)


def _show_session(connection: Connection, number: int, problem: str | None) -> Export:
    session = read_session(connection, number)
    if session is None:
        raise JudgeError(
            f"there is no session {number} in {history_file()}. All sessions: ./judge/judge history"
        )
    attempts = [
        attempt
        for attempt in read_attempts(connection, "session = ?", number)
        if problem is None or attempt.problem == problem
    ]
    results = {attempt.id: _result(connection, attempt) for attempt in attempts}
    out.print(_headline(session, len(attempts)), soft_wrap=True)
    for name in dict.fromkeys(attempt.problem for attempt in attempts):
        out.print(session_table(one_line(name), [attempt for attempt in attempts if attempt.problem == name]))
    if len(attempts) == 1:
        result, _ = results[attempts[0].id]
        if result.compile_error:
            out.print(Text(result.compile_error))
        if result.tests:
            out.print(tests_table("Tests", result.tests, timed=not attempts[0].emulated))
        for part in findings_text(result.findings):
            out.print(part)
    whole = [
        WholeAttempt(**msgspec.structs.asdict(attempt), result=results[attempt.id][1]) for attempt in attempts
    ]
    return WholeSession(session, whole)


def _headline(session: Session, count: int) -> Text:
    duration = session.duration_s
    end = f"unfinished: {count} of {session.planned} kept" if duration is None else f"{duration:.0f} s"
    driver = f"driver {session.driver}, CUDA {session.cuda_toolkit or 'not found'}, " if session.gpu else ""
    machine = f"{session.machine}, {driver}kernel {session.kernel}"
    return Text.assemble(
        (
            f"Session {session.id}: {one_line(session.command)}, {minute(session.started_utc)} UTC, {end}",
            "bold",
        ),
        (f"\n{one_line(machine)}", "dim"),
    )


def _show_ranking(ranking: Ranking, limit: int) -> None:
    problem, machine = one_line(ranking.problem), one_line(ranking.machine)
    if ranking.solutions:
        out.print(best_table(f"{problem} on {machine}", ranking, limit))
    if ranking.left_out:
        left_out = plural(ranking.left_out, "accepted attempt")
        out.print(Text(f"{problem} on {machine}: {left_out} on other test data not shown", style="dim"))


def _result(connection: Connection, attempt: Attempt) -> tuple[KeptResult, Raw]:
    try:
        [(packed,)] = connection.execute("SELECT result FROM details WHERE attempt = ?", [attempt.id])
        return unpacked(packed)
    except (zlib.error, ValueError) as error:
        raise JudgeError(
            f"{history_file()} is damaged: the result of attempt {attempt.id}: {error}"
        ) from error


def _check_problem(connection: Connection, problem: str) -> None:
    known: Sequence[str] = [row[0] for row in connection.execute("SELECT DISTINCT problem FROM attempts")]
    if problem not in known:
        if (this_project().problems / problem / "problem.yaml").exists():
            raise JudgeError(f"{problem} has not been judged yet: ./judge/judge verify {problem}")
        raise unknown_name("problem in the history", problem, known)


def _existing_file() -> Path:
    try:
        return history_file()
    except OSError as error:
        raise JudgeError(f"no history: {error}.") from error


def _write(file: Path | None, content: Export) -> None:
    if file is not None:
        head = {"format_version": FORMAT_VERSION, "file": str(history_file())}
        write_text(file, json_text({**head, **msgspec.structs.asdict(content)}))
