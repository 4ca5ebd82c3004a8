"""Refusals of the API: problem details (RFC 9457) with a message and a next step, and their description."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from judge.base.errors import JudgeError, is_disk_full
from judge.service.refusals import NotNow, Refused
from judge.store.errors import Unavailable
from judge.web.api.shapes import ProblemDetails
from judge.web.rates import Rate, Rates

MEDIA_TYPE = "application/problem+json"
NEXT_STEPS = {
    400: "Compare the request with /api/schema/openapi.json.",
    401: "Send the header 'Authorization: Bearer TOKEN': your account's page makes a token, and so does judge login.",
    403: "Make a token with the scope that it lacks, on your account's page.",
    404: "GET /api/problems and /api/submissions list what there is for you.",
    405: "See /api/schema/openapi.json for the methods of each address.",
    409: "Look at what there is, then ask for what is not there yet.",
    410: "Ask for a new one.",
    413: "Send less.",
    421: "Use the host name that the judge serves.",
    422: "Correct what the detail names, and send it again.",
    429: "Wait for as many seconds as the header Retry-After says.",
    500: "Try again; the operator of this judge finds the cause in its log.",
    503: "Try again later.",
    507: "Tell the operator of this judge; try again once there is space.",
}
SOMETHING_ELSE = "See /api/schema/openapi.json."
KINDS = {401: "sign-in", 403: "not-permitted", 404: "not-there", 429: "too-often", 507: "disk-full"}


class ApiRefusal(HTTPException):
    """A refusal with its status and message."""

    def __init__(self, status: int, detail: str, *, next_step: str = "", wait_s: float = 0.0) -> None:
        headers = {"retry-after": str(int(wait_s) + 1)} if wait_s else None
        super().__init__(status_code=status, detail=detail, headers=headers)
        self.next_step = next_step


def take(rates: Rates, rate: Rate, who: str, why: str) -> None:
    """Uses the rate once. Raises ApiRefusal with the reason if that is not permitted now."""
    if wait_s := rates.take(rate, who):
        raise ApiRefusal(429, why, wait_s=wait_s)


@contextmanager
def answering(*statuses: tuple[type[JudgeError], int]) -> Iterator[None]:
    """Turns each JudgeError in the `with` block into a refusal of the request, unless the store is unavailable, busy
    or full. `statuses`: those of some classes; the status of others is 422."""
    try:
        yield
    except JudgeError as error:
        if is_disk_full(error) or isinstance(error, Unavailable):
            raise
        status = next((status for kind, status in statuses if isinstance(error, kind)), 422)
        next_step = "Ask for its state, which says what is possible now." if isinstance(error, NotNow) else ""
        raise ApiRefusal(status, error.message, next_step=next_step) from error


@contextmanager
def not_there() -> Iterator[None]:
    """Answers 404 to each refusal in the `with` block; internal errors stay what they are."""
    try:
        yield
    except Refused as error:
        raise ApiRefusal(404, error.message) from error


def is_of_api(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    path = connection.scope["path"]
    return path in ("/api", "/metrics") or path.startswith("/api/")


def problem(error: HTTPException) -> Response[ProblemDetails]:
    """The answer. Litestar's message about a body or a parameter is in the error's `extra`."""
    status = error.status_code
    title = HTTPStatus(status).phrase if status in {one.value for one in HTTPStatus} else "Refused"
    detail = error.detail
    for one in error.extra or () if isinstance(error.extra, list) else ():
        detail = f"{detail}; {one.get('key', '')}: {one.get('message', '')}"
    headers = dict(error.headers or {})
    if status == 401:
        headers["www-authenticate"] = 'Bearer, Basic realm="Warp Judge"'
    return Response(
        ProblemDetails(
            f"urn:warp-judge:{KINDS[status]}" if status in KINDS else "about:blank",
            title,
            status,
            detail or title,
            getattr(error, "next_step", "") or NEXT_STEPS.get(status, SOMETHING_ELSE),
            status,
            detail or title,
        ),
        media_type=MEDIA_TYPE,
        status_code=status,
        headers=headers,
    )


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Refusals for a route's description: those of every route, and these."""
    return {
        status: ResponseSpec(
            ProblemDetails,
            generate_examples=False,
            media_type=MEDIA_TYPE,
            description=HTTPStatus(status).phrase,
        )
        for status in sorted({400, 401, 421, 429, 500, *statuses})
    }
