"""What olymp.sty, with which Polygon's statements are written, gives to a statement that is set without it."""

import time
from pathlib import Path

import pypandoc
import pytest

from judge.problems.export.tex_classes import class_definitions, with_suffixes

BODY = r"""\begin{problem}{Double}{standard input}{standard output}{2 seconds}{256 megabytes}
Double it.
\InputFile
A number.
\OutputFile
Its double.
\Examples
\exmpfile{example.01}{example.01.a}{}
\end{problem}
"""


def test_olymp_gives_headings_and_says_no_limits() -> None:
    text = pypandoc.convert_text(class_definitions(BODY, {}) + BODY, "markdown", format="latex")
    wanted = [
        "Double it.",
        "# Input {#input .unnumbered}",
        "A number.",
        "# Output {#output .unnumbered}",
        "Its double.",
    ]
    assert [line for line in text.splitlines() if line] == wanted


@pytest.mark.parametrize("text", ["\\includegraphics" + " " * 100_000, "\\includegraphics[" * 10_000])
def test_a_picture_without_an_end_is_passed_over_at_once(tmp_path: Path, text: str) -> None:
    """A search that takes quadratic time would need minutes for these."""
    begun = time.process_time()
    assert with_suffixes(text, tmp_path) == text
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("own", [r"\newcommand{\InputFile}{Given:}", r"\def\InputFile{Given:}"])
def test_what_a_statement_defines_itself_holds(own: str) -> None:
    assert "InputFile" not in class_definitions(own + BODY, {})
