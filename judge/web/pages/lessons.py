"""The list of lessons; a lesson itself is the page of its exercise."""

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from judge.web.routing import get
from judge.web.site import Asked, page, site_of


@get("/lessons")
def lessons(request: Asked) -> Response[str]:
    site, viewer = site_of(request), request.user.viewer
    listed = site.lessons.listed(site.online.problems(viewer))
    return page(request, "lessons", lessons=listed, verdicts=site.online.own_verdicts(viewer))


@get("/problems/{name:str}/exercise.zip")
def exercise(request: Asked, name: FromPath[str]) -> Response[bytes]:
    """Sends the code that a learner starts from, and the files that it is compiled with."""
    lesson = site_of(request).lessons.page_of(name)
    if lesson is None:
        raise NotFoundException
    headers = {"content-disposition": f"attachment; filename={name}.zip"}
    return Response(lesson.archive, media_type="application/zip", headers=headers)
