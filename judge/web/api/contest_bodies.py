"""What clients send to a contest: JSON in the Contest API's form, or the form that DOMjudge's client sends."""

import base64
from typing import Any

import msgspec
from litestar.datastructures import UploadFile

from judge.contest.files import zip_of
from judge.web.api.problem_details import ApiRefusal
from judge.web.site import Asked

FILES = "code[]"
"""The field of the form with the files of a submission."""


async def body_of(request: Asked, endpoint: str) -> dict[str, Any]:
    """Raises HTTPException for anything else."""
    if endpoint == "submissions" and request.headers.get("content-type", "").startswith(
        "multipart/form-data"
    ):
        return await _of_form(request)
    try:
        found = msgspec.json.decode(await request.body())
    except ValueError as error:
        raise ApiRefusal(400, f"the body: expected JSON: {error}") from error
    if not isinstance(found, dict):
        raise ApiRefusal(400, "the body: expected an object of the Contest API.")
    return found


async def _of_form(request: Asked) -> dict[str, Any]:
    form = await request.form()
    given = [one for one in form.getall(FILES, []) if isinstance(one, UploadFile)]
    files = {one.filename: await one.read() for one in given}
    if len(files) < len(given):
        raise ApiRefusal(422, "two of the files have the same name")
    if not files:
        raise ApiRefusal(422, f"{FILES}: expected the files of the submission, found none")
    fields = {
        ours: form[theirs]
        for theirs, ours in (
            ("problem", "problem_id"),
            ("language", "language_id"),
            ("entry_point", "entry_point"),
        )
        if isinstance(form.get(theirs), str)
    }
    return {**fields, "files": [{"data": base64.b64encode(zip_of(files)).decode()}]}
