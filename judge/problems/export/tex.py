"""A statement in Markdown as one in TeX, for judges of the format legacy.

It converts what statements use: headings, paragraphs, lists, tables, code, emphasis, links, images and formulas, which
are TeX in both.
"""

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from judge.problems.tex_text import with_formulas

HOLDER = "\ue000{}\ue001"
"""A placeholder for formulas while Markdown is parsed, which would interpret their characters."""
HELD = re.compile("\ue000(\\d+)\ue001")
SAMPLES = re.compile(r"[ \t]*\{\{(?:nextsample|remainingsamples)\}\}[ \t]*\n?")
ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}", '"': "''",
}  # fmt: skip
HEADINGS = {"h1": "section*", "h2": "section*", "h3": "subsection*"}
BETWEEN = {
    "em_open": r"\emph{", "em_close": "}", "strong_open": r"\textbf{", "strong_close": "}", "s_open": r"\sout{",
    "s_close": "}", "link_close": "}", "softbreak": "\n", "hardbreak": "\\\\\n", "paragraph_close": "\n\n",
    "bullet_list_open": "\\begin{itemize}\n", "bullet_list_close": "\\end{itemize}\n\n",
    "ordered_list_open": "\\begin{enumerate}\n", "ordered_list_close": "\\end{enumerate}\n\n",
    "list_item_open": r"\item ", "blockquote_open": "\\begin{quote}\n", "blockquote_close": "\\end{quote}\n\n",
    "thead_close": "\\hline\n", "tr_close": " \\\\\n", "table_close": "\\end{tabular}\n\n",
    "hr": "\\medskip\\hrule\n\n",
}  # fmt: skip


def markdown_as_tex(markdown: str, title: str) -> str:
    """The whole file, with the problem's name. The judge itself adds all samples at the end."""
    formulas: list[str] = []

    def hold(formula: str) -> str:
        formulas.append(formula)
        return HOLDER.format(len(formulas) - 1)

    text = with_formulas(SAMPLES.sub("", markdown), hold)
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    body = "".join(_blocks(tokens))
    body = HELD.sub(lambda found: _formula(formulas[int(found[1])]), body)
    return f"\\problemname{{{escaped(title)}}}\n\n{body.strip()}\n"


def _formula(tex: str) -> str:
    return f"\\[{tex[2:-2]}\\]" if tex.startswith("$$") else tex


def escaped(text: str) -> str:
    return "".join(ESCAPES.get(character, character) for character in text)


def _blocks(tokens: Sequence[Token]) -> Iterator[str]:
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            yield f"\\{HEADINGS.get(token.tag, 'paragraph')}{{"
        elif token.type == "heading_close":
            yield "}\n\n"
        elif token.type == "inline":
            yield from _inline(token.children or [])
        elif token.type in ("fence", "code_block"):
            yield f"\\begin{{verbatim}}\n{token.content}\\end{{verbatim}}\n\n"
        elif token.type == "table_open":
            columns = next(count for count in range(len(tokens)) if tokens[number + count].type == "tr_close")
            heads = sum(one.type == "th_open" for one in tokens[number : number + columns])
            yield f"\\begin{{tabular}}{{{'l' * heads}}}\n"
        elif token.type in ("th_close", "td_close"):
            yield "" if tokens[number + 1].type == "tr_close" else " & "
        else:
            yield BETWEEN.get(token.type, "")


def _inline(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "text":
            yield escaped(token.content)
        elif token.type == "code_inline":
            yield f"\\texttt{{{escaped(token.content)}}}"
        elif token.type == "link_open":
            yield f"\\href{{{str(token.attrs['href']).replace('%', chr(92) + '%')}}}{{"
        elif token.type == "image":
            yield f"\\includegraphics{{{token.attrs['src']}}}"
        else:
            yield BETWEEN.get(token.type, "")
