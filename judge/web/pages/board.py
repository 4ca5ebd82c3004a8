"""The board of a problem: best times, separately for each class of machine."""

from collections.abc import Sequence

from litestar import Response
from litestar.params import FromPath

from judge.service.board import ClassBoard
from judge.web.pictures import Distribution, distribution
from judge.web.routing import get
from judge.web.site import Asked, page, site_of


@get("/problems/{name:str}/board")
def board(request: Asked, name: FromPath[str]) -> Response[str]:
    online, visitor = site_of(request).online, request.user
    problem = online.opened(visitor.viewer, name)
    boards = online.boards(visitor.viewer, problem)
    return page(
        request,
        "board",
        problem=problem,
        title=problem.titles.get(visitor.language) or problem.title or problem.name,
        told=boards is not None,
        boards=boards or (),
        pictures=own_pictures(request, boards or ()),
    )


def own_pictures(request: Asked, boards: Sequence[ClassBoard]) -> list[Distribution | None]:
    """A picture for each class, with the place of the viewer's own best time."""
    user = request.user.user
    found = []
    for one in boards:
        own = next((row.time_ns for row in one.rows if user and row.user.id == user.id), None)
        found.append(distribution(one.times_ns, own))
    return found
