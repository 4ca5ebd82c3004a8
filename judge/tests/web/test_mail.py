"""Mails: a forgotten password, links for a class; what cannot be sent waits, and nobody's name becomes a header."""

import re
from pathlib import Path

import pytest

from judge.service.mail_server import NotSent, is_address, message
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User
from judge.store.class_records import SchoolClass
from judge.store.events import EventKind
from judge.store.mails import KEPT_MS, Mail, MailKind
from judge.store.settings import Registration, SiteSettings
from judge.tests.hostile import FORMULAS, HOSTILE, NAME
from judge.tests.watching import soon
from judge.tests.web.mail_sites import MailingSite
from judge.tests.web.sites import ADDRESS, TOKEN, SiteUnderTest
from judge.tests.web.test_observed import labels, measured
from judge.web.mailer import HOUR_MS, LONGEST_WAIT_MS, RESET_MS, wait_ms
from judge.web.rates import Rates
from judge.web.tokens import new_token, token_sha256

LINK = re.compile(rf"^{re.escape(ADDRESS)}(/sign-in/\S+)$", re.MULTILINE)


@pytest.fixture
def mailing(site: SiteUnderTest) -> MailingSite:
    return MailingSite(site)


def with_address(mailing: MailingSite, name: str, address: str, *, is_own: bool = True) -> User:
    store = mailing.site.site.store
    user = store.accounts.sign_up(User(name), "a hash")
    store.email_addresses.put(user.id, address, is_own=is_own)
    return user


def asked(mailing: MailingSite, address: str, **headers: str) -> str:
    """The page after asking for a link, without what differs by chance."""
    answer = mailing.site.browser().post("/forgotten", {"address": address}, headers=headers)
    assert answer.status_code == 200
    return TOKEN.sub("", answer.text)


def waiting(mailing: MailingSite) -> int:
    return mailing.site.site.store.mails.counts().waiting


def links_in(mailing: MailingSite) -> list[str]:
    texts = ("\n".join(mail.get_content().splitlines()) for _, mail in mailing.sent)
    return [link for text in texts for link in LINK.findall(text)]


def test_a_link_for_a_new_password_works_once_and_for_an_hour(mailing: MailingSite) -> None:
    anna = with_address(mailing, "anna", "Anna@school.example")
    asked(mailing, "anna@SCHOOL.example")
    soon(lambda: waiting(mailing) == 1)
    assert mailing.deliver() == 1
    [(address, mail)] = mailing.sent
    assert (address, mail["To"], mail["From"]) == ("Anna@school.example",) * 2 + ("judge@school.example",)
    [link] = links_in(mailing)
    browser = mailing.site.browser()
    assert browser.post(link).status_code == 303
    new = {"password": "quite another horse"}
    assert browser.post("/account/password", new).status_code == 303, "the old one is not asked for"
    assert mailing.site.site.store.accounts.password_hash(anna.id) != "a hash"
    assert mailing.site.browser().post(link).status_code == 410
    asked(mailing, "anna@school.example")
    soon(lambda: waiting(mailing) == 1)
    mailing.deliver()
    mailing.clock.passes(RESET_MS + 1)
    assert mailing.site.browser().post(links_in(mailing)[-1]).status_code == 410


def test_nobody_learns_who_has_an_account(mailing: MailingSite) -> None:
    with_address(mailing, "anna", "anna@school.example")
    closed = with_address(mailing, "gone", "gone@school.example")
    mailing.site.site.store.catalogue.put(User("gone", is_active=False, id=closed.id))
    pages = {asked(mailing, f"{name}@school.example") for name in ("anna", "gone", "nobody")}
    assert len(pages) == 1
    soon(lambda: waiting(mailing) == 1)
    mailing.deliver()
    assert [address for address, _ in mailing.sent] == ["anna@school.example"]


def test_an_address_gets_few_links_and_the_page_says_the_same(
    mailing: MailingSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailing.site.site, "rates", Rates(lambda: 0.0))
    with_address(mailing, "anna", "anna@school.example")
    pages = {asked(mailing, "anna@school.example") for _ in range(Rates.RESET_OF.burst + 3)}
    assert len(pages) == 1
    soon(lambda: waiting(mailing) == Rates.RESET_OF.burst)
    others = (f"a{number}@school.example" for number in range(Rates.RESET_FROM.burst))
    status = {mailing.site.browser().post("/forgotten", {"address": one}).status_code for one in others}
    assert status == {200, 429}, "from one address of the network, too"
    assert waiting(mailing) == Rates.RESET_OF.burst


def test_each_account_with_the_address_has_its_own_link(mailing: MailingSite) -> None:
    users = [with_address(mailing, name, "both@school.example") for name in ("one", "two")]
    mailing.mailer.reset("both@school.example", "zh")
    mailing.deliver()
    assert len(set(links_in(mailing))) == 2
    assert all(any(user.name in mail["Subject"] for user in users) for _, mail in mailing.sent)
    assert all("重置密码" in mail["Subject"] for _, mail in mailing.sent)


def test_an_address_from_a_teacher_opens_no_more_than_a_students_account(mailing: MailingSite) -> None:
    store = mailing.site.site.store
    ute = with_address(mailing, "ute", "ute@school.example", is_own=False)
    assert store.email_addresses.accounts("ute@school.example") == [ute]
    for role, is_own, found in ((Role.ADMIN, False, 0), (Role.ADMIN, True, 1), (Role.TEAM, True, 1)):
        store.catalogue.put(User("ute", role=role, id=ute.id))
        store.email_addresses.put(ute.id, "ute@school.example", is_own=is_own)
        assert len(store.email_addresses.accounts("ute@school.example")) == found, (role, is_own)


def test_the_own_address_takes_the_password_of_now(mailing: MailingSite) -> None:
    anna = mailing.site.browser(Role.TEAM, "anna")
    assert anna.user
    store = mailing.site.site.store
    for address, status in (
        ("anna@school.example", 303),
        ("no address", 422),
        ("", 303),
        ("a@b.example", 303),
    ):
        assert anna.post("/account/address", {"address": address}).status_code == status
    assert store.email_addresses.of(anna.user.id) == "a@b.example"
    assert 'value="a@b.example"' in anna.get("/account").text
    anna.post("/account/password", {"password": "quite another horse"})
    assert anna.post("/account/address", {"address": "thief@b.example", "now": "wrong"}).status_code == 422
    assert store.email_addresses.of(anna.user.id) == "a@b.example"
    right = {"address": "new@b.example", "now": "quite another horse"}
    assert anna.post("/account/address", right).status_code == 303
    assert store.email_addresses.of(anna.user.id) == "new@b.example"


def test_without_a_mail_server_no_page_says_a_word_of_it(site: SiteUnderTest) -> None:
    admin = site.browser(Role.ADMIN)
    assert admin.get("/forgotten").status_code == 404
    assert admin.post("/forgotten", {"address": "a@b.example"}).status_code == 404
    assert admin.post("/account/address", {"address": "a@b.example"}).status_code == 404
    for path, mark in (
        ("/sign-in", "/forgotten"),
        ("/account", "/account/address"),
        ("/machine", "mails-title"),
    ):
        assert mark not in admin.get(path).text
    MailingSite(site)
    admin = site.browser(Role.ADMIN)
    for path, mark in (
        ("/sign-in", "/forgotten"),
        ("/account", "/account/address"),
        ("/machine", "mails-title"),
    ):
        assert mark in admin.get(path).text


def test_what_cannot_be_sent_is_tried_again_and_told(mailing: MailingSite) -> None:
    with_address(mailing, "anna", "anna@school.example")
    mailing.mailer.reset("anna@school.example", "en")
    mailing.refuses = NotSent("ConnectionRefusedError: <b>nobody</b> there")
    assert mailing.deliver() == 1
    assert mailing.deliver() == 0, "it waits first"
    page = mailing.site.browser(Role.ADMIN, "root").get("/machine").text
    assert "&lt;b&gt;nobody&lt;/b&gt; there" in page
    assert '<th scope="row">anna</th>' in page
    assert (
        measured(mailing.site)["mails_waiting", labels()],
        measured(mailing.site)["mails_failing", labels()],
    ) == (1, 1)
    mailing.clock.passes(wait_ms(1))
    assert mailing.deliver() == 1
    mailing.clock.passes(wait_ms(1))
    assert mailing.deliver() == 0, "longer than before"
    mailing.refuses = None
    mailing.clock.passes(wait_ms(2))
    assert mailing.deliver() == 1
    assert len(links_in(mailing)) == 1
    counts = mailing.site.site.store.mails.counts()
    assert (counts.waiting, counts.failing, counts.sent, counts.given_up) == (0, 0, 1, 0)


def test_waits_grow_up_to_an_hour() -> None:
    waits = [wait_ms(tries) for tries in range(1, 60)]
    assert waits[:3] == [60_000, 120_000, 240_000]
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_WAIT_MS


def test_a_mail_is_given_up_after_a_day_and_a_link_once_it_has_ended(mailing: MailingSite) -> None:
    anna = with_address(mailing, "anna", "anna@school.example")
    mailing.mailer.reset("anna@school.example", "en")
    mailing.mailer.invite([(anna, "anna@school.example", "nonce")], "Class", "en")
    mailing.refuses = NotSent("no route")
    tried, begun_ms = 0, mailing.clock.now_ms
    while waiting(mailing):
        tried += mailing.deliver()
        mailing.clock.passes(HOUR_MS)
    hours = (mailing.clock.now_ms - begun_ms) // HOUR_MS
    assert 24 <= hours <= 26
    assert tried > 20
    store = mailing.site.site.store
    assert {(mail.kind, user.name) for mail, user in store.mails.in_trouble()} == {
        (MailKind.RESET, "anna"),
        (MailKind.INVITATION, "anna"),
    }
    assert measured(mailing.site)["mails_given_up", labels()] == 2
    assert "no route" in mailing.site.browser(Role.ADMIN).get("/machine").text
    assert mailing.sent == []
    mailing.clock.passes(KEPT_MS + 1)
    store.mails.put([])
    assert store.mails.in_trouble() == []


def test_what_no_server_ever_takes_is_given_up_at_once(mailing: MailingSite) -> None:
    with_address(mailing, "anna", "anna@school.example")
    mailing.mailer.reset("anna@school.example", "en")
    mailing.refuses = NotSent("550 no such user", is_final=True)
    mailing.deliver()
    assert mailing.site.site.store.mails.counts().given_up == 1


def test_of_two_who_send_one_has_a_mail(mailing: MailingSite) -> None:
    anna = with_address(mailing, "anna", "anna@school.example")
    store = mailing.site.site.store
    store.mails.put(
        [Mail(MailKind.RESET, anna.id, "anna@school.example", "en", "n", mailing.clock.now_ms + 1)]
    )
    claimed = [store.mails.claim(60_000) for _ in range(2)]
    assert [bool(one) for one in claimed] == [True, False]
    mailing.clock.passes(60_000)
    again = store.mails.claim(60_000)
    assert again, "whoever had it died"
    assert again.tries == 2


HOSTILE_ADDRESSES = [
    "a@b.example\r\nBcc: thief@x.example",
    "a@b.example\nSubject: x",
    "a@b.example, thief@x.example",
    "a@b.example thief@x.example",
    "<a@b.example>",
    '"a\r\nRCPT TO:<thief@x.example>"@b.example',
    "a@b.example>\r\nRCPT TO:<thief@x.example",
    "a@-b.example",
    "a@b..example",
    "a@[127.0.0.1]",
    "@b.example",
    "a@",
    "a@b.example\0",
    "ä@b.example",
    "a@b\N{FULLWIDTH FULL STOP}example",
    f"{'a' * 250}@b.example",
    "",
]


@pytest.mark.parametrize("address", HOSTILE_ADDRESSES)
def test_what_is_no_address_is_no_header(mailing: MailingSite, address: str) -> None:
    assert not is_address(address)
    with pytest.raises(ValueError, match="no address"):
        message("judge@school.example", address, "subject", "text")
    answer = mailing.site.browser().post("/forgotten", {"address": f"{address};"})
    assert answer.status_code == 422
    assert waiting(mailing) == 0


@pytest.mark.parametrize("address", ["a@b.example", "a.b+c@b-c.example", "o'neil@x.y.example", "a@localhost"])
def test_addresses_as_people_have_them_are_taken(address: str) -> None:
    assert is_address(address)
    assert message("judge@school.example", address, "s", "t")["To"] == address


@pytest.mark.parametrize(
    "name", [HOSTILE, NAME, *FORMULAS, "x\r\nBcc: thief@x.example", "x\r\n\r\nbody", "\x00\x1b[2J"]
)
def test_no_name_or_title_becomes_a_header(mailing: MailingSite, name: str) -> None:
    made = message("judge@school.example", "a@b.example", name, f"{name}\r\n.\r\nQUIT\r\n")
    head = made.as_bytes().split(b"\r\n\r\n")[0]
    names = [line.partition(b":")[0] for line in head.split(b"\r\n") if not line.startswith((b" ", b"\t"))]
    assert sorted(names) == sorted(
        b"From To Subject Date Message-ID Auto-Submitted Content-Type Content-Transfer-Encoding MIME-Version".split()
    )
    anna = mailing.site.site.store.accounts.user_named("anna") or with_address(mailing, "anna", "a@b.example")
    mailing.mailer.invite([(anna, "a@b.example", "nonce")], name[:200], "en")
    mailing.deliver()
    assert [address for address, _ in mailing.sent] == ["a@b.example"]


TABLE = """\
name,account,e-mail
Anna,anna,anna@school.example
Bob,bob,
Cleo,cleo,cleo@school.example
Eve,eve,no address
"""


def enrolled(mailing: MailingSite, **fields: str) -> str:
    teacher = mailing.site.browser(Role.TEACHER)
    assert teacher.user
    new = SchoolClass("Class <1>", "Europe/Berlin")
    one = mailing.site.site.store.classes.add(new, teacher_id=teacher.user.id)
    preview = teacher.post(f"/classes/{one.id}/members/preview", {"text": TABLE}).text
    kept = re.search(r'name="roster" hidden>\n(.*?)</textarea>', preview, re.DOTALL)
    assert kept
    return str(
        teacher.post(f"/classes/{one.id}/members", {"roster": kept[1].replace("&#34;", '"'), **fields}).text
    )


def test_new_members_of_a_class_get_their_links_by_mail(mailing: MailingSite) -> None:
    cleo = with_address(mailing, "cleo", "own@home.example")
    sheet = enrolled(mailing, mail="true")
    assert mailing.deliver() == 1, "Cleo has an account, the others no address"
    [(address, mail)] = mailing.sent
    assert address == "anna@school.example"
    assert "Class <1>" in mail["Subject"]
    assert len(re.findall(r"<code>\S+/sign-in/", sheet)) == 2
    [link] = links_in(mailing)
    assert link not in sheet
    browser = mailing.site.browser()
    assert browser.post(link).status_code == 303
    assert "anna" in browser.get("/account").text
    assert mailing.site.site.store.email_addresses.of(cleo.id) == "own@home.example"


def test_without_the_tick_all_links_are_on_the_sheet(mailing: MailingSite) -> None:
    sheet = enrolled(mailing)
    assert mailing.deliver() == 0
    assert len(re.findall(r"<code>\S+/sign-in/", sheet)) == 4


def test_the_store_has_no_link_and_the_audit_each_mail(mailing: MailingSite, tmp_path: Path) -> None:
    anna = with_address(mailing, "anna", "anna@school.example")
    mailing.mailer.reset("anna@school.example", "en")
    mailing.deliver()
    [link] = links_in(mailing)
    token = link.rpartition("/")[2]
    store = mailing.site.site.store
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("store.sqlite*"))
    assert token.encode() not in kept
    assert token_sha256(token).encode() in kept
    events = [one for one in store.events.after(0) if one.kind is EventKind.MAIL and one.user_id == anna.id]
    assert [(event.data or {})["did"] for event in events] == ["address-set", "queued", "sent"]


def invited(site: SiteUnderTest) -> str:
    """The way to a class."""
    teacher = site.browser(Role.TEACHER)
    assert teacher.user
    token, online = new_token(), site.site.online
    made = site.site.store.classes.add(SchoolClass("CS 101", "UTC"), teacher_id=teacher.user.id)
    online.teaching.invite(Viewer(teacher.user.id, Role.TEACHER), made.id, token_sha256(token), 1, 9)
    return f"/join/{token}"


@pytest.mark.parametrize("by", ["/sign-up", "join"])
def test_whoever_makes_an_account_may_give_an_address_where_mails_are_sent(
    site: SiteUnderTest, by: str
) -> None:
    mailing = MailingSite(site)
    site.site.mailer = None
    site.site.change_settings(SiteSettings(registration=Registration.OPEN))
    path = by if by != "join" else invited(site)
    new = {"name": "ute", "password": "quite another horse", "address": "ute@school.example"}
    assert 'name="address"' not in site.browser().get(path).text
    assert site.browser().post(path, new | {"name": "uwe", "address": "no address"}).status_code == 303
    site.site.mailer = mailing.mailer
    store = site.site.store
    assert store.email_addresses.accounts("no address") == []
    page = site.browser().get(path).text
    assert 'name="address"' in page
    if by == "join":
        assert 'href="/forgotten"' in page
    refused = site.browser().post(path, new | {"address": "no address"})
    assert refused.status_code == 422
    assert "not a valid e-mail address" in refused.text
    assert store.accounts.user_named("ute") is None
    assert site.browser().post(path, new).status_code == 303
    asked(mailing, "ute@school.example")
    soon(lambda: waiting(mailing) == 1)
    assert site.browser().post(path, new | {"name": "eva", "address": ""}).status_code == 303
    eva = store.accounts.user_named("eva")
    assert eva
    assert store.email_addresses.of(eva.id) == ""
