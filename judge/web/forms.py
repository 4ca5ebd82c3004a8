"""Forms, read once per request, within bounds, into records."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from litestar.connection import ASGIConnection, Request
from litestar.datastructures import UploadFile
from litestar.exceptions import ClientException

from judge.base.records import Record, converted
from judge.store.catalogue_records import ProblemRecord

Fields = TypeVar("Fields", bound=Record)
MOST_FILES = 200
"""The most files of one upload."""


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
        return converted(known, shape, strict=False)
    except msgspec.ValidationError as error:
        raise ClientException(f"the form has an invalid field: {error}") from error


async def uploads_of(request: Request[Any, Any, Any], field: str) -> dict[str, bytes]:
    """The files of a field, by name; a browser sends one without a name if none was chosen."""
    given = (await request.form()).getall(field, [])
    files = [one for one in given if isinstance(one, UploadFile) and one.filename]
    if len(files) > MOST_FILES:
        raise ClientException(f"expected at most {MOST_FILES} files, found {len(files)}")
    return {file.filename: await file.read() for file in files}


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
