"""What the emulated GPU found, in words for a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from judge.base.units import plural
from judge.judging.findings import Found

MOST_CODE = 400
"""Characters of a line of the source. It is not known where in it the fault is, so that a usual one is shown whole."""
FORGEABLE = "Findings come from the program's own process, which could forge them."


def findings_text(
    found: Sequence[Found], texts: Mapping[str, str] | None = None, by: str = "The emulated GPU"
) -> Iterator[RenderableType]:
    """A few lines for each finding, with its line of the source where it is one of these texts, by file name.

    `by`: who found them.
    """
    if not found:
        return
    yield Text(f"{by} reported {plural(len(found), 'finding')}:", style="bold yellow")
    for finding in found:
        yield Text.assemble(
            "  ",
            (finding.kind, "bold yellow"),
            f"  {finding.place}" if finding.place else "",
            f"  {finding.in_tests}",
        )
        lines = (texts or {}).get(finding.file or "", "").splitlines()
        if finding.line and finding.line <= len(lines):
            code = lines[finding.line - 1].expandtabs(4).strip()
            shown = code if len(code) <= MOST_CODE else f"{code[:MOST_CODE]} ..."
            yield Padding(Text.assemble(("> ", "dim"), shown), (0, 0, 0, 4), expand=False)
        yield Padding(Text(finding.what), (0, 0, 0, 4))
    yield Text(FORGEABLE, style="dim")


def findings_note(found: Sequence[Found]) -> str:
    """All in one line: the first, and how many more; empty where nothing was found."""
    if not found:
        return ""
    first = found[0]
    more = f" and {plural(len(found) - 1, 'more finding')}" if len(found) > 1 else ""
    return f"found: {first.kind}{f' at {first.place}' if first.place else ''}{more}"
