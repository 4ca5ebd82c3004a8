"""Forms, read once per request, within bounds, into records."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import parse_qs

import msgspec
from litestar.connection import ASGIConnection, Request
from litestar.datastructures import FormMultiDict, UploadFile
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.types import Empty
from litestar.utils.scope.state import ScopeState

from judge.base.records import Record, converted
from judge.store.catalogue_records import ProblemRecord

Fields = TypeVar("Fields", bound=Record)
MOST_FILES = 200
"""The most files of one upload."""
MOST_TYPED = 2 << 20
"""The most bytes of a form without files: a contest's teams, or a class list. Forms with a program are multipart."""
MOST_FIELDS = 20_000
"""The most fields of a form without files: a few for each problem of the judge."""
MOST_DIGITS = 18
"""The most digits of a number: a store holds numbers of 64 bits."""


class FormRequest(Request[Any, Any, Any]):
    """A request whose form is bounded, and is in no cache: the framework has one for forms without files."""

    async def form(self) -> FormMultiDict:
        """Raises HTTPException for a form that is too large, or that has text in no known encoding."""
        kept = ScopeState.from_scope(self.scope)
        if kept.form is not Empty:
            return await super().form()
        if self.content_type[0] == RequestEncodingType.URL_ENCODED:
            kept.form = await self._typed()
        try:
            found = await super().form()
            for name, value in found.multi_items():
                (name + value if isinstance(value, str) else name).encode()
        except (UnicodeError, LookupError) as error:
            raise ClientException("the form has text in an unknown encoding") from error
        return found

    async def _typed(self) -> dict[str, Any]:
        body = bytearray()
        async for part in self.stream():
            body += part
            if len(body) > MOST_TYPED:
                raise RequestEntityTooLarge
        try:
            return dict(parse_qs(body.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_FIELDS))
        except ValueError as error:
            raise RequestEntityTooLarge from error


async def read_form(request: Request[Any, Any, Any]) -> None:
    """Reads the form of a route whose handler is given the framework's record of it: FormRequest reports what is
    wrong with it. Raises HTTPException."""
    await request.form()


async def form_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Mapping[str, str]:
    """The text fields; of several with one name, the last."""
    assert isinstance(connection, Request)
    given = await connection.form()
    return {name: value for name, value in given.multi_items() if isinstance(value, str)}


async def fields_of(request: Request[Any, Any, Any], shape: type[Fields]) -> Fields:
    """Raises ClientException for a form with other fields."""
    form = await form_of(request)
    known = {name: form[name] for name in shape.__struct_fields__ if name in form}
    try:
        fields = converted(known, shape, strict=False)
    except msgspec.ValidationError as error:
        raise ClientException(f"the form has an invalid field: {error}") from error
    for name in known:
        value = getattr(fields, name)
        if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
            raise ClientException(f"the form has an invalid field: {name}: the number is too large")
    return fields


async def uploads_of(request: Request[Any, Any, Any], field: str) -> dict[str, bytes]:
    """The files of a field, by name; a browser sends one without a name if none was chosen."""
    given = (await request.form()).getall(field, [])
    files = [one for one in given if isinstance(one, UploadFile) and one.filename]
    if len(files) > MOST_FILES:
        raise ClientException(f"expected at most {MOST_FILES} files, found {len(files)}")
    return {file.filename: await file.read() for file in files}


def whole_number(text: str) -> int | None:
    """None: the text is none. Raises ClientException for a number that no store could hold."""
    if text.isdecimal() and len(text) > MOST_DIGITS:
        raise ClientException("the form has an invalid field: the number is too large")
    return int(text) if text.isdecimal() else None


def ticked_problems(given: Mapping[str, str], problems: Sequence[ProblemRecord]) -> list[ProblemRecord]:
    """Problems whose box `problem-ID` is ticked, sorted by the numbers `order-ID`; those without a number follow in
    the order of the page. Raises ClientException for fields that none of our forms sends."""
    try:
        ticked = [
            (float(given.get(f"order-{problem.id}") or place + 1000), place, problem)
            for place, problem in enumerate(problems)
            if f"problem-{problem.id}" in given
        ]
    except ValueError as error:
        raise ClientException(f"the form has an invalid field: {error}") from error
    return [problem for _, _, problem in sorted(ticked, key=lambda one: one[:2])]
