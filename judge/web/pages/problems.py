"""The list of problems, a problem's page, and the form on it."""

from collections.abc import Sequence
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.errors import JudgeError, is_disk_full
from judge.base.records import Record, replace
from judge.service.problem_page import LanguageChoice, ProblemPage
from judge.service.refusals import Refused, Unfit
from judge.service.visibility import may_submit
from judge.web.forms import whole_number
from judge.web.keys import content_key
from judge.web.pages.board import own_pictures
from judge.web.pages.statements import pictures_at
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, page, site_of
from judge.web.statements import statement_html
from judge.web.tokens import new_token

MOST_UPLOADED = 8 << 20
"""The most bytes of a submission's form: a zip file, or the outputs of a submit-answer problem."""
MOST_ATTEMPTS = 5
"""The most attempts at a lesson whose counts are shown."""
RECENT = 8
"""The most own submissions shown next to the form."""


class SubmitForm(Record, frozen=True):
    source: str = ""
    language: str = ""
    key: str = ""
    """A key made for each page: if the form is sent twice, it is one submission."""
    assignment: str = ""
    """The number of the assignment that it counts for, if the page offers some."""
    input: str = ""
    """The input of an own run, as typed."""
    sample: str = ""
    """The name of the sample that is an own run's input instead."""


@get("/")
def problems(request: Asked) -> Response[str]:
    site = site_of(request)
    viewer = request.user.viewer
    opened = [one for one in site.online.problems(viewer) if not site.lessons.has(one.name)]
    waiting = [one for one in site.online.waiting() if not site.lessons.has(one.name)]
    verdicts = site.online.own_verdicts(viewer)
    return page(request, "problems", problems=opened, waiting=waiting, verdicts=verdicts)


@get("/problems/{name:str}")
def problem(request: Asked, name: FromPath[str]) -> Response[str]:
    return _problem_page(request, name, SubmitForm())


@post("/problems/{name:str}/submit", guards=[signed_in], request_max_body_size=MOST_UPLOADED)
def submit(request: Asked, name: FromPath[str], form: SubmitForm, files: dict[str, bytes]) -> Response[Any]:
    site, user = site_of(request), request.user.account
    try:
        files = program_of(request, name, form, files)
        if wait_s := site.rates.take(Rates.SUBMIT, str(user.id)):
            raise Unfit("too_fast", seconds=int(wait_s) + 1)
        submission = site.online.submit(
            request.user.viewer,
            name,
            files,
            form.language or None,
            client_key=content_key(form.key, form.language, files),
            assignment_id=whole_number(form.assignment),
        )
    except (JudgeError, OSError) as error:
        return refused_form(request, name, form, error)
    return Redirect(f"/submissions/{submission.id}", status_code=303)


def program_of(request: Asked, name: str, form: SubmitForm, files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of a form, or the typed text as one. Raises Unfit if there is nothing, or if the files are in another
    language than was chosen: the form preselects the language of the last submission."""
    if not files and form.source.strip():
        source = form.source.replace("\r\n", "\n").encode("utf-8", errors="surrogateescape")
        shown = page_of(request, name)
        suffix = next((one.suffixes[0] for one in shown.languages if one.id == form.language), "")
        if not suffix:
            raise Unfit("choose_a_language")
        return {f"solution{suffix}": source}
    if not files:
        raise Unfit("nothing_to_submit")
    if form.language:
        _require_chosen_language(page_of(request, name).languages, form.language, list(files))
    return files


def _require_chosen_language(
    languages: Sequence[LanguageChoice], chosen_id: str, files: Sequence[str]
) -> None:
    """Raises Unfit if the names of the files indicate only another language."""
    chosen = next((one for one in languages if one.id == chosen_id), None)
    if chosen is None or any(chosen.names(file) for file in files):
        return
    for file in files:
        if other := next((one for one in languages if one.names(file)), None):
            raise Unfit("another_language", file=file, other=other.title, chosen=chosen.title)


def refused_form(
    request: Asked, name: str, form: SubmitForm, error: JudgeError | OSError, *, is_run: bool = False
) -> Response[str]:
    """The problem's page, with the form as it was sent and the reason for the refusal. Raises an OSError that is not
    about a full disk."""
    if is_disk_full(error):
        return _problem_page(request, name, form, "no_room", status=507, is_run=is_run)
    if not isinstance(error, JudgeError):
        raise error
    if isinstance(error, Unfit):
        status = 429 if error.key.endswith("too_fast") else 422
        return _problem_page(request, name, form, error.key, status=status, is_run=is_run, **error.values)
    return _problem_page(request, name, form, status=422, is_run=is_run, refused=error.message)


def page_of(request: Asked, name: str) -> ProblemPage:
    return site_of(request).online.problem(name, request.user.viewer)


def _problem_page(
    request: Asked,
    name: str,
    form: SubmitForm,
    wrong: str = "",
    *,
    status: int = 200,
    refused: str = "",
    is_run: bool = False,
    **values: Any,
) -> Response[str]:
    """`wrong`: the key of the message about the form; `refused`: the judge's message; `is_run`: whether it was about
    an own run."""
    site, visitor = site_of(request), request.user
    try:
        record = site.online.opened(visitor.viewer, name)
        shown = site.online.page_of(record)
    except JudgeError as error:
        waiting = site.online.preparation_of(visitor.viewer, name)
        if waiting is None and isinstance(error, Refused):
            raise NotFoundException(str(error)) from error
        return page(request, "waiting", problem_name=name, one=waiting, why=error.message, status=503)
    language = visitor.language if visitor.language in shown.statements else next(iter(shown.statements), "")
    own = site.online.submissions(
        visitor.viewer, user_id=visitor.viewer.user_id, problem=record, at_most=RECENT
    )
    boards = site.online.boards(visitor.viewer, record) or ()
    lesson = site.lessons.page_of(record.name)
    if lesson and not form.source:
        form = replace(form, source=lesson.exercise)
    chosen = form.language or next((one.language for one in own if one.language), "")
    if len(shown.languages) == 1:
        chosen = shown.languages[0].id
    return page(
        request,
        "problem",
        status=status,
        problem=shown,
        record=record,
        boards=boards,
        pictures=own_pictures(request, boards),
        may_submit=may_submit(visitor.viewer, record),
        title=shown.titles.get(visitor.language, shown.title),
        statement_language=language,
        statement=statement_html(shown.statements[language], pictures_at(name)) if language else None,
        form=form,
        key=form.key or new_token(),
        chosen=chosen,
        wrong=wrong,
        refused=refused,
        values=values,
        own=own,
        own_runs=site.online.own_runs.recent(visitor.viewer, record, RECENT),
        typed=form.input if is_run else shown.first_input,
        is_run=is_run,
        lesson=lesson,
        markdown=statement_html,
        passed="AC" in site.online.own_verdicts(visitor.viewer).get(record.id, ()) if lesson else False,
        attempts=[site.online.submission(visitor.viewer, one.id) for one in own[:MOST_ATTEMPTS]]
        if lesson
        else [],
        running=site.online.assigned(visitor.viewer, record),
        judgements=site.online.judgements(visitor.viewer, own),
    )
