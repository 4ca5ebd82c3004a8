"""The formulas of a statement ($...$, TeX) as text for a terminal: 1 ≤ N ≤ 10⁶ instead of $1 \\le N \\le 10^6$.

Only the commands that statements use are known; others stay unchanged.
"""

import re

FORMULA = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL)
CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
FUNCTIONS = ("min", "max", "gcd", "lcm", "log", "ln", "lg", "exp", "sin", "cos", "tan", "deg", "det")
SYMBOLS = {
    **{name: name for name in FUNCTIONS}, "bmod": "mod", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠",
    "neq": "≠", "cdot": "·", "times": "×", "dots": "…", "ldots": "…", "cdots": "…", "in": "∈", "mid": "|", "equiv": "≡",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "infty": "∞", "left": "", "right": "", ",": " ",
}  # fmt: skip
RAISED = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def tex_as_text(markdown: str) -> str:
    """This Markdown, with its formulas readable as text."""
    parts = CODE.split(markdown)
    parts[::2] = [FORMULA.sub(lambda found: _formula(found[1] or found[2]), part) for part in parts[::2]]
    return "".join(parts)


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
