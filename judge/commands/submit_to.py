"""`judge submit --to`: submits a solution to a remote judge, and shows it being judged there."""

import hashlib
import time
from collections.abc import Sequence

from judge.base.console import muted, say
from judge.base.errors import JudgeError
from judge.base.events import Listener, task
from judge.base.interruption import telling
from judge.base.next_steps import RunJudge, for_shell
from judge.client.connection import RemoteJudge
from judge.client.logins import Login, chosen_login, logins
from judge.client.submitting import given_files, submit_there, wanted_problem
from judge.commands.options.submit import SubmitArguments
from judge.commands.status import detached, tell_whole
from judge.commands.submission_rows import watched
from judge.languages.sources import SourceFile, digest
from judge.reports.files import ReportFiles


def submit_to(tell: Listener, to: str, options: SubmitArguments, reports: ReportFiles) -> int:
    """The command. Returns the exit status: 0 if accepted, else 1."""
    login = chosen_login(logins(), to)
    start_s = time.monotonic()
    with RemoteJudge(login.server, login.token) as judge, muted(options.quiet):
        problem = wanted_problem(judge, options.problem)
        files = given_files(options.given, options.language, problem)
        with telling(lambda: _unknown(login)), task(tell, f"submitting to {login.server}"):
            new = submit_there(judge, problem.name, files, options.language)
        number = new.submission.id
        say(f"submission {number}: {login.server}/submissions/{number}")
        whole = watched(judge, new, problem, tell, lambda: detached(login, number))
        return tell_whole(
            judge,
            login,
            whole,
            reports,
            start_s,
            problem=problem,
            files=files,
            sha256=_sha256(files),
            verbose=options.verbose,
        )


def _unknown(login: Login) -> str:
    step = for_shell(RunJudge(("status", "--to", login.name), "To see whether it arrived"))
    return f"interrupted while it was submitted. {step}"


def _sha256(files: dict[str, bytes]) -> str:
    """The digest that a report has: of the file, or of the folder."""
    if len(files) == 1:
        return hashlib.sha256(next(iter(files.values()))).hexdigest()
    texts = {name: content.decode("utf-8", errors="surrogateescape") for name, content in files.items()}
    return digest([SourceFile(name, text) for name, text in sorted(texts.items())])


def refuse_options(names: Sequence[str]) -> None:
    """Raises JudgeError for options that apply only to judging on this machine."""
    if names:
        raise JudgeError(
            f"{', '.join(names)}: with --to, the settings of the judge there apply. Leave that out."
        )
