"""Submissions: a list, one as it is judged, and the queue."""

from functools import partial
from typing import Annotated, Any

from litestar import Response
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from judge.base.submission_state import State
from judge.reports.html.differences import drawn_from_json
from judge.reports.html.warp_picture import warp_picture
from judge.service.board import ON_GPU
from judge.service.gpu_queue import gpu_queue
from judge.service.gpu_view import gpu_view
from judge.service.online import SeenSubmission
from judge.service.own_words import advice_in
from judge.service.visibility import SeenRun
from judge.store.catalogue_records import ProblemRecord, User
from judge.web.live import Snapshot, stream, streamed
from judge.web.pictures import LANE_WIDTH, drawn_lanes
from judge.web.routing import get
from judge.web.security import signed_in
from judge.web.site import Asked, fragment, page, site_of
from judge.web.sources import shown_sources
from judge.web.visitor import Visitor

ON_A_PAGE = 50
VERDICTS = ("AC", "CLE", "WA", "PA", "TLE", "MLE", "OLE", "RTE", "CE")
"""Verdicts with a title in words/common.toml."""
MOST_TEXT = 64 << 10
"""The most characters of a program's or compiler's output."""


@get("/submissions", guards=[signed_in])
def submissions(
    request: Asked,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53)] = None,
) -> Response[str]:
    site = site_of(request)
    found = site.online.submissions(request.user.viewer, before=before, at_most=ON_A_PAGE + 1)
    shown = found[:ON_A_PAGE]
    return page(
        request,
        "submissions",
        submissions=shown,
        problems=site.store.catalogue.by_id(ProblemRecord, {one.problem_id for one in shown}),
        users=site.store.catalogue.by_id(User, {one.user_id for one in shown if one.user_id is not None}),
        judgements=site.online.judgements(request.user.viewer, shown),
        older=shown[-1].id if len(found) > ON_A_PAGE else None,
    )


@get("/submissions/{number:int}", guards=[signed_in])
def submission(request: Asked, number: FromPath[int]) -> Response[str]:
    seen = _seen(request, number)
    return page(request, "submission", **_values(seen, "whole"))


@get("/submissions/{number:int}/live", guards=[signed_in])
async def live(request: Asked, number: FromPath[int]) -> Stream:
    site, viewer, language = site_of(request), request.user.viewer, request.user.language

    async def look() -> Snapshot:
        sight = await site.once.get((viewer, number), partial(site.online.sight, viewer, number))
        # The staff's forms are valid only in their own browser.
        shown_to = Visitor(None, language, request.user.form_token if sight.is_staff else "", "")
        made = partial(_piece, request, shown_to)
        return await site.once.get((sight, shown_to), lambda: Snapshot(site.online.seen(sight), made))

    await look()  # checked here, so that a refusal is an answer of its own
    return streamed(request, stream(site.feed, number, site.once, look))


@get("/queue")
def queue(request: Asked) -> Response[str]:
    store, visitor = site_of(request).store, request.user
    waiting = store.submissions.not_ended()
    return page(
        request,
        "queue",
        running=[one for one in waiting if one.state is State.JUDGING],
        waiting=[one for one in waiting if one.state is State.QUEUED],
        problems={one.id: one for one in site_of(request).online.problems(visitor.viewer)},
        users=store.catalogue.by_id(User, {one.user_id for one in waiting if one.user_id is not None})
        if visitor.is_staff
        else {},
        workers=store.queue.workers(),
        lanes=drawn_lanes(store.queue.lanes()),
        lane_width=LANE_WIDTH,
        gpus=gpu_queue(site_of(request).online.host, store),
        numbers={
            one.id for one in waiting if visitor.is_staff or (visitor.user and visitor.user.id == one.user_id)
        },
    )


def _seen(request: Asked, number: int) -> SeenSubmission:
    return site_of(request).online.submission(request.user.viewer, number)


def _piece(request: Asked, shown_to: Visitor, name: str, seen: SeenSubmission) -> str:
    """A part of a submission's page, the same for all who may see it: "head", "whole", or "run N" for one of the
    runs."""
    kind, _, index = name.partition(" ")
    values = _values(seen, kind)
    if index and seen.judgement:
        values["one"] = seen.judgement.runs[int(index)]
    return fragment(request, f"submission_{kind}", shown_to, **values)


def _values(seen: SeenSubmission, kind: str) -> dict[str, Any]:
    made = seen.judgement.judgement if seen.judgement else None
    values = {"seen": seen, "is_open": seen.submission.state.is_open, "known_verdicts": VERDICTS}
    values["is_emulated"] = bool(made and made.is_emulated)
    if kind == "whole":
        judgement = seen.judgement
        detail = judgement.detail if judgement else {}
        failures = [_failure(one) for one in judgement.runs if _failed(one)] if judgement else []
        sources = shown_sources(seen.files, detail)
        on_gpu = seen.submission.language in ON_GPU
        gpu = gpu_view(seen.submission, judgement, on_gpu=on_gpu)
        values |= {
            "gpu": gpu,
            "on_gpu": on_gpu,
            "detail": detail,
            "sources": sources,
            "advice": [(one, warp_picture(one)) for one in advice_in(detail)],
            "failures": failures,
            "most_text": MOST_TEXT,
        }
    return values


def _failed(one: SeenRun) -> bool:
    return one.run.verdict not in ("AC", "SKIP")


def _failure(one: SeenRun) -> dict[str, Any]:
    difference = one.detail.get("difference")
    return {
        "run": one.run,
        "difference": drawn_from_json(difference) if difference else None,
        "texts": {
            name: str(one.detail[name])[:MOST_TEXT]
            for name in ("transcript", "stdout", "stderr")
            if one.detail.get(name)
        },
    }
