"""What every route works with, and how a page is made of it."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from litestar import MediaType, Request, Response
from litestar.datastructures import State

from judge.base.events import Listener, unheard
from judge.service.online import OnlineJudge
from judge.store.store import Store
from judge.web.assets import ASSETS
from judge.web.feed import Feed
from judge.web.passwords import Passwords
from judge.web.rates import Rates
from judge.web.templates_of import template
from judge.web.texts import LANGUAGES, text
from judge.web.visitor import Visitor

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Asked = Request[Visitor, Any, State]
"""A request, of whom sessions.py found out that makes it."""


@dataclass(frozen=True)
class SiteOptions:
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "::1")
    """Names by which browsers may ask for it; empty: any. A page of another site that makes its own name lead here
    learns nothing."""
    is_https: bool = False
    """Whether browsers reach it by HTTPS, as through a proxy."""
    open_sign_up: bool = True
    """Whether everybody may make an account."""


@dataclass
class Site:
    online: OnlineJudge
    options: SiteOptions = field(default_factory=SiteOptions)
    passwords: Passwords = field(default_factory=Passwords)
    rates: Rates = field(default_factory=Rates)
    tell: Listener = unheard
    """Hears of what goes wrong."""

    def __post_init__(self) -> None:
        self.feed = Feed(self.store.events)

    @property
    def store(self) -> Store:
        return self.online.store


def site_of(request: Request[Any, Any, Any]) -> Site:
    site: Site = request.app.state["site"]
    return site


def in_thread(handler: Callable[Given, Answer]) -> Callable[Given, Coroutine[Any, Any, Answer]]:
    """The handler in a thread: it may wait for the disk, and nobody else waits for it."""

    @wraps(handler)
    async def asked(*values: Given.args, **named: Given.kwargs) -> Answer:
        return await asyncio.to_thread(handler, *values, **named)

    return asked


def fragment(request: Asked, name: str, **values: Any) -> str:
    """A template filled in, in the visitor's language."""
    visitor = request.user
    words: Callable[..., str] = partial(text, visitor.language)
    return template(name).render(
        t=words,
        visitor=visitor,
        languages=LANGUAGES,
        path=request.url.path,
        assets=ASSETS,
        open_sign_up=site_of(request).options.open_sign_up,
        **values,
    )


def page(request: Asked, name: str, *, status: int = 200, **values: Any) -> Response[str]:
    return Response(fragment(request, name, **values), media_type=MediaType.HTML, status_code=status)
