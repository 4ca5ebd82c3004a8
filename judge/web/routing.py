"""Routes: where a handler runs, what it is given of a form, and the handlers of a module."""

import asyncio
import inspect
from collections.abc import Callable, Iterator
from functools import partial, wraps
from types import ModuleType
from typing import Any

import litestar
from litestar.handlers import HTTPRouteHandler

from judge.web.forms import fields_of, form_of, uploads_of

Handler = Callable[..., Any]


def _route(
    method: Callable[..., Any], path: str | list[str], **how: Any
) -> Callable[[Handler], HTTPRouteHandler]:
    """A decorator. A handler that is not a coroutine runs in a thread, unless `sync_to_thread` is given: it may wait
    for the disk without blocking others."""

    def made(handler: Handler) -> HTTPRouteHandler:
        is_called_here = inspect.iscoroutinefunction(handler) or "sync_to_thread" in how
        route: HTTPRouteHandler = method(path, **how)(handler if is_called_here else _in_thread(handler))
        return route

    return made


get, post, put, patch, delete = (
    partial(_route, method)
    for method in (litestar.get, litestar.post, litestar.put, litestar.patch, litestar.delete)
)


def _in_thread(handler: Handler) -> Handler:
    """A coroutine that runs the handler in a thread. Its argument `form` is the record of the form's fields that its
    annotation names; `given` is all fields as text, and `files` the uploads of the field of that name."""
    signature = inspect.signature(handler)
    expected = signature.parameters
    by_router = [one for one in expected.values() if one.name not in ("form", "given", "files")]

    @wraps(handler)
    async def asked(**named: Any) -> Any:
        if "form" in expected:
            named["form"] = await fields_of(named["request"], expected["form"].annotation)
        if "given" in expected:
            named["given"] = await form_of(named["request"])
        if "files" in expected:
            named["files"] = await uploads_of(named["request"], "files")
        return await asyncio.to_thread(handler, **named)

    asked.__signature__ = signature.replace(parameters=by_router)  # type: ignore[attr-defined]
    return asked


def handlers_of(*modules: ModuleType) -> Iterator[HTTPRouteHandler]:
    """The handlers that these modules define."""
    for module in modules:
        yield from (one for one in vars(module).values() if isinstance(one, HTTPRouteHandler))
