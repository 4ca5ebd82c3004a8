"""The data that every route works with, and how a page is made from it."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.response import Redirect

from judge.base.events import Listener, unheard
from judge.service import outside_post
from judge.service.contest_api import ContestApi
from judge.service.contest_intake import ContestIntake
from judge.service.contest_writing import ContestWriting
from judge.service.institution import Institution
from judge.service.lesson_pages import LessonsHere
from judge.service.machine import Examination
from judge.service.online import OnlineJudge
from judge.service.refusals import Refused
from judge.service.second_factor import SecondFactorOfUsers
from judge.service.shelf import OF_CONTESTS
from judge.service.webhook_admin import WebhookAdmin
from judge.service.webhook_sending import WebhookSender
from judge.store.catalogue_records import STAFF, User
from judge.store.errors import Unavailable
from judge.store.settings import Registration, SecondFactorRule, SiteSettings
from judge.store.store import Store
from judge.web.assets import ASSETS
from judge.web.board_drawing import BoardDrawer
from judge.web.board_process import BoardProcess
from judge.web.boards import Boards
from judge.web.counts import SiteCounts
from judge.web.directory import Directory
from judge.web.feed import Feed
from judge.web.mailer import Mailer
from judge.web.once import Once
from judge.web.openid import OpenIdProvider
from judge.web.passwords import Passwords, RightPasswords
from judge.web.rates import Rates
from judge.web.templates_of import template
from judge.web.texts import LANGUAGES, text
from judge.web.upkeep import Upkeep
from judge.web.visitor import Visitor

SETTINGS_S = 1.0
"""The time within which a change by another process is noticed."""
Asked = Request[Visitor, Any, State]
"""A request whose user sessions.py has identified."""


@dataclass(frozen=True)
class SiteOptions:
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "::1")
    """Host names that requests may use; empty: any. Another site that makes its own name lead here learns nothing."""
    is_https: bool = False
    """Whether browsers reach it by HTTPS, for example through a proxy."""
    address: str = ""
    """Its address for browsers; empty: by the name in the request."""
    webhook_hosts: tuple[str, ...] = ()
    """Hosts that callbacks may always go to, even in this machine's own network."""
    metrics_port: int | None = None
    """A separate port of this machine on which only the judge's state is served."""


@dataclass
class Site:
    online: OnlineJudge
    options: SiteOptions = field(default_factory=SiteOptions)
    passwords: Passwords = field(default_factory=Passwords)
    rates: Rates = field(default_factory=Rates)
    tell: Listener = unheard
    """Called with errors."""
    key: bytes = field(default_factory=partial(secrets.token_bytes, 32))
    """The pages' own secret; it is not in the store."""
    refused_sign_ins: int = 0
    """Counts of wrong passwords, links and tokens since the start."""

    store_address: Path | str | None = None
    """The store's address for the process that draws scoreboards; None: they are drawn in this process."""
    examination: Examination | None = None
    """The doctor's findings here; None: they are not available."""
    institution: Institution = field(default_factory=Institution)
    """The institution by which users sign in, in addition to passwords."""
    mailer: Mailer | None = None
    """Sends mails; None: there is no mail server, and no page mentions it."""

    def __post_init__(self) -> None:
        self.directory = Directory(self.institution.ldap) if self.institution.ldap else None
        self.openid = OpenIdProvider(self.institution.oidc) if self.institution.oidc else None
        self.feed = Feed(self.store.events)
        self.counts, self.begun_s = SiteCounts(), time.monotonic()
        self.feed.on_news = partial(self.counts.happened, languages=self.store.submissions.languages)
        self.lessons = LessonsHere(self.online.host)
        self.upkeep = Upkeep(self.online, self.tell)
        self.second_factors = SecondFactorOfUsers(self.store.second_factors, self.key)
        self._settings, self._read_s = SiteSettings(), float("-inf")
        contests = self.online.contests
        drawing = BoardProcess(contests, self.store_address) if self.store_address else BoardDrawer(contests)
        self.boards = Boards(self.feed, drawing.draw)
        self.once = Once(self.feed)
        self.right_passwords = RightPasswords(self.key)
        self.contest_api = ContestApi(self.online)
        self.webhook_admin = WebhookAdmin(self.store, self.contest_api, self.options.webhook_hosts)
        post = partial(outside_post.post, allowed=self.options.webhook_hosts)
        self.webhook_sender = WebhookSender(self.store, self.contest_api, post, self.tell)
        self.contest_intake, self.contest_writing = ContestIntake(self.online), ContestWriting(self.online)

    @property
    def contests(self) -> Path | None:
        """The folder of contests' packages; None: no contest can be imported."""
        return self.online.data / OF_CONTESTS if self.online.data else None

    @property
    def store(self) -> Store:
        return self.online.store

    @property
    def settings(self) -> SiteSettings:
        """The settings, at most SETTINGS_S old."""
        if time.monotonic() - self._read_s > SETTINGS_S:
            self._settings, self._read_s = self.store.settings.get(), time.monotonic()
        return self._settings

    @property
    def known_settings(self) -> SiteSettings:
        """The settings that were read last, without asking the store."""
        return self._settings

    def change_settings(self, new: SiteSettings) -> None:
        self.store.settings.put(new)
        self._settings, self._read_s = new, time.monotonic()

    def lacks_second_factor(self, user: User) -> bool:
        """Whether the user belongs to the staff, but lacks the second factor that the staff needs here."""
        is_asked = user.role in STAFF and self.settings.second_factor is SecondFactorRule.STAFF
        return is_asked and not self.second_factors.is_on(user)


def site_of(request: Request[Any, Any, Any]) -> Site:
    site: Site = request.app.state["site"]
    return site


def address_of_site(request: Request[Any, Any, Any]) -> str:
    """The judge's own address, configured or from the request, without a trailing slash."""
    return (site_of(request).options.address or str(request.base_url)).rstrip("/")


def fragment(request: Asked, name: str, visitor: Visitor | None = None, **values: Any) -> str:
    """A filled template, in the visitor's language. `visitor`: the recipient; None: the user of the request."""
    visitor, site = visitor or request.user, site_of(request)
    settings = values.pop("site_settings", None) or site.settings
    words: Callable[..., str] = partial(text, visitor.language)
    return template(name).render(
        t=words,
        visitor=visitor,
        languages=LANGUAGES,
        path=request.scope["path"],
        assets=ASSETS,
        room=site.online.room_state,
        institution=site.institution,
        sends_mail=site.mailer is not None,
        open_sign_up=settings.registration is Registration.OPEN,
        unseen=values.pop("unseen", None) or {},
        **values,
    )


def page(request: Asked, name: str, *, status: int = 200, **values: Any) -> Response[str]:
    if "unseen" not in values:
        values["unseen"] = site_of(request).online.contests.unseen(request.user.viewer)
    return Response(fragment(request, name, **values), media_type=MediaType.HTML, status_code=status)


def error_page(request: Asked, status: int, words: str, number: str = "") -> Response[str]:
    """A page about an error, with no notices if the store cannot be asked for them."""
    shown = partial(page, request, "error", status=status, words=words, number=number)
    if status < 500:
        with suppress(Unavailable):
            return shown()
    return shown(unseen={}, site_settings=site_of(request).known_settings)


def done(
    act: Callable[[], object], leads_to: str, page_with: Callable[[str, int], Response[Any]]
) -> Response[Any]:
    """Carries out the action and redirects; if it is refused, the page states the reason. `page_with`: makes that page
    from the message and the status."""
    try:
        act()
    except Refused as error:
        return page_with(error.message, 409)
    return Redirect(leads_to, status_code=303)
