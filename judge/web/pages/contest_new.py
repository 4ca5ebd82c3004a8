"""The form that makes a contest from existing problems."""

from collections.abc import Mapping
from typing import Any

from litestar import Response
from litestar.response import Redirect

from judge.base.errors import JudgeError, is_disk_full
from judge.base.records import Record
from judge.contest.model import ContestScoring
from judge.contest.times import relative_ms
from judge.service.class_times import moment_of, zone_of_this_machine, zones
from judge.service.contest_making import NewContest, make_contest
from judge.service.refusals import Unfit
from judge.web.forms import ticked_problems
from judge.web.routing import get, post
from judge.web.security import admin_only
from judge.web.site import Asked, page, site_of

MOST_SENT = 2 << 20
"""The most bytes of the form: thousands of teams."""


class ContestForm(Record, frozen=True):
    title: str = ""
    start: str = ""
    """The local time in the zone; empty: it is scheduled later."""
    zone: str = ""
    duration: str = "5:00:00"
    freeze: str = "1:00:00"
    scoring: ContestScoring = ContestScoring.ICPC
    teams: str = ""


@get("/new-contest", guards=[admin_only])
def new(request: Asked) -> Response[str]:
    return _form(request, ContestForm(), {})


@post("/new-contest", guards=[admin_only], request_max_body_size=MOST_SENT)
def make(request: Asked, form: ContestForm, given: Mapping[str, str]) -> Response[Any]:
    site = site_of(request)
    site.online.require_room()
    try:
        wanted = NewContest(
            form.title,
            moment_of(form.start, form.zone, later=False) if form.start.strip() else None,
            _length_ms("contest_duration_malformed", form.duration),
            _length_ms("contest_freeze_malformed", form.freeze) if form.freeze.strip() else None,
            form.scoring,
            [one.name for one in ticked_problems(given, site.online.problems(request.user.viewer))],
            form.zone,
            form.teams,
        )
        made = make_contest(site.store, wanted)
    except Unfit as error:
        return _form(request, form, given, wrong=error)
    except JudgeError as error:
        if is_disk_full(error):
            raise
        return _form(request, form, given, refused=error.message)
    return Redirect(f"/contests/{made.name}/staff", status_code=303)


def _length_ms(malformed: str, text: str) -> int:
    """`malformed`: the key of the message for an invalid time. Raises Unfit."""
    found = relative_ms(text)
    if found is None:
        raise Unfit(malformed, text=text[:40])
    return found


def _form(
    request: Asked,
    form: ContestForm,
    given: Mapping[str, str],
    *,
    wrong: Unfit | None = None,
    refused: str = "",
) -> Response[str]:
    return page(
        request,
        "contest_new",
        status=422 if wrong or refused else 200,
        form=form,
        given=given,
        wrong=wrong,
        refused=refused,
        problems=site_of(request).online.problems(request.user.viewer),
        scorings=[*ContestScoring],
        zones=zones(),
        own_zone=zone_of_this_machine(),
    )
