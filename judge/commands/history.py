"""`judge history`: what was judged, newest first."""

import msgspec
from msgspec import Raw
from rich.text import Text

from judge.base.called import JUDGE
from judge.base.console import out, prints_utf8
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.text import one_line
from judge.base.units import plural
from judge.commands.history_content import filter_of, opened_history, write
from judge.commands.options.history import HistoryOptions
from judge.history.author_table import author_table
from judge.history.details import KeptResult, unpacked
from judge.history.exports import Attempts, Authors, Export, Sessions, WholeAttempt, WholeSession
from judge.history.tables import (
    CHART_LENGTH,
    attempts_table,
    by_machine,
    minute,
    session_table,
    sessions_table,
    tests_table,
)
from judge.reports.terminal.findings_text import findings_text
from judge.store.database import Transaction
from judge.store.history.attempts import (
    Attempt,
    Session,
    read_attempts,
    read_line,
    read_result,
    read_session,
    read_sessions,
)
from judge.store.history.authors import count_rows, count_without_author, read_authors
from judge.store.history.filters import EVERYTHING, RAN, Filter
from judge.store.history.queries import count, count_text, newest, part_of_session, parts_of
from judge.store.history.summaries import read_summaries
from judge.store.user_store import user_store_file

MOST_ROWS = 20


def history(options: HistoryOptions) -> int:
    """The command. Returns the exit status. Without a limit, lists have MOST_ROWS rows; lists that are bounded anyway
    are shown whole."""
    chosen, limit = filter_of(options, options.problem, options.verdicts), options.limit
    if options.by_author and options.session is not None:
        raise JudgeError("--by-author and --session: expected one of them; a session shows its authors.")
    with opened_history(chosen) as transaction:
        if options.by_author:
            content = _show_authors(transaction, chosen, limit)
        elif options.session is not None:
            content = _show_session(transaction, options.session, chosen)
        elif chosen.is_of_attempts:
            content = _show_attempts(transaction, chosen, limit or MOST_ROWS)
        else:
            content = _show_sessions(transaction, chosen, limit or MOST_ROWS)
    write(options.json, content)
    return 0


def _show_sessions(transaction: Transaction, chosen: Filter, limit: int) -> Export:
    sessions = read_sessions(transaction, chosen.sessions, limit)
    if sessions:
        out.print(sessions_table(sessions, read_summaries(transaction, sessions)))
        out.print(Text(f"show one in full: {JUDGE} history --session ID", style="dim"))
    elif chosen.text:
        _say_nothing_fits("session", chosen)
    else:
        out.print("Nothing has been judged yet.")
    return Sessions(sessions)


def _show_attempts(transaction: Transaction, chosen: Filter, limit: int) -> Export:
    """Shows attempts; those that could not run are left out, unless verdicts were chosen."""
    parts = parts_of(transaction, chosen, EVERYTHING if chosen.verdicts else RAN)
    shown = read_attempts(transaction, newest(parts, limit))[::-1]
    lines = {attempt.line: attempt for attempt in reversed(shown)}
    charted = {line: read_line(transaction, newest, CHART_LENGTH) for line, newest in lines.items()}
    for problem in dict.fromkeys(attempt.problem for attempt in shown):
        of_problem = [attempt for attempt in shown if attempt.problem == problem]
        for machine, there in by_machine(of_problem).items():
            title = f"{one_line(problem)} on {one_line(machine)}"
            out.print(attempts_table(title, there, charted, utf8=prints_utf8()))
    if not shown:
        _say_nothing_fits("attempt", chosen)
    elif (found := count(transaction, parts)) > len(shown):
        of = f"{count_text(found)} attempts"
        out.print(Text(f"the last {len(shown)} of {of}; more: --limit N", style="dim"))
    return Attempts(shown)


def _show_authors(transaction: Transaction, chosen: Filter, limit: int | None) -> Export:
    shown = read_authors(transaction, chosen, limit)
    without = 0 if chosen.authors else count_without_author(transaction, chosen)
    if shown:
        out.print(author_table(shown, chosen.problem))
        out.print(Text(f"one in full: {JUDGE} history --author NAME", style="dim"))
    else:
        out.print(
            f"No attempt names an author: {JUDGE} submit PROBLEM FILE --author NAME"
            if not chosen.text
            else f"No attempt that names an author fits: {chosen.text}.",
            soft_wrap=True,
        )
    if len(shown) == limit and (found := count_rows(transaction, chosen)) > limit:
        out.print(Text(f"the first {limit} of {count_text(found)} rows; more: --limit N", style="dim"))
    if without:
        out.print(Text(f"{plural(without, 'attempt')} without an author not counted", style="dim"))
    return Authors(shown, without)


def _show_session(transaction: Transaction, number: int, chosen: Filter) -> Export:
    session = read_session(transaction, number)
    if session is None:
        all_of_them = RunJudge(("history",), "All sessions")
        raise JudgeError(f"there is no session {number} in {user_store_file()}", all_of_them)
    attempts = read_attempts(transaction, newest([part_of_session(number, chosen)], None))
    results = {attempt.id: _result(transaction, attempt) for attempt in attempts}
    shown = {number: result for number, (result, _) in results.items()}
    out.print(_headline(session, _kept(transaction, session)), style="bold", soft_wrap=True)
    out.print(_machine(session), style="dim", soft_wrap=True)
    if not attempts and chosen.text:
        _say_nothing_fits("attempt", chosen)
    elif not attempts:
        out.print("No verdict is known: it was interrupted before the first one, or is still under way.")
    for name in dict.fromkeys(attempt.problem for attempt in attempts):
        of_problem = [attempt for attempt in attempts if attempt.problem == name]
        out.print(session_table(one_line(name), of_problem, shown))
    if len(attempts) == 1:
        result = shown[attempts[0].id]
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


def _kept(transaction: Transaction, session: Session) -> int:
    summary = read_summaries(transaction, [session]).get(session.id)
    return summary.attempts if summary else 0


def _headline(session: Session, count: int) -> str:
    duration = session.duration_s
    end = f"unfinished: {count} of {session.planned} kept" if duration is None else f"{duration:.0f} s"
    given = f" of {one_line(session.given)}" if session.given else ""
    begin = f"Session {session.id}: {one_line(session.command)}{given}"
    return f"{begin}, {minute(session.started_utc)} UTC, {end}"


def _machine(session: Session) -> str:
    driver = f"driver {session.driver}, CUDA {session.cuda_toolkit or 'not found'}, " if session.gpu else ""
    return one_line(f"{session.machine}, {driver}kernel {session.kernel}")


def _say_nothing_fits(what: str, chosen: Filter) -> None:
    out.print(f"No {what} fits: {chosen.text}.", soft_wrap=True)


def _result(transaction: Transaction, attempt: Attempt) -> tuple[KeptResult, Raw]:
    return unpacked(
        read_result(transaction, attempt), f"{user_store_file()}: the result of attempt {attempt.id}"
    )
