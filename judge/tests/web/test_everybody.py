"""Everybody can use each page: axe finds nothing, nothing is wider than a phone, and the keyboard is enough."""

from pathlib import Path
from typing import Any

import pytest

from judge.service.institution import Institution, LdapSettings, OidcSettings
from judge.service.mail_server import MailServer
from judge.store.catalogue_records import Role, User
from judge.tests.browsing import INSTALL, POOR_CONTRAST, chromium, started
from judge.tests.packages import SQUARED, VERSION_2025_09, zipped
from judge.tests.watching import soon
from judge.tests.web.contest_sites import hold_running
from judge.tests.web.running import running
from judge.tests.web.sites import BROKEN, RIGHT, WRONG, Browser, SiteUnderTest
from judge.tests.web.test_roles import with_class
from judge.web.mailer import Mailer
from judge.web.tokens import new_token, token_sha256

pytestmark = pytest.mark.built

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
OF_VISITORS = (
    "/",
    "/problems/double",
    "/queue",
    "/contests/cup/board",
    "/problems/double/board",
    "/sign-in",
    "/sign-up",
    "/forgotten",
    "/nothing",
)
OF_STAFF = (
    "/submissions",
    "/submissions/1",
    "/submissions/2",
    "/submissions/3",
    "/runs/1",
    "/runs/2",
    "/runs/3",
    "/account",
    "/account/second-factor",
    "/account/terminal",
    "/users",
    "/settings",
    "/webhooks",
    "/audit",
    "/machine",
    "/rejudgings",
    "/rejudgings/1",
    "/packages",
    "/packages/1",
    "/problems/twice/manage",
    "/contests",
    "/new-contest",
    "/contests/cup",
    "/contests/cup/clarifications",
    "/contests/cup/balloons",
    "/contests/cup/awards",
    "/contests/cup/staff",
    "/classes",
    "/classes/1",
    "/classes/1/members",
    "/classes/1/assignments/new",
    "/assignments/1",
    "/assignments/1/edit",
    "/assignments/1/students/2",
    "/assignments/1/similarity",
    "/assignments/1/similarity/1",
    "/assignments/1/similarity/1/1",
)


def filled(site: SiteUnderTest, folder: Path) -> str:
    """The way to a link of an administrator's, where there is something on each page."""
    oidc = OidcSettings("the University", "https://id.example", "judge")
    site.site.institution = Institution(oidc, LdapSettings("the School", "ldaps://dir.example", "dc=example"))
    with_mail(site)
    student = site.browser(Role.TEAM, "sara")
    staff = site.browser(Role.JURY, "ute")
    for source, language in ((RIGHT, "python3"), (WRONG, "python3"), (BROKEN, "cpp")):
        staff.submitted(source, language)
    for source, typed in ((WRONG, "21"), (f"{RIGHT}print(1 / 0)", "7")):
        staff.ran(source, "python3", typed)
    assert student.user
    with_class(site, student.user.id)
    student.submitted(WRONG, "python3")
    site.judge()
    with_a_package(site, staff)
    student.ran(BROKEN, "cpp", "")
    staff.post("/problems/double/rejudge")
    staff.submitted(WRONG, "python3")
    hold_running(site, folder / "cup")
    return link_of_an_administrator(site)


def link_of_an_administrator(site: SiteUnderTest) -> str:
    """The way to it."""
    token = new_token()
    admin = site.site.store.accounts.sign_up(User("admin", role=Role.ADMIN))
    site.site.store.accounts.put_link(admin.id, token_sha256(token), 600_000)
    return f"/sign-in/{token}"


def with_mail(site: SiteUnderTest) -> None:
    """A mail that is tried again, and one that was given up."""
    server = MailServer("127.0.0.1", 25, "judge@school.example")
    mailer = Mailer(site.site.store, server, site.site.key, "http://127.0.0.1", site.site.tell)
    user = site.site.store.accounts.sign_up(User("mia"))
    mailer.invite([(user, "mia@school.example", "a"), (user, "mia@school.example", "b")], "Class", "en")
    for reason, is_final in (
        ("ConnectionRefusedError: [Errno 111] Connection refused", False),
        ("550 no", True),
    ):
        mail = site.site.store.mails.claim(60_000)
        assert mail
        if is_final:
            site.site.store.mails.give_up(mail, reason)
        else:
            site.site.store.mails.put_off(mail, reason, 3_600_000)
    site.site.mailer = mailer


def with_a_package(site: SiteUnderTest, staff: Browser) -> None:
    """Version 1 of the problem "twice", which differs from what it says of itself, and is open all the same."""
    files = {**VERSION_2025_09, "submissions/accepted/squared.py": SQUARED}
    assert site.site.online.data
    package = zipped(site.site.online.data / "twice.zip", files).read_bytes()
    uploaded = staff.post("/packages", {}, files=[("package", ("twice.zip", package))])
    assert uploaded.headers["location"] == "/packages/1"
    site.check()
    assert staff.post("/packages/1/open").status_code == 303


def faults_of(page: Any, axe: Any, width: int) -> list[str]:
    found = [f"{one['id']}: {one['nodes'][0]['html']}" for one in axe.run(page).response["violations"]]
    found += [f"poor contrast: {what}" for what in page.evaluate(POOR_CONTRAST)]
    if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
        found.append(f"{wide} pixels wide")
    return found


@pytest.mark.slow
def test_each_page_can_be_used_by_everybody(site: SiteUnderTest, tmp_path: Path) -> None:
    program = chromium()
    sync = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason=f"no axe here; {INSTALL} installs it"
    )
    axe = sync.Axe()
    link = filled(site, tmp_path)
    with running(site) as address, started(program) as browser:
        faults = {}
        signed_in = None
        for size, scheme, locale in ((PHONE, "light", "en"), (LAPTOP, "dark", "zh")):
            how = {"viewport": size, "color_scheme": scheme, "locale": locale}
            visitor = browser.new_context(**how).new_page()
            if signed_in is None:
                visitor.goto(address + link)
                faults[link, locale] = faults_of(visitor, axe, size["width"])
                visitor.get_by_role("button", name="Sign in").click()
                visitor.wait_for_url("**/")
                signed_in = visitor.context.storage_state()
                visitor = browser.new_context(**how).new_page()
            staff = browser.new_context(**how, storage_state=signed_in).new_page()
            for page, paths in ((visitor, OF_VISITORS), (staff, (*OF_VISITORS[:4], *OF_STAFF))):
                for path in paths:
                    answer = page.goto(address + path)
                    faults[path, locale] = faults_of(page, axe, size["width"])
                    if answer.status != (404 if path == "/nothing" else 200):
                        faults[path, locale].append(f"it answers {answer.status}")
        assert {where: found for where, found in faults.items() if found} == {}
        # What the checks would find.
        staff.goto(address)
        staff.evaluate(
            "document.querySelector('main').innerHTML = '<img src=x style=\"width: 3000px\"><button></button>'"
        )
        assert len(faults_of(staff, axe, LAPTOP["width"])) >= 3


def chosen_by_keys(page: Any, name: str) -> bool:
    """Whether typing the beginning of its name chooses a language: a browser forgets what was typed a second ago."""
    page.keyboard.type(name)
    chosen: str = page.locator("#language option:checked").inner_text()
    return chosen.startswith(name)


@pytest.mark.slow
def test_a_submission_by_the_keyboard_alone(site: SiteUnderTest) -> None:
    link = link_of_an_administrator(site)
    with running(site) as address, started(chromium()) as browser:
        page = browser.new_page(viewport=LAPTOP)
        page.goto(address + link)
        page.locator("button:focus").wait_for()
        page.keyboard.press("Enter")
        page.wait_for_url("**/")

        def tab_to(wanted: str) -> None:
            for _ in range(40):
                page.keyboard.press("Tab")
                if page.evaluate(
                    "document.activeElement.matches(arguments)".replace("arguments", repr(wanted))
                ):
                    return
            raise AssertionError(f"Tab never came to {wanted}")

        tab_to("a[href='#main']")  # first of all
        tab_to("a[href='/problems/double']")
        page.keyboard.press("Enter")
        page.wait_for_url("**/problems/double")
        tab_to("#language")
        assert soon(lambda: chosen_by_keys(page, "Python"))
        tab_to("#source")
        page.keyboard.type("print(2 * int(input()))")
        tab_to("aside button:not(.quiet)")
        page.keyboard.press("Enter")
        page.wait_for_url("**/submissions/*")
        [newest, *_] = site.site.store.submissions.newest()
        assert site.site.store.submissions.files(newest.id)[0].content == b"print(2 * int(input()))"
        assert newest.language == "python3"
