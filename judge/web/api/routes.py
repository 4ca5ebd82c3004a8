"""All routes of the API, and their description."""

from litestar import Router
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath

from judge.web.api import (
    contest_routes,
    contest_writes,
    kattis_routes,
    problem_routes,
    run_routes,
    sample_routes,
    submission_routes,
    token_routes,
    webhook_routes,
    worker_routes,
)
from judge.web.routing import get, handlers_of


@get("/{path:path}", include_in_schema=False, sync_to_thread=False)
def nothing(path: FromPath[str]) -> None:
    raise NotFoundException("there is no such address in the API")


API = Router(
    "/api",
    route_handlers=[
        *handlers_of(
            problem_routes,
            submission_routes,
            run_routes,
            sample_routes,
            token_routes,
            worker_routes,
            contest_routes,
            contest_writes,
            kattis_routes,
            webhook_routes,
        ),
        nothing,
    ],
    include_in_schema=True,
    security=[{"bearer": []}, {"basic": []}],
)
OPENAPI = OpenAPIConfig(
    title="Warp Judge",
    version="1",
    description=(
        "Problems, submissions and the queue of an online judge. A token (Authorization: Bearer TOKEN) is made on the "
        "account's page, or by `judge login`. What is refused is answered by problem details (RFC 9457)."
    ),
    components=Components(
        security_schemes={
            "bearer": SecurityScheme(type="http", scheme="bearer"),
            "basic": SecurityScheme(type="http", scheme="basic"),
        }
    ),
    use_handler_docstrings=True,
    path="/api/schema",  # below it Litestar itself answers unknown addresses
    render_plugins=[JsonRenderPlugin(path="/openapi.json")],
)
