"""Progress over results as they come: a bar on a terminal, elsewhere a line for each."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.progress import TaskID

from judge.base.console import progress, say, shows_bars
from judge.judging.results import Result


def with_progress(
    results: Iterable[Result], total: int, title: str, running: Callable[[], Sequence[str]]
) -> Iterator[Result]:
    """Passes the results on. `title`: what is going on, "judging"; `running`: what is judged at the moment."""

    def now() -> str:
        names = running()
        more = f" +{len(names) - 1}" if len(names) > 1 else ""
        return f"{title} {names[0]}{more}" if names else ""

    with progress(total, title, now) as bar:
        for number, result in enumerate(results, start=1):
            yield result
            bar.update(TaskID(0), advance=1)
            if not shows_bars():
                name = f"{result.solution.problem.id} {result.solution.name}"
                say(f"[{number}/{total}] {name}: {result.verdict.code}")
