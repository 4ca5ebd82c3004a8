"""Similarity inside a class: the problems of an assignment, the pairs of one, and two sources side by side."""

from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.records import Record
from judge.service.refusals import Unfit
from judge.service.similar import COMMON_TO, LEAST_WORDS, MOST_COMPARED, SHORTEST_PASSAGE
from judge.store.class_records import Counting
from judge.store.similarity_records import Treated
from judge.web.passages import marked_sources, places, share_bars
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, page, site_of


class ComparisonForm(Record, frozen=True):
    counting: Counting = Counting.LAST
    others: bool = False
    template: str = ""


@get("/assignments/{number:int}/similarity", guards=[signed_in])
def similarity(request: Asked, number: FromPath[int]) -> Response[str]:
    seen, listed = site_of(request).online.similarity.listed(request.user.viewer, number)
    return page(request, "similarity", seen=seen, listed=listed)


@get("/assignments/{number:int}/similarity/{problem:int}", guards=[signed_in])
def compared(request: Asked, number: FromPath[int], problem: FromPath[int]) -> Response[str]:
    return _compared(request, number, problem)


def _compared(
    request: Asked, number: int, problem: int, form: ComparisonForm | None = None, wrong: Unfit | None = None
) -> Response[str]:
    service, viewer = site_of(request).online.similarity, request.user.viewer
    found = service.seen(viewer, number, problem)
    before = found.comparison
    if form is None:
        form = (
            ComparisonForm(before.counting, bool(before.others), before.template)
            if before
            else ComparisonForm()
        )
    result = before.result if before else None
    own = [one for one in found.submissions if not found.is_elsewhere(one)]
    return page(
        request,
        "similarity_problem",
        status=422 if wrong else 200,
        found=found,
        problem=found.seen.titles[problem],
        result=result,
        bars=share_bars(result.histogram, result.bound) if result else (),
        own=own,
        left_out=[one for one in own if one.treated is Treated.TOO_LARGE],
        too_little=[one for one in own if one.treated is not Treated.TOO_LARGE and one.own < LEAST_WORDS],
        split=[one for one in own if one.treated is Treated.SPLIT],
        others=service.others(viewer, found.seen, problem),
        form=form,
        wrong=wrong,
        least_own=LEAST_WORDS,
        run=SHORTEST_PASSAGE,
        few=COMMON_TO,
        most=MOST_COMPARED,
    )


@post("/assignments/{number:int}/similarity/{problem:int}", guards=[signed_in])
def ask(request: Asked, number: FromPath[int], problem: FromPath[int], form: ComparisonForm) -> Response[Any]:
    try:
        site_of(request).online.similarity.ask(
            request.user.viewer,
            number,
            problem,
            counting=form.counting,
            with_others=form.others,
            template=form.template,
        )
    except Unfit as error:
        return _compared(request, number, problem, form, error)
    return Redirect(f"/assignments/{number}/similarity/{problem}", status_code=303)


@get("/assignments/{number:int}/similarity/{problem:int}/{pair:int}", guards=[signed_in])
def side_by_side(
    request: Asked, number: FromPath[int], problem: FromPath[int], pair: FromPath[int]
) -> Response[str]:
    found = site_of(request).online.similarity.pair(request.user.viewer, number, problem, pair)
    shared = places(found.pair.passages)
    sides = [
        (side, one, share, marked_sources(files, where))
        for side, one, share, files, where in zip(
            "ab",
            found.submissions,
            (found.pair.first_share, found.pair.second_share),
            found.files,
            shared,
            strict=True,
        )
    ]
    return page(
        request,
        "similarity_pair",
        found=found,
        whole=found.whole,
        problem=found.whole.seen.titles[problem],
        sides=sides,
        passages=list(zip(*shared, strict=True)),
        run=SHORTEST_PASSAGE,
    )
