"""What olymp.sty, with which Polygon's statements are written, gives to a statement that is set without it."""

import pypandoc
import pytest

from judge.problems.export.tex_classes import class_definitions

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


@pytest.mark.parametrize("own", [r"\newcommand{\InputFile}{Given:}", r"\def\InputFile{Given:}"])
def test_what_a_statement_defines_itself_holds(own: str) -> None:
    assert "InputFile" not in class_definitions(own + BODY, {})
