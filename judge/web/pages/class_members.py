"""The members of a class: a list from a file, with a preview before anything is written; links, and invitations."""

import asyncio
import base64
from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.records import Record
from judge.service.marks_files import csv_file
from judge.service.refusals import Unfit
from judge.service.rosters import HEAD_WORDS, Roster, kept
from judge.service.table_files import ENCODINGS, table_of
from judge.store.catalogue_records import User
from judge.web.forms import fields_of, uploads_of
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, address_of_site, page, site_of
from judge.web.tokens import new_token, token_sha256

MOST_OF_A_TABLE = 2 << 20
"""The most bytes of a form with a table."""


class TableForm(Record, frozen=True):
    encoding: str = ""
    """Empty: detected from the file."""
    text: str = ""
    """Pasted, as from a spreadsheet."""


class ListForm(Record, frozen=True):
    roster: str = ""
    mail: bool = False
    """Whether those with an address get their links by mail."""


class AccountForm(Record, frozen=True):
    account: str = ""


class InvitationForm(Record, frozen=True):
    days: int = 14
    uses: int = 100


@get("/classes/{number:int}/members", guards=[signed_in])
def members(request: Asked, number: FromPath[int]) -> Response[str]:
    return _members(request, number)


def _members(request: Asked, number: int, wrong: Unfit | None = None, **values: Any) -> Response[str]:
    teaching, viewer = site_of(request).online.teaching, request.user.viewer
    found = teaching.members(viewer, number)
    return page(
        request,
        "class_members",
        status=422 if wrong else 200,
        one=teaching.taught(viewer, number),
        members=[(member, user, teaching.may_link(member, user)) for member, user in found],
        invitations=teaching.invitations(viewer, number),
        encodings=ENCODINGS,
        wrong=wrong,
        **{"invitation": "", **values},
    )


@post("/classes/{number:int}/members/preview", guards=[signed_in], request_max_body_size=MOST_OF_A_TABLE)
async def preview(request: Asked, number: FromPath[int]) -> Response[Any]:
    form = await fields_of(request, TableForm)
    files = await uploads_of(request, "file")
    content = next(iter(files.values()), form.text.encode("utf-8", errors="replace"))
    encoding = form.encoding if files and form.encoding in ENCODINGS else None if files else "utf-8"

    def previewed() -> Response[Any]:
        teaching, viewer = site_of(request).online.teaching, request.user.viewer
        one = teaching.taught(viewer, number)
        try:
            table = table_of(content, encoding, HEAD_WORDS)
        except Unfit as error:
            return _members(request, number, error)
        roster = teaching.previewed(viewer, number, table)
        return page(request, "class_preview", one=one, table=table, roster=roster, kept=kept(roster))

    return await asyncio.to_thread(previewed)


@post("/classes/{number:int}/members", guards=[signed_in], request_max_body_size=MOST_OF_A_TABLE)
def enroll(request: Asked, number: FromPath[int], form: ListForm) -> Response[Any]:
    """Answers with the sheet of links at once, except those sent by mail: the store has only their hashes."""
    teaching, viewer = site_of(request).online.teaching, request.user.viewer
    one = teaching.taught(viewer, number)
    try:
        table = table_of(form.roster.encode("utf-8", errors="replace"), "utf-8")
    except Unfit as error:
        return _members(request, number, error)
    roster: Roster = teaching.previewed(viewer, number, table)
    mailer = site_of(request).mailer
    nonces = [new_token() for _ in roster.entries]
    tokens = [mailer.token(nonce) for nonce in nonces] if mailer else nonces
    done = teaching.enroll(viewer, number, roster, [token_sha256(token) for token in tokens])
    new = [
        (enrolled.user, entry.mail, nonce, token)
        for enrolled, entry, nonce, token in zip(done, roster.entries, nonces, tokens, strict=True)
        if enrolled.is_new
    ]
    mailed = set()
    if mailer:
        for user, address, _, _ in new:
            if address:
                site_of(request).store.email_addresses.put(user.id, address, is_own=False)
        invited = [(user, address, nonce) for user, address, nonce, _ in new if address and form.mail]
        mailer.invite(invited, one.title, request.user.language)
        mailed = {user.id for user, _, _ in invited}
    links = [(user, _link(request, token)) for user, _, _, token in new if user.id not in mailed]
    added = sum(not one.was_member for one in done)
    return _sheet(request, one, links, added=added, mailed=len(mailed))


def _link(request: Asked, token: str) -> str:
    return f"{address_of_site(request)}/sign-in/{token}"


def _sheet(
    request: Asked, one: Any, links: list[tuple[User, str]], added: int, mailed: int = 0
) -> Response[str]:
    """`mailed`: the number of links sent by mail, which are not on the sheet."""
    content = csv_file(
        ("name", "account", "link"), [(user.full_name, user.name, link) for user, link in links]
    )
    address = f"data:text/csv;charset=utf-8;base64,{base64.b64encode(content).decode()}"
    return page(request, "class_links", one=one, links=links, added=added, mailed=mailed, download=address)


@post("/classes/{number:int}/members/{user:int}/link", guards=[signed_in])
def member_link(request: Asked, number: FromPath[int], user: FromPath[int]) -> Response[Any]:
    teaching, viewer, token = site_of(request).online.teaching, request.user.viewer, new_token()
    one = teaching.taught(viewer, number)
    try:
        of = teaching.new_link(viewer, number, user, token_sha256(token))
    except Unfit as error:
        return _members(request, number, error)
    return _sheet(request, one, [(of, _link(request, token))], added=0)


@post("/classes/{number:int}/members/{user:int}/remove", guards=[signed_in])
def remove(request: Asked, number: FromPath[int], user: FromPath[int]) -> Response[Any]:
    try:
        site_of(request).online.teaching.remove(request.user.viewer, number, user)
    except Unfit as error:
        return _members(request, number, error)
    return Redirect(f"/classes/{number}/members", status_code=303)


@post("/classes/{number:int}/teachers", guards=[signed_in])
def add_teacher(request: Asked, number: FromPath[int], form: AccountForm) -> Response[Any]:
    try:
        site_of(request).online.teaching.add_teacher(request.user.viewer, number, form.account)
    except Unfit as error:
        return _members(request, number, error)
    return Redirect(f"/classes/{number}/members", status_code=303)


@post("/classes/{number:int}/invitations", guards=[signed_in])
def invite(request: Asked, number: FromPath[int], form: InvitationForm) -> Response[Any]:
    token = new_token()
    try:
        site_of(request).online.teaching.invite(
            request.user.viewer, number, token_sha256(token), form.days, form.uses
        )
    except Unfit as error:
        return _members(request, number, error)
    return _members(request, number, invitation=f"{address_of_site(request)}/join/{token}")


@post("/classes/{number:int}/invitations/{invitation:int}/revoke", guards=[signed_in])
def revoke(request: Asked, number: FromPath[int], invitation: FromPath[int]) -> Response[Any]:
    site_of(request).online.teaching.revoke(request.user.viewer, number, invitation)
    return Redirect(f"/classes/{number}/members", status_code=303)
