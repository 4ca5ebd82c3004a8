"""The application: all routes, and what applies to each of them."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from importlib import import_module
from pkgutil import iter_modules
from typing import Any
from urllib.parse import quote

from litestar import Litestar, MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import (
    HTTPException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.middleware import DefineMiddleware
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.errors import is_disk_full
from judge.base.events import Faulted, Warned
from judge.base.text import one_line
from judge.service.refusals import NotForViewer
from judge.service.room import NO_ROOM
from judge.store.errors import Unavailable
from judge.store.events import Event, EventKind
from judge.web import pages
from judge.web.api.problem_details import ApiRefusal, is_of_api, problem
from judge.web.api.routes import API, OPENAPI
from judge.web.assets import ASSETS
from judge.web.forms import FormRequest
from judge.web.metrics import metrics
from judge.web.observed import ObservedApp, place_of, request_id
from judge.web.rates import Rates
from judge.web.routing import get, handlers_of
from judge.web.security import (
    add_headers,
    by_a_name_of_ours,
    from_our_own_form,
    with_numbers_of_rows,
)
from judge.web.sessions import WithVisitor, give_form_cookie
from judge.web.site import Site, error_page, site_of
from judge.web.texts import preferred, texts
from judge.web.visitor import Visitor
from judge.web.webhooks import tell_webhooks

MOST_OF_A_FORM = 256 << 10
"""The most bytes of a request; a submission may have more (pages/problems.py)."""
THREADS = 16
"""The number of threads that wait for the disk, or fill a template."""
PAGES = [import_module(f"{pages.__name__}.{one.name}") for one in iter_modules(pages.__path__)]
"""The modules of pages."""


@get("/static/{name:str}", sync_to_thread=False, exclude_from_auth=True)
def static(name: FromPath[str]) -> Response[bytes]:
    if name not in ASSETS:
        raise NotFoundException
    kept = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(ASSETS[name].content, media_type=ASSETS[name].media_type, headers=kept)


@get("/health", sync_to_thread=False, exclude_from_auth=True, media_type=MediaType.TEXT)
def health() -> str:
    """Whether the pages' process is alive."""
    return "ok\n"


@get("/ready", exclude_from_auth=True, media_type=MediaType.TEXT)
def ready(request: Request[Any, Any, Any]) -> Response[str]:
    """Whether submissions would be accepted and judged; otherwise the obstacles."""
    lacks = site_of(request).upkeep.lacks()
    told = "".join(f"{lack}\n" for lack in lacks) or "ready\n"
    return Response(told, media_type=MediaType.TEXT, status_code=503 if lacks else 200)


@get("/{path:path}", sync_to_thread=False)
def nothing(path: FromPath[str]) -> None:
    """Answers for an unknown address, so that its page shows who is signed in."""
    raise NotFoundException


def make_app(site: Site) -> Litestar:
    return ObservedApp(
        [*handlers_of(*PAGES), API, static, health, ready, metrics, nothing],
        guards=[by_a_name_of_ours, with_numbers_of_rows, from_our_own_form],
        middleware=[DefineMiddleware(WithVisitor, exclude_from_auth_key="exclude_from_auth")],
        before_send=[add_headers, give_form_cookie],
        exception_handlers={HTTPException: refused, NotForViewer: missing, Exception: failed},
        request_class=FormRequest,
        request_max_body_size=MOST_OF_A_FORM,
        state=State({"site": site}),
        lifespan=[_feeding],
        openapi_config=OPENAPI,
        include_in_schema=False,
        logging_config=None,
    )


@asynccontextmanager
async def _feeding(app: Litestar) -> AsyncIterator[None]:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "pages"))
    site: Site = app.state["site"]
    await site.feed.begin()  # before the first stream: it would miss what happens until then
    mailing = [site.mailer.run] if site.mailer else []
    running = [site.feed.run(), site.upkeep.run(), tell_webhooks(site), *(run() for run in mailing)]
    tasks = [asyncio.create_task(one) for one in running]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """The page for a request that is not permitted, for something that does not exist, or too large."""
    if is_of_api(request):
        return problem(error)
    visitor = _visitor(request)
    is_page = request.method in ("GET", "HEAD")
    if isinstance(error, NotAuthorizedException) and is_page and not request.url.path.endswith("/live"):
        to = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return Redirect(f"/sign-in?to={quote(to)}", status_code=303)
    if isinstance(error, PermissionDeniedException) and visitor.user and error.detail != "form_expired":
        _note_refused(request, visitor)
    key = "form_expired" if error.detail == "form_expired" else f"error_{error.status_code}"
    words = texts().get(key, texts()["error_400"])
    return error_page(request, error.status_code, words[visitor.language])


def _note_refused(request: Request[Any, Any, Any], visitor: Visitor) -> None:
    """Records in the audit that somebody requested something without the right to it."""
    site = site_of(request)
    if site.rates.take(Rates.REFUSED, visitor.address):
        return
    event = Event(EventKind.REFUSED, data={"asked": one_line(place_of(request.scope))[:200]})
    # The answer does not wait for it.
    context = copy_context()
    asyncio.get_running_loop().run_in_executor(None, context.run, site.store.events.put, event)


def missing(request: Request[Any, Any, Any], error: NotForViewer) -> Response[Any]:
    """The page for what does not exist for the client."""
    return refused(request, NotFoundException())


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The page for an internal error; the log has the details."""
    if is_disk_full(error):
        return no_room(request, error)
    if isinstance(error, Unavailable):
        site_of(request).tell(Warned(f"{one_line(place_of(request.scope))[:200]}: {one_line(error.message)}"))
        return refused(request, ApiRefusal(503, "the judge's store does not answer at the moment"))
    number = request_id(request.scope)
    site_of(request).counts.faults += 1
    site_of(request).tell(Faulted(number, one_line(place_of(request.scope))[:200], error))
    if is_of_api(request):
        return problem(ApiRefusal(500, f"an internal error: {number} in its log"))
    visitor = _visitor(request)
    return error_page(request, 500, texts()["error_500"][visitor.language], number)


def no_room(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The page for a request that was not accepted because the disk is full."""
    site_of(request).tell(Warned(f"{one_line(place_of(request.scope))[:200]}: {one_line(str(error))}"))
    return refused(request, ApiRefusal(507, NO_ROOM))


def _visitor(request: Request[Any, Any, Any]) -> Visitor:
    """The visitor; nobody, for an error before the user is known."""
    if "user" not in request.scope:
        language = preferred(request.headers.get("accept-language", ""))
        request.scope["user"] = Visitor(None, language, "", "")
        request.scope["auth"] = ""
    visitor: Visitor = request.scope["user"]
    return visitor
