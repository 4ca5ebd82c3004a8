"""Definitions that statements in TeX take from the classes of other judges, for documents without these classes.

Kattis' problemset.cls has \\illustration; the BAPC's bapc.cls has environments for headings and \\timelimit besides;
Polygon's olymp.sty has commands for headings, within an environment that gets the title and the limits.
"""

import re
from collections.abc import Mapping
from pathlib import Path

ILLUSTRATION = (
    r"\newcommand{\illustration}[3]{\begin{figure}[h]\centering\includegraphics[width=#1\textwidth]{#2}"
    r"\caption{#3}\end{figure}}"
)
SAMPLES = {
    "nextsample": r"\newcommand{\nextsample}{}",
    "remainingsamples": r"\newcommand{\remainingsamples}{}",
    "removesample": r"\newcommand{\removesample}[1]{}",
}
"""The place of samples: here all of them come at the end."""
OLYMP = {
    **{name: rf"\newcommand{{\{name}}}{{}}" for name in ("Example", "Examples")},
    "exmpfile": r"\newcommand{\exmpfile}[3]{}",
    **{
        name: rf"\newcommand{{\{name}}}{{\section*{{{title}}}}}"
        for name, title in {
            "InputFile": "Input", "OutputFile": "Output", "Interaction": "Interaction", "Scoring": "Scoring",
            "Note": "Note", "Notes": "Notes",
        }.items()
    },
}  # fmt: skip
OLYMP_PROBLEM = r"\newenvironment{problem}[5]{}{}"
"""Title, input file, output file, time and memory, which the document shows itself."""
HEADINGS = ("Input", "Output", "Interaction")
"""Environments that begin with a heading of their name."""
PICTURE = re.compile(
    r"(\\includegraphics(?:\s*\[[^\]]{0,500}\])?|\\illustration\s*\{[^{}]*\})\s*\{([^{}#\\]+)\}"
)
PICTURES = (".pdf", ".png", ".jpg", ".jpeg", ".svg", ".gif")
"""Suffixes that LaTeX lets a statement omit, in the order in which it tries them."""


def class_definitions(body: str, values: Mapping[str, str]) -> str:
    """The definitions of what the body uses and does not define, a line each. `values`: the texts of commands without
    arguments."""
    named = {"illustration": ILLUSTRATION, **SAMPLES, **OLYMP}
    named |= {name: f"\\newcommand{{\\{name}}}{{{value}}}" for name, value in values.items()}
    lines = [
        line
        for name, line in named.items()
        if re.search(rf"\\{name}(?![A-Za-z])", body)
        and not re.search(rf"\\(?:newcommand\*?\s*\{{?|def\s*)\\{name}(?![A-Za-z])", body)
    ]
    lines += [
        f"\\newenvironment{{{name}}}{{\\section*{{{name}}}}}{{}}"
        for name in HEADINGS
        if f"\\begin{{{name}}}" in body and f"\\newenvironment{{{name}}}" not in body
    ]
    if r"\begin{problem}" in body and r"\newenvironment{problem}" not in body:
        lines.append(OLYMP_PROBLEM)
    return "".join(f"{line}\n" for line in lines)


def with_suffixes(body: str, folder: Path) -> str:
    """The names of pictures with the suffixes of their files in this folder."""

    def completed(found: re.Match[str]) -> str:
        name = found[2].strip()
        if not (folder / name).is_file():
            there = (suffix for suffix in PICTURES if (folder / f"{name}{suffix}").is_file())
            name += next(there, "")
        return f"{found[1]}{{{name}}}"

    return PICTURE.sub(completed, body)
