"""A statement as Markdown, as a document in TeX, and as a PDF.

Formulas are TeX in all statements. Pandoc reads all formats but Markdown, and writes the text that Typst then sets as
a PDF (converters.py).
"""

import re

from judge.base.errors import JudgeError
from judge.base.next_steps import RunProgram
from judge.problems.export.converters import convert, font_families, typeset
from judge.problems.export.filling import filled_template
from judge.problems.export.polygon_statements import one_text, stored_parts
from judge.problems.export.tex import escaped, markdown_as_tex
from judge.problems.export.tex_classes import class_definitions, with_suffixes
from judge.problems.model import Problem
from judge.problems.statement_content import (
    NEXT_SAMPLE,
    READABLE,
    SAMPLES_COMMAND,
    StatementContent,
    with_samples,
)
from judge.project.host import JudgeHost

READERS = {
    ".md": "markdown-yaml_metadata_block-raw_html",
    ".tex": "latex",
    ".html": "html",
    ".txt": "markdown",
}
"""Pandoc's names of the statements' formats."""
CHINESE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]")
CHINESE_FONTS = (
    "Noto Serif CJK SC",
    "Source Han Serif SC",
    "Noto Sans CJK SC",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
)
FONTS, CODE_FONTS = ("Libertinus Serif",), ("DejaVu Sans Mono",)
"""Fonts that Typst includes."""
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
PACKAGES = {
    r"\\includegraphics\b": "{graphicx}",
    r"\\begin\{longtable\}": "{longtable}",
    r"\\(?:top|mid|bottom|cmid)rule\b": "{booktabs}",
    r"\\(?:sout|uline|uwave)\b": "[normalem]{ulem}",
    r"\\(?:url|href|nolinkurl|hyperref|hypertarget|hyperlink|autoref|texorpdfstring)\b": "[hidelinks]{hyperref}",
}
"""Packages of LaTeX, by the commands that need them, in the order in which they are loaded: a small TeX lacks some."""
PROBLEM_NAME = re.compile(r"\\problemname\{((?:[^{}]|\{[^{}]*\})*)\}[ \t]*\n?")
CONTINUES_A_LIST = re.compile(r"\s*?^(?:[ \t]|-\s)", re.MULTILINE)
"""The beginning of a statement that Markdown would take for a part of the list of limits above it."""
END_OF_LIST = "<!-- -->\n\n"


def markdown_text(problem: Problem, content: StatementContent) -> tuple[str, str]:
    """The heading with the limits, and the statement as it was written, with its samples."""
    shown = [
        "".join(f"\n### {title}\n\n{_fenced(text)}" for title, text in sample.items())
        for sample in content.samples
    ]
    limits = "\n".join(f"- {title}: {value}" for title, value in content.limits.items())
    text = with_samples(content, shown, at_the_end=problem.package is not None)
    return f"# {content.title}\n\n{limits}\n\n", text


def as_markdown(host: JudgeHost, problem: Problem, content: StatementContent) -> str:
    heading, text = markdown_text(problem, content)
    if content.path.suffix not in (".md", ".txt"):
        samples = text[len(content.text) :]
        form = "commonmark+tex_math_dollars+pipe_tables"
        text = _converted(host, problem, content, _body(problem, content), form) + samples
    return f"{heading}{END_OF_LIST if CONTINUES_A_LIST.match(text) else ''}{text}"


def as_written(problem: Problem, content: StatementContent) -> str:
    """Markdown that shows the statement's source text, if it cannot be converted."""
    heading, text = markdown_text(problem, content)
    return f"{heading}{_fenced(content.text)}{text[len(content.text) :]}"


def _fenced(text: str) -> str:
    """The text as code in Markdown, whatever it contains."""
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
    return f"{fence}\n{text}{'' if text.endswith(chr(10)) or not text else chr(10)}{fence}\n"


def as_tex(host: JudgeHost, problem: Problem, content: StatementContent) -> str:
    """A document for LaTeX; for XeLaTeX or LuaLaTeX if it is in Chinese."""
    body = _body(problem, content)
    if r"\documentclass" in body:
        return body
    if content.path.suffix == ".md":
        body = markdown_as_tex(body, content.title)
    elif content.path.suffix != ".tex":
        body = _converted(host, problem, content, body, "latex")
    samples = "".join(
        f"\\subsection*{{{escaped(title)}}}\n\\begin{{verbatim}}\n{text.rstrip(chr(10))}\n\\end{{verbatim}}\n"
        for sample in content.samples
        for title, text in sample.items()
    )
    limits = " \\\\\n".join(
        f"{escaped(title)}: {escaped(value)}" for title, value in content.known_limits.items()
    )
    named = PROBLEM_NAME.search(body)
    definitions = _definitions(content, body)
    used = definitions + body
    packages = (f"\\usepackage{name}\n" for command, name in PACKAGES.items() if re.search(command, used))
    return filled_template(
        "statement.tex",
        PACKAGES="".join(packages),
        DEFINITIONS=definitions,
        CHINESE="\\usepackage{ctex}\n" if CHINESE.search(body + content.title) else "",
        NAME=named[0].strip() if named else f"\\problemname{{{escaped(content.title)}}}",
        LIMITS=limits,
        BODY=PROBLEM_NAME.sub("", body).strip() + "\n",
        SAMPLES=samples,
    )


def as_pdf(host: JudgeHost, problem: Problem, content: StatementContent) -> bytes:
    """Raises JudgeError with the command that installs what it needs."""
    if content.path.suffix == ".pdf":
        return content.path.read_bytes()
    samples = [
        f"#sample({', '.join(f'({_text(key)}, {_text(value)})' for key, value in one.items())})"
        for one in content.samples
    ]
    body = _body(problem, content)
    if content.path.suffix == ".md":
        shown = [f"\n```{{=typst}}\n{sample}\n```\n" for sample in samples]
        body = _converted(host, problem, content, with_samples(content, shown), "typst")
    else:
        body = "\n".join([_converted(host, problem, content, body, "typst"), *samples])
    chinese = _chinese_fonts(host, problem, content) if CHINESE.search(body + content.title) else ()
    limits = [f"{title}: {value}" for title, value in content.known_limits.items()]
    document = filled_template(
        "statement.typ",
        FONTS=", ".join(map(_text, (*FONTS, *chinese))) + ",",
        CODE_FONTS=", ".join(map(_text, (*CODE_FONTS, *chinese))) + ",",
        LANGUAGE=content.language[:2],
        TITLE=_text(content.title),
        LIMITS=", ".join(map(_text, limits)) + ",",
        BODY=body,
    )
    return typeset(host, content.path, problem.folder, document.encode())


def _body(problem: Problem, content: StatementContent) -> str:
    """The statement alone, as TeX that needs no macros of Polygon's."""
    if content.path.suffix not in READABLE:
        raise JudgeError(f"{content.path}: a statement of this kind has no text: use the file as it is.")
    if stored := stored_parts(problem, content.language):
        title, parts, _ = stored
        return one_text(title, parts, content.language)
    text = with_suffixes(content.text, content.path.parent) if content.path.suffix == ".tex" else content.text
    return text.replace(NEXT_SAMPLE, "").replace(SAMPLES_COMMAND, "")


def _definitions(content: StatementContent, body: str) -> str:
    time, *_ = content.limits.values()
    return class_definitions(
        body, {"problemyamlname": escaped(content.title), "timelimit": time.removesuffix(" s")}
    )


def _converted(host: JudgeHost, problem: Problem, content: StatementContent, text: str, form: str) -> str:
    """The text in another format of pandoc's. Raises JudgeError."""
    suffix = content.path.suffix
    if suffix == ".tex":
        text = _definitions(content, text) + PROBLEM_NAME.sub("", text)
    return convert(host, content.path, problem.folder, text, (READERS[suffix], form))


def _chinese_fonts(host: JudgeHost, problem: Problem, content: StatementContent) -> tuple[str, ...]:
    families = font_families(host, content.path, problem.folder)
    found = tuple(name for name in CHINESE_FONTS if name in families)
    if not found:
        install = RunProgram(("apt-get", "install", "fonts-noto-cjk"), "Install one")
        raise JudgeError("no font for Chinese is installed here", install)
    return found[:1]


def _text(text: str) -> str:
    """The text as a literal of Typst."""
    return '"' + "".join(ESCAPES.get(character, character) for character in text) + '"'
