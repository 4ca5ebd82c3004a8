"""`judge status`: submissions to an online judge elsewhere, one of them, or its problems."""

import time
from pathlib import Path

from rich.text import Text

from judge.base.console import complain, muted, out, print_last
from judge.base.errors import JudgeError
from judge.base.events import Listener
from judge.base.next_steps import RunJudge, for_shell
from judge.base.records import replace
from judge.base.tables import Column, FittedTable
from judge.base.text import one_line
from judge.base.units import plural
from judge.client.connection import RemoteJudge
from judge.client.failures import RefusedThere
from judge.client.following import require_judged, submission_at
from judge.client.logins import Login, chosen_login, logins
from judge.client.report import report_there, write_report
from judge.client.submitting import problem_at, samples_at
from judge.client.told import ToldSubmission, told_moment, verdict_of
from judge.client.told_report import told_report
from judge.commands.options.status import StatusOptions
from judge.commands.submission_result import tell_submission
from judge.commands.submission_rows import wait_in_words, watched
from judge.problems.points import decimal, points_text
from judge.reports.files import ReportFiles
from judge.reports.model import Report
from judge.reports.terminal.verdict_text import verdict_text
from judge.web.api.shapes import ProblemAnswer, Problems, SubmissionAnswer, SubmissionsAnswer, WholeSubmission


def problems_there(to: str | None, file: Path | None) -> int:
    """The command with --problems. Returns the exit status."""
    login = chosen_login(logins(), to)
    with RemoteJudge(login.server, login.token) as judge:
        found = judge.get("/problems", Problems)
    rows = found.problems
    names = [one_line(one.name[:200]) for one in rows]
    titles = [one_line(one.title[:200]) for one in rows]
    verdicts = [Text(" ").join(verdict_text(verdict_of(code)) for code in one.verdicts[:20]) for one in rows]
    if rows:
        columns = [
            Column("problem", names, 0, folds=True),
            Column("title", titles, 1, folds=True),
            Column("yours", verdicts, 0),
        ]
        out.print(FittedTable(f"{login.server}: {plural(len(rows), 'problem')}", columns))
    else:
        out.print(f"No problem is open at {login.server}.", soft_wrap=True)
    if file:
        write_report(file, found)
    return 0


def submissions_there(to: str | None, file: Path | None) -> int:
    """The command without a number. Returns the exit status."""
    login = chosen_login(logins(), to)
    with RemoteJudge(login.server, login.token) as judge:
        found = judge.get("/submissions", SubmissionsAnswer)
    rows = found.submissions
    if rows:
        out.print(_table(login, rows))
        if found.before is not None:
            out.print(f"Earlier ones: {login.server}/submissions", style="dim", soft_wrap=True)
    else:
        out.print(f"You have submitted nothing at {login.server}.", soft_wrap=True)
    if file:
        write_report(file, found)
    return 0


def _table(login: Login, rows: tuple[SubmissionAnswer, ...]) -> FittedTable:
    return FittedTable(
        f"Submissions of {one_line(login.user)} at {login.server}",
        [
            Column("number", [str(one.id) for one in rows], 0, right=True),
            Column("problem", [one_line(one.problem[:200]) for one in rows], 0, folds=True),
            Column("verdict", [_state(one) for one in rows], 0),
            Column("points", [_points(one) for one in rows], 1, right=True),
            Column("file", [one_line(one.name[:200]) for one in rows], 2, folds=True),
            Column("language", [one_line((one.language or "")[:40]) for one in rows], 4),
            Column("submitted (UTC)", [told_moment(one.submitted_utc_ms) for one in rows], 3),
        ],
    )


def _state(one: SubmissionAnswer) -> Text:
    return verdict_text(verdict_of(one.verdict)) if one.verdict else Text(one.state.value, style="dim")


def _points(one: SubmissionAnswer) -> str:
    return "" if one.points is None else points_text(decimal(one.points))


def status_of(tell: Listener, options: StatusOptions) -> int:
    """The command with a number, or with --watch. Returns the exit status."""
    login = chosen_login(logins(), options.to)
    start_s = time.monotonic()
    with RemoteJudge(login.server, login.token) as judge, muted(options.quiet):
        whole = submission_at(judge, options.number or _newest(judge, login))
        problem = _problem(judge, whole.submission.problem)
        if options.watch or not whole.submission.state.is_open:
            whole = watched(judge, whole, problem, tell, lambda: detached(login, whole.submission.id))
        if whole.submission.state.is_open:
            return _under_way(login, whole)
        return tell_whole(
            judge, login, whole, ReportFiles(options.json), start_s, problem=problem, verbose=options.verbose
        )


def _newest(judge: RemoteJudge, login: Login) -> int:
    found = judge.get("/submissions", SubmissionsAnswer).submissions
    if not found:
        raise JudgeError(
            f"you have submitted nothing at {login.server}: there is nothing to watch.",
            RunJudge(("submit", "--to", login.name, "PROBLEM", "FILE"), "To submit"),
        )
    return found[0].id


def _under_way(login: Login, whole: WholeSubmission) -> int:
    one = whole.submission
    told = ToldSubmission(whole)
    done = f"{len(whole.runs)} of {whole.test_count} tests known" if whole.runs else one.state.value
    words = f"waiting: {wait_in_words(whole.place)}" if whole.place else done
    print_last(f"--  {told.problem}  {told.file}  {words}; {login.server}/submissions/{one.id}")
    return 1


def detached(login: Login, number: int) -> str:
    """The message to users who stop waiting."""
    step = for_shell(RunJudge(("status", "--to", login.name, str(number), "--watch"), "To look again"))
    return f"submission {number} is still being judged. {step}"


def tell_whole(
    judge: RemoteJudge,
    login: Login,
    whole: WholeSubmission,
    reports: ReportFiles,
    start_s: float,
    *,
    problem: ProblemAnswer | None,
    files: dict[str, bytes] | None = None,
    sha256: str | None = None,
    verbose: bool = False,
) -> int:
    """Shows the outcome, and writes the report. Returns the exit status. Raises JudgeError if it was not judged.
    `files`: the sources, if they are here."""
    require_judged(judge, whole)
    told = ToldSubmission(whole)
    page = f"{login.server}/submissions/{whole.submission.id}"
    took_s = time.monotonic() - start_s
    if reports.json:
        write_report(reports.json, report_there(told, login.server, problem, sha256, took_s))
    if problem:
        _write_others(reports, told_report(told, login.server, login.user, problem, sha256, took_s))
    texts = {name: content.decode("utf-8", errors="replace") for name, content in (files or {}).items()}
    limit_s = problem.time_limit_s if problem else None
    tell_submission(told, page, limit_s, texts, _sample(judge, told), verbose=verbose)
    return 0 if told.is_accepted else 1


def _write_others(files: ReportFiles, report: Report | None) -> None:
    """Writes what is made from a report, as for a local one."""
    others = replace(files, json=None)
    if report:
        others.write(report)
    elif others.all:
        names = ", ".join(map(str, others.all))
        complain(f"{names}: not written, because that judge does not show the verdict.")


def _problem(judge: RemoteJudge, name: str) -> ProblemAnswer | None:
    """The problem; None: it is hidden by now, or not ready."""
    try:
        return problem_at(judge, name)
    except RefusedThere:
        return None


def _sample(judge: RemoteJudge, told: ToldSubmission) -> dict[str, str]:
    """The input and the answer of the first failure, by their suffixes; empty: it is not a sample."""
    failure = told.first_failure
    if failure is None or not failure.name.startswith("sample/"):
        return {}
    try:
        found = samples_at(judge, told.problem)
    except RefusedThere:
        return {}
    shown = next((one.files for one in found if one.name == failure.name), ())
    return {file.name.rpartition(".")[2]: file.text[:2000] for file in shown}
