"""Classes: the list, one of them, and the teacher's forms."""

from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.records import Record
from judge.service.class_times import zone_of_this_machine, zones
from judge.service.coursework import DueItem
from judge.service.refusals import Unfit
from judge.service.visibility import Access
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, page, site_of


class ClassForm(Record, frozen=True):
    title: str = ""
    zone: str = ""
    is_archived: bool = False


@get("/classes", guards=[signed_in])
def classes(request: Asked) -> Response[str]:
    return _classes(request, ClassForm())


def _classes(request: Asked, form: ClassForm, wrong: Unfit | None = None) -> Response[str]:
    site, viewer = site_of(request), request.user.viewer
    mine = site.online.teaching.mine(viewer)
    due: dict[int, list[DueItem]] = {
        one.id: [item for item in site.online.coursework.listed(viewer, one.id) if item.is_open]
        for one, access in mine
        if access is Access.STUDENT and one.archived_utc_ms is None
    }
    return page(
        request,
        "classes",
        status=422 if wrong else 200,
        mine=mine,
        due=due,
        form=form,
        wrong=wrong,
        zones=zones() if viewer.makes_classes else (),
        own_zone=zone_of_this_machine(),
    )


@post("/classes", guards=[signed_in])
def make(request: Asked, form: ClassForm) -> Response[Any]:
    try:
        new = site_of(request).online.teaching.make(request.user.viewer, form.title, form.zone)
    except Unfit as error:
        return _classes(request, form, error)
    return Redirect(f"/classes/{new.id}", status_code=303)


@get("/classes/{number:int}", guards=[signed_in])
def one_class(request: Asked, number: FromPath[int]) -> Response[str]:
    return _class(request, number)


def _class(request: Asked, number: int, wrong: Unfit | None = None) -> Response[str]:
    online, viewer = site_of(request).online, request.user.viewer
    found, access = online.teaching.seen(viewer, number)
    return page(
        request,
        "class",
        status=422 if wrong else 200,
        one=found,
        is_taught=access is Access.TEACHER,
        items=online.coursework.listed(viewer, number),
        wrong=wrong,
        zones=zones() if access is Access.TEACHER else (),
    )


@post("/classes/{number:int}", guards=[signed_in])
def change(request: Asked, number: FromPath[int], form: ClassForm) -> Response[Any]:
    teaching, viewer = site_of(request).online.teaching, request.user.viewer
    try:
        teaching.change(viewer, number, form.title, form.zone, is_archived=form.is_archived)
    except Unfit as error:
        return _class(request, number, error)
    return Redirect(f"/classes/{number}", status_code=303)
