"""Problems, languages and the token's user."""

from collections.abc import Iterator
from contextlib import contextmanager

from litestar.params import FromPath

from judge.base.errors import JudgeError
from judge.service.refusals import Refused
from judge.store.heartbeats import HEARD_MS, WORKER
from judge.store.tokens import TokenScope
from judge.web.api import answers, shapes
from judge.web.api.bearer import needs
from judge.web.api.problem_details import ApiRefusal, refusals
from judge.web.routing import get
from judge.web.site import Asked, site_of

NAMED = refusals(404, 503)


@contextmanager
def of_a_problem() -> Iterator[None]:
    """Answers 404 in the `with` block if the problem does not exist, and 503 if it cannot be judged at the moment."""
    try:
        yield
    except JudgeError as error:
        raise ApiRefusal(404 if isinstance(error, Refused) else 503, error.message) from error


@get("/me", guards=[needs(TokenScope.READ)], responses=refusals(403), sync_to_thread=False)
def me(request: Asked) -> shapes.Me:
    """Whose token or password this is."""
    user, token, scopes = request.user.account, request.user.token, request.user.scopes
    held = token.scopes if token else tuple(one for one in TokenScope if one in (scopes or ()))
    return shapes.Me(user.name, user.full_name, user.role, held, token.ends_utc_ms if token else 0)


@get("/languages", responses=refusals())
def languages(request: Asked) -> list[shapes.LanguageAnswer]:
    """Languages in which something may be submitted here."""
    return [answers.language(one) for one in site_of(request).online.languages()]


@get("/problems", responses=refusals())
def problems(request: Asked) -> shapes.Problems:
    """Problems that are open, with what the token's user had for them."""
    online = site_of(request).online
    verdicts = (
        online.own_verdicts(request.user.viewer) if TokenScope.READ in (request.user.scopes or ()) else {}
    )
    found = online.problems(request.user.viewer)
    return shapes.Problems(
        tuple(
            shapes.ProblemSummary(one.name, one.title, tuple(sorted(verdicts.get(one.id, ()))))
            for one in found
        )
    )


@get("/problems/{name:str}", responses=NAMED)
def problem(request: Asked, name: FromPath[str]) -> shapes.ProblemAnswer:
    """A problem with its statements, limits and languages."""
    with of_a_problem():
        return answers.problem(site_of(request).online.problem(name, request.user.viewer))


@get("/problems/{name:str}/samples", responses=NAMED)
def samples(request: Asked, name: FromPath[str]) -> list[shapes.SampleAnswer]:
    """Samples of a problem: inputs with their answers."""
    with of_a_problem():
        return [answers.sample(one) for one in site_of(request).online.samples(name, request.user.viewer)]


@get("/queue", responses=refusals())
def queue(request: Asked) -> shapes.QueueAnswer:
    """How much waits, and how many workers there are."""
    store = site_of(request).store
    lanes = store.queue.lanes()
    waiting = sum(one.count for one in lanes if not one.is_running)
    running = sum(one.count for one in lanes if one.is_running)
    return shapes.QueueAnswer(waiting, running, len(store.heartbeats.heard(WORKER, HEARD_MS)))
