"""Own runs: requested, and viewed."""

from litestar import Response
from litestar.params import FromPath, JSONBody

from judge.base.records import as_json, converted, part_of
from judge.service.own_runs import SeenOwnRun
from judge.store.queue_records import JobState
from judge.store.tokens import TokenScope
from judge.web.api import answers, shapes
from judge.web.api.bearer import needs
from judge.web.api.problem_details import ApiRefusal, answering, not_there, refusals, take
from judge.web.api.submission_routes import contents_of
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.site import Asked, address_of_site, site_of


@post(
    "/problems/{name:str}/runs",
    guards=[needs(TokenScope.SUBMIT)],
    request_max_body_size=shapes.MOST_SUBMITTED_BYTES,
    responses=refusals(403, 404, 413, 422, 503, 507),
)
def run(request: Asked, name: FromPath[str], data: JSONBody[shapes.NewRun]) -> Response[shapes.OwnRunAnswer]:
    """Has a program run once on this input, with the problem's limits. Nothing is judged."""
    if data.input is not None and data.input_base64 is not None:
        raise ApiRefusal(422, "expected either 'input' or 'input_base64'")
    site, viewer = site_of(request), request.user.viewer
    files = contents_of(data.files)
    typed = data.input_base64 or (data.input or "").encode("utf-8", errors="replace")
    take(site.rates, Rates.OWN_RUN, str(viewer.user_id), "you run programs very often")
    with not_there():
        site.online.opened(viewer, name)
    with answering():
        asked = site.online.own_runs.ask(viewer, name, files, data.language or None, typed)
    answer = _answer(request, site.online.own_runs.get(viewer, asked.id))
    return Response(answer, status_code=201, headers={"location": f"/api/runs/{asked.id}"})


@get("/runs/{number:int}", guards=[needs(TokenScope.READ)], responses=refusals(403, 404))
def own_run(request: Asked, number: FromPath[int]) -> shapes.OwnRunAnswer:
    """A program that was run on an input of one's own, and what came of it."""
    with not_there():
        return _answer(request, site_of(request).online.own_runs.get(request.user.viewer, number))


def _answer(request: Asked, seen: SeenOwnRun) -> shapes.OwnRunAnswer:
    run = seen.run
    outcome = converted(as_json(seen.outcome), shapes.RunOutcomeAnswer) if seen.outcome else None
    return part_of(
        run,
        shapes.OwnRunAnswer,
        problem=seen.problem.name,
        url=f"{address_of_site(request)}/runs/{run.id}",
        state=seen.state,
        failure="the judge could not run it" if seen.state is JobState.FAILED else "",
        place=answers.place(site_of(request).online, seen.place),
        outcome=outcome,
    )
