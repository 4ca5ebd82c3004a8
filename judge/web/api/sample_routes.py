"""Samples for third-party tools on a participant's machine: `oj test`, and tools that listen to Competitive Companion.
docs/serve.md says how."""

from typing import Any

from litestar import Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from judge.base.outside_files import content_of
from judge.contest.files import zip_of
from judge.web.api.problem_details import ApiRefusal, refusals
from judge.web.api.problem_routes import of_a_problem
from judge.web.routing import get
from judge.web.site import Asked, address_of_site, site_of

MOST_BYTES = 4 << 20
"""The size of all samples of a problem."""
ZIPPED = ResponseSpec(bytes, generate_examples=False, media_type="application/zip", description="A zip file.")


def _pairs(request: Asked, name: str) -> list[tuple[str, bytes, bytes]]:
    """Samples with an input and an answer, whole: name, input, answer. Raises HTTPException."""
    online = site_of(request).online
    found, left = [], MOST_BYTES
    with of_a_problem():
        for one in online.samples(name, request.user.viewer):
            if len(one.files) == 2:
                input_first = sorted(one.files, key=lambda path: path.suffix != ".in")
                files = [content_of(path, left) for path in input_first]
                left -= sum(map(len, files))
                found.append((one.name.replace("/", "-"), files[0], files[1]))
    return found


@get(
    "/problems/{name:str}/samples.zip",
    media_type="application/zip",
    responses={200: ZIPPED, **refusals(404, 503)},
)
def samples_zip(request: Asked, name: FromPath[str]) -> Response[bytes]:
    """Samples of a problem as `oj test` of online-judge-tools has them in its folder: NAME.in and NAME.out."""
    pairs = _pairs(request, name)
    if not pairs:
        raise ApiRefusal(404, f"{name} has no sample with an input and an answer.")
    files = {f"{sample}.in": given for sample, given, _ in pairs}
    files |= {f"{sample}.out": answer for sample, _, answer in pairs}
    return Response(zip_of(files), media_type="application/zip")


@get("/problems/{name:str}/companion", responses=refusals(404, 503))
def companion(request: Asked, name: FromPath[str]) -> dict[str, Any]:
    """A problem as Competitive Companion sends it to the tools that listen to it."""
    pairs = _pairs(request, name)
    with of_a_problem():
        page = site_of(request).online.problem(name, request.user.viewer)
    return {
        "name": page.title,
        "group": "Warp Judge",
        "url": f"{address_of_site(request)}/problems/{page.name}",
        "interactive": page.is_interactive,
        "memoryLimit": page.memory_bytes >> 20,
        "timeLimit": round(page.time_limit_s * 1000),
        "tests": [
            {"input": given.decode(errors="replace"), "output": answer.decode(errors="replace")}
            for _, given, answer in pairs
        ],
        "testType": "single",
        "input": {"type": "stdin"},
        "output": {"type": "stdout"},
        "languages": {"java": {"mainClass": "Main", "taskClass": "Task"}},
        "batch": {"id": f"warp-judge-{page.name}", "size": 1},
    }
