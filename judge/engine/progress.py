"""Progress over results as they come: a bar on a terminal, elsewhere a line for each."""

from collections.abc import Iterable, Iterator

from rich.progress import TaskID

from judge.base.console import err, progress, say
from judge.judging.results import Result


def with_progress(results: Iterable[Result], total: int, title: str, done: str) -> Iterator[Result]:
    """Passes the results on. `title`: what is going on, "judging"; `done`: what has been done to each, "judged"."""
    with progress(total, title) as bar:
        for number, result in enumerate(results, start=1):
            yield result
            name = f"{result.solution.problem.id} {result.solution.name}"
            bar.update(TaskID(0), advance=1, description=f"{done} {name}")
            if not err.is_terminal:
                say(f"[{number}/{total}] {name}: {result.verdict.code}")
