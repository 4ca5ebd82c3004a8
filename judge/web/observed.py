"""The application for its operator: each request has an id, is counted and logged."""

import secrets
import time
from typing import Any

from litestar import Litestar
from litestar.types import Message, Receive, Send

from judge.base.events import Listener, Replied
from judge.web.counts import OTHER, SiteCounts

REQUEST_ID = "x-request-id"
ON_METRICS_PORT = frozenset(("/metrics", "/health", "/ready"))
NOT_THERE: tuple[Any, Any] = (
    {"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]},
    {"type": "http.response.body", "body": b""},
)


def route_of(scope: Any) -> str:
    """The route by its template: the path itself may contain a secret that lets somebody in."""
    return str(scope.get("path_template") or OTHER)


def place_of(scope: Any) -> str:
    """Method and path of a request, or the route if the path contains a secret."""
    route = route_of(scope)
    return f"{scope['method']} {route if '{token' in route else scope['path']}"


def request_id(scope: Any) -> str:
    return str(scope["state"].get("request_id", ""))


def is_of_metrics_port(scope: Any) -> bool:
    port = scope["app"].state["site"].options.metrics_port
    return port is not None and (scope.get("server") or ("", None))[1] == port


class ObservedApp(Litestar):
    async def __call__(self, scope: Any, receive: Receive | Any, send: Send | Any) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        site = self.state["site"]
        scope["app"] = self
        if is_of_metrics_port(scope) and scope["path"] not in ON_METRICS_PORT:
            for message in NOT_THERE:
                await send(message)
            return
        await _observed(super().__call__, site.counts, site.tell, scope, receive, send)


async def _observed(
    app: Any, counts: SiteCounts, tell: Listener, scope: Any, receive: Receive, send: Send
) -> None:
    begun_s = time.monotonic()
    number = secrets.token_hex(6)
    scope.setdefault("state", {})["request_id"] = number

    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), (REQUEST_ID.encode(), number.encode())]
            time_s, route, status = time.monotonic() - begun_s, route_of(scope), message["status"]
            counts.answered(scope["method"], route, status, time_s)
            user = getattr(scope.get("user"), "user", None)
            user_id = user.id if user else None
            tell(Replied(number, scope["method"], route, status, round(time_s * 1000, 1), user_id))
        await send(message)

    counts.begun()
    try:
        await app(scope, receive, told)
    finally:
        counts.over()
