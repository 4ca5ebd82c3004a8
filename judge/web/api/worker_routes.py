"""Workers on other machines: they claim jobs, keep their leases, get the jobs' subjects, and hand in results.

They are not part of the documented API: only the judge's own programs use them (worker_shapes.py).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from litestar.exceptions import NotAuthorizedException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.params import FromPath, JSONBody
from litestar.response import File

from judge.service.desk import Desk, JobSubject
from judge.service.refusals import Refused
from judge.service.remote_workers import PROTOCOL, PackageBundle, RemoteWorkers, WorkerHello
from judge.store.acting import acts
from judge.store.catalogue_records import Role
from judge.store.errors import LeaseLost, NotInStore
from judge.store.queue_records import JobKind, Lease
from judge.store.tokens import TokenScope
from judge.web.api import worker_shapes as shapes
from judge.web.api.bearer import Connection, needs
from judge.web.api.problem_details import ApiRefusal, answering
from judge.web.routing import get, post
from judge.web.site import Asked, site_of

Answer = TypeVar("Answer")
Sent = TypeVar("Sent", bound=shapes.WorkerAttempt)
MEANT = (JobKind.JUDGE, JobKind.RUN)
"""Jobs that are done elsewhere."""
NOT_ALONE = "a worker's token is an administrator's, who has the second factor that the staff needs here"


async def _of_an_administrator(connection: Connection, _: BaseRouteHandler) -> None:
    user = connection.user.user
    if user is None:
        raise NotAuthorizedException("this needs a token")
    if user.role is not Role.ADMIN or connection.user.lacks_second_factor:
        raise ApiRefusal(403, NOT_ALONE)


GUARDS: dict[str, Any] = {
    "guards": [needs(TokenScope.WORKER), _of_an_administrator],
    "include_in_schema": False,
}
ASKS: dict[str, Any] = GUARDS | {"status_code": 200, "request_max_body_size": shapes.MOST_HANDED_IN}


@contextmanager
def _told() -> Iterator[None]:
    """Turns errors in the `with` block into the worker's protocol. Events are recorded as the judge's, not a
    person's."""
    acts(None)
    with answering((LeaseLost, 409), (NotInStore, 404), (Refused, 404)):
        yield


def _workers(request: Asked) -> tuple[RemoteWorkers, int]:
    token = request.user.token
    assert token
    return site_of(request).online.remote_workers, token.id


def _done(request: Asked, number: int, attempt: int, do: Callable[[RemoteWorkers, Lease], Answer]) -> Answer:
    workers, token = _workers(request)
    with _told():
        return do(workers, workers.lease(token, number, attempt))


@post("/worker/hello", **ASKS)
def hello(request: Asked, data: JSONBody[WorkerHello]) -> shapes.WorkerWelcome:
    if data.protocol != PROTOCOL:
        raise ApiRefusal(
            422,
            f"this worker speaks version {data.protocol}, and the judge version {PROTOCOL}",
            next_step="Bring the older one of both up to date.",
        )
    with _told():
        return shapes.WorkerWelcome(_workers(request)[0].desk.host_id(data.hardware))


@post("/worker/beat", **ASKS)
def beat(request: Asked, data: JSONBody[shapes.WorkerBeat]) -> shapes.Nothing:
    workers, token = _workers(request)
    name = workers.name(token, data.name)
    with _told():
        if data.is_over:
            workers.desk.leave(name)
        else:
            workers.desk.beat(name, data.kind, data.device)
    return shapes.Nothing()


@post("/worker/claim", **ASKS)
def claim(request: Asked, data: JSONBody[shapes.WorkerClaim]) -> shapes.WorkerClaimed:
    workers, token = _workers(request)
    kinds = [kind for kind in data.kinds if kind in MEANT]
    if not kinds:
        raise ApiRefusal(422, f"expected jobs to {' or '.join(MEANT)}")
    with _told():
        return shapes.WorkerClaimed(
            workers.desk.claim(
                workers.name(token, data.name), data.lease_ms, kinds, data.resources, data.held
            )
        )


@post("/worker/jobs/{number:int}/subject", **ASKS)
def subject(request: Asked, number: FromPath[int], data: JSONBody[shapes.WorkerAttempt]) -> JobSubject:
    return _done(request, number, data.attempt, lambda workers, lease: workers.desk.given(lease))


def _report(name: str, shape: type[Sent], tell: Callable[[Desk, Lease, Sent], object]) -> HTTPRouteHandler:
    """A route by which a worker reports on a job that it has."""

    def handler(request: Asked, number: FromPath[int], data: Any) -> shapes.Nothing:
        _done(request, number, data.attempt, lambda workers, lease: tell(workers.desk, lease, data))
        return shapes.Nothing()

    handler.__annotations__["data"] = JSONBody[shape]  # type: ignore[misc, valid-type]
    return post(f"/worker/jobs/{{number:int}}/{name}", **ASKS)(handler)


heartbeat = _report("heartbeat", shapes.WorkerAttempt, lambda desk, lease, _: desk.heartbeat(lease))
release = _report("release", shapes.WorkerAttempt, lambda desk, lease, _: desk.release(lease))
failure = _report(
    "failure",
    shapes.WorkerFailure,
    lambda desk, lease, sent: desk.fail(lease, sent.why, is_final=sent.is_final),
)
runs = _report(
    "runs", shapes.WorkerRuns, lambda desk, lease, sent: desk.add_runs(lease, sent.runs, sent.details)
)
judgement = _report(
    "judgement",
    shapes.WorkerVerdict,
    lambda desk, lease, sent: desk.finish(lease, sent.judgement, sent.runs, sent.details, sent.detail),
)
own_run = _report(
    "own-run", shapes.WorkerOutcome, lambda desk, lease, sent: desk.finish_own_run(lease, sent.outcome)
)


@get("/worker/problems/{number:int}/bundle", **GUARDS)
def bundle(request: Asked, number: FromPath[int]) -> PackageBundle:
    with _told():
        return _workers(request)[0].bundle(number)


@get("/worker/problems/{number:int}/files/{sha256:str}", **GUARDS)
def file(request: Asked, number: FromPath[int], sha256: FromPath[str]) -> File:
    with _told():
        place = _workers(request)[0].file(number, sha256)
    return File(place, filename=sha256, media_type="application/octet-stream")
