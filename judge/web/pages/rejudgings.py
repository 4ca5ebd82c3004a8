"""Rejudgings: requested, viewed as a whole, and then applied or dropped."""

from functools import partial
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.records import Record
from judge.service.refusals import Refused
from judge.store.catalogue_records import ProblemRecord
from judge.store.rejudgings import RejudgingState
from judge.web.routing import get, post
from judge.web.security import signed_in, staff_only
from judge.web.site import Asked, done, page, site_of
from judge.web.texts import text


class EndForm(Record, frozen=True):
    apply: bool = False
    """Whether it is applied; otherwise it is dropped."""


@get("/rejudgings", guards=[staff_only])
def rejudgings(request: Asked) -> Response[str]:
    return _all(request)


def _all(request: Asked, refused: str = "", status: int = 200) -> Response[str]:
    found = site_of(request).store.rejudgings.all()
    return page(request, "rejudgings", status=status, rejudgings=found, refused=refused)


@get("/rejudgings/{number:int}", guards=[signed_in])
def rejudging(request: Asked, number: FromPath[int]) -> Response[str]:
    return _one(request, number)


def _one(request: Asked, number: int, refused: str = "", status: int = 200) -> Response[str]:
    online, viewer = site_of(request).online, request.user.viewer
    found = online.rejudging(viewer, number)
    changes = online.store.rejudgings.preview(number)
    is_open = found.state is RejudgingState.OPEN
    changed = [one.after for one in changes if one.after is not None and one.is_another] if is_open else []
    return page(
        request,
        "rejudging",
        status=status,
        rejudging=found,
        changes=changes,
        moves=online.contest_staff.moves(changed),
        refused=refused,
    )


@post("/submissions/{number:int}/rejudge", guards=[staff_only])
def of_submission(request: Asked, number: FromPath[int]) -> Response[Any]:
    site_of(request).online.submission(request.user.viewer, number)
    return _opened(request, [number], "rejudging_why_one")


@post("/problems/{name:str}/rejudge", guards=[staff_only])
def of_problem(request: Asked, name: FromPath[str]) -> Response[Any]:
    store = site_of(request).store
    problem = store.catalogue.named(ProblemRecord, name)
    if problem is None:
        raise NotFoundException
    return _opened(request, store.submissions.judged_of(problem.id), "rejudging_why_all")


def _opened(request: Asked, numbers: list[int], why: str) -> Response[Any]:
    reason = text(request.user.language, why)
    try:
        opened = site_of(request).online.rejudge(request.user.viewer, numbers, reason)
    except Refused as error:
        return _all(request, error.message, 409)
    return Redirect(f"/rejudgings/{opened.id}", status_code=303)


@post("/rejudgings/{number:int}", guards=[signed_in])
def end(request: Asked, number: FromPath[int], form: EndForm) -> Response[Any]:
    online, viewer = site_of(request).online, request.user.viewer
    online.rejudging(viewer, number)
    act = partial(online.contest_staff.end_rejudging, viewer, number, apply=form.apply)
    return done(act, f"/rejudgings/{number}", partial(_one, request, number))
