"""Where handlers run, and what they are given."""

import threading
from types import ModuleType
from typing import Any

from litestar import Litestar, Request
from litestar.params import FromPath
from litestar.testing import TestClient

from judge.base.records import Record
from judge.web.routing import get, handlers_of, post

Sent = Request[Any, Any, Any]


class Wish(Record, frozen=True):
    count: int = 1


@get("/waits/{number:int}")
def waits(request: Sent, number: FromPath[int]) -> list[Any]:
    return [threading.get_ident(), number]


@get("/coroutine")
async def coroutine(request: Sent) -> list[Any]:
    return [threading.get_ident()]


@get("/at-once", sync_to_thread=False)
def at_once(request: Sent) -> list[Any]:
    return [threading.get_ident()]


@post("/wishes/{name:str}")
def wish(request: Sent, name: FromPath[str], form: Wish, given: dict[str, str]) -> list[Any]:
    return [name, form.count, given]


@post("/uploads")
def uploads(request: Sent, files: dict[str, bytes]) -> dict[str, str]:
    return {name: content.decode() for name, content in files.items()}


def module() -> ModuleType:
    made = ModuleType("pages")
    made.__dict__.update(
        waits=waits, coroutine=coroutine, at_once=at_once, wish=wish, uploads=uploads, get=get
    )
    return made


def test_what_may_wait_runs_in_a_thread_and_nothing_else() -> None:
    with TestClient(Litestar([*handlers_of(module())])) as client:
        [here] = client.get("/coroutine").json()
        assert client.get("/at-once").json() == [here]
        elsewhere, number = client.get("/waits/7").json()
    assert (elsewhere != here, number) == (True, 7)


def test_a_form_is_given_as_the_record_of_its_annotation() -> None:
    with TestClient(Litestar([*handlers_of(module())])) as client:
        sent = {"count": "3", "else": "text"}
        assert client.post("/wishes/a", data=sent).json() == ["a", 3, sent]
        assert client.post("/wishes/a", data={"count": "many"}).status_code == 400
        sent_files = [("files", ("a.py", b"one")), ("files", ("b.py", b"two")), ("other", ("c.py", b"three"))]
        assert client.post("/uploads", files=sent_files).json() == {"a.py": "one", "b.py": "two"}


def test_the_handlers_of_a_module_are_found() -> None:
    assert [*handlers_of(module(), ModuleType("empty"))] == [waits, coroutine, at_once, wish, uploads]
