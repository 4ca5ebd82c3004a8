"""The staff's pages of problems: packages uploaded, their checks, and how each problem is shown."""

import asyncio
from functools import partial
from typing import Any

from litestar import Response
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.errors import is_disk_full
from judge.base.records import Record
from judge.service.package_files import MOST_UPLOADED
from judge.service.problem_admin import UNDER_WAY
from judge.service.refusals import Refused
from judge.service.visibility import Feedback
from judge.store.catalogue_records import ProblemRecord, ProblemState, User
from judge.web.forms import fields_of
from judge.web.routing import get, post
from judge.web.security import staff_only
from judge.web.site import Asked, done, page, site_of

STATES = (ProblemState.OPEN, ProblemState.CLOSED, ProblemState.HIDDEN)
FORM_BYTES = 64 << 10
"""The size of an upload's form without its file."""


class UploadForm(Record, frozen=True):
    opens_as: ProblemState = ProblemState.OPEN


class ShownForm(Record, frozen=True):
    state: ProblemState
    feedback: str = ""
    """Empty: the judge's default."""


@get("/packages", guards=[staff_only])
def packages(request: Asked) -> Response[str]:
    return _all(request)


def _all(request: Asked, refused: str = "", status: int = 200, wrong: str = "") -> Response[str]:
    site, viewer = site_of(request), request.user.viewer
    return page(
        request,
        "packages",
        status=status,
        versions=site.online.problem_admin.versions(viewer),
        problems=site.store.catalogue.all(ProblemRecord),
        states=STATES,
        refused=refused,
        wrong=wrong,
        under_way=UNDER_WAY,
        most_mebibytes=MOST_UPLOADED >> 20,
    )


@post("/packages", guards=[staff_only], request_max_body_size=MOST_UPLOADED + FORM_BYTES)
async def upload(request: Asked) -> Response[Any]:
    form = await fields_of(request, UploadForm)
    given = (await request.form()).getall("package", [])
    files = [one for one in given if isinstance(one, UploadFile) and one.filename]
    return await asyncio.to_thread(_uploaded, request, form, files)


def _uploaded(request: Asked, form: UploadForm, files: list[UploadFile]) -> Response[Any]:
    admin, viewer = site_of(request).online.problem_admin, request.user.viewer
    if len(files) != 1 or form.opens_as not in STATES:
        return _all(request, status=422, wrong="choose_a_package")
    site_of(request).online.require_room()
    try:
        offered = admin.upload(viewer, files[0].filename, files[0].file, opens_as=form.opens_as)
    except Refused as error:
        if is_disk_full(error):
            raise
        return _all(request, error.message, 422)
    return Redirect(f"/packages/{offered.id}", status_code=303)


@get("/packages/{number:int}", guards=[staff_only])
def version(request: Asked, number: FromPath[int]) -> Response[str]:
    return _one(request, number)


def _one(request: Asked, number: int, refused: str = "", status: int = 200) -> Response[str]:
    site = site_of(request)
    found = site.online.problem_admin.version(request.user.viewer, number)
    by = found.version.offered_by
    return page(
        request,
        "package",
        status=status,
        found=found,
        version=found.version,
        by=site.store.catalogue.by_id(User, [by]).get(by) if by else None,
        under_way=UNDER_WAY,
        refused=refused,
    )


@post("/packages/{number:int}/open", guards=[staff_only])
def open_it(request: Asked, number: FromPath[int]) -> Response[Any]:
    admin, viewer = site_of(request).online.problem_admin, request.user.viewer
    return done(lambda: admin.open(viewer, number), f"/packages/{number}", partial(_one, request, number))


@post("/packages/{number:int}/drop", guards=[staff_only])
def drop(request: Asked, number: FromPath[int]) -> Response[Any]:
    admin, viewer = site_of(request).online.problem_admin, request.user.viewer
    return done(lambda: admin.drop(viewer, number), "/packages", partial(_one, request, number))


@get("/problems/{name:str}/manage", guards=[staff_only])
def manage(request: Asked, name: FromPath[str]) -> Response[str]:
    return _manage(request, name)


def _manage(request: Asked, name: str, refused: str = "", status: int = 200) -> Response[str]:
    admin, viewer = site_of(request).online.problem_admin, request.user.viewer
    problem = admin.problem(viewer, name)
    return page(
        request,
        "manage",
        status=status,
        problem=problem,
        versions=admin.versions(viewer, name),
        states=STATES,
        levels=[one.name.lower() for one in Feedback],
        under_way=UNDER_WAY,
        refused=refused,
    )


@post("/problems/{name:str}/manage", guards=[staff_only])
def set_problem(request: Asked, name: FromPath[str], form: ShownForm) -> Response[Any]:
    admin, viewer = site_of(request).online.problem_admin, request.user.viewer
    feedback = Feedback.__members__.get(form.feedback.upper())
    act = partial(admin.set_problem, viewer, name, form.state, feedback)
    return done(act, f"/problems/{name}/manage", partial(_manage, request, name))


@post("/problems/{name:str}/check", guards=[staff_only])
def check(request: Asked, name: FromPath[str]) -> Response[Any]:
    number = site_of(request).online.problem_admin.check_again(request.user.viewer, name)
    return Redirect(f"/packages/{number}", status_code=303)


@post("/problems/{name:str}/delete", guards=[staff_only])
def delete(request: Asked, name: FromPath[str]) -> Response[Any]:
    admin, viewer = site_of(request).online.problem_admin, request.user.viewer
    return done(lambda: admin.delete(viewer, name), "/packages", partial(_manage, request, name))
