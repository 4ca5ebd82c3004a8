"""Progress over results as they come."""

from collections.abc import Iterable, Iterator

from judge.base.events import Judged, Listener, task
from judge.judging.results import Result


def with_progress(tell: Listener, results: Iterable[Result], total: int, title: str) -> Iterator[Result]:
    """Passes the results on, and tells each. `title`: what is going on, "judging"."""
    with task(tell, title, total, judges=True) as progress:
        for number, result in enumerate(results, start=1):
            yield result
            progress.advance()
            solution = result.solution
            tell(Judged(solution.problem.id, solution.name, result.verdict.code, number, total))
