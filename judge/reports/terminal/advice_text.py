"""The advice of the emulated GPU's counters, as text for a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from judge.base.units import plural
from judge.judging.advice import Advice
from judge.reports.terminal.findings_text import INDENT, code_at


def advice_text(
    advice: Sequence[Advice], texts: Mapping[str, str] | None = None, tests: Sequence[str] = ()
) -> Iterator[RenderableType]:
    """A few lines for each, with its line of the source if it is in one of these texts, by file name. `tests`: those
    that were counted; empty: hidden."""
    if not advice:
        return
    counted = f" in {named_tests(tests)}" if tests else ""
    yield Text(f"What costs time on a GPU, by what the emulated one counted{counted}:", style="bold cyan")
    for one in advice:
        share = f"{one.figures['percent']}% of its {one.share_of}" if one.has_figures else ""
        where = one.place or one.kernel
        yield (
            Text("  ")
            .append(one.kind, "bold cyan")
            .append("".join(f"  {part}" for part in (where, share) if part))
        )
        yield from code_at(one.file, one.line, texts)
        yield Padding(Text(one.what), (0, 0, 0, INDENT))


def named_tests(tests: Sequence[str]) -> str:
    """The first test, and the number of others."""
    return f"{tests[0]} and {plural(len(tests) - 1, 'more test')}" if len(tests) > 1 else tests[0]
