"""The formulas of a statement ($...$, TeX) as text for a terminal: 1 ≤ N ≤ 10⁶ instead of $1 \\le N \\le 10^6$.

Only the commands that statements use are known; others stay unchanged.
"""

import re
from collections.abc import Callable

from markdown_it import MarkdownIt

SPANS = re.compile(
    r"""
    \\.
    |(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`)
    |(?P<formula>\$\$.+?\$\$|\$(?:\\.|(?!\n[ \t]*\n)[^$\\])+?\$)
    """,
    re.DOTALL | re.VERBOSE,
)
"""Characters with a backslash before them, code, in which a dollar is a dollar, and formulas."""
FUNCTIONS = ("min", "max", "gcd", "lcm", "log", "ln", "lg", "exp", "sin", "cos", "tan", "deg", "det")
SYMBOLS = {
    **{name: name for name in FUNCTIONS}, "bmod": "mod", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠",
    "neq": "≠", "cdot": "·", "times": "×", "dots": "…", "ldots": "…", "cdots": "…", "in": "∈", "mid": "|", "equiv": "≡",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "infty": "∞", "left": "", "right": "", ",": " ",
}  # fmt: skip
RAISED = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def with_formulas(markdown: str, written: Callable[[str], str]) -> str:
    """This Markdown, with each formula, given with its dollars, as `written` has it."""
    lines, at, parts = re.findall(r"[^\n]*\n|[^\n]+", markdown), 0, []
    for block in MarkdownIt("commonmark").parse(markdown):
        if block.type in ("fence", "code_block") and block.map:
            first, end = block.map
            parts += [_with_formulas("".join(lines[at:first]), written), *lines[first:end]]
            at = end
    return "".join([*parts, _with_formulas("".join(lines[at:]), written)])


def _with_formulas(text: str, written: Callable[[str], str]) -> str:
    """Text without blocks of code, with each formula as `written` has it."""
    return SPANS.sub(lambda found: written(found[0]) if found["formula"] else found[0], text)


def tex_as_text(markdown: str) -> str:
    """This Markdown, with its formulas readable as text."""
    return with_formulas(markdown, lambda tex: _formula(tex[2:-2] if tex.startswith("$$") else tex[1:-1]))


def _formula(tex: str) -> str:
    tex = re.sub(r"\\sum_\{(\w)=(\w+)\}\^\{?(\w)\}?", r"Σ (\1 = \2 … \3)", tex)
    tex = re.sub(r"\\(?:operatorname|text|mathrm)\{([^{}]*)\}", r"\1", tex)
    tex = re.sub(r"\\pmod\{([^{}]*)\}", r"(mod \1)", tex)
    tex = re.sub(r"\\sqrt\{([^{}]*)\}", r"√\1", tex)
    tex = re.sub(r"\^\{?([+-]?\d+)\}?", lambda found: found[1].translate(RAISED), tex)
    tex = re.sub(r"([_^])\{(\w+)\}", r"\1\2", tex)
    tex = re.sub(r"\\lVert +| +\\rVert", "‖", tex)
    tex = re.sub(r"\\([A-Za-z]+|,)", lambda found: SYMBOLS.get(found[1], found[0]), tex).replace("  ", " ")
    # Markdown would interpret these characters.
    return re.sub(r"([*_^])", r"\\\1", tex)
