"""Own runs: requested on a problem's page, and shown as they are done."""

import asyncio
from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect, Stream

from judge.base.errors import JudgeError
from judge.base.text import printable
from judge.service.own_runs import SeenOwnRun
from judge.service.refusals import Unfit
from judge.web.forms import fields_of, uploads_of
from judge.web.live import stream_whole, streamed
from judge.web.pages.problems import MOST_UPLOADED, SubmitForm, page_of, program_of, refused_form
from judge.web.pages.submissions import MOST_TEXT, VERDICTS
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, fragment, page, site_of
from judge.web.sources import shown_sources
from judge.web.tokens import new_token

MOST_INPUT_SHOWN = 16 << 10
"""The most bytes of the input on a run's page."""


@post("/problems/{name:str}/run", guards=[signed_in], request_max_body_size=MOST_UPLOADED)
async def run(request: Asked, name: FromPath[str]) -> Response[Any]:
    form = await fields_of(request, SubmitForm)
    files = await uploads_of(request, "files")
    typed = await uploads_of(request, "input_file")
    return await asyncio.to_thread(_asked, request, name, form, files, typed)


def _asked(
    request: Asked, name: str, form: SubmitForm, files: dict[str, bytes], typed: dict[str, bytes]
) -> Response[Any]:
    site, user = site_of(request), request.user.account
    try:
        files = program_of(request, name, form, files)
        content = next(iter(typed.values()), None)
        if content is None:
            content = _input_of(request, name, form)
        if wait_s := site.rates.take(Rates.OWN_RUN, str(user.id)):
            raise Unfit("own_run_too_fast", seconds=int(wait_s) + 1)
        asked = site.online.own_runs.ask(request.user.viewer, name, files, form.language or None, content)
    except (JudgeError, OSError) as error:
        return refused_form(request, name, form, error, is_run=True)
    return Redirect(f"/runs/{asked.id}", status_code=303)


def _input_of(request: Asked, name: str, form: SubmitForm) -> bytes:
    """The input. A browser sends lines that end with CR LF; the last line gets an end, too. Raises Unfit."""
    if form.sample:
        samples = page_of(request, name).sample_inputs
        if form.sample not in samples:
            raise Unfit("sample_is_gone")
        return samples[form.sample]
    text = form.input.replace("\r\n", "\n")
    return (text + "\n" * (bool(text) and not text.endswith("\n"))).encode("utf-8", errors="surrogateescape")


@get("/runs/{number:int}", guards=[signed_in])
def own_run(request: Asked, number: FromPath[int]) -> Response[str]:
    seen = site_of(request).online.own_runs.get(request.user.viewer, number)
    return page(request, "own_run", **_values(request, seen), **_form_again(request, seen))


@get("/runs/{number:int}/live", guards=[signed_in])
async def live(request: Asked, number: FromPath[int]) -> Stream:
    site = site_of(request)

    def look() -> SeenOwnRun:
        return site.online.own_runs.get(request.user.viewer, number)

    def part() -> tuple[str, bool]:
        seen = look()
        return fragment(request, "own_run_whole", **_values(request, seen)), seen.is_open

    seen = await asyncio.to_thread(look)  # checked here, so that a refusal is an answer of its own
    return streamed(request, stream_whole(site.feed, site.feed.watching_job(seen.run.job_id), part))


def _values(request: Asked, seen: SeenOwnRun) -> dict[str, Any]:
    outcome = seen.outcome
    detail = {"compile_error": outcome.compile_error, "findings": outcome.findings} if outcome else {}
    typed = seen.typed[:MOST_INPUT_SHOWN].decode("utf-8", errors="surrogateescape")
    return {
        "seen": seen,
        "is_own": seen.run.user_id == request.user.viewer.user_id,
        "detail": detail,
        "sources": shown_sources(seen.files, detail),
        "known_verdicts": VERDICTS,
        "most_text": MOST_TEXT,
        "most_shown": MOST_INPUT_SHOWN,
        "typed_text": printable(typed),
    }


def _form_again(request: Asked, seen: SeenOwnRun) -> dict[str, Any]:
    """The form of the problem's page with this program and input, for its owner."""
    if seen.run.user_id != request.user.viewer.user_id:
        return {"problem": None}
    try:
        shown = site_of(request).online.problem(seen.problem.name, request.user.viewer)
    except JudgeError:  # it no longer exists, or is not ready
        return {"problem": None}
    source = _text(seen.files[0].content) if len(seen.files) == 1 else ""
    form = SubmitForm(source=source, language=seen.run.language or "", key=new_token())
    return {
        "problem": shown,
        "form": form,
        "key": form.key,
        "chosen": form.language,
        "typed": _text(seen.typed),
        "is_run": True,
        "running": site_of(request).online.assigned(request.user.viewer, seen.problem),
    }


def _text(content: bytes) -> str:
    """The content as text; empty: it cannot be typed."""
    try:
        return content.decode("utf-8") if len(content) <= MOST_TEXT else ""
    except UnicodeDecodeError:
        return ""
