"""Files of statements: sandboxed pictures, a PDF, and the samples as a zip file."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated
from urllib.parse import quote

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter

from judge.base.errors import JudgeError
from judge.service.statement_files import StatementFile, pdf_of, picture_of, samples_zip
from judge.store.errors import Unavailable
from judge.web.routing import get
from judge.web.security import SANDBOX
from judge.web.site import Asked, site_of
from judge.web.statements import pictures_in, statement_html


def pictures_at(name: str) -> str:
    """The address of a problem's pictures."""
    return f"/problems/{quote(name)}/pictures"


@get("/problems/{name:str}/pictures/{file:path}")
def picture(request: Asked, name: FromPath[str], file: FromPath[str]) -> Response[bytes]:
    """Sends pictures that a statement shows, and no other file."""
    online, viewer, place = site_of(request).online, request.user.viewer, pictures_at(name)
    asked = file.lstrip("/")
    with _found():
        statements = online.problem(name, viewer).statements
        if not any(asked in pictures_in(statement_html(one, place), place) for one in statements.values()):
            raise NotFoundException
        return _sent(picture_of(online.prepared(viewer, name).problem, asked))


@get("/problems/{name:str}/statement.pdf")
def statement_pdf(
    request: Asked, name: FromPath[str], language: Annotated[str, QueryParameter(max_length=20)] = ""
) -> Response[bytes]:
    with _found():
        found = pdf_of(site_of(request).online.prepared(request.user.viewer, name).problem, language)
    return _sent(found, f"{name}.pdf")


@get("/problems/{name:str}/samples.zip")
def samples(request: Asked, name: FromPath[str]) -> Response[bytes]:
    with _found():
        prepared = site_of(request).online.prepared(request.user.viewer, name)
        content = samples_zip(prepared.problem, prepared.tests)
    return _sent(StatementFile(content, "application/zip"), f"{name}-samples.zip")


@contextmanager
def _found() -> Iterator[None]:
    """Answers 404 if there is no such file, or not yet; an unavailable or busy store is not such an answer."""
    try:
        yield
    except Unavailable:
        raise
    except JudgeError as error:
        raise NotFoundException from error


def _sent(file: StatementFile, save_as: str = "") -> Response[bytes]:
    headers = {"content-security-policy": SANDBOX}
    if save_as:
        headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(save_as)}"
    return Response(file.content, media_type=file.media_type, headers=headers)
