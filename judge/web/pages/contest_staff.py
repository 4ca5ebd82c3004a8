"""The organiser's pages of a contest: import and export, times, pauses, accounts, balloons, and the end."""

import asyncio
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from litestar import Response
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect, Stream

from judge.base.errors import JudgeError, is_disk_full
from judge.base.records import Record
from judge.base.scratch import scratch_folder
from judge.base.units import DAY_MS
from judge.service.class_times import moment_of, shown_at, zone_of_this_machine, zones
from judge.service.contest_export import export_contest
from judge.service.contest_import import import_contest
from judge.service.contest_rules import frozen_from_utc_ms
from judge.service.contest_staff import ContestStaff, new_password
from judge.service.contests import SeenContest
from judge.service.preparing import preparation_of, preparations
from judge.service.refusals import Refused, Unfit
from judge.service.visibility import Feedback
from judge.store.events import ContestAction
from judge.web.contest_log import LogNames, worded
from judge.web.forms import fields_of
from judge.web.pages.contests import seen_contest, time_of
from judge.web.routing import get, post
from judge.web.security import admin_only, staff_only
from judge.web.site import Asked, address_of_site, page, site_of
from judge.web.texts import text
from judge.web.tokens import new_token, token_sha256

MOST_UPLOADED = 256 << 20
"""The most bytes of a contest's zip file."""
PIECE_BYTES = 1 << 20
SHOWN = 20
"""The most submissions named that could not be imported."""
LINK_MS = 7 * DAY_MS


class StaffForm(Record, frozen=True):
    """The organiser's request; `do` determines which fields count."""

    do: str = ""
    label: str = ""
    team: str = ""
    time: str = ""
    start: str = ""
    """The local time in the zone; empty: unknown."""
    zone: str = ""
    duration: str = ""
    freeze: str = ""
    feedback: str = ""
    verdict: str = ""
    text: str = ""
    until: str = ""
    """The local end of an interval, in the zone."""
    at_utc_ms: int = 0


@post("/contests", guards=[admin_only], request_max_body_size=MOST_UPLOADED)
def import_zip(request: Asked, files: dict[str, bytes]) -> Response[Any]:
    site = site_of(request)
    found = site.online.contests.all(request.user.viewer)
    if site.contests is None or len(files) != 1:
        refused = "expected one zip file" if site.contests else "this judge has no folder for contests"
        return page(request, "contests", status=422, contests=found, refused=refused)
    [(name, content)] = files.items()
    site.online.require_room()
    try:
        with scratch_folder() as folder:
            stem = "".join(one for one in Path(name).stem if one.isalnum() or one in "-_")[:36] or "contest"
            file = folder / f"{stem}.zip"
            file.write_bytes(content)
            made = import_contest(site.online.host, site.store, site.contests, file, waits=False)
    except JudgeError as error:
        if is_disk_full(error):
            raise
        refused = error.message.replace(f"{folder}/", "").replace(f"{site.contests}/", "")
        return page(request, "contests", status=422, contests=found, refused=refused)
    if made.left_out:
        left_out = "; ".join(made.left_out[:SHOWN])
        return _staff(request, made.contest.name, f"left out, {len(made.left_out)} in all: {left_out}", 200)
    return Redirect(f"/contests/{made.contest.name}/staff", status_code=303)


@get("/contests/{name:str}/staff", guards=[staff_only])
def staff(request: Asked, name: FromPath[str]) -> Response[str]:
    return _staff(request, name)


def _staff(
    request: Asked, name: str, refused: str = "", status: int = 200, given: StaffForm | None = None
) -> Response[str]:
    """`given`: the request that was refused."""
    site, viewer = site_of(request), request.user.viewer
    seen = seen_contest(request, name)
    desk = site.online.contest_staff
    known, zone = preparations(site.store), zone_of_this_machine()
    teams = desk.teams(viewer, seen)
    names = LogNames(
        {user.id: user.full_name or user.name for _, user in teams},
        {one.problem_id: one.label for one, _ in seen.problems},
    )
    return page(
        request,
        "contest_staff",
        status=status,
        seen=seen,
        teams=teams,
        obstacles=desk.obstacles(seen),
        log=desk.log(viewer, seen),
        told=partial(worded, request.user.language, names=names),
        waiting={one.id: preparation_of(known, one.name, one.origin) for _, one in seen.problems},
        levels=[one.name.lower() for one in Feedback],
        start="" if seen.start_utc_ms is None else shown_at(seen.start_utc_ms, zone),
        frozen_since=frozen_from_utc_ms(seen.contest),
        now=shown_at(seen.now_ms, zone),
        given=given or StaffForm(),
        zones=zones(),
        zone=(given and given.zone) or zone,
        path_of_staff=f"/contests/{name}/staff",
        refused=refused,
    )


@post("/contests/{name:str}/staff", guards=[staff_only])
def act(request: Asked, name: FromPath[str], form: StaffForm) -> Response[Any]:
    viewer, seen = request.user.viewer, seen_contest(request, name)
    desk = site_of(request).online.contest_staff
    acts: dict[str, Callable[[], object]] = {
        "schedule": lambda: _schedule(desk, request, seen, form),
        "start": lambda: desk.start_now(viewer, seen),
        "feedback": lambda: desk.set_feedback(viewer, seen, form.feedback),
        "extend": lambda: desk.extend(viewer, seen, time_of(form.time)),
        "extend-team": lambda: desk.extend_team(viewer, seen, form.team, time_of(form.time)),
        "freeze": lambda: desk.freeze_now(viewer, seen),
        "thaw": lambda: desk.thaw(viewer, seen),
        "stop-clock": lambda: desk.stop_clock(viewer, seen),
        "resume-clock": lambda: desk.resume_clock(viewer, seen),
        "remove-interval": lambda: desk.remove_interval(viewer, seen, *_interval(form)),
        "restore-interval": lambda: desk.restore_interval(viewer, seen, form.at_utc_ms),
        "pause": lambda: desk.pause(viewer, seen, form.label),
        "resume": lambda: desk.pause(viewer, seen, form.label, resume=True),
        "finalize": lambda: desk.finalize(viewer, seen, form.text),
    }
    if form.do == "rejudge":
        return _rejudged(request, name, seen, form)
    if form.do not in acts:
        raise ClientException("the form asks for an unknown action")
    try:
        acts[form.do]()
    except Unfit as error:
        return _staff(request, name, text(request.user.language, error.key, **error.values), 422, form)
    except Refused as error:
        return _staff(request, name, error.message, 409, form)
    return Redirect(f"/contests/{name}/staff", status_code=303)


def _interval(form: StaffForm) -> tuple[int, int]:
    start_ms = moment_of(form.start, form.zone, later=False)
    return start_ms, moment_of(form.until, form.zone, later=True)


def _schedule(desk: ContestStaff, request: Asked, seen: SeenContest, form: StaffForm) -> None:
    start_ms = moment_of(form.start, form.zone, later=False) if form.start.strip() else None
    freeze_ms = time_of(form.freeze) if form.freeze.strip() else None
    desk.schedule(request.user.viewer, seen, start_ms, time_of(form.duration), freeze_ms)


def _rejudged(request: Asked, name: str, seen: SeenContest, form: StaffForm) -> Response[Any]:
    reason = f"{seen.contest.title} {form.label} {form.verdict}".strip()
    desk = site_of(request).online.contest_staff
    try:
        opened = desk.rejudge(request.user.viewer, seen, form.label, form.verdict, reason)
    except Refused as error:
        return _staff(request, name, error.message, 409)
    return Redirect(f"/rejudgings/{opened.id}", status_code=303)


@post("/contests/{name:str}/accounts", guards=[admin_only])
async def accounts(request: Asked, name: FromPath[str]) -> Response[Any]:
    """A sheet to print and cut: for each team that has not signed in before, a new password or a link."""
    form = await fields_of(request, StaffForm)
    if form.do not in ("links", "passwords"):
        raise ClientException("expected links or passwords")
    site = site_of(request)
    seen = await asyncio.to_thread(seen_contest, request, name)
    teams = await asyncio.to_thread(site.online.contest_staff.teams, request.user.viewer, seen)
    rows = []
    for team, user in teams:
        if form.team and team.team_id != form.team:
            continue
        secret = new_token() if form.do == "links" else new_password()
        if form.do == "links":
            await asyncio.to_thread(site.store.accounts.put_link, user.id, token_sha256(secret), LINK_MS)
            secret = f"{address_of_site(request)}/sign-in/{secret}"
        else:
            hashed = await site.passwords.hashed(secret)
            await asyncio.to_thread(site.store.accounts.set_password, user.id, hashed)
        rows.append((team, user, secret))
    made = {"teams": len(rows), "of": form.do}
    await asyncio.to_thread(site.store.contests.note, seen.contest, ContestAction.ACCOUNTS, made)
    return await asyncio.to_thread(
        lambda: page(request, "contest_accounts", seen=seen, rows=rows, do=form.do)
    )


@get("/contests/{name:str}/balloons", guards=[staff_only])
def balloons(request: Asked, name: FromPath[str]) -> Response[str]:
    seen = seen_contest(request, name)
    found = site_of(request).online.contests.balloons(request.user.viewer, seen)
    return page(request, "contest_balloons", seen=seen, balloons=found)


@post("/contests/{name:str}/balloons", guards=[staff_only])
def deliver(request: Asked, name: FromPath[str], form: StaffForm) -> Response[Any]:
    seen = seen_contest(request, name)
    try:
        desk = site_of(request).online.contest_staff
        desk.deliver(request.user.viewer, seen, form.team, form.label)
    except Refused as error:
        raise ClientException(error.message) from error
    return Redirect(f"/contests/{name}/balloons", status_code=303)


@get("/contests/{name:str}/export", guards=[staff_only])
def export(request: Asked, name: FromPath[str]) -> Stream:
    site, seen = site_of(request), seen_contest(request, name)
    with scratch_folder() as folder:
        file = folder / "contest.zip"
        export_contest(site.store, seen.contest, file, site.online.data)
        content = file.open("rb")  # it outlives its folder
    headers = {
        "content-disposition": f'attachment; filename="{seen.contest.name}.zip"',
        "content-length": str(os.fstat(content.fileno()).st_size),
    }
    return Stream(_pieces(content), media_type="application/zip", headers=headers)


def _pieces(content: BinaryIO) -> Iterator[bytes]:
    with content:
        while piece := content.read(PIECE_BYTES):
            yield piece
