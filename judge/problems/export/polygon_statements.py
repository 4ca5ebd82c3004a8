r"""Statements in Polygon's parts: legend, input, output and so on, in TeX.

Those of the ICPC's formats are one text with headings. The heading of a part identifies it; other headings stay in the
part that contains them.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from judge.problems.formats.polygon import LANGUAGES
from judge.problems.formats.polygon import NAME as POLYGON
from judge.problems.model import Problem
from judge.problems.statement_text import decoded_text

NAME, LEGEND = "name", "legend"
HEADINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "input": "Input",
        "output": "Output",
        "interaction": "Interaction",
        "scoring": "Scoring",
        "notes": "Notes",
    },
    "zh": {"input": "输入", "output": "输出", "interaction": "交互", "scoring": "评分", "notes": "说明"},
}
"""Headings of the parts, by language; other languages have the English ones."""
OTHER_HEADINGS = {"input format": "input", "output format": "output", "note": "notes", "explanation": "notes"}
MACROS = {
    "input": r"\InputFile", "output": r"\OutputFile", "interaction": r"\Interaction", "scoring": r"\Scoring",
    "notes": r"\Note",
}  # fmt: skip
"""Macros of Polygon's statement as one text."""
HEADING = re.compile(r"^\\section\*\{([^{}]*)\}[ \t]*\n?", re.MULTILINE)
PROBLEM_NAME = re.compile(r"^\s*\\problemname\{(?:[^{}]|\{[^{}]*\})*\}[ \t]*\n?")
FOLDER = "statement-sections"
POLYGON_NAMES = {code: name for name, code in LANGUAGES.items()}


def polygon_language(code: str) -> str:
    """Polygon's name of a language: "english"."""
    return POLYGON_NAMES.get(code, code)


def parts_of(tex: str, language: str) -> dict[str, str]:
    """The parts of a statement in TeX, each trimmed: first the legend, then the others in their order."""
    known = {
        heading.lower(): part
        for headings in (HEADINGS["en"], HEADINGS.get(language, {}))
        for part, heading in headings.items()
    }
    known |= OTHER_HEADINGS
    pieces = HEADING.split(PROBLEM_NAME.sub("", tex))
    parts, current = {LEGEND: pieces[0]}, LEGEND
    for heading, text in zip(pieces[1::2], pieces[2::2], strict=True):
        part = known.get(heading.strip().lower())
        if part and part not in parts:
            parts[part], current = text, part
        else:
            parts[current] += f"\\section*{{{heading}}}\n{text}"
    return {part: text.strip() + "\n" for part, text in parts.items()}


def one_text(title: str, parts: Mapping[str, str], language: str) -> str:
    """The statement as one text, as in the ICPC's formats."""
    headings = HEADINGS.get(language, HEADINGS["en"])
    texts = [f"\\problemname{{{title.strip()}}}", parts.get(LEGEND, "").strip()]
    texts += [
        f"\\section*{{{headings[part]}}}\n\n{parts[part].strip()}"
        for part in ordered(parts)
        if parts[part].strip()
    ]
    return "\n\n".join(texts) + "\n"


def polygon_text(
    title: str, parts: Mapping[str, str], limits: tuple[str, str], samples: Iterable[str]
) -> str:
    r"""The statement with the macros of olymp.sty. `samples`: names of inputs; the answers are NAME.a."""
    time, memory = limits
    lines = [f"\\begin{{problem}}{{{title}}}{{standard input}}{{standard output}}{{{time}}}{{{memory}}}", ""]
    lines.append(parts.get(LEGEND, ""))
    for part in ordered(parts):
        if part != "notes":
            lines += [MACROS[part], parts[part]]
    if examples := [f"\\exmpfile{{{name}}}{{{name}.a}}%" for name in samples]:
        lines += ["\\Examples", "", "\\begin{example}", *examples, "\\end{example}", ""]
    if "notes" in parts:
        lines += [MACROS["notes"], parts["notes"]]
    return "\n".join([*lines, "\\end{problem}"]) + "\n"


def ordered(parts: Iterable[str]) -> list[str]:
    """The parts after the legend, in the order in which Polygon shows them."""
    return [part for part in MACROS if part in {*parts}]


def stored_parts(problem: Problem, language: str) -> tuple[str, dict[str, str], Path] | None:
    """The name, the parts and their folder in a package of Polygon; None: it has none."""
    folder = problem.folder / FOLDER / polygon_language(language)
    if (
        problem.package is None
        or problem.package.format != POLYGON
        or not (folder / f"{LEGEND}.tex").is_file()
    ):
        return None
    parts = {
        part: decoded_text(folder / f"{part}.tex")
        for part in (LEGEND, *MACROS)
        if (folder / f"{part}.tex").is_file()
    }
    name = folder / f"{NAME}.tex"
    title = decoded_text(name) if name.is_file() else problem.names.get(language, problem.title)
    return title.strip(), parts, folder
