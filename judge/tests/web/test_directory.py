"""Signing in by a directory, against Debian's slapd: over TLS alone, by what was typed alone, and no other account."""

from collections.abc import Iterator
from typing import Any

import pytest

from judge.base.records import replace
from judge.service.institution import Institution, LdapSettings, RoleRule
from judge.store.catalogue_records import Role, User
from judge.tests.web.directory_server import BASE, MISSING, DirectoryServer, directory_server
from judge.tests.web.sites import SiteUnderTest
from judge.web.directory import Directory, DirectoryFailed, person_of

pytest.importorskip("ldap3", reason=MISSING)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DirectoryServer]:
    with directory_server(tmp_path_factory.mktemp("directory")) as found:
        yield found


def settings_of(server: DirectoryServer, **changes: Any) -> LdapSettings:
    made = LdapSettings(
        "the University",
        server.encrypted,
        f"ou=people,{BASE}",
        group_base=f"ou=groups,{BASE}",
        ca_file=str(server.certificate),
        roles=(RoleRule("teaching", Role.TEACHER),),
    )
    return replace(made, **changes)


def test_a_person_is_found_by_name_and_password(server: DirectoryServer) -> None:
    settings = settings_of(server)
    anna, tom = person_of(settings, "anna", "anna's"), person_of(settings, "tom", "tom's")
    assert anna
    assert tom
    assert (anna.full_name, anna.role, tom.full_name, tom.role) == (
        "Anna Ada",
        Role.TEAM,
        "Tom (the teacher)",
        Role.TEACHER,
    )
    assert len({anna.subject, tom.subject}) == 2
    by_start_tls = person_of(replace(settings, url=server.plain), "anna", "anna's")
    assert by_start_tls
    assert by_start_tls.subject == anna.subject
    as_somebody = replace(settings, search_dn=f"uid=tom,ou=people,{BASE}", search_password="tom's")
    assert person_of(as_somebody, "anna", "anna's") == anna


@pytest.mark.parametrize(
    ("name", "password"),
    [("anna", "tom's"), ("anna", ""), ("", "anna's"), ("nobody", "x"), ("*", "anna's"), ("anna*", "anna's"),
     ("a*a", "anna's"), ("anna)(uid=*", "anna's"), ("*)(|(uid=*", "anna's"),
     ("anna\\2a", "anna's"), ("anna\0", "anna's"),
     ("anna", "anna's\0"), ("uid=anna", "anna's"), ("\u202eanna", "anna's")],
)  # fmt: skip
def test_nobody_is_found_by_a_pattern_or_without_the_password(
    server: DirectoryServer, name: str, password: str
) -> None:
    assert person_of(settings_of(server), name, password) is None


def test_a_password_goes_nowhere_without_a_certificate_that_is_believed(server: DirectoryServer) -> None:
    """Its control is the first test."""
    for url in (server.encrypted, server.plain):
        with pytest.raises(DirectoryFailed):  # this machine's authorities have not signed it
            person_of(
                settings_of(server, url=url.replace("localhost", "127.0.0.2"), ca_file=""), "anna", "anna's"
            )
    with pytest.raises(DirectoryFailed):
        person_of(settings_of(server, url=server.encrypted, ca_file=""), "anna", "anna's")
    with pytest.raises(DirectoryFailed):
        person_of(
            settings_of(server, id_attribute="employeeNumber"), "anna", "anna's"
        )  # which nobody has here


@pytest.mark.slow
def test_a_directory_signs_in_an_account_of_its_own(site: SiteUnderTest, server: DirectoryServer) -> None:
    settings, store = settings_of(server), site.site.store
    site.site.institution, site.site.directory = Institution(ldap=settings), Directory(settings)
    local = store.accounts.sign_up(User("tom", role=Role.ADMIN))
    browser = site.browser()
    assert "the University" in browser.get("/sign-in").text
    wrong = browser.post("/institution/sign-in", {"name": "tom", "password": "wrong"})
    assert wrong.status_code == 422
    right = browser.post("/institution/sign-in", {"name": "tom", "password": "tom's", "to": "/queue"})
    assert (right.status_code, right.headers["location"]) == (303, "/queue")
    assert browser.get("/account").status_code == 200
    users = {user.name: user for user in store.catalogue.all(User)}
    assert (users["tom-2"].role, users["tom"]) == (Role.TEACHER, local)
    assert (
        site.browser().post("/sign-in", {"name": "tom-2", "password": "tom's"}).status_code == 422
    )  # kept nowhere
    for _ in range(10):
        browser.post("/institution/sign-in", {"name": "anna", "password": "wrong"})
    assert browser.post("/institution/sign-in", {"name": "anna", "password": "anna's"}).status_code == 429
    site.site.directory = Directory(replace(settings, url="ldaps://127.0.0.1:1"))
    assert browser.post("/institution/sign-in", {"name": "tom", "password": "tom's"}).status_code == 503
